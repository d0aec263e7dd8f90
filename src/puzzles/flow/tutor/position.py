"""The position that a person sees: pipes drawn and ways ruled out, and the conclusions from one
cell or from two pipes side by side.

The state is the search's own (`solver.strands`), changed a deduction at a time. What needs no
thought is ruled out at once, as part of whatever brought it about: a third way at a cell, a loop, a
way from one colour to another.
"""

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Numbers, Problem, Solution, Words, edges_of, touches_itself
from puzzles.flow.solver.cuts import check_cuts, new_cuts
from puzzles.flow.solver.strands import (
    BIT,
    EMPTY,
    FORBIDDEN,
    NONE,
    OPEN,
    SIZE,
    UNTOUCHING,
    USED,
    Strands,
    backtrack,
    check_degree,
    decide,
    enqueue,
    new_strands,
    propagate,
    restrict,
)
from puzzles.running.kernels import compiled

GUESS = 400  # passages that a person decides before giving up on a what-if, or guessing

Mask = npt.NDArray[np.bool_]


class Position:
    """A board with n vertices and m passages, of which some are drawn and some ruled out, and a
    solution of it; if no pipe of that touches itself, a person may assume that none does."""

    def __init__(self, problem: Problem, solution: Solution) -> None:
        self.problem = problem
        self.untouching = not any(touches_itself(problem.graph, path) for path in solution)
        own, steps = set(edges_of(solution)), map(tuple, problem.graph.edges.tolist())
        self.solution = {e for e, step in enumerate(steps) if step in own}
        self.cuts = new_cuts(problem)
        self.strands = new_strands(problem, False)
        backtrack(self.strands, 0)  # nothing waits to be looked at
        edges, vertices = self.strands.edges, self.strands.vertices
        self.u, self.v = edges["u"].copy(), edges["v"].copy()
        self.state = edges["state"]  # a view, as all that follow: they change with the strands
        self.dot, self.mate, self.strand = vertices["dot"], vertices["mate"], vertices["strand"]
        self.used, self.open, self.degree = vertices["used"], vertices["open"], vertices["degree"]
        self.colours = vertices["colours"]
        self.place = problem.place
        self.middle = (self.place[self.u] + self.place[self.v]) / 2

    @property
    def size(self) -> int:
        """The number of changes so far."""
        return int(self.strands.counters[SIZE])

    @property
    def undecided(self) -> list[int]:
        return np.flatnonzero(self.state == OPEN).tolist()

    def drawn(self) -> list[tuple[int, int]]:
        """The passages that are drawn, by their ends."""
        return [self.ends(e) for e in np.flatnonzero(self.state == USED).tolist()]

    def changes(self, since: int) -> tuple[tuple[int, bool], ...]:
        """The passages decided since there were so many changes, in order, and whether drawn."""
        what = self.strands.changes["what"][since : self.size]
        passages = what[what & 1 == 0] >> 1
        return tuple((e, bool(self.state[e] == USED)) for e in passages.tolist())

    def decide(self, e: int, drawn: bool) -> None:
        """Draw a passage or rule it out; raises RuntimeError if it is decided otherwise."""
        if not decide(self.strands, e, drawn):
            raise RuntimeError("a deduction contradicts the position")

    def rule_out(self) -> None:
        """Rule out what needs no thought."""
        full = self.used == self.degree
        for e in np.flatnonzero((self.state == OPEN) & (full[self.u] | full[self.v])).tolist():
            decide(self.strands, e, False)
        a, b = self.mate[self.u], self.mate[self.v]
        apart = (self.dot[a] >= 0) & (self.dot[b] >= 0) & (self.dot[a] != self.dot[b])
        for e in np.flatnonzero((self.state == OPEN) & (apart | (a == self.v))).tolist():
            decide(self.strands, e, False)

    def ways(self, v: int) -> list[int]:
        """The passages at a vertex that are undecided."""
        vertex = self.strands.vertices[v]
        edges = self.strands.incidences["edge"][vertex["start"] : vertex["stop"]]
        return [e for e in edges.tolist() if self.state[e] == OPEN]

    def ends(self, e: int) -> tuple[int, int]:
        return int(self.u[e]), int(self.v[e])

    def other(self, e: int, v: int) -> int:
        """Return the other end of a passage at a vertex."""
        return int(self.u[e] + self.v[e] - v)

    # The kernels -----------------------------------------------------------------------------

    def suppose(self, e: int, drawn: bool) -> bool:
        """Draw a passage or rule it out, and conclude what follows; False if it contradicts."""
        self.strands.counters[UNTOUCHING] = self.untouching
        return decide(self.strands, e, drawn) and propagate(self.strands)

    def follow(self, untouching: bool) -> bool:
        """Conclude all that the rules of pipes say; False if they contradict."""
        return propagate_all(self.strands, untouching)

    def cut_off(self) -> bool:
        """Conclude what cuts demand where pipes may touch themselves; False if they contradict."""
        self.strands.counters[UNTOUCHING] = False
        return check_cuts(self.strands, self.cuts)

    def shortest_refutation(self) -> tuple[int, bool, int]:
        """Return the shortest what-if: the passage or −1, whether it is drawn, and the length."""
        return shortest_refutation(self.strands, self.untouching, GUESS)

    # What follows ----------------------------------------------------------------------------

    def full_ways(self, left: Numbers | None = None) -> Mask:
        """(n,): the vertices all of whose undecided ways are needed, or all that are `left`."""
        missing = self.degree - self.used
        must = (self.used > 0) | (self.colours[self.strand] & EMPTY == NONE)
        return np.asarray((missing > 0) & ((self.open if left is None else left) == missing) & must)

    def left_empty(self) -> Mask:
        """(n,): the vertices that no pipe can pass, where cells may stay empty."""
        may = self.colours[self.strand] & EMPTY != NONE
        return np.asarray(may & (self.used == 0) & (self.open > 0) & (self.open < self.degree))

    def note_other_colours(self) -> None:
        """Note of strands that run alongside a pipe that they are not of its colour."""
        one, two = self.strand[self.u], self.strand[self.v]
        beside = (self.state == FORBIDDEN) & (one != two)
        for pipe, other in ((one, two), (two, one)):
            own = self.colours[pipe]
            certain = beside & self._certain(own) & (own & self.colours[other] != NONE)
            for e in np.flatnonzero(certain).tolist():
                restrict(self.strands, int(other[e]), ~own[e])

    def _certain(self, colours: Words) -> Mask:
        """Return the sets of colours that name one pipe, as a mask."""
        one = colours & (colours - BIT) == NONE
        return np.asarray(one & (colours & self.strands.single[0] != NONE))

    def colliding(self) -> Mask:
        """(m,): the undecided passages between strands of no common colour."""
        both = self.colours[self.strand[self.u]] & self.colours[self.strand[self.v]]
        return np.asarray((self.state == OPEN) & (both & ~EMPTY == NONE))

    def touching(self) -> Mask:
        """(m,): the undecided passages between strands that touch elsewhere, too."""
        one, two = self.strand[self.u], self.strand[self.v]
        pair = np.minimum(one, two) * self.problem.n + np.maximum(one, two)
        where = np.unique(pair, return_inverse=True)[1]
        weight = np.select([self.state == OPEN, self.state == FORBIDDEN], [1, 2])
        return np.asarray((self.state == OPEN) & (np.bincount(where, weight)[where] >= 2))

    def meeting(self) -> Mask:
        """(m,): the undecided passages between two ends of one pipe."""
        one, two = self.colours[self.strand[self.u]], self.colours[self.strand[self.v]]
        return np.asarray((self.state == OPEN) & (one == two) & self._certain(one))


@compiled
def propagate_all(strands: Strands, untouching: bool) -> bool:
    """Look at every strand and vertex, and conclude all that follows; False if it contradicts."""
    strands.counters[UNTOUCHING] = untouching
    for v in range(len(strands.vertices)):
        if strands.vertices[v].strand == v:
            strands.vertices[v].grown = 1
            enqueue(strands, v)
    for v in range(len(strands.vertices)):
        if not check_degree(strands, v):
            return False
    return propagate(strands)


@compiled
def shortest_refutation(strands: Strands, untouching: bool, most: int) -> tuple[int, bool, int]:
    """Return the edge that it takes the fewest changes to refute, or −1 if that is not less than
    `most`; whether its use was refuted, and the number of changes."""
    strands.counters[UNTOUCHING] = untouching
    best, used, least = -1, False, most
    for e in range(len(strands.edges)):
        if strands.edges[e].state != OPEN:
            continue
        for using in (True, False):
            size = strands.counters[SIZE]
            possible = decide(strands, e, using) and propagate(strands)
            length = max(1, int(strands.counters[SIZE] - size))
            backtrack(strands, size)
            if not possible and length < least:
                best, used, least = e, using, length
    return best, used, least if best >= 0 else 0
