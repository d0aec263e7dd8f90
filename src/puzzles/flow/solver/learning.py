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

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from puzzles.flow.rules.problem import Numbers, Path, Problem, Solution, pieces
from puzzles.flow.solver.search import EXHAUSTED, FOUND, RUNNING
from puzzles.grids.graph import Ints
from puzzles.sat.solver import RUNNING as STILL_RUNNING
from puzzles.sat.solver import UNSATISFIABLE, Solver

SLICE = 600_000  # clauses looked at in a slice: about 20 ms

# Binary digits of a colour's number. Where there are more colours, some share one: those that lie
# furthest apart in the order of the sweep.
DIGITS = 7


class Learning:
    """The search, to be advanced in slices."""

    def __init__(self, problem: Problem, untouching: bool) -> None:
        self._problem, self._untouching = problem, untouching
        degree = np.diff(problem.graph.indptr)
        own, near = np.repeat(np.arange(problem.n), degree), problem.graph.indices.astype(np.int64)
        pairs = np.minimum(own, near) * problem.n + np.maximum(own, near)
        # An edge by its two vertices as one number, ascending; and the edge of each slot.
        self._pairs, self._edge = np.unique(pairs, return_inverse=True)
        self._degree = degree
        self._edges = len(self._pairs)
        dots = problem.order[problem.dot[problem.order] >= 0]
        colours = list(dict.fromkeys(problem.dot[dots].tolist()))
        self._number = {colour: i % 2**DIGITS for i, colour in enumerate(colours)}
        digits = min(DIGITS, (len(colours) - 1).bit_length())
        self._digit = self._edges + np.arange(problem.n * digits).reshape(problem.n, digits)
        variables = self._edges + self._digit.size
        self._solver = Solver(variables, list(self._clauses()))
        self._paths: Solution = ()

    def _clauses(self) -> Iterator[Ints]:
        """Return the clauses to begin with: arrays of clauses of equal length."""
        for rows in (*self._degrees(), *self._loops(), *self._colours()):
            yield np.ascontiguousarray(rows, np.int32)

    def _around(self, vertices: Numbers, degree: int) -> Numbers:
        """The edges at each of some vertices of equal degree."""
        starts = self._problem.graph.indptr[vertices]
        edges: Numbers = self._edge[starts[:, None] + np.arange(degree)]
        return edges

    def _degrees(self) -> Iterator[Numbers]:
        """One edge at a dot, two at any other vertex, or none if it may stay empty."""
        for needed, is_dot in ((1, self._problem.dot >= 0), (2, self._problem.dot < 0)):
            for degree in set(self._degree[is_dot].tolist()):
                here = np.flatnonzero(is_dot & (self._degree == degree))
                around = self._around(here, degree)
                for some in combinations(range(degree), needed + 1):
                    yield 2 * around[:, some] + 1
                if self._problem.fill or needed == 1:
                    for some in combinations(range(degree), max(0, degree - needed + 1)):
                        yield 2 * around[:, some]
                else:
                    for k in range(degree):
                        others = np.delete(around, k, axis=1)
                        yield np.column_stack([2 * around[:, k] + 1, 2 * others])

    def _loops(self) -> Iterator[Numbers]:
        """Not all edges of a loop of three or four; nor all but one, if that would touch."""
        for loops in self._short_cycles():
            length = loops.shape[1]
            for some in combinations(range(length), length - self._untouching):
                yield 2 * loops[:, some] + 1

    def _short_cycles(self) -> Iterator[Numbers]:
        """The edges of each cycle of three or four, which is found from its least vertex."""
        near, between = self._problem.graph.neighbours, dict[tuple[int, int], list[int]]()
        for middle, around in enumerate(near):
            for pair in combinations(around, 2):
                between.setdefault(pair, []).append(middle)
        threes = [
            (a, b, c, a)
            for (a, b), others in between.items()
            if b in near[a]
            for c in others
            if b < c
        ]
        fours = [
            (a, c, b, d, a)
            for (a, b), others in between.items()
            for c, d in combinations(others, 2)
            if a < c
        ]
        for cycles in filter(None, (threes, fours)):
            yield self._along(np.array(cycles, np.int64))

    def _colours(self) -> Iterator[Numbers]:
        """Each dot has the number of its colour; an edge joins equal numbers."""
        dot, digit = self._problem.dot, self._digit
        dots = np.flatnonzero(dot >= 0)
        own = np.array([self._number[colour] for colour in dot[dots].tolist()], np.int64)
        unused = 2 * np.arange(self._edges) + 1
        u, v = np.divmod(self._pairs, max(1, self._problem.n))
        for i in range(digit.shape[1]):
            yield (2 * digit[dots, i] + 1 - (own >> i & 1))[:, None]
            one, other = 2 * digit[u, i], 2 * digit[v, i]
            yield np.column_stack([unused, one, other + 1])
            yield np.column_stack([unused, one + 1, other])

    def _along(self, paths: Numbers) -> Numbers:
        """The edges from each vertex of a path to the next; for several paths of equal length, each
        a row."""
        u, v = paths[..., :-1], paths[..., 1:]
        pairs = np.minimum(u, v) * self._problem.n + np.maximum(u, v)
        edges: Numbers = np.searchsorted(self._pairs, pairs)
        return edges

    def _faults(self, piece: Path) -> Iterator[Ints]:
        """Return clauses against what makes a piece no path of a solution."""
        dot, near = self._problem.dot, self._problem.graph.neighbours
        unused = _other_than(self._along(np.array([*piece, piece[0]])))
        if dot[piece[0]] < 0:
            yield unused
            return
        if dot[piece[0]] != dot[piece[-1]]:
            yield unused[:-1]
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
        if result == STILL_RUNNING:
            return RUNNING
        if result == UNSATISFIABLE:
            return EXHAUSTED
        used = np.flatnonzero(self._solver.values[: self._edges] > 0)
        # Loops are those that begin at no dot.
        found = pieces(divmod(pair, self._problem.n) for pair in self._pairs[used].tolist())
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


def _other_than(used: Numbers) -> Ints:
    """Return the clause that not all of these edges are used."""
    clause: Ints = (2 * used + 1).astype(np.int32)
    return clause
