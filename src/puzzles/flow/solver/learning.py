"""A search for solutions of Flow that learns from conflicts: Flow as clauses, solved by
`puzzles.sat`.

Decisions far apart on a large board hardly meet. A search that goes back step by step repeats in
one place again and again what failed for reasons in another. This one goes back to the reasons, and
knows them from then on.

There is a variable for each edge, true if the edge is used. Each vertex has a few more, the number
of its path's colour in binary; two vertices that a used edge joins have the same number. The
clauses say how many edges there are at a vertex, and forbid loops of three or four edges. If no
path may touch itself, they forbid all but one edge of such a loop, too.

Longer loops, paths that touch themselves further on, and paths between two colours with the same
number are forbidden when they turn up (`_faults`).

A literal is 2·v where variable v is true, 2·v + 1 where it is false; edges are the first variables.
"""

from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Numbers, Path, Problem, Solution, pieces
from puzzles.flow.solver.search import EXHAUSTED, FOUND, RUNNING
from puzzles.grids.graph import Ints
from puzzles.sat.solver import SATISFIED, UNSATISFIABLE, Solver

SLICE = 600_000  # clauses looked at in a slice: about 20 ms

# Binary digits of a colour's number. Where there are more colours, some share one: those that lie
# furthest apart in the order of the sweep.
DIGITS = 7


class Learning:
    """The search, to be advanced in slices."""

    def __init__(self, problem: Problem, untouching: bool) -> None:
        self._problem, self._untouching, self.spent = problem, untouching, 0  # work
        self._ends = problem.graph.edges
        self._edges = len(self._ends)
        self._edge = {tuple(ends): e for e, ends in enumerate(self._ends.tolist())}
        dots = problem.order[problem.dot[problem.order] >= 0]
        colours = list(dict.fromkeys(problem.dot[dots].tolist()))
        self._number = {colour: i % 2**DIGITS for i, colour in enumerate(colours)}
        digits = min(DIGITS, (len(colours) - 1).bit_length())
        self._digit = self._edges + np.arange(problem.n * digits).reshape(problem.n, digits)
        clauses = *self._degrees(), *self._loops(), *self._colours()
        arena = [np.ascontiguousarray(rows, np.int32) for rows in clauses]
        self._solver = Solver(self._edges + self._digit.size, arena)
        self._paths: Solution = ()

    def _degrees(self) -> Iterator[Numbers]:
        """One edge at a dot, two at any other vertex, or none if it may stay empty."""
        graph, degrees = self._problem.graph, np.diff(self._problem.graph.indptr)
        for needed, is_dot in ((1, self._problem.dot >= 0), (2, self._problem.dot < 0)):
            for degree in set(degrees[is_dot].tolist()):
                starts = graph.indptr[:-1][is_dot & (degrees == degree)]
                incident = graph.edge_of[starts[:, None] + np.arange(degree)]
                for chosen in combinations(range(degree), needed + 1):
                    yield 2 * incident[:, chosen] + 1
                if self._problem.fill or needed == 1:
                    for chosen in combinations(range(degree), max(0, degree - needed + 1)):
                        yield 2 * incident[:, chosen]
                else:
                    for k in range(degree):
                        others = np.delete(incident, k, axis=1)
                        yield np.column_stack([2 * incident[:, k] + 1, 2 * others])

    def _loops(self) -> Iterator[Numbers]:
        """Not all edges of a loop of three or four; nor all but one, if that would touch."""
        for loops in self._short_cycles():
            length = loops.shape[1]
            for chosen in combinations(range(length), length - self._untouching):
                yield 2 * loops[:, chosen] + 1

    def _short_cycles(self) -> Iterator[Numbers]:
        """The edges of each cycle of three or four, which is found from its least vertex."""
        near, between = self._problem.graph.neighbours, dict[tuple[int, int], list[int]]()
        for middle, neighbours in enumerate(near):
            for pair in combinations(neighbours, 2):
                between.setdefault(pair, []).append(middle)
        threes: list[Path] = [
            (a, b, c, a)
            for (a, b), others in between.items()
            if b in near[a]
            for c in others
            if b < c
        ]
        fours: list[Path] = [
            (a, c, b, d, a)
            for (a, b), others in between.items()
            for c, d in combinations(others, 2)
            if a < c
        ]
        for cycles in filter(None, (threes, fours)):
            yield np.array([self._along(cycle) for cycle in cycles])

    def _colours(self) -> Iterator[Numbers]:
        """Each dot has the number of its colour; an edge joins equal numbers."""
        dot, digit = self._problem.dot, self._digit
        dots = np.flatnonzero(dot >= 0)
        own = np.array([self._number[colour] for colour in dot[dots].tolist()], np.int64)
        unused = 2 * np.arange(self._edges) + 1
        u, v = self._ends.T
        for i in range(digit.shape[1]):
            yield (2 * digit[dots, i] + 1 - (own >> i & 1))[:, None]
            one, other = 2 * digit[u, i], 2 * digit[v, i]
            yield np.column_stack([unused, one, other + 1])
            yield np.column_stack([unused, one + 1, other])

    def _along(self, path: Path) -> list[int]:
        return [self._edge[min(step), max(step)] for step in pairwise(path)]

    def _faults(self, piece: Path) -> Iterator[Ints]:
        """Return clauses against what makes a piece no path of a solution."""
        dot, near = self._problem.dot, self._problem.graph.neighbours
        if dot[piece[0]] < 0:
            yield _other_than(self._along((*piece, piece[0])))
            return
        unused = _other_than(self._along(piece))
        if dot[piece[0]] != dot[piece[-1]]:
            yield unused
        place = {v: i for i, v in enumerate(piece)}
        for i, v in enumerate(piece if self._untouching else ()):
            for j in (place.get(w, 0) for w in near[v]):
                if j > i + 1:
                    yield unused[i:j]

    @property
    def nodes(self) -> int:
        """The decisions made so far."""
        return self._solver.decisions

    @property
    def bytes(self) -> int:
        """The memory in use, with what the next slice will need."""
        return self._solver.bytes

    def advance(self, nodes: int, work: int = SLICE) -> int:
        """Search on, for at most so many decisions: RUNNING, FOUND or EXHAUSTED."""
        result = self._solver.advance(nodes, work)
        self.spent = self._solver.spent
        if result != SATISFIED:
            return EXHAUSTED if result == UNSATISFIABLE else RUNNING
        used = np.flatnonzero(self._solver.values[: self._edges] > 0)
        # Loops are those that begin at no dot.
        found = pieces(self._ends[used].tolist())
        faults = [fault for piece in found for fault in self._faults(piece)]
        if faults:
            self._solver.add(faults)
            return RUNNING
        self._paths = tuple(found)
        self._solver.add([_other_than(used)])
        return FOUND

    def paths(self) -> Solution:
        """The paths of the solution just found."""
        return self._paths


def _other_than(used: npt.ArrayLike) -> Ints:
    """Return the clause that not all of these edges are used."""
    return 2 * np.array(used, np.int32) + 1
