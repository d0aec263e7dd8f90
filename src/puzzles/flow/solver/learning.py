"""A search for solutions of Flow that learns from conflicts: the clauses of `formula`, solved by
`puzzles.sat`.

Decisions far apart on a large board hardly meet. A search that goes back step by step repeats in
one place again and again what failed for reasons in another. This one goes back to the reasons, and
knows them from then on.
"""

from __future__ import annotations

import numpy as np

from puzzles.flow.rules.problem import Problem, Solution
from puzzles.flow.solver.formula import Formula
from puzzles.flow.solver.search import EXHAUSTED, FOUND, RUNNING
from puzzles.sat.solver import RUNNING as STILL_RUNNING
from puzzles.sat.solver import UNSATISFIABLE, Solver

SLICE = 600_000  # clauses looked at in a slice: about 20 ms


class Learning:
    """The state of a search, to be advanced in slices."""

    def __init__(self, problem: Problem, untouching: bool) -> None:
        self._formula = Formula(problem, untouching)
        self._solver = Solver(self._formula.variables, list(self._formula.clauses()))
        self._paths: Solution = ()

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
        used = np.flatnonzero(self._solver.values[: self._formula.edges] > 0)
        pieces = self._formula.pieces(used)
        faults = [fault for piece in pieces for fault in self._formula.faults(piece)]
        if faults:
            self._solver.add(faults)
            return RUNNING
        self._paths = tuple(pieces)
        self._solver.add([self._formula.other_than(used)])
        return FOUND

    def paths(self) -> Solution:
        """The paths of the solution just found."""
        return self._paths
