"""Lower bounds on the moves a position of one connected part needs; none ever overestimates.

**Colours.** A move removes at most one colour, so colours − 1, or, where the final colour is
demanded (the *goal*; −1 for none), the number of other colours.

**Radius.** A move lowers the radius of the region graph by at most one.

**Pairs.** For components x, y and colour c let F(x, y, c) be the fewest moves that put both into one
component of colour c, over all paths between them: F(x, x, colour of x) = 0; recolouring gives
F(x, y, c) ≤ F(x, y, d) + 1, and joining along an edge a–b gives F(x, y, c) ≤ F(x, a, c) + F(b, y, c).
A connected graph needs as many moves as the best of its spanning trees (Meeks & Scott, "The
complexity of Free-Flood-It on 2×n boards", 2013), and a tree as many as any path in it; so the
largest over all pairs of the smallest F over all colours is a lower bound. It is computed level by
level: "joined in at most v moves in colour c" is a Boolean matrix with 64 entries to a word, and a
join is a matrix product.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.kami.position import ONE, Words, compiled, lowest

PATIENCE = 20_000_000  # word operations: some 40 ms


class PairRoom(NamedTuple):
    """Working memory of the pair bound; rows are sets of components."""

    joined: Words  # (colours, n, W): pairs joined in each colour so far
    new: Words  # (levels, colours, n, W): those that are so since a level
    beside: Words  # (levels, colours, n, W): the same from a's neighbours instead of a
    reached: Words  # (levels, n, W): pairs joined in any colour, up to a level
    marked: Words  # (colours, n, W): pairs that `reducing_moves` has been at
    stack: npt.NDArray[np.int64]  # the same, still to look at


def pair_room(n: int, colours: int, levels: int) -> PairRoom:
    """Room for bounds of up to `levels` moves."""
    words = (n + 63) // 64
    return PairRoom(
        np.zeros((colours, n, words), np.uint64),
        np.zeros((levels + 1, colours, n, words), np.uint64),
        np.zeros((levels + 1, colours, n, words), np.uint64),
        np.zeros((levels + 1, n, words), np.uint64),
        np.zeros((colours, n, words), np.uint64),
        np.zeros(colours * n * n, np.int64),
    )


def pair_bytes(n: int, colours: int) -> int:
    """What one more level takes of memory."""
    return 2 * colours * n * ((n + 63) // 64) * 8


@compiled
def colour_bound(room, slot, counts, goal):
    """The colour bound; fills `counts` with the number of components of each colour."""
    for colour in range(len(counts)):
        counts[colour] = 0
    for i in range(room.alive.shape[1]):
        word = room.alive[slot, i]
        while word:
            counts[room.colour[slot, (i << 6) + lowest(word)]] += 1
            word &= word - ONE
    present = 0
    for colour in range(len(counts)):
        if counts[colour] and colour != goal:
            present += 1
    return present if goal >= 0 else present - 1


@compiled
def radius_bound(room, slot, eccentricity):
    """The radius; fills `eccentricity`, each component's distance from the furthest other."""
    near, alive = room.near[slot], room.alive[slot]
    words = len(alive)
    seen, front = np.empty(words, np.uint64), np.empty(words, np.uint64)
    ahead = np.empty(words, np.uint64)
    radius = len(near)
    for i in range(words):
        left = alive[i]
        while left:
            v = (i << 6) + lowest(left)
            left &= left - ONE
            for j in range(words):
                front[j] = 0
            front[i] = ONE << np.uint64(v & 63)
            for j in range(words):
                seen[j] = front[j]
            steps = -1
            more = True
            while more:
                steps += 1
                for j in range(words):
                    ahead[j] = 0
                for j in range(words):
                    word = front[j]
                    while word:
                        w = (j << 6) + lowest(word)
                        word &= word - ONE
                        for k in range(words):
                            ahead[k] |= near[w, k]
                more = False
                for j in range(words):
                    front[j] = ahead[j] & ~seen[j]
                    seen[j] |= ahead[j]
                    if front[j]:
                        more = True
            eccentricity[v] = steps
            radius = min(radius, steps)
    return radius


@compiled
def different(first, second):
    """Whether two sets differ."""
    for i in range(len(first)):
        if first[i] != second[i]:
            return True
    return False


@compiled
def join(near, colour, space, level, c, x, row):
    """Add to `row`, which holds what x is joined to in fewer than `level` moves in any colour, all
    that it is joined to in `level` moves in colour c; the word operations it took."""
    words, work = len(row), 0
    before = space.reached[level - 1]
    for i in range(words):
        if colour[x] == c:  # x joins what its neighbours reach, recoloured to c
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
    return work


@compiled
def pair_bound(room, slot, counts, goal, most, space):
    """The pair bound, or most + 1 if it is more than `most`; also the word operations it took.

    On a huge board, the bound that PATIENCE is enough for. `counts` are the components of each colour, as `colour_bound` gives them.
    """
    near, alive, colour = room.near[slot], room.alive[slot], room.colour[slot]
    names = np.empty(len(near), np.int64)
    size = 0
    for i in range(len(alive)):
        word = alive[i]
        while word:
            names[size] = (i << 6) + lowest(word)
            word &= word - ONE
            size += 1
    names = names[:size]
    for x in names:
        bit = ONE << np.uint64(x & 63)
        for j in range(len(alive)):
            space.reached[0, x, j] = 0
            for c in range(len(counts)):
                space.joined[c, x, j] = 0
        space.reached[0, x, x >> 6] = bit
        space.joined[colour[x], x, x >> 6] = bit
    if size == 1 and (goal < 0 or colour[names[0]] == goal):
        return 0, size
    row, work = np.empty(len(alive), np.uint64), size
    for level in range(1, most + 1):
        before, after = space.reached[level - 1], space.reached[level]
        complete = True
        for x in names:
            for j in range(len(row)):
                after[x, j] = 0
            open_row = different(before[x], alive)
            for c in range(len(counts)):
                if not counts[c] or (level == most and goal >= 0 and goal != c):
                    continue
                for j in range(len(row)):
                    row[j] = before[x, j]
                if open_row:
                    work += join(near, colour, space, level, c, x, row)
                    for y in names:  # y of colour c joins when its neighbours do
                        if colour[y] == c:
                            for j in range(len(row)):
                                if near[y, j] & row[j]:
                                    row[y >> 6] |= ONE << np.uint64(y & 63)
                for j in range(len(row)):
                    space.new[level, c, x, j] = row[j] & ~space.joined[c, x, j]
                    space.joined[c, x, j] = row[j]
                    after[x, j] |= row[j]
            if different(after[x] if goal < 0 else space.joined[goal, x], alive):
                complete = False
            if level == most and not complete:
                return most + 1, work
            if work > PATIENCE:
                return level - 1, work  # never `most`: that would say the level is done
        if complete:
            return level, work
        for x in names:
            for c in range(len(counts)):
                if counts[c]:
                    beside = space.beside[level, c, x]
                    for j in range(len(row)):
                        beside[j] = 0
                    for i in range(len(alive)):
                        word = near[x, i]
                        while word:
                            b = (i << 6) + lowest(word)
                            word &= word - ONE
                            for j in range(len(row)):
                                beside[j] |= space.new[level, c, b, j]
    return most + 1, work


@compiled
def push(space, size, level, c, x, y):
    """Put the pair x, y, joined in colour c at `level`, on the stack unless it has been there."""
    if (space.marked[c, x, y >> 6] >> np.uint64(y & 63)) & ONE:
        return size
    space.marked[c, x, y >> 6] |= ONE << np.uint64(y & 63)
    space.marked[c, y, x >> 6] |= ONE << np.uint64(x & 63)
    space.stack[size] = ((level << 4 | c) << 12 | x) << 12 | y
    return size + 1


@compiled
def joined_at(space, level, c, x, y):
    """Whether x and y are joined in colour c in `level` moves and no fewer."""
    return (space.new[level, c, x, y >> 6] >> np.uint64(y & 63)) & ONE


@compiled
def reducing_moves(room, slot, counts, goal, level, x, y, space, useful):
    """Which moves can make the pair bound of x and y less than `level`, which it is now.

    Only those that begin one of the cheapest ways to join x and y: all these are followed back,
    and `useful` (n, colours) is set where one recolours a single component. Call it after
    `pair_bound` of the same position.
    """
    near, colour = room.near[slot], room.colour[slot]
    colours = len(counts)
    for c in range(colours):
        for v in range(len(near)):
            useful[v, c] = False
            for j in range(near.shape[1]):
                space.marked[c, v, j] = 0
    size = work = 0
    for c in range(colours):
        if counts[c] and (goal < 0 or c == goal) and joined_at(space, level, c, x, y):
            size = push(space, size, level, c, x, y)
    while size:
        size -= 1
        state = space.stack[size]
        level, c, x, y = state >> 28, (state >> 24) & 0xF, (state >> 12) & 0xFFF, state & 0xFFF
        work += len(near)
        size = follow_recolouring(near, colour, counts, space, size, level, c, x, y, useful)
        for lower in range(1, level):
            for i in range(near.shape[1]):
                word = space.new[lower, c, x, i]
                while word:
                    a = (i << 6) + lowest(word)
                    word &= word - ONE
                    work += 1
                    if not (space.beside[level - lower, c, a, y >> 6] >> np.uint64(y & 63)) & ONE:
                        continue
                    size = push(space, size, lower, c, x, a)
                    for j in range(near.shape[1]):
                        other = near[a, j]
                        while other:
                            b = (j << 6) + lowest(other)
                            other &= other - ONE
                            if joined_at(space, level - lower, c, b, y):
                                size = push(space, size, level - lower, c, b, y)
    return work


@compiled
def follow_recolouring(near, colour, counts, space, size, level, c, x, y, useful):
    """Follow the joins of x and y that end with a recolouring to c, which may leave out x or y
    where that has the colour already."""
    for a in range(len(near)):
        if a != x and not (colour[x] == c and (near[x, a >> 6] >> np.uint64(a & 63)) & ONE):
            continue
        for i in range(near.shape[1]):
            word = space.reached[level - 1, a, i]
            if level > 1:
                word &= ~space.reached[level - 2, a, i]
            ends = near[y, i] if colour[y] == c else np.uint64(0)
            if y >> 6 == i:
                ends |= ONE << np.uint64(y & 63)
            word &= ends
            while word:
                b = (i << 6) + lowest(word)
                word &= word - ONE
                if level == 1:
                    useful[a, c] = True
                    continue
                for d in range(len(counts)):
                    if counts[d] and joined_at(space, level - 1, d, a, b):
                        size = push(space, size, level - 1, d, a, b)
    return size
