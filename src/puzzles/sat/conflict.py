"""What a conflict teaches: a clause that excludes the decisions it came from.

After a conflict the clause that is false is resolved with the reasons of its literals, until one
literal of the last level is left: the first unique implication point (Marques-Silva & Sakallah,
"GRASP", 1999; Eén & Sörensson, "An extensible SAT-solver", 2003). Literals that the others imply
are left out.
"""

from __future__ import annotations

import numpy as np

from puzzles.running.kernels import compiled
from puzzles.sat.state import LITERALS, State, add, assign, backjump, move_up

DECAY = 1 / 0.95  # how much more each conflict counts than the one before
HUGE = 1e100


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
    size, lbd, marks = minimise(state, size, marks)
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
    add(state, size, lbd)
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


@compiled
def minimise(state: State, size: int, marks: int) -> tuple[int, int, int]:
    """Leave out of `clause` the literals that the others imply; returns its size, the number of its
    levels (LBD), and how many variables are marked."""
    at, clause, level = state.at[0], state.clause, state.level
    at.stamp += 1
    lbd = 0
    for k in range(size):
        own = level[clause[k] >> 1]
        lbd += state.stamped[own] != at.stamp
        state.stamped[own] = at.stamp
    kept = 1
    for k in range(1, size):
        more = mark_implied(state, clause[k] >> 1, marks)
        if more < 0:
            clause[kept] = clause[k]
            kept += 1
        else:
            marks = more
    return kept, lbd, marks


@compiled
def mark_implied(state: State, v: int, marks: int) -> int:
    """Mark a variable and its reasons if the variables that are seen imply it: how many are marked
    then. −1 if they do not."""
    seen, stack, arena = state.seen, state.stack, state.arena
    if state.reason[v] == 0:
        return -1
    stack[0], size, now = v, 1, marks
    while size:
        size -= 1
        c = state.reason[stack[size]]
        for k in range(c + LITERALS, c + LITERALS + arena[c]):
            w = arena[k] >> 1
            if seen[w] or state.level[w] == 0:
                continue
            if state.reason[w] == 0 or state.stamped[state.level[w]] != state.at[0].stamp:
                for j in range(marks, now):
                    seen[state.marked[j]] = 0
                return -1
            seen[w] = 1
            state.marked[now] = w
            now += 1
            stack[size] = w
            size += 1
    return now
