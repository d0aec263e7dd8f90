"""Clauses, and a search that learns one from every contradiction (CDCL).

A *variable* is true or false; literal 2·v says that v is true, 2·v + 1 that it is false; a clause
is a set of literals of which one holds. The search decides variables one after the other, and a
clause with one literal left decides its last. Where a clause has none left, the decisions that this
rests on make a new clause, which excludes them wherever they come together again (Marques-Silva &
Sakallah, "GRASP: a search algorithm for propositional satisfiability", 1999); decisions that have
nothing to do with it are undone at once.

After Eén & Sörensson, "An extensible SAT-solver" (2003): the first unique implication point, no
literals that the others imply, next the variable that contradictions were about most of late, with
the value it had, and restarts in Luby's rhythm. Each clause is in the lists of two of its literals,
which are not false while that can be; the lists go through the clauses themselves (Biere, "PicoSAT
essentials", 2008). Of what was learned the half that joins most levels of decisions is forgotten
now and then (Audemard & Simon, "Predicting learnt clauses quality in modern SAT solvers", 2009).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Floats, Numbers
from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled

RUNNING, FOUND, EXHAUSTED, REFUTED = range(4)

# A clause is its size, the next in the lists of its first and second literal, how many decisions it
# joined when it was learned (0: given), and its literals. Clause 0 is none.
NEXT, GLUE, HEAD = 1, 3, 4
DECAY = 1 / 0.95  # how much more each contradiction counts than the one before
HUGE = 1e100
RHYTHM = 100  # contradictions: a beat between restarts
KEPT, MORE = 100_000, 1.1  # learned clauses before some are forgotten, and the factor after that
CLOSE = 2  # decisions: clauses that join no more are never forgotten
SPARE = 1 << 20  # numbers: room for what is learned at first

# What `Clauses.at` holds.
(
    END,
    SIZE,
    LOOKED,
    LEVEL,
    OPEN,
    STAMP,
    WORK,
    NODES,
    NODE_LIMIT,
    LEARNED,
    MOST,
    RUN,
    BEAT,
    LEFT,
    BLAMED,
) = range(15)


class Clauses(NamedTuple):
    """Clauses of n variables, and the state of the search."""

    arena: Ints  # the clauses, one after the other
    watched: Ints  # (2n,): the first clause in the list of each literal
    value: npt.NDArray[np.int8]  # (2n,): 1 if a literal is true, −1 if it is false, 0 if open
    level: Ints  # (n,): after how many decisions each variable was decided
    reason: Ints  # (n,): the clause that decided it
    trail: Ints  # (n,): the literals that are true, in order
    first: Ints  # (n + 1,): the size of the trail before each decision
    last: npt.NDArray[np.int8]  # (n,): 1 if a variable was false when last decided
    seen: npt.NDArray[np.int8]  # (n,): scratch, all 0
    joined: Ints  # (n + 1,): the last stamp of each level
    heap: Ints  # (n,): open variables and others, each at most as active as that at half its place
    place: Ints  # (n,): where each is, −1 if it is not there
    clause: Ints  # (n + 1,): scratch, the literals of a clause
    stack: Ints  # (n + 1,): scratch
    marked: Ints  # (n,): scratch, the variables that are seen
    activity: Floats  # (n,): how much contradictions were about each variable
    step: Floats  # (1,): how much the next contradiction counts
    at: Numbers  # (15,): the arena's and the trail's size, how much of the trail was looked at,
    # decisions, the heap's size, stamp, work done, nodes, their limit, how many learned clauses are
    # kept, how many may be, for restarts: their run and beat, contradictions left; and how many
    # assumptions are to blame


def clauses(variables: int, given: Sequence[Ints]) -> Clauses:
    """Room for clauses that are to be `given`, and for some more."""
    n, numbers = variables, sum(rows.size + HEAD * len(rows) for rows in given)

    def ints(size: int) -> Ints:
        return np.zeros(size, np.int32)

    room = Clauses(
        ints(numbers + 2 * (n + HEAD) + SPARE),
        ints(2 * n),
        np.zeros(2 * n, np.int8),
        ints(n),
        ints(n),
        ints(n),
        ints(n + 1),
        np.ones(n, np.int8),
        np.zeros(n, np.int8),
        ints(n + 1),
        np.arange(n, dtype=np.int32),
        np.arange(n, dtype=np.int32),
        ints(n + 1),
        ints(n + 1),
        ints(n),
        np.zeros(n),
        np.ones(1),
        np.zeros(15, np.int64),
    )
    room.at[END] = room.at[RUN] = room.at[BEAT] = 1
    room.at[OPEN], room.at[MOST], room.at[LEFT] = n, KEPT, RHYTHM
    return room


def is_full(room: Clauses) -> bool:
    """Whether two more clauses of any length might not fit."""
    return bool(room.at[END] + 2 * (len(room.trail) + HEAD) >= len(room.arena))


def grown(room: Clauses) -> Clauses:
    """The same with twice the arena, if it is full."""
    if not is_full(room):
        return room
    return room._replace(arena=np.concatenate([room.arena, np.zeros_like(room.arena)]))


def bytes_of(room: Clauses) -> int:
    """What all takes, once it is `grown`."""
    return sum(array.nbytes for array in room) + is_full(room) * room.arena.nbytes


@compiled
def put(room: Clauses, size: int, glue: int) -> bool:
    """Add the clause of the first literals of `clause`; all may be open, or all but the first are
    false, and the second was decided last. False if it has no literals."""
    at, arena, clause = room.at, room.arena, room.clause
    if size == 0:
        return False
    c = at[END]
    if size > 1:
        arena[c], arena[c + GLUE] = size, glue
        for k in range(size):
            arena[c + HEAD + k] = clause[k]
        for k in range(2):
            arena[c + NEXT + k] = room.watched[clause[k]]
            room.watched[clause[k]] = c
        at[END] = c + HEAD + size
        at[LEARNED] += glue > 0
    return True


@compiled
def give(room: Clauses, rows: Ints) -> bool:
    """Add clauses, each a row of literals, and undo all decisions; False if they contradict."""
    back(room, 0)
    for r in range(len(rows)):
        size, holds = 0, False
        for k in range(rows.shape[1]):
            literal = rows[r, k]
            holds |= room.value[literal] > 0
            if room.value[literal] == 0:
                room.clause[size] = literal
                size += 1
        if not holds:
            if not put(room, size, 0):
                return False
            if size == 1:
                hold(room, room.clause[0], 0)
    return True


@compiled
def hold(room: Clauses, literal: int, reason: int) -> None:
    """Make an open literal true."""
    at = room.at
    room.value[literal], room.value[literal ^ 1] = 1, -1
    room.level[literal >> 1], room.reason[literal >> 1] = at[LEVEL], reason
    room.trail[at[SIZE]] = literal
    at[SIZE] += 1


@compiled
def propagate(room: Clauses) -> int:
    """Make true what clauses demand; returns a clause that is false, or 0."""
    at, arena, value, watched = room.at, room.arena, room.value, room.watched
    while at[LOOKED] < at[SIZE]:
        false = room.trail[at[LOOKED]] ^ 1
        at[LOOKED] += 1
        before, c = 0, watched[false]
        while c:
            at[WORK] += 1
            own = 0 if arena[c + HEAD] == false else 1
            after, other = arena[c + NEXT + own], arena[c + HEAD + 1 - own]
            if value[other] <= 0:
                k, stop = c + HEAD + 2, c + HEAD + arena[c]
                while k < stop and value[arena[k]] < 0:
                    k += 1
                if k < stop:
                    literal = arena[k]
                    arena[k], arena[c + HEAD + own] = false, literal
                    arena[c + NEXT + own] = watched[literal]
                    watched[literal] = c
                    if before:
                        arena[before] = after
                    else:
                        watched[false] = after
                    c = after
                    continue
                if value[other] < 0:
                    return int(c)
                hold(room, other, c)
            before, c = c + NEXT + own, after
    return 0


@compiled
def back(room: Clauses, level: int) -> None:
    """Undo all but the first decisions."""
    at = room.at
    if at[LEVEL] == level:
        return
    for i in range(at[SIZE] - 1, room.first[level] - 1, -1):
        literal = room.trail[i]
        v = literal >> 1
        room.value[literal] = room.value[literal ^ 1] = 0
        room.last[v] = literal & 1
        if room.place[v] < 0:
            room.place[v] = at[OPEN]
            room.heap[at[OPEN]] = v
            at[OPEN] += 1
            rise(room, v)
    at[SIZE] = at[LOOKED] = room.first[level]
    at[LEVEL] = level


@compiled
def rise(room: Clauses, v: int) -> None:
    """Move a variable up the heap."""
    heap, place, activity = room.heap, room.place, room.activity
    i = place[v]
    while i and activity[heap[(i - 1) >> 1]] < activity[v]:
        heap[i] = heap[(i - 1) >> 1]
        place[heap[i]] = i
        i = (i - 1) >> 1
    heap[i] = v
    place[v] = i


@compiled
def most_active(room: Clauses) -> int:
    """Take the most active open variable from the heap; −1 if none is open."""
    heap, place, activity, at = room.heap, room.place, room.activity, room.at
    while at[OPEN]:
        top = heap[0]
        place[top] = -1
        at[OPEN] -= 1
        size = at[OPEN]
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
        if room.value[2 * top] == 0:
            return int(top)
    return -1


@compiled
def bump(room: Clauses, v: int) -> None:
    """A contradiction is about this variable."""
    activity = room.activity
    activity[v] += room.step[0]
    if activity[v] > HUGE:
        room.step[0] /= HUGE
        for w in range(len(activity)):
            activity[w] /= HUGE
    if room.place[v] >= 0:
        rise(room, v)


@compiled
def learn(room: Clauses, c: int) -> None:
    """Learn from a clause that is false: go back to where what is learned has one literal left."""
    at, arena, seen, level, clause = room.at, room.arena, room.seen, room.level, room.clause
    size, open_ends, i, literal = 1, 0, at[SIZE], np.int32(-1)
    marks = 0
    while True:
        for k in range(c + HEAD, c + HEAD + arena[c]):
            v = arena[k] >> 1
            if arena[k] != literal and not seen[v] and level[v] > 0:
                seen[v] = 1
                room.marked[marks] = v
                marks += 1
                bump(room, v)
                if level[v] == at[LEVEL]:
                    open_ends += 1
                else:
                    clause[size] = arena[k]
                    size += 1
        i -= 1
        while not seen[room.trail[i] >> 1]:
            i -= 1
        literal = room.trail[i]
        open_ends -= 1
        if open_ends == 0:
            break
        c = room.reason[literal >> 1]
    clause[0] = literal ^ 1
    size, glue, marks = shorten(room, size, marks)
    for k in range(marks):
        seen[room.marked[k]] = 0
    high = 1
    for k in range(2, size):
        if level[clause[k] >> 1] > level[clause[high] >> 1]:
            high = k
    if size > 1:
        clause[1], clause[high] = clause[high], clause[1]
    back(room, level[clause[1] >> 1] if size > 1 else 0)
    c = at[END] if size > 1 else 0
    put(room, size, glue)
    hold(room, clause[0], c)
    room.step[0] *= DECAY


@compiled
def shorten(room: Clauses, size: int, marks: int) -> tuple[int, int, int]:
    """Take out of the clause in `clause` what the rest implies; returns its size, how many
    levels it joins, and how many variables are marked."""
    at, clause, level = room.at, room.clause, room.level
    at[STAMP] += 1
    glue = 0
    for k in range(size):
        here = level[clause[k] >> 1]
        glue += room.joined[here] != at[STAMP]
        room.joined[here] = at[STAMP]
    kept = 1
    for k in range(1, size):
        more = implied(room, clause[k] >> 1, marks)
        if more < 0:
            clause[kept] = clause[k]
            kept += 1
        else:
            marks = more
    return kept, glue, marks


@compiled
def implied(room: Clauses, v: int, marks: int) -> int:
    """Whether what is seen implies a variable: how many are marked then, or −1."""
    seen, stack, arena = room.seen, room.stack, room.arena
    if room.reason[v] == 0:
        return -1
    stack[0], size, now = v, 1, marks
    while size:
        size -= 1
        c = room.reason[stack[size]]
        for k in range(c + HEAD, c + HEAD + arena[c]):
            w = arena[k] >> 1
            if seen[w] or room.level[w] == 0:
                continue
            if room.reason[w] == 0 or room.joined[room.level[w]] != room.at[STAMP]:
                for j in range(marks, now):
                    seen[room.marked[j]] = 0
                return -1
            seen[w] = 1
            room.marked[now] = w
            now += 1
            stack[size] = w
            size += 1
    return now


@compiled
def forget(room: Clauses) -> None:
    """Before any decision: leave out clauses that hold, and of those learned the worse half."""
    at, arena, value = room.at, room.arena, room.value
    worst, left, end = 0, at[LEARNED] // 2, at[END]
    for v in range(len(room.stack)):
        room.stack[v] = 0
    c = 1
    while c < end:
        room.stack[arena[c + GLUE]] += arena[c + GLUE] > 0
        c += HEAD + arena[c]
    while left >= room.stack[worst]:
        left -= room.stack[worst]
        worst += 1
    worst = max(worst, CLOSE + 1)
    for literal in range(len(room.watched)):
        room.watched[literal] = 0
    at[END], at[LEARNED], c = 1, 0, 1
    while c < end:
        size, glue, next_one = 0, arena[c + GLUE], c + HEAD + arena[c]
        holds = glue >= worst
        for k in range(c + HEAD, next_one):
            holds |= value[arena[k]] > 0
            if value[arena[k]] == 0:
                room.clause[size] = arena[k]
                size += 1
        if not holds:
            put(room, size, glue)
        c = next_one


@compiled
def blame(room: Clauses, literal: int) -> None:
    """Put into `clause` which assumptions cannot hold together: `literal`, which is false, and
    those that made it so."""
    at, arena, seen, size = room.at, room.arena, room.seen, 1
    room.clause[0] = literal
    seen[literal >> 1] = room.level[literal >> 1] > 0
    for i in range(at[SIZE] - 1, room.first[0] - 1 if at[LEVEL] else at[SIZE], -1):
        v = room.trail[i] >> 1
        c = room.reason[v]
        if seen[v] and c == 0:
            room.clause[size] = room.trail[i]
            size += 1
        elif seen[v]:
            for k in range(c + HEAD, c + HEAD + arena[c]):
                seen[arena[k] >> 1] = room.level[arena[k] >> 1] > 0
        seen[v] = 0
    at[BLAMED] = size


@compiled
def decide(room: Clauses, literal: int) -> None:
    """Make a literal true that is not false, until that is undone."""
    at = room.at
    room.first[at[LEVEL]] = at[SIZE]
    at[LEVEL] += 1
    if room.value[literal] == 0:
        hold(room, literal, 0)


@compiled
def go_on(room: Clauses, assumed: Ints, budget: int) -> int:
    """Go on until all clauses hold, or cannot, or `budget` or the arena is spent. The first
    decisions are the literals `assumed`, of different variables; REFUTED if these cannot all hold:
    then `clause` has some that cannot."""
    at = room.at
    work = at[WORK] + budget
    while at[WORK] < work and at[END] + len(room.trail) + HEAD < len(room.arena):
        c = propagate(room)
        if c:
            if at[LEVEL] == 0:
                return EXHAUSTED
            learn(room, c)
            at[LEFT] -= 1
            continue
        if at[LEFT] <= 0:
            # Reluctant doubling (Knuth, The Art of Computer Programming 7.2.2.2): 1 1 2 1 1 2 4 …
            if at[RUN] & -at[RUN] == at[BEAT]:
                at[RUN] += 1
                at[BEAT] = 1
            else:
                at[BEAT] *= 2
            at[LEFT] = RHYTHM * at[BEAT]
            back(room, 0)
            if at[LEARNED] > at[MOST]:
                at[MOST] = int(at[MOST] * MORE)
                forget(room)
            continue
        if at[LEVEL] < len(assumed):
            literal = assumed[at[LEVEL]]
            if room.value[literal] < 0:
                blame(room, literal)
                return REFUTED
            decide(room, literal)
            continue
        if at[NODES] >= at[NODE_LIMIT]:
            return RUNNING
        v = most_active(room)
        if v < 0:
            return FOUND
        at[NODES] += 1
        decide(room, 2 * v + int(room.last[v]))
    return RUNNING
