"""The state of a SAT search: the clauses, and which literals are true.

A *variable* is true or false. Literal 2·v says that variable v is true, literal 2·v + 1 that it is
false. A clause is a set of literals, of which one at least must be true.

All clauses lie in one array, the *arena*, one after the other. Each clause is in the lists of its
first two literals, which are not false as long as that can be avoided ("watched literals"). The
lists are linked through the clauses themselves (Biere, "PicoSAT essentials", 2008).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled, records

Flags = npt.NDArray[np.int8]

# A clause in the arena: its size; the next clauses in the lists of its first and second literal;
# and its literals. Clause 0 stands for no clause.
NEXT, LITERALS = 1, 3
SPARE = 1 << 20  # numbers: room for what is learned at first

COUNTERS = np.dtype(
    [
        ("end", "i8"),  # numbers of the arena in use
        ("assigned", "i8"),  # literals on the trail
        ("propagated", "i8"),  # of which so many are propagated
        ("level", "i8"),  # decisions made and not undone
        ("queued", "i8"),  # variables in the heap
        ("work", "i8"),  # clauses looked at
        ("decisions", "i8"),  # in all
        ("most_decisions", "i8"),
        ("run", "i8"),  # for restarts: position in the sequence,
        ("beat", "i8"),  # its value there,
        ("conflicts_left", "i8"),  # and the conflicts until the next restart
        ("increment", "f8"),  # of activity at the next conflict
    ]
)


class State(NamedTuple):
    """Clauses of n variables, and the state of the search."""

    arena: Ints
    watched: Ints  # (2n,): the first clause in the list of each literal
    value: Flags  # (2n,): 1 if a literal is true, −1 if it is false, 0 if unassigned
    level: Ints  # (n,): the number of decisions when each variable was assigned
    reason: Ints  # (n,): the clause that each variable was assigned by
    trail: Ints  # (n,): the true literals, in the order of their assignment
    before: Ints  # (n + 1,): the size of the trail before each decision
    phase: Flags  # (n,): 1 if a variable was false when last assigned
    activity: npt.NDArray[np.float64]  # (n,): how often conflicts involved each variable of late
    heap: Ints  # (n,): all unassigned variables and some others, the most active first
    place: Ints  # (n,): the place of each variable in the heap, −1 if it is not there
    clause: Ints  # (n + 1,): scratch, the literals of a clause
    seen: Flags  # (n,): scratch, all 0
    marked: Ints  # (n,): scratch, the variables that are seen
    at: npt.NDArray[Any]  # (1,) of COUNTERS


def new_state(variables: int, numbers: int) -> State:
    """A state without clauses, with room for clauses of so many numbers, and for some more."""
    n = variables

    def ints(size: int) -> Ints:
        return np.zeros(size, np.int32)

    return State(
        arena=ints(numbers + 2 * (n + LITERALS) + SPARE),
        watched=ints(2 * n),
        value=np.zeros(2 * n, np.int8),
        level=ints(n),
        reason=ints(n),
        trail=ints(n),
        before=ints(n + 1),
        phase=np.ones(n, np.int8),
        activity=np.zeros(n),
        heap=np.arange(n, dtype=np.int32),
        place=np.arange(n, dtype=np.int32),
        clause=ints(n + 1),
        seen=np.zeros(n, np.int8),
        marked=ints(n),
        at=records(1, COUNTERS),
    )


@compiled
def add(state: State, size: int) -> None:
    """Add the clause of the first literals of `clause`, at least two. Both first literals are
    unassigned; or all but the first are false, and the second was assigned last."""
    at, arena, clause = state.at[0], state.arena, state.clause
    c = at.end
    arena[c] = size
    for k in range(size):
        arena[c + LITERALS + k] = clause[k]
    for k in range(2):
        arena[c + NEXT + k] = state.watched[clause[k]]
        state.watched[clause[k]] = c
    at.end = c + LITERALS + size


@compiled
def add_all(state: State, rows: Ints) -> bool:
    """Undo all decisions and add clauses, each a row of literals; False if they contradict."""
    backjump(state, 0)
    for r in range(len(rows)):
        size, holds = 0, False
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
            assign(state, state.clause[0], 0)
        else:
            add(state, size)
    return True


@compiled
def assign(state: State, literal: int, reason: int) -> None:
    """Make an unassigned literal true."""
    at = state.at[0]
    state.value[literal], state.value[literal ^ 1] = 1, -1
    state.level[literal >> 1], state.reason[literal >> 1] = at.level, reason
    state.trail[at.assigned] = literal
    at.assigned += 1


@compiled
def propagate(state: State) -> int:
    """Assign all that follows from the clauses; returns a clause that is false, or 0."""
    at, arena, value, watched = state.at[0], state.arena, state.value, state.watched
    while at.propagated < at.assigned:
        false = state.trail[at.propagated] ^ 1
        at.propagated += 1
        previous, c = 0, watched[false]
        while c:
            at.work += 1
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
                    if previous:
                        arena[previous] = after
                    else:
                        watched[false] = after
                    c = after
                    continue
                if value[other] < 0:
                    return int(c)
                assign(state, other, c)
            previous, c = c + NEXT + own, after
    return 0


@compiled
def decide(state: State, literal: int) -> None:
    """Make an unassigned literal true, until that is undone."""
    at = state.at[0]
    state.before[at.level] = at.assigned
    at.level += 1
    at.decisions += 1
    assign(state, literal, 0)


@compiled
def backjump(state: State, level: int) -> None:
    """Undo all but the first decisions, and all that followed from them."""
    at = state.at[0]
    if at.level == level:
        return
    for i in range(at.assigned - 1, state.before[level] - 1, -1):
        literal = state.trail[i]
        v = literal >> 1
        state.value[literal] = state.value[literal ^ 1] = 0
        state.phase[v] = literal & 1
        if state.place[v] < 0:
            state.place[v] = at.queued
            state.heap[at.queued] = v
            at.queued += 1
            move_up(state, v)
    at.assigned = at.propagated = state.before[level]
    at.level = level


@compiled
def move_up(state: State, v: int) -> None:
    """Move a variable up the heap, above all that are less active."""
    heap, place, activity = state.heap, state.place, state.activity
    i = place[v]
    while i and activity[heap[(i - 1) >> 1]] < activity[v]:
        heap[i] = heap[(i - 1) >> 1]
        place[heap[i]] = i
        i = (i - 1) >> 1
    heap[i] = v
    place[v] = i


@compiled
def most_active(state: State) -> int:
    """Take the most active unassigned variable from the heap; −1 if all are assigned."""
    heap, place, activity, at = state.heap, state.place, state.activity, state.at[0]
    while at.queued:
        top = heap[0]
        place[top] = -1
        at.queued -= 1
        size = at.queued
        if size:
            v, i = heap[size], 0
            while 2 * i + 1 < size:
                child = 2 * i + 1
                if child + 1 < size and activity[heap[child + 1]] > activity[heap[child]]:
                    child += 1
                if activity[heap[child]] <= activity[v]:
                    break
                heap[i] = heap[child]
                place[heap[i]] = i
                i = child
            heap[i] = v
            place[v] = i
        if state.value[2 * top] == 0:
            return int(top)
    return -1
