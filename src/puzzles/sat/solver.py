"""A SAT solver: it decides variables, propagates, and learns a clause from every conflict (CDCL).

After Eén & Sörensson, "An extensible SAT-solver" (2003). It learns the clause of the first unique
implication point (Zhang et al. 2001); decides the variable that conflicts involved last (VMTF: Ryan
2004, Biere & Fröhlich 2015), with the value it had last (phase saving: Pipatsrisawat & Darwiche
2007); restarts in Luby's sequence; and keeps all that it learns.

A search may have *assumptions*, literals that are decided before all else (Eén & Sörensson,
"Temporal induction by incremental SAT solving", 2003). If they cannot all be true, it says which of
them are why: the *core*. Without any decision besides, that is what propagation alone finds out.

A *variable* is true or false. Literal 2·v says that variable v is true, literal 2·v + 1 that it is
false. A clause is a set of literals, of which one at least must be true.

All clauses lie in one array, the *arena*, one after the other. Each clause is in the lists of its
first two literals, which are not false as long as that can be avoided ("watched literals"). The
lists are linked through the clauses themselves (Biere, "PicoSAT essentials", 2008).
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled, int32, int64, records

RUNNING, SATISFIED, UNSATISFIABLE = range(3)

Flags = npt.NDArray[np.int8]

# A clause in the arena: its size; the next clauses in the lists of its first and second literal;
# and its literals. Clause 0 stands for no clause.
NEXT, LITERALS = 1, 3
NONE = int32(0)  # no clause, or no decision
SPARE = 1 << 20  # numbers: room for what is learned at first
UNIT = 100  # conflicts: of Luby's sequence

COUNTERS = np.dtype(
    [
        ("end", "i8"),  # numbers of the arena in use
        ("assigned", "i8"),  # literals on the trail
        ("propagated", "i8"),  # of which so many are propagated
        ("level", "i8"),  # decisions made and not undone
        ("front", "i8"),  # the variable that was moved to the front last
        ("candidate", "i8"),  # to be decided next: all variables before it are assigned
        ("moves", "i8"),  # to the front
        ("work", "i8"),  # clauses looked at
        ("decisions", "i8"),  # in all
        ("most_decisions", "i8"),
        ("conflicts", "i8"),  # in all
        ("restart", "i8"),  # the number of conflicts for the next restart
        ("luby_u", "i8"),  # for restarts: position in the sequence,
        ("luby_v", "i8"),  # and its value there
        ("assumptions", "i8"),  # how many there are
        ("core", "i8"),  # how many of them are in the core
        ("cores", "i8"),  # found in all
    ]
)


class State(NamedTuple):
    """Clauses of n variables, and the state of the search."""

    arena: Ints
    watched: Ints  # (2n,): the first clause in the list of each literal
    value: Flags  # (2n,): 1 if a literal is true, −1 if it is false, 0 if unassigned
    phase: Flags  # (n,): 1 if a variable was false when last assigned
    counters: npt.NDArray[Any]  # (1,) of COUNTERS
    level: Ints  # (n,): the number of decisions when each variable was assigned
    reason: Ints  # (n,): the clause that each variable was assigned by
    trail: Ints  # (n,): the true literals, in the order of their assignment
    before: Ints  # (n,): the size of the trail before each decision
    previous: Ints  # (n,): the variable that is decided before each, −1 before the first
    following: Ints  # (n,): the one that is decided after it, −1 after the last
    moved: Ints  # (n,): when each was moved to the front
    clause: Ints  # (n,): scratch, the literals of a clause
    seen: Ints  # (n,): the last conflict in which each was seen; less than 0: the last core
    assumptions: Ints  # (n,): the literals that are decided first
    core: Ints  # (n,): those that cannot all be true


class Solver:
    """A search for values of all variables that make all clauses true, in slices."""

    def __init__(self, variables: int, clauses: list[Ints]) -> None:
        """Begin with arrays of clauses of equal length, each a row of literals."""
        n, ints, self.spent = variables, np.zeros((11, variables), np.int32), 0
        numbers = sum(rows.size + LITERALS * len(rows) for rows in clauses)
        arena = np.zeros(numbers + 2 * (n + LITERALS) + SPARE, np.int32)
        value, phase = np.zeros(2 * n, np.int8), np.ones(n, np.int8)
        watched = np.zeros(2 * n, np.int32)
        self._state = State(arena, watched, value, phase, records(1, COUNTERS), *ints)
        self._state.previous[:] = np.arange(-1, n - 1)
        self._state.following[:] = np.arange(1, n + 1)
        self._state.following[-1:] = -1
        self._state.moved[:] = -np.arange(n)
        counters = self._state.counters[0]
        counters["end"] = counters["luby_u"] = counters["luby_v"] = 1
        counters["restart"] = UNIT
        self._possible = all(add_all(self._state, np.ascontiguousarray(rows)) for rows in clauses)
        self._given = int(counters["end"])

    @property
    def decisions(self) -> int:
        """The decisions made so far."""
        return int(self._state.counters["decisions"][0])

    @property
    def values(self) -> Flags:
        """For each variable 1 if it is true, −1 if it is false, 0 if it is unassigned."""
        return self._state.value[::2]

    @property
    def core(self) -> list[int]:
        """Assumptions of the last search that cannot all be true, if it was UNSATISFIABLE."""
        found: list[int] = self._state.core[: self._state.counters["core"][0]].tolist()
        return found

    @property
    def bytes(self) -> int:
        """The memory in use, with what the next slice will need."""
        return sum(array.nbytes for array in self._state) + self._full * self._state.arena.nbytes

    @property
    def _full(self) -> bool:
        """Say if two more clauses of any length might not fit."""
        most = 2 * (len(self._state.trail) + LITERALS)
        return bool(self._state.counters["end"][0] + most >= len(self._state.arena))

    def _make_room(self) -> None:
        """Double the arena if it is full."""
        if self._full:
            arena = self._state.arena
            self._state = self._state._replace(arena=np.concatenate([arena, np.zeros_like(arena)]))

    @property
    def learned(self) -> int:
        """How much of the arena is what was learned or added, for what it began with as 1."""
        return int(self._state.counters["end"][0]) // self._given

    def forget(self, kept: Iterable[Ints]) -> None:
        """Undo all decisions, and forget all clauses but those it began with and these."""
        forget(self._state, self._given)
        self.add(kept)
        self._given = int(self._state.counters["end"][0])

    def add(self, clauses: Iterable[Ints]) -> None:
        """Undo all decisions and add clauses."""
        for literals in clauses:
            self._make_room()
            self._possible = self._possible and bool(add_all(self._state, literals[None]))

    def advance(self, decisions: int, work: int, assumptions: Sequence[int] | Ints = ()) -> int:
        """Search on, for so many decisions and clauses looked at: RUNNING, SATISFIED or
        UNSATISFIABLE. Assumptions, literals of different variables, do not count as decisions;
        with the same ones as before it goes on where it was."""
        counters = self._state.counters
        counters["core"] = 0
        if not self._possible:
            return UNSATISFIABLE
        self._make_room()
        counters["most_decisions"] = self.decisions + decisions
        result = int(search(self._state, np.asarray(assumptions, np.int32), work))
        self.spent = int(self._state.counters["work"][0])
        self._possible = result != UNSATISFIABLE or bool(counters["core"][0])
        return result


@compiled
def search(state: State, assumptions: Ints, budget: int) -> int:
    """Search on under assumptions, until all clauses are true, or cannot be, or `budget` or the
    arena is spent."""
    counters = state.counters[0]
    assume(state, assumptions)
    limit = counters.work + budget
    while counters.work < limit and counters.end + len(state.trail) + LITERALS < len(state.arena):
        conflict = propagate(state)
        if conflict:
            if counters.level == 0:
                return UNSATISFIABLE
            if counters.level <= counters.assumptions:
                find_core(state, int64(-1), int64(conflict))
                backjump(state, int32(counters.level - 1))
                return UNSATISFIABLE
            learn(state, conflict)
        elif counters.conflicts >= counters.restart:
            restart(state)
        elif counters.level < counters.assumptions:
            literal = state.assumptions[counters.level]
            if state.value[literal] < 0:
                find_core(state, int64(literal), int64(0))
                return UNSATISFIABLE
            state.before[counters.level] = counters.assigned
            counters.level += 1
            if state.value[literal] == 0:
                assign(state, literal, NONE)
        elif counters.decisions >= counters.most_decisions:
            return RUNNING
        else:
            while counters.candidate >= 0 and state.value[2 * counters.candidate]:
                counters.candidate = state.following[counters.candidate]
            if counters.candidate < 0:
                return SATISFIED
            state.before[counters.level] = counters.assigned
            counters.level += 1
            counters.decisions += 1
            assign(state, int32(2 * counters.candidate + state.phase[counters.candidate]), NONE)
    return RUNNING


@compiled
def assume(state: State, literals: Ints) -> None:
    """Make these the assumptions. If they are others than before, undo all but what followed from
    the first that are the same."""
    counters, same, n = state.counters[0], 0, len(literals)
    while same < min(n, counters.assumptions) and state.assumptions[same] == literals[same]:
        same += 1
    if same == n and same == counters.assumptions:
        return
    backjump(state, int32(min(same, counters.level)))
    for k in range(n):
        state.assumptions[k] = literals[k]
    counters.assumptions = n


@compiled
def find_core(state: State, false: int, c: int) -> None:
    """Find the assumptions that make one of them false, or all literals of a clause. All decisions
    so far are assumptions."""
    counters, arena, seen = state.counters[0], state.arena, state.seen
    counters.cores += 1
    counters.core = 0
    if c == NONE:
        counters.core = 1
        state.core[0] = false
        seen[false >> 1] = -counters.cores
    else:
        for k in range(c + LITERALS, c + LITERALS + arena[c]):
            seen[arena[k] >> 1] = -counters.cores
    bottom = state.before[0] if counters.level else counters.assigned
    for i in range(counters.assigned - 1, bottom - 1, -1):
        literal = state.trail[i]
        v = literal >> 1
        if seen[v] != -counters.cores:
            continue
        c = state.reason[v]
        if c == NONE:
            state.core[counters.core] = literal
            counters.core += 1
        else:
            for k in range(c + LITERALS, c + LITERALS + arena[c]):
                seen[arena[k] >> 1] = -counters.cores


@compiled
def add(state: State, size: int) -> None:
    """Add the clause of the first literals of `clause`, at least two. Both first literals are
    unassigned; or all but the first are false, and the second was assigned last."""
    counters, arena, clause = state.counters[0], state.arena, state.clause
    c = counters.end
    arena[c] = size
    for k in range(size):
        arena[c + LITERALS + k] = clause[k]
    for k in range(2):
        arena[c + NEXT + k] = state.watched[clause[k]]
        state.watched[clause[k]] = c
    counters.end = c + LITERALS + size


@compiled
def add_all(state: State, rows: Ints) -> bool:
    """Undo all decisions and add clauses, each a row of literals; False if they contradict."""
    backjump(state, NONE)
    for r in range(len(rows)):
        size, holds = int64(0), False
        for k in range(rows.shape[1]):
            literal = rows[r, k]
            holds |= state.value[literal] > 0
            if state.value[literal] == 0:
                state.clause[size] = literal
                size += 1
        if holds:
            continue
        if size == 0:
            return False
        if size == 1:
            assign(state, state.clause[0], NONE)
        else:
            add(state, size)
    return True


@compiled
def forget(state: State, end: int) -> None:
    """Undo all decisions, and forget the clauses from `end` on."""
    counters, arena = state.counters[0], state.arena
    backjump(state, NONE)
    state.watched[:] = 0
    c = int64(1)
    while c < end:
        for k in range(2):
            arena[c + NEXT + k] = state.watched[arena[c + LITERALS + k]]
            state.watched[arena[c + LITERALS + k]] = c
        c += LITERALS + arena[c]
    counters.end = end


@compiled
def assign(state: State, literal: int, reason: int) -> None:
    """Make an unassigned literal true."""
    counters = state.counters[0]
    state.value[literal], state.value[literal ^ 1] = 1, -1
    state.level[literal >> 1], state.reason[literal >> 1] = counters.level, reason
    state.trail[counters.assigned] = literal
    counters.assigned += 1


@compiled
def propagate(state: State) -> int:
    """Assign all that follows from the clauses; returns a clause that is false, or 0."""
    counters, arena, value, watched = state.counters[0], state.arena, state.value, state.watched
    while counters.propagated < counters.assigned:
        false = state.trail[counters.propagated] ^ 1
        counters.propagated += 1
        link, c = 0, watched[false]
        while c:
            counters.work += 1
            own = 0 if arena[c + LITERALS] == false else 1
            after, other = arena[c + NEXT + own], arena[c + LITERALS + 1 - own]
            if value[other] <= 0:
                k, stop = c + LITERALS + 2, c + LITERALS + arena[c]
                while k < stop and value[arena[k]] < 0:
                    k += 1
                if k < stop:  # watch that literal from now on
                    literal = arena[k]
                    arena[k], arena[c + LITERALS + own] = false, literal
                    arena[c + NEXT + own] = watched[literal]
                    watched[literal] = c
                    if link:
                        arena[link] = after
                    else:
                        watched[false] = after
                    c = after
                    continue
                if value[other] < 0:
                    return int(c)
                assign(state, other, c)
            link, c = c + NEXT + own, after
    return 0


@compiled
def backjump(state: State, level: int) -> None:
    """Undo all but the first decisions, and all that followed from them."""
    counters = state.counters[0]
    if counters.level == level:
        return
    for i in range(counters.assigned - 1, state.before[level] - 1, -1):
        literal = state.trail[i]
        v = literal >> 1
        state.value[literal] = state.value[literal ^ 1] = 0
        state.phase[v] = literal & 1
        if counters.candidate < 0 or state.moved[v] > state.moved[counters.candidate]:
            counters.candidate = v
    counters.assigned = counters.propagated = state.before[level]
    counters.level = level


@compiled
def restart(state: State) -> None:
    """Undo all decisions."""
    counters = state.counters[0]
    # Luby's sequence 1 1 2 1 1 2 4 … by "reluctant doubling" (Knuth, TAOCP 7.2.2.2).
    if counters.luby_u & -counters.luby_u == counters.luby_v:
        counters.luby_u += 1
        counters.luby_v = 1
    else:
        counters.luby_v *= 2
    counters.restart = counters.conflicts + UNIT * counters.luby_v
    backjump(state, NONE)


@compiled
def learn(state: State, c: int) -> None:
    """Learn from a clause that is false: go back to the level where the learned clause has one
    literal left that is not false, and assign it."""
    counters, seen, level = state.counters[0], state.seen, state.level
    arena, clause = state.arena, state.clause
    counters.conflicts += 1
    size, pending, i = int64(1), 0, counters.assigned
    literal = np.int32(-1)  # that the clause is resolved on; at first there is none
    while True:
        for k in range(c + LITERALS, c + LITERALS + arena[c]):
            v = arena[k] >> 1
            if arena[k] != literal and seen[v] != counters.conflicts and level[v] > 0:
                seen[v] = counters.conflicts
                move_to_front(state, v)
                if level[v] == counters.level:
                    pending += 1
                else:
                    clause[size] = arena[k]
                    size += 1
        i -= 1
        while seen[state.trail[i] >> 1] != counters.conflicts:
            i -= 1
        literal = state.trail[i]
        pending -= 1
        if pending == 0:
            break
        c = state.reason[literal >> 1]
    clause[0] = literal ^ 1
    if size == 1:
        backjump(state, NONE)
        assign(state, clause[0], NONE)
        return
    latest = 1
    for k in range(2, size):
        if level[clause[k] >> 1] > level[clause[latest] >> 1]:
            latest = k
    clause[1], clause[latest] = clause[latest], clause[1]
    backjump(state, level[clause[1] >> 1])
    c = int32(counters.end)
    add(state, size)
    assign(state, clause[0], c)


@compiled
def move_to_front(state: State, v: int) -> None:
    """Note that a conflict involves a variable, which is assigned: it is decided first."""
    counters, previous, following = state.counters[0], state.previous, state.following
    if v == counters.front:
        return
    following[previous[v]] = following[v]
    if following[v] >= 0:
        previous[following[v]] = previous[v]
    previous[counters.front], following[v], previous[v] = v, counters.front, -1
    counters.front = v
    counters.moves += 1
    state.moved[v] = counters.moves
