"""The moves that begin a cheapest way to join three components, for certificates: the joins are
followed back to their first moves, as `pair_bound` does.
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
    spare_all,
)
from puzzles.kami.solver.pair_bound import joined_at as pair_joined_at
from puzzles.kami.solver.position import ONE
from puzzles.kami.solver.triple_bound import (
    SPENT,
    STACK,
    STACKED,
    WAITING,
    TripleRoom,
    joined_at,
)
from puzzles.running.kernels import compiled, lowest


@compiled
def begin_moves(
    pairs: PairRoom, space: TripleRoom, goal: int, level: int, x: int, y: int, z: int
) -> None:
    """Put the cheapest ways to join x, y and z on the stack, for `follow_triples`: in the colour
    `goal`, if that is not −1, with `level` moves."""
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


@compiled
def follow_triples(pairs: PairRoom, space: TripleRoom) -> None:
    """Set `pairs.useful` for the moves that begin what is on the stack."""
    at = space.at
    size: int = pairs.first[-1]
    words = (size + 63) >> 6
    while at[STACKED]:
        at[STACKED] -= 1
        state = space.stack[at[STACKED]]
        level, c = state >> 40, (state >> 30) & 1023
        x, y, z = (state >> 20) & 1023, (state >> 10) & 1023, state & 1023
        follow_all(pairs, space, level, c, x, y, z)
        for _ in range(3):
            x, y, z = y, z, x
            follow_branch(pairs, space, level, c, x, y, z)
        at[SPENT] += 3 * size * words
        if at[SPENT] > PATIENCE or at[STACKED] > STACK // 2:
            spare_all(pairs)
            at[STACKED] = 0
            return
    follow(pairs, at[WAITING])


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
