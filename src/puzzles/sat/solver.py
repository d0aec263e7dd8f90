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
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.grids.graph import Ints
from puzzles.running.kernels import PLAIN, compiled, int32, int64, quick
from puzzles.sat.closing import Flags, Lines, closed

RUNNING, SATISFIED, UNSATISFIABLE = range(3)

# A clause in the arena: its size; the next clauses in the lists of its first and second literal;
# and its literals. Clause 0 stands for no clause.
NEXT, LITERALS = 1, 3
NONE = int32(0)  # no clause, or no decision
SPARE = 1 << 14  # numbers: room for what is learned at first
BYTES = 36 if PLAIN else 4  # of a number, at most
UNIT = 100  # conflicts: of Luby's sequence

# The numbers that a search counts with.
END = 0  # numbers of the arena in use
ASSIGNED = 1  # literals on the trail
PROPAGATED = 2  # of which so many are propagated
LEVEL = 3  # decisions made and not undone
FRONT = 4  # the variable that was moved to the front last
CANDIDATE = 5  # to be decided next: all variables before it are assigned
MOVES = 6  # to the front
WORK = 7  # clauses looked at
DECISIONS = 8  # in all
MOST_DECISIONS = 9
CONFLICTS = 10  # in all
RESTART = 11  # the number of conflicts for the next restart
LUBY_U = 12  # for restarts: position in the sequence,
LUBY_V = 13  # and its value there
ASSUMPTIONS = 14  # how many there are
CORE = 15  # how many of them are in the core
CORES = 16  # found in all
COUNTERS = 17


class State(NamedTuple):
    """Clauses of n variables, and the state of the search."""

    arena: Ints
    watched: Ints  # (2n,): the first clause in the list of each literal
    value: Flags  # (2n,): 1 if a literal is true, −1 if it is false, 0 if unassigned
    phase: Flags  # (n,): 1 if a variable was false when last assigned without being assumed
    counters: npt.NDArray[np.int64]  # (COUNTERS,)
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
    kind: Ints  # (n,): of an assumption, the variable that stands for its kind; 0 for none;
    # less than 0 of what counts as an assumption, though it followed from others


class Solver:
    """A search for values of all variables that make all clauses true, in slices."""

    def __init__(self, variables: int, clauses: list[Ints]) -> None:
        """Begin with arrays of clauses of equal length, each a row of literals."""
        n, ints = variables, np.zeros((12, variables), np.int32)
        numbers = sum(rows.size + LITERALS * len(rows) for rows in clauses)
        arena = np.zeros(numbers + 2 * (n + LITERALS) + SPARE, np.int32)
        value, phase = np.zeros(2 * n, np.int8), np.ones(n, np.int8)
        watched, counters = np.zeros(2 * n, np.int32), np.zeros(COUNTERS, np.int64)
        state = State(arena, watched, value, phase, counters, *ints)
        state.previous[:] = np.arange(-1, n - 1)
        state.following[:] = np.arange(1, n + 1)
        state.following[-1:] = -1
        state.moved[:] = -np.arange(n)
        counters[END] = counters[LUBY_U] = counters[LUBY_V] = 1
        counters[RESTART] = UNIT
        self._state = State._make(map(quick, state))
        self._possible = all(
            add_all(self._state, quick(np.ascontiguousarray(rows))) for rows in clauses
        )
        self._given = int(self._state.counters[END])

    @property
    def decisions(self) -> int:
        """The decisions made so far."""
        return int(self._state.counters[DECISIONS])

    @property
    def spent(self) -> int:
        """The clauses looked at so far."""
        return int(self._state.counters[WORK])

    @property
    def values(self) -> Flags:
        """For each variable 1 if it is true, −1 if it is false, 0 if it is unassigned."""
        return np.asarray(self._state.value[::2], np.int8)

    @property
    def core(self) -> list[int]:
        """Assumptions of the last search that cannot all be true, if it was UNSATISFIABLE."""
        return [int(literal) for literal in self._state.core[: self._state.counters[CORE]]]

    @property
    def bytes(self) -> int:
        """The memory in use, with what the next slice will need."""
        numbers = sum(len(array) for array in self._state)
        return BYTES * (numbers + self._full() * len(self._state.arena))

    def _full(self, more: int = 0) -> bool:
        """Say if two clauses of any length might not fit, after `more` numbers."""
        most = 2 * (len(self._state.trail) + LITERALS) + more
        return bool(self._state.counters[END] + most >= len(self._state.arena))

    def _make_room(self, more: int = 0) -> None:
        """Double the arena while it is full."""
        while self._full(more):
            arena = self._state.arena
            self._state = self._state._replace(arena=quick(np.concatenate([arena, arena])))

    @property
    def learned(self) -> int:
        """How much of the arena is what was learned or added, for what it began with as 1."""
        return int(self._state.counters[END]) // self._given

    def forget(self, kept: Iterable[Ints]) -> None:
        """Undo all decisions, and forget all clauses but those it began with and these."""
        forget(self._state, self._given)
        self.add(kept)
        self._given = int(self._state.counters[END])

    def add(self, clauses: Iterable[Ints]) -> None:
        """Add clauses, or arrays of them, and undo decisions that stand against them."""
        for given in clauses:
            rows = np.ascontiguousarray(np.atleast_2d(given))
            self._make_room(rows.size + LITERALS * len(rows))
            self._possible = self._possible and bool(add_all(self._state, quick(rows)))

    def advance(self, decisions: int, work: int, assumptions: Sequence[int] | Ints = ()) -> int:
        """Search on, for so many decisions and clauses looked at: RUNNING, SATISFIED or
        UNSATISFIABLE. Assumptions, literals of different variables, do not count as decisions;
        with the same ones as before it goes on where it was."""
        counters = self._state.counters
        counters[CORE] = 0
        if not self._possible:
            return UNSATISFIABLE
        self._make_room()
        counters[MOST_DECISIONS] = counters[DECISIONS] + decisions
        result = int(search(self._state, quick(np.asarray(assumptions, np.int32)), work))
        self._possible = result != UNSATISFIABLE or bool(counters[CORE])
        return result


@compiled
def search(state: State, assumptions: Ints, budget: int) -> int:
    """Search on under assumptions, until all clauses are true, or cannot be, or `budget` or the
    arena is spent."""
    assume(state, assumptions)
    return go_on(state, budget)


@compiled
def go_on(state: State, budget: int) -> int:
    """Search on under the same assumptions."""
    counters = state.counters
    limit = counters[WORK] + budget
    while counters[WORK] < limit and counters[END] + len(state.trail) + LITERALS < len(state.arena):
        conflict = propagate(state)
        if conflict:
            if counters[LEVEL] == 0:
                return UNSATISFIABLE
            if counters[LEVEL] <= counters[ASSUMPTIONS]:
                find_core(state, int64(-1), int64(conflict))
                backjump(state, int32(counters[LEVEL] - 1))
                return UNSATISFIABLE
            learn(state, conflict)
        elif counters[CONFLICTS] >= counters[RESTART]:
            restart(state)
        elif counters[LEVEL] < counters[ASSUMPTIONS]:
            literal = state.assumptions[counters[LEVEL]]
            if state.value[literal] < 0:
                find_core(state, int64(literal), int64(0))
                return UNSATISFIABLE
            state.before[counters[LEVEL]] = counters[ASSIGNED]
            counters[LEVEL] += 1
            if state.value[literal] == 0:
                assign(state, literal, NONE)
        elif counters[DECISIONS] >= counters[MOST_DECISIONS]:
            return RUNNING
        else:
            while counters[CANDIDATE] >= 0 and state.value[2 * counters[CANDIDATE]]:
                counters[CANDIDATE] = state.following[counters[CANDIDATE]]
            if counters[CANDIDATE] < 0:
                return SATISFIED
            state.before[counters[LEVEL]] = counters[ASSIGNED]
            counters[LEVEL] += 1
            counters[DECISIONS] += 1
            assign(state, int32(2 * counters[CANDIDATE] + state.phase[counters[CANDIDATE]]), NONE)
    return RUNNING


@compiled
def refute(
    state: State, given: Ints, pairs: Ints, first: int, grows: bool, lines: Lines, budget: int
) -> int:
    """Find the next of some pairs of literals, from number `first` on, of which propagation refutes
    the first literal under the assumptions that are `given`: in both cases of the second, or alone
    if both are the same. Return its number, and leave the core of the last case. If broken clauses
    may be added (`grows`), also return that of a pair that is not refuted, without a core, where
    `lines` close a loop or none is set. What is refuted alone is not asked about with others."""
    counters, n, known = state.counters, len(given), False
    counters[MOST_DECISIONS] = counters[DECISIONS]
    counters[ASSUMPTIONS] = min(counters[ASSUMPTIONS], n)
    assume(state, given)
    for k in range(first, len(pairs)):
        contrary, case = pairs[k][0], pairs[k][1]
        for turn in range(0 if k == first or pairs[k - 1][0] != contrary else 1, 3):
            level = n + min(turn, 1)
            backjump(state, int32(min(level, counters[LEVEL])))
            if turn == 1 and (known or state.value[case] != 0):
                break
            state.assumptions[level] = case ^ (turn - 1) if turn else contrary
            counters[ASSUMPTIONS] = level + 1
            counters[CORE] = 0
            go_on(state, budget)
            if case == contrary or turn == 2 or (turn == 1 and counters[CORE] == 0):
                if counters[CORE] or (grows and closed(state.value, lines) != 0):
                    return k
                break
            if turn == 0:
                known = counters[CORE] > 0
    return len(pairs)


@compiled
def ease(state: State, assumptions: Ints, literals: Ints, costs: Ints, budget: int) -> int:
    """Find all of some literals that follow from assumptions, in steps: that propagation refutes
    the contrary of one. The first is taken that has a core of as few kinds as those before, or else
    that of the fewest. Return the number of steps, and their `costs` in kinds; −1 if they do not
    lead to the end."""
    counters, n, steps, few, first = state.counters, len(assumptions), int64(0), int64(1), int64(0)
    counters[MOST_DECISIONS] = counters[DECISIONS]
    assume(state, assumptions)
    while True:
        go_on(state, budget)
        left, found, least, k = int64(0), int64(-1), len(state.value), int64(0)
        for literal in literals:
            if state.value[literal] > 0:
                state.kind[literal >> 1] = -1
            else:
                left += 1
        counters[ASSUMPTIONS] = n + 1
        while k < len(literals) and least > few:
            i = (first + k) % len(literals)
            if state.kind[literals[i] >> 1] == 0:
                backjump(state, int32(n))
                state.assumptions[n] = literals[i] ^ 1
                counters[CORE] = 0
                go_on(state, budget)
                cost = kinds(state)
                if counters[CORE] and cost < least:
                    found, least = i, cost
            k += 1
        backjump(state, int32(n))
        counters[ASSUMPTIONS] = n
        if found < 0:
            break
        few, first, costs[steps] = max(few, least), found, least
        state.assumptions[n] = literals[found]
        counters[ASSUMPTIONS] = n = n + 1
        steps += 1
    for literal in literals:
        state.kind[literal >> 1] = 0
    return -1 if left else steps


@compiled
def kinds(state: State) -> int:
    """Of how many kinds the core is."""
    counters, number = state.counters, int64(0)
    counters[CORES] += 1
    for k in range(counters[CORE]):
        kind = state.kind[state.core[k] >> 1]
        if kind > 0 and state.seen[kind] != -counters[CORES]:
            state.seen[kind] = -counters[CORES]
            number += 1
    return number


@compiled
def assume(state: State, literals: Ints) -> None:
    """Make these the assumptions. If they are others than before, undo all but what followed from
    the first that are the same."""
    counters, same, n = state.counters, 0, len(literals)
    while same < min(n, counters[ASSUMPTIONS]) and state.assumptions[same] == literals[same]:
        same += 1
    if same == n and same == counters[ASSUMPTIONS]:
        return
    backjump(state, int32(min(same, counters[LEVEL])))
    for k in range(n):
        state.assumptions[k] = literals[k]
    counters[ASSUMPTIONS] = n


@compiled
def find_core(state: State, false: int, c: int) -> None:
    """Find the assumptions that make one of them false, or all literals of a clause. All decisions
    so far are assumptions."""
    counters, arena, seen = state.counters, state.arena, state.seen
    counters[CORES] += 1
    counters[CORE] = 0
    if c == NONE:
        counters[CORE] = 1
        state.core[0] = false
        seen[false >> 1] = -counters[CORES]
    else:
        for k in range(c + LITERALS, c + LITERALS + arena[c]):
            seen[arena[k] >> 1] = -counters[CORES]
    bottom = state.before[0] if counters[LEVEL] else counters[ASSIGNED]
    for i in range(counters[ASSIGNED] - 1, bottom - 1, -1):
        literal = state.trail[i]
        v = literal >> 1
        if seen[v] != -counters[CORES]:
            continue
        c = state.reason[v]
        if c == NONE or state.kind[v] < 0:
            state.core[counters[CORE]] = literal
            counters[CORE] += 1
        else:
            for k in range(c + LITERALS, c + LITERALS + arena[c]):
                seen[arena[k] >> 1] = -counters[CORES]


@compiled
def add(state: State, size: int) -> None:
    """Add the clause of the first literals of `clause`, at least two. Both first literals are
    unassigned; or all but the first are false, and the second was assigned last."""
    counters, arena, clause = state.counters, state.arena, state.clause
    c = counters[END]
    arena[c] = size
    for k in range(size):
        arena[c + LITERALS + k] = clause[k]
    for k in range(2):
        arena[c + NEXT + k] = state.watched[clause[k]]
        state.watched[clause[k]] = c
    counters[END] = c + LITERALS + size


@compiled
def add_all(state: State, rows: Ints) -> bool:
    """Add clauses, each a row of literals, and undo decisions until each has two literals that are
    not false, or one that is true; False if they contradict."""
    for r in range(len(rows)):
        row, size, holds = rows[r], int64(0), False
        for k in range(len(row)):
            literal = row[k]
            decided = state.value[literal] != 0 and state.level[literal >> 1] == 0
            holds |= decided and state.value[literal] > 0
            if not decided:
                state.clause[size] = literal
                size += 1
        if holds:
            continue
        if size == 0:
            return False
        if size == 1:
            backjump(state, NONE)
            assign(state, state.clause[0], NONE)
        else:
            join(state, size)
    return True


@compiled
def height(state: State, literal: int) -> int:
    """The level at which a literal became false, above all levels if it is not."""
    level = state.level[literal >> 1] if state.value[literal] < 0 else state.counters[LEVEL] + 1
    return int(level)


@compiled
def join(state: State, size: int) -> None:
    """Add the clause of the first literals of `clause`, none of which is decided by itself, and
    undo what stands against it."""
    clause = state.clause
    for k in range(2):  # those of the highest levels come first
        for j in range(k + 1, size):
            if height(state, clause[j]) > height(state, clause[k]):
                clause[k], clause[j] = clause[j], clause[k]
    first, second = height(state, clause[0]), height(state, clause[1])
    if second <= state.counters[LEVEL]:
        backjump(state, int32(second - (first == second)))
    c = int32(state.counters[END])
    add(state, size)
    if state.value[clause[0]] == 0 and state.value[clause[1]] < 0:
        assign(state, clause[0], c)


@compiled
def forget(state: State, end: int) -> None:
    """Undo all decisions, and forget the clauses from `end` on."""
    counters, arena = state.counters, state.arena
    backjump(state, NONE)
    for literal in range(len(state.watched)):
        state.watched[literal] = 0
    c = int64(1)
    while c < end:
        for k in range(2):
            arena[c + NEXT + k] = state.watched[arena[c + LITERALS + k]]
            state.watched[arena[c + LITERALS + k]] = c
        c += LITERALS + arena[c]
    counters[END] = end


@compiled
def assign(state: State, literal: int, reason: int) -> None:
    """Make an unassigned literal true."""
    counters = state.counters
    state.value[literal], state.value[literal ^ 1] = 1, -1
    state.level[literal >> 1], state.reason[literal >> 1] = counters[LEVEL], reason
    state.trail[counters[ASSIGNED]] = literal
    counters[ASSIGNED] += 1


@compiled
def propagate(state: State) -> int:
    """Assign all that follows from the clauses; returns a clause that is false, or 0."""
    counters, arena, value, watched = state.counters, state.arena, state.value, state.watched
    while counters[PROPAGATED] < counters[ASSIGNED]:
        false = state.trail[counters[PROPAGATED]] ^ 1
        counters[PROPAGATED] += 1
        link, c = 0, watched[false]
        while c:
            counters[WORK] += 1
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
    counters = state.counters
    if counters[LEVEL] == level:
        return
    for i in range(counters[ASSIGNED] - 1, state.before[level] - 1, -1):
        literal = state.trail[i]
        v = literal >> 1
        state.value[literal] = state.value[literal ^ 1] = 0
        if state.reason[v] != NONE or state.level[v] > counters[ASSUMPTIONS]:
            state.phase[v] = literal & 1
        if counters[CANDIDATE] < 0 or state.moved[v] > state.moved[counters[CANDIDATE]]:
            counters[CANDIDATE] = v
    counters[ASSIGNED] = counters[PROPAGATED] = state.before[level]
    counters[LEVEL] = level


@compiled
def restart(state: State) -> None:
    """Undo all decisions."""
    counters = state.counters
    # Luby's sequence 1 1 2 1 1 2 4 … by "reluctant doubling" (Knuth, TAOCP 7.2.2.2).
    if counters[LUBY_U] & -counters[LUBY_U] == counters[LUBY_V]:
        counters[LUBY_U] += 1
        counters[LUBY_V] = 1
    else:
        counters[LUBY_V] *= 2
    counters[RESTART] = counters[CONFLICTS] + UNIT * counters[LUBY_V]
    backjump(state, NONE)


@compiled
def learn(state: State, c: int) -> None:
    """Learn from a clause that is false: go back to the level where the learned clause has one
    literal left that is not false, and assign it."""
    counters, seen, level = state.counters, state.seen, state.level
    arena, clause = state.arena, state.clause
    counters[CONFLICTS] += 1
    size, pending, i = int64(1), 0, counters[ASSIGNED]
    literal = int32(-1)  # that the clause is resolved on; at first there is none
    while True:
        for k in range(c + LITERALS, c + LITERALS + arena[c]):
            v = arena[k] >> 1
            if arena[k] != literal and seen[v] != counters[CONFLICTS] and level[v] > 0:
                seen[v] = counters[CONFLICTS]
                move_to_front(state, v)
                if level[v] == counters[LEVEL]:
                    pending += 1
                else:
                    clause[size] = arena[k]
                    size += 1
        i -= 1
        while seen[state.trail[i] >> 1] != counters[CONFLICTS]:
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
    c = int32(counters[END])
    add(state, size)
    assign(state, clause[0], c)


@compiled
def move_to_front(state: State, v: int) -> None:
    """Note that a conflict involves a variable, which is assigned: it is decided first."""
    counters, previous, following = state.counters, state.previous, state.following
    if v == counters[FRONT]:
        return
    following[previous[v]] = following[v]
    if following[v] >= 0:
        previous[following[v]] = previous[v]
    previous[counters[FRONT]], following[v], previous[v] = v, counters[FRONT], -1
    counters[FRONT] = v
    counters[MOVES] += 1
    state.moved[v] = counters[MOVES]
