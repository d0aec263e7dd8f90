"""The pair bound, by far the strongest lower bound, and the moves that can lower it.

For components x, y and colour c let F(x, y, c) be the fewest moves that put both into one component
of colour c, over all paths between them. F(x, x, colour of x) = 0; recolouring gives F(x, y, c) ≤
F(x, y, d) + 1, and joining along an edge a–b gives F(x, y, c) ≤ F(x, a, c) + F(b, y, c). A
connected graph needs as many moves as the best of its spanning trees (Meeks & Scott, "The
complexity of Flood-Filling games on graphs", 2012), and a tree as many as any path in it: so the
largest over all pairs of the smallest F over all colours is a lower bound. With a goal, only F to
that colour counts.

It is computed level by level: "joined in at most v moves in colour c" is a Boolean matrix with 64
entries to a word, and a join is a matrix product. Only pairs that are new on their levels need to
be multiplied.

Where as many moves are left as the bound says, each must lower it for every pair that has the
largest value. A move does so only if it begins one of the cheapest ways to join the pair:
otherwise the same way would be there, as cheap, without the move. Following the joins back from the
pair gives all these first moves, usually a handful of a hundred.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.core.kernels import compiled
from puzzles.kami.position import ONE, Flags, Ints, Positions, Words, lowest

PATIENCE = 8_000_000  # word operations, some 20 ms: what a bound may take on a huge board
PAIRS = 4  # how many of the pairs with the largest value have a say in the moves


class PairRoom(NamedTuple):
    """Working memory of the pair bound.

    It has its own numbers for the components of a position, 0 … size − 1, by colour: those of
    colour c are first[c] … first[c + 1] − 1. Rows are sets of them.
    """

    name: Ints  # (n,): the component's name in the position
    number: Ints  # (n,): and back
    colour: Ints  # (n,)
    first: Ints  # (colours + 1,)
    near: Words  # (n, W): neighbours
    everything: Words  # (W,): the row of all components
    row: Words  # (W,): scratch
    joined: Words  # (colours, n, W): pairs joined in each colour so far
    new: Words  # (levels, colours, n, W): those that are so since a level
    beside: Words  # (levels, colours, n, W): what is `new` to any neighbour of a component
    reached: Words  # (levels, n, W): pairs joined in any colour, up to a level
    marked: Words  # (colours, n, W): pairs that `first_moves` has been at
    stack: Ints  # those it has still to follow
    useful: Flags  # (n, colours): the moves it found


def pair_room(n: int, colours: int, levels: int) -> PairRoom:
    """Room for bounds of up to `levels` moves."""
    words = (n + 63) // 64
    return PairRoom(
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(colours + 1, np.int64),
        np.zeros((n, words), np.uint64),
        np.zeros(words, np.uint64),
        np.zeros(words, np.uint64),
        np.zeros((colours, n, words), np.uint64),
        np.zeros((levels + 1, colours, n, words), np.uint64),
        np.zeros((levels + 1, colours, n, words), np.uint64),
        np.zeros((levels + 1, n, words), np.uint64),
        np.zeros((colours, n, words), np.uint64),
        np.zeros(colours * n * n, np.int64),
        np.zeros((n, colours), np.bool_),
    )


def pair_bytes(n: int, colours: int) -> int:
    """What one more level takes of memory."""
    return (2 * colours + 1) * n * ((n + 63) // 64) * 8


@compiled
def renumber(room: Positions, slot: int, counts: Ints, space: PairRoom) -> int:
    """Give the components of a position numbers by colour; returns how many there are."""
    near, alive, colour = room.near[slot], room.alive[slot], room.colour[slot]
    space.first[0] = 0
    for c in range(len(counts)):
        space.first[c + 1] = space.first[c] + counts[c]
    size = int(space.first[len(counts)])
    words = (size + 63) >> 6
    for i in range(len(alive)):
        word = alive[i]
        while word:
            v = (i << 6) + lowest(word)
            word &= word - ONE
            c = colour[v]
            x = space.first[c]
            space.first[c] += 1
            space.name[x], space.number[v], space.colour[x] = v, x, c
    for c in range(len(counts)):
        space.first[c] -= counts[c]
    for j in range(words):
        space.everything[j] = 0
    for x in range(size):
        space.everything[x >> 6] |= ONE << np.uint64(x & 63)
        for j in range(words):
            space.near[x, j] = 0
        for i in range(len(alive)):
            word = near[space.name[x], i]
            while word:
                y = space.number[(i << 6) + lowest(word)]
                word &= word - ONE
                space.near[x, y >> 6] |= ONE << np.uint64(y & 63)
    return size


@compiled
def join(space: PairRoom, level: int, c: int, x: int, words: int, row: Words) -> int:
    """Add to `row`, which holds what x is joined to in fewer than `level` moves in any colour, all
    that it is joined to in `level` moves in colour c; the word operations it took."""
    before, near, work = space.reached[level - 1], space.near, 0
    for i in range(words):
        if space.colour[x] == c:  # x joins what its neighbours reach, recoloured to c
            word = near[x, i]
            while word:
                a = (i << 6) + lowest(word)
                word &= word - ONE
                work += words
                for j in range(words):
                    row[j] |= before[a, j]
        for lower in range(1, level):
            word = space.new[lower, c, x, i]
            while word:
                a = (i << 6) + lowest(word)
                word &= word - ONE
                work += words
                for j in range(words):
                    row[j] |= space.beside[level - lower, c, a, j]
    for y in range(space.first[c], space.first[c + 1]):  # y joins as x did
        for j in range(words):
            if near[y, j] & row[j]:
                row[y >> 6] |= ONE << np.uint64(y & 63)
    return work + words * (4 + space.first[c + 1] - space.first[c])


@compiled
def pair_bound(
    room: Positions, slot: int, counts: Ints, goal: int, most: int, space: PairRoom
) -> tuple[int, int]:
    """The pair bound, or most + 1 if it is more than `most`; also the word operations it took.

    On a huge board, what PATIENCE is enough for. `counts` are the components of each colour, as
    `colour_bound` gives them.
    """
    size = renumber(room, slot, counts, space)
    words = (size + 63) >> 6
    if size == 1 and (goal < 0 or space.colour[0] == goal):
        return 0, size
    for x in range(size):
        for j in range(words):
            space.reached[0, x, j] = 0
            for c in range(len(counts)):
                space.joined[c, x, j] = 0
        space.reached[0, x, x >> 6] = ONE << np.uint64(x & 63)
        space.joined[space.colour[x], x, x >> 6] = ONE << np.uint64(x & 63)
    row, work = space.row, size
    for level in range(1, most + 1):
        before, after = space.reached[level - 1], space.reached[level]
        complete = True
        for x in range(size):
            missing = False
            for j in range(words):
                after[x, j] = 0
                if before[x, j] != space.everything[j]:
                    missing = True
            for c in range(len(counts)):
                if not counts[c] or (level == most and goal >= 0 and goal != c):
                    continue
                for j in range(words):
                    row[j] = before[x, j]
                if missing:
                    work += join(space, level, c, x, words, row)
                for j in range(words):
                    space.new[level, c, x, j] = row[j] & ~space.joined[c, x, j]
                    space.joined[c, x, j] = row[j]
                    after[x, j] |= row[j]
            final = after[x] if goal < 0 else space.joined[goal, x]
            for j in range(words):
                if final[j] != space.everything[j]:
                    complete = False
            if level == most and not complete:
                return most + 1, work
            if work > PATIENCE:
                return level - 1, work  # less than `most`, which would mean a finished level
        if complete:
            return level, work
        for c in range(len(counts)):
            if counts[c]:
                for x in range(size):
                    spread(space, level, c, x, words)
    return most + 1, work


@compiled
def spread(space: PairRoom, level: int, c: int, x: int, words: int) -> None:
    """Fill `beside` for x from what is `new` to its neighbours."""
    for j in range(words):
        space.beside[level, c, x, j] = 0
    for i in range(words):
        word = space.near[x, i]
        while word:
            b = (i << 6) + lowest(word)
            word &= word - ONE
            for j in range(words):
                space.beside[level, c, x, j] |= space.new[level, c, b, j]


@compiled
def push(space: PairRoom, size: int, level: int, c: int, x: int, y: int) -> int:
    """Put the pair x, y, joined in colour c at `level`, on the stack unless it has been there."""
    if (space.marked[c, x, y >> 6] >> np.uint64(y & 63)) & ONE:
        return size
    space.marked[c, x, y >> 6] |= ONE << np.uint64(y & 63)
    space.marked[c, y, x >> 6] |= ONE << np.uint64(x & 63)
    space.stack[size] = ((level << 4 | c) << 12 | x) << 12 | y
    return size + 1


@compiled
def joined_at(space: PairRoom, level: int, c: int, x: int, y: int) -> bool:
    """Whether x and y are joined in colour c in `level` moves and no fewer."""
    return bool((space.new[level, c, x, y >> 6] >> np.uint64(y & 63)) & ONE)


@compiled
def first_moves(space: PairRoom, goal: int, level: int, x: int, y: int) -> int:
    """Set `useful` for the moves that begin one of the cheapest ways to join x and y, which take
    `level` moves; returns the word operations it took."""
    useful = space.useful
    colours = len(space.joined)
    total = space.first[colours]
    words = (total + 63) >> 6
    for c in range(colours):
        for v in range(len(useful)):
            useful[v, c] = False
        for v in range(total):
            for j in range(words):
                space.marked[c, v, j] = 0
    size = work = 0
    for c in range(colours):
        present = space.first[c] < space.first[c + 1] and (goal < 0 or c == goal)
        if present and joined_at(space, level, c, x, y):
            size = push(space, size, level, c, x, y)
    while size:
        size -= 1
        state = space.stack[size]
        level, c, x, y = state >> 28, (state >> 24) & 0xF, (state >> 12) & 0xFFF, state & 0xFFF
        size = follow_recolouring(space, size, level, c, x, y, words)
        work += 4 * words
        if work > PATIENCE:
            for v in range(total):
                for d in range(colours):
                    useful[space.name[v], d] = True
            break
        for lower in range(1, level):
            for i in range(words):
                word = space.new[lower, c, x, i]
                while word:
                    a = (i << 6) + lowest(word)
                    word &= word - ONE
                    work += words
                    for j in range(words):
                        other = space.near[a, j] & space.new[level - lower, c, y, j]
                        if other:
                            size = push(space, size, lower, c, x, a)
                        while other:
                            b = (j << 6) + lowest(other)
                            other &= other - ONE
                            size = push(space, size, level - lower, c, b, y)
    return work


@compiled
def follow_recolouring(
    space: PairRoom, size: int, level: int, c: int, x: int, y: int, words: int
) -> int:
    """Follow the joins of x and y that end with a recolouring to c, which may leave out x or y
    where that has the colour already."""
    for h in range(words):
        starts = space.near[x, h] if space.colour[x] == c else np.uint64(0)
        if x >> 6 == h:
            starts |= ONE << np.uint64(x & 63)
        while starts:
            a = (h << 6) + lowest(starts)
            starts &= starts - ONE
            for i in range(words):
                ends = space.near[y, i] if space.colour[y] == c else np.uint64(0)
                if y >> 6 == i:
                    ends |= ONE << np.uint64(y & 63)
                ends &= space.reached[level - 1, a, i]
                if level > 1:
                    ends &= ~space.reached[level - 2, a, i]
                while ends:
                    b = (i << 6) + lowest(ends)
                    ends &= ends - ONE
                    if level == 1:
                        space.useful[space.name[a], c] = True
                        continue
                    for d in range(len(space.joined)):
                        present = space.first[d] < space.first[d + 1]
                        if present and joined_at(space, level - 1, d, a, b):
                            size = push(space, size, level - 1, d, a, b)
    return size


@compiled
def reducing_moves(space: PairRoom, goal: int, bound: int, allowed: Flags) -> int:
    """Leave in `allowed` (n, colours) only moves that can make the pair bound of a position less
    than it is; returns the word operations it took.

    `space` is as `pair_bound` left it, when it gave this bound and `most` was the same.
    """
    size, pairs, work = space.first[-1], 0, 0
    for x in range(size):
        for j in range((size - 1) >> 6, -1, -1):
            if goal < 0:
                far = space.reached[bound, x, j] & ~space.reached[bound - 1, x, j]
            else:
                far = space.new[bound, goal, x, j]
            if not far:
                continue
            work += first_moves(space, goal, bound, x, (j << 6) + lowest(far))
            pairs += 1
            left = 0
            for v in range(len(allowed)):
                for c in range(allowed.shape[1]):
                    allowed[v, c] &= space.useful[v, c]
                    left += allowed[v, c]
            if pairs == PAIRS or left <= 1:
                return work
            break
    return work
