"""The moves that can lower the triple bound of a position.

Where as many moves are left as the bound says, each must lower it for every triple that has the
largest value: `pair_bound` says why, and how its joins are followed back to their first moves.
"""

from __future__ import annotations

import numpy as np

from puzzles.kami.solver.pair_bound import (
    PATIENCE,
    PairRoom,
    follow,
    forget,
    holds,
    present,
    push,
    restrict,
    spare_all,
)
from puzzles.kami.solver.pair_bound import joined_at as pair_joined_at
from puzzles.kami.solver.position import ONE, Flags
from puzzles.kami.solver.triple_bound import (
    FOLLOWING,
    LEFT,
    ROW,
    SPENT,
    STACK,
    STACKED,
    VAIN,
    WAITING,
    TripleRoom,
    joined_at,
    since,
)
from puzzles.running.kernels import compiled, lowest

MOST_VAIN = 8  # triples in a row that rule out no move


@compiled
def reducing_moves(
    pairs: PairRoom, space: TripleRoom, bound: int, allowed: Flags, budget: int
) -> tuple[bool, int]:
    """Go on leaving in `allowed` (n, colours) only moves that can make the triple bound of a
    position less than it is; whether that is done, and not `budget` word operations are spent
    before; and those it took. See `pair_bound`, whose argument holds here.

    Both rooms are as the bounds left them.
    """
    at, size, work = space.at, pairs.first[-1], 0
    while at[ROW] < size and work < budget:
        y = at[ROW]
        z, x = farthest(space, bound, y, size)
        if x < 0:
            at[ROW] += 1
            continue
        if not at[FOLLOWING]:
            work += begin_moves(pairs, space, -1, bound, x, y, z)
            at[FOLLOWING] = 1
        work += follow_triples(pairs, space, budget - work)
        at[FOLLOWING] = at[STACKED] > 0
        if at[FOLLOWING]:
            break
        at[ROW] += 1  # for triples that have less in common
        before = at[LEFT] if at[LEFT] >= 0 else allowed.size
        at[LEFT] = restrict(pairs, allowed)
        at[VAIN] = at[VAIN] + 1 if at[LEFT] == before else 0
        if at[LEFT] <= 1 or at[VAIN] == MOST_VAIN:
            at[ROW] = size
    return at[ROW] == size, work


@compiled
def farthest(space: TripleRoom, bound: int, y: int, size: int) -> tuple[int, int]:
    """The first z, less than y, for which x, y and z take so many moves to join for some x, and
    the least of these; both −1 if there is none."""
    for z in range(y):
        for i in range((size + 63) >> 6):
            far = since(space, bound, y, z, i)
            if far:
                return z, (i << 6) + lowest(far)
    return -1, -1


@compiled
def begin_moves(
    pairs: PairRoom, space: TripleRoom, goal: int, level: int, x: int, y: int, z: int
) -> int:
    """Put the cheapest ways to join x, y and z on the stack, for `follow_triples`: in the colour
    `goal`, if that is not −1, with `level` moves. Return the word operations it took."""
    at, size = space.at, pairs.first[-1]
    words = (size + 63) >> 6
    forget(pairs)
    for c in range(len(pairs.own)):
        for u in range(size):
            for v in range(size):
                for i in range(words):
                    space.marked[c, u, v, i] = 0
    at[STACKED] = at[WAITING] = 0
    for c in range(len(pairs.own)):
        wanted = present(pairs, c) and (goal < 0 or c == goal)
        if wanted and holds(joined_at(space, level, c, y, z, x >> 6), x):
            push_triple(pairs, space, level, c, x, y, z)
    at[SPENT] = size * size * words
    return int(at[SPENT])


@compiled
def follow_triples(pairs: PairRoom, space: TripleRoom, budget: int) -> int:
    """Go on setting `pairs.useful` for the moves that begin what is on the stack, until nothing is
    left there or `budget` word operations are spent; those it took."""
    at, work = space.at, 0
    size: int = pairs.first[-1]
    words = (size + 63) >> 6
    while at[STACKED] and work < budget:
        at[STACKED] -= 1
        state = space.stack[at[STACKED]]
        level, c = state >> 40, (state >> 30) & 1023
        x, y, z = (state >> 20) & 1023, (state >> 10) & 1023, state & 1023
        follow_all(pairs, space, level, c, x, y, z)
        for _ in range(3):
            x, y, z = y, z, x
            follow_branch(pairs, space, level, c, x, y, z)
        work += 3 * size * words
        if at[SPENT] + work > PATIENCE or at[STACKED] > STACK // 2:
            spare_all(pairs)
            at[STACKED] = 0
            return work
    at[SPENT] += work
    if not at[STACKED]:
        work += follow(pairs, at[WAITING])
    return work


@compiled
def push_triple(
    pairs: PairRoom, space: TripleRoom, level: int, c: int, x: int, y: int, z: int
) -> None:
    """Put the triple, joined in colour c at `level`, on the stack unless it has been there. If it
    is a pair, it goes on the stack of pairs."""
    at = space.at
    if x == y == z:
        if level == 1:
            pairs.useful[pairs.name[x], c] = True
        return
    if x == y or y == z:
        at[WAITING] = push(pairs, at[WAITING], level, c, x, z)
        return
    if x == z:
        at[WAITING] = push(pairs, at[WAITING], level, c, x, y)
        return
    if holds(space.marked[c, y, z, x >> 6], x):
        return
    for _ in range(3):
        x, y, z = y, z, x
        space.marked[c, y, z, x >> 6] |= ONE << np.uint64(x & 63)
        space.marked[c, z, y, x >> 6] |= ONE << np.uint64(x & 63)
    space.stack[at[STACKED]] = (((level << 10 | c) << 10 | x) << 10 | y) << 10 | z
    at[STACKED] += 1


@compiled
def follow_all(
    pairs: PairRoom, space: TripleRoom, level: int, c: int, x: int, y: int, z: int
) -> None:
    """Follow the ways that end with recolouring the whole to c."""
    for d in range(len(pairs.own)):
        if present(pairs, d) and holds(joined_at(space, level - 1, d, y, z, x >> 6), x):
            push_triple(pairs, space, level - 1, d, x, y, z)


@compiled
def follow_branch(
    pairs: PairRoom, space: TripleRoom, level: int, c: int, x: int, y: int, z: int
) -> None:
    """Follow the ways that end with joining a branch, which has x, to a tree, which has y and z."""
    at, words = space.at, (pairs.first[-1] + 63) >> 6
    for lower in range(level):
        for i in range(words):
            branch = pair_joined_at(pairs, lower, c, x, i)
            while branch:
                a = (i << 6) + lowest(branch)
                branch &= branch - ONE
                for j in range(words):
                    tree = pairs.near[a, j] & joined_at(space, level - lower, c, y, z, j)
                    if tree and lower:
                        at[WAITING] = push(pairs, at[WAITING], lower, c, x, a)
                    while tree:
                        b = (j << 6) + lowest(tree)
                        tree &= tree - ONE
                        push_triple(pairs, space, level - lower, c, b, y, z)
