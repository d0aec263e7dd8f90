"""A SAT solver: it decides variables, propagates, and learns a clause from every conflict (CDCL).

After Eén & Sörensson, "An extensible SAT-solver" (2003). It decides the variable that conflicts
involved most of late, with the value it had last. It restarts in Luby's sequence. It keeps all
that it learns.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled
from puzzles.sat.conflict import learn
from puzzles.sat.state import (
    LITERALS,
    Flags,
    State,
    add_all,
    backjump,
    decide,
    most_active,
    new_state,
    propagate,
)

RUNNING, SATISFIED, UNSATISFIABLE = range(3)

UNIT = 100  # conflicts: of Luby's sequence


class Solver:
    """A search for values of all variables that make all clauses true, in slices."""

    def __init__(self, variables: int, clauses: list[Ints]) -> None:
        """Begin with arrays of clauses of equal length, each a row of literals."""
        numbers = sum(rows.size + LITERALS * len(rows) for rows in clauses)
        self._state = new_state(variables, numbers)
        at = self._state.at[0]
        at["end"] = at["run"] = at["beat"] = at["increment"] = 1
        at["queued"], at["conflicts_left"] = variables, UNIT
        self._possible = all(add_all(self._state, rows) for rows in clauses)

    @property
    def decisions(self) -> int:
        """The decisions made so far."""
        return int(self._state.at["decisions"][0])

    @property
    def values(self) -> Flags:
        """For each variable 1 if it is true, −1 if it is false, 0 if it is unassigned."""
        return self._state.value[::2]

    @property
    def bytes(self) -> int:
        """The memory in use, with what the next slice will need."""
        return sum(array.nbytes for array in self._state) + self._full * self._state.arena.nbytes

    @property
    def _full(self) -> bool:
        """Say if two more clauses of any length might not fit."""
        most = 2 * (len(self._state.trail) + LITERALS)
        return bool(self._state.at["end"][0] + most >= len(self._state.arena))

    def _make_room(self) -> None:
        """Double the arena if it is full."""
        if self._full:
            arena = self._state.arena
            self._state = self._state._replace(arena=np.concatenate([arena, np.zeros_like(arena)]))

    def add(self, clauses: Iterable[Ints]) -> None:
        """Undo all decisions and add clauses."""
        for literals in clauses:
            self._make_room()
            self._possible = self._possible and bool(add_all(self._state, literals[None]))

    def advance(self, decisions: int, work: int) -> int:
        """Search on, for so many decisions and clauses looked at: RUNNING, SATISFIED or
        UNSATISFIABLE."""
        if not self._possible:
            return UNSATISFIABLE
        self._make_room()
        self._state.at["most_decisions"] = self.decisions + decisions
        result = int(search(self._state, work))
        self._possible = result != UNSATISFIABLE
        return result


@compiled
def search(state: State, budget: int) -> int:
    """Search on, until all clauses are true, or cannot be, or `budget` or the arena is spent."""
    at = state.at[0]
    work = at.work + budget
    while at.work < work and at.end + len(state.trail) + LITERALS < len(state.arena):
        conflict = propagate(state)
        if conflict:
            if at.level == 0:
                return UNSATISFIABLE
            learn(state, conflict)
            at.conflicts_left -= 1
            continue
        if at.conflicts_left <= 0:
            restart(state)
            continue
        if at.decisions >= at.most_decisions:
            return RUNNING
        v = most_active(state)
        if v < 0:
            return SATISFIED
        decide(state, 2 * v + int(state.phase[v]))
    return RUNNING


@compiled
def restart(state: State) -> None:
    """Undo all decisions."""
    at = state.at[0]
    # Luby's sequence 1 1 2 1 1 2 4 … by "reluctant doubling" (Knuth, TAOCP 7.2.2.2).
    if at.run & -at.run == at.beat:
        at.run += 1
        at.beat = 1
    else:
        at.beat *= 2
    at.conflicts_left = UNIT * at.beat
    backjump(state, 0)
