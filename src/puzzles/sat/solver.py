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
from puzzles.sat.state import (
    LITERALS,
    Flags,
    State,
    add,
    add_all,
    assign,
    backjump,
    decide,
    most_active,
    move_up,
    new_state,
    propagate,
)

RUNNING, SATISFIED, UNSATISFIABLE = range(3)

UNIT = 100  # conflicts: of Luby's sequence
DECAY = 1 / 0.95  # how much more each conflict counts than the one before
HUGE = 1e100


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


@compiled
def learn(state: State, c: int) -> None:
    """Learn from a clause that is false: go back to the level where the learned clause has one
    literal left that is not false, and assign it."""
    at, arena, seen, level, clause = state.at[0], state.arena, state.seen, state.level, state.clause
    size, pending, i, marks = 1, 0, at.assigned, 0
    literal = np.int32(-1)  # that the clause is resolved on; at first there is none
    while True:
        for k in range(c + LITERALS, c + LITERALS + arena[c]):
            v = arena[k] >> 1
            if arena[k] != literal and not seen[v] and level[v] > 0:
                seen[v] = 1
                state.marked[marks] = v
                marks += 1
                bump(state, v)
                if level[v] == at.level:
                    pending += 1
                else:
                    clause[size] = arena[k]
                    size += 1
        i -= 1
        while not seen[state.trail[i] >> 1]:
            i -= 1
        literal = state.trail[i]
        pending -= 1
        if pending == 0:
            break
        c = state.reason[literal >> 1]
    clause[0] = literal ^ 1
    for k in range(marks):
        seen[state.marked[k]] = 0
    at.increment *= DECAY
    if size == 1:
        backjump(state, 0)
        assign(state, clause[0], 0)
        return
    latest = 1
    for k in range(2, size):
        if level[clause[k] >> 1] > level[clause[latest] >> 1]:
            latest = k
    clause[1], clause[latest] = clause[latest], clause[1]
    backjump(state, level[clause[1] >> 1])
    c = at.end
    add(state, size)
    assign(state, clause[0], c)


@compiled
def bump(state: State, v: int) -> None:
    """Note that a conflict involves a variable."""
    at, activity = state.at[0], state.activity
    activity[v] += at.increment
    if activity[v] > HUGE:
        at.increment /= HUGE
        for w in range(len(activity)):
            activity[w] /= HUGE
    if state.place[v] >= 0:
        move_up(state, v)
