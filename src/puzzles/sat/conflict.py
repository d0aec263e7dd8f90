"""Learning from a conflict: a clause that excludes the decisions it came from.

After a conflict the clause that is false is resolved with the reasons of its literals, until one
literal of the last level is left: the first unique implication point (Marques-Silva & Sakallah,
"GRASP: a search algorithm for propositional satisfiability", 1999).
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
