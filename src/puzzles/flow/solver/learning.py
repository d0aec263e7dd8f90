"""A search for solutions of Flow that learns from contradictions: Flow as clauses (`formula`), in a
search for what makes all of them hold (`clauses`).

What is decided far apart on a large board hardly meets. A search that goes back step by step does
in one place again and again what failed for reasons in another; this one goes back to the reasons,
and knows them from then on.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from puzzles.flow.rules.problem import Numbers, Problem, Solution
from puzzles.flow.solver.clauses import (
    EXHAUSTED,
    FOUND,
    NODE_LIMIT,
    NODES,
    RUNNING,
    bytes_of,
    clauses,
    give,
    go_on,
    grown,
)
from puzzles.flow.solver.formula import Formula

NOTHING = np.empty(0, np.int32)  # is assumed
SLICE = 600_000  # clauses looked at in a slice: about 20 ms


class Learning:
    """The state of a search, to be advanced in slices."""

    def __init__(self, problem: Problem, untouching: bool) -> None:
        self._formula = Formula(problem, untouching)
        given = list(self._formula.clauses())
        self._clauses = clauses(self._formula.variables, given)
        self._possible = all(give(self._clauses, rows) for rows in given)
        self._paths: Solution = ()

    @property
    def nodes(self) -> int:
        """Decisions made so far."""
        return int(self._clauses.at[NODES])

    @property
    def bytes(self) -> int:
        """What it takes, with the room that the next slice will make."""
        return bytes_of(self._clauses)

    def advance(self, nodes: int, work: int = SLICE) -> int:
        """One slice of at most `nodes` decisions: RUNNING, FOUND or EXHAUSTED."""
        if not self._possible:
            return EXHAUSTED
        self._clauses = grown(self._clauses)
        self._clauses.at[NODE_LIMIT] = self.nodes + nodes
        result = int(go_on(self._clauses, NOTHING, work))
        if result == EXHAUSTED:
            self._possible = False
        if result != FOUND:
            return result
        used = np.flatnonzero(self._clauses.value[: 2 * self._formula.edges : 2] > 0)
        pieces = self._formula.pieces(used)
        faults = [fault for piece in pieces for fault in self._formula.faults(piece)]
        if faults:
            self._forbid(faults)
            return RUNNING
        self._paths = tuple(pieces)
        self._forbid([2 * used + 1])  # so that it is not found again
        return FOUND

    def _forbid(self, combinations: Iterable[Numbers]) -> None:
        """Add clauses."""
        for literals in combinations:
            self._clauses = grown(self._clauses)
            rows = literals[None].astype(np.int32)
            self._possible = self._possible and bool(give(self._clauses, rows))

    def paths(self) -> Solution:
        """The paths of the solution just found."""
        return self._paths
