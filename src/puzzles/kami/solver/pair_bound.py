"""The pair bound, by far the strongest lower bound, and the moves that can lower it.

For components x, y and colour c let F(x, y, c) be the fewest moves that put both into one component
of colour c, over all paths between them, and G(x, y) the smallest over all colours. The largest G
is the bound (docs/kami-solver.md, "Lower bounds"). With a goal, only F to that colour counts.

It is computed level by level: "joined in at most v moves" is a Boolean matrix with 64 entries to a
word. Two things keep that cheap. F(x, y, c) is G(x, y) or one more, by a last recolouring, so one
matrix for all colours, and for each a note of who is there without that, have everything. And it is
enough to join at components that have the colour c themselves, the *pivots*.

Where as many moves are left as the bound says, each must lower it for every pair that has the
largest value: it begins one of the cheapest ways to join the pair. Following the joins (all, not
only those at pivots) back from the pair gives all these first moves, usually a handful of a
hundred.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from puzzles.grids.graph import Graph
from puzzles.kami.solver.position import ONE, Flags, Ints, Positions, Words, bits, positions
from puzzles.running.kernels import compiled, int64, lowest

PATIENCE = 30_000_000  # word operations, some 20 ms: what a bound may take on a huge board
PAIRS = 4  # how many of the pairs with the largest value have a say in the moves


class PairRoom(NamedTuple):
    """Working memory of the pair bound.

    It has its own numbers for the components of a position, 0 … size − 1, by colour: those of
    colour c are first[c] … first[c + 1] − 1. Rows are sets of them, of W words.
    """

    name: Ints  # (n,): the component's name in the position
    number: Ints  # (n,): and back
    colour: Ints  # (n,)
    first: Ints  # (colours + 1,)
    own: Words  # (colours, W): the components of each colour
    near: Words  # (n, W): neighbours
    everything: Words  # (W,): the row of all components
    row: Words  # (colours, W): scratch: what a component is joined to in each colour
    rim: Words  # (colours, W): scratch: the neighbours of that
    reached: Words  # (levels, n, W): pairs joined in any colour, up to a level
    beside: Words  # (levels, n, W): what any neighbour of a component has reached
    nearby: Words  # (levels, n, W): neighbours of `reached`
    beyond: Words  # (levels, n, W): neighbours of `beside`
    pivots: Words  # (levels, n, W): components joined to one in their own colour since a level
    joined: Words  # (n, W): all those so far
    direct: Words  # (colours, n, W): pairs joined in a colour without recolouring at the end
    marked: Words  # (colours, n, W): pairs that `first_moves` has been at
    stack: Ints  # those it has still to follow
    useful: Flags  # (n, colours): the moves it found


def pair_room(n: int, colours: int, levels: int) -> PairRoom:
    """Return memory for bounds of up to `levels` moves."""
    words = (n + 63) // 64

    def rows(*shape: int) -> Words:
        return np.zeros((*shape, words), np.uint64)

    return PairRoom(
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(colours + 1, np.int64),
        rows(colours),
        rows(n),
        rows(),
        rows(colours),
        rows(colours),
        rows(levels + 1, n),
        rows(levels + 1, n),
        rows(levels + 1, n),
        rows(levels + 1, n),
        rows(levels + 1, n),
        rows(n),
        rows(colours, n),
        rows(colours, n),
        np.zeros(colours * n * n, np.int64),
        np.zeros((n, colours), np.bool_),
    )


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
        for v in bits(i, alive[i]):
            c = colour[v]
            x = space.first[c]
            space.first[c] += 1
            space.name[x], space.number[v], space.colour[x] = v, x, c
    for c in range(len(counts)):
        space.first[c] -= counts[c]
    for j in range(words):
        space.everything[j] = 0
        for c in range(len(counts)):
            space.own[c, j] = 0
    for x in range(size):
        space.everything[x >> 6] |= ONE << np.uint64(x & 63)
        space.own[space.colour[x], x >> 6] |= ONE << np.uint64(x & 63)
        for j in range(words):
            space.near[x, j] = 0
        for i in range(len(alive)):
            for v in bits(i, near[space.name[x], i]):
                y = space.number[v]
                space.near[x, y >> 6] |= ONE << np.uint64(y & 63)
    return size


def pairs_of(graph: Graph, colours: Sequence[int], palette: int, most: int) -> tuple[PairRoom, int]:
    """Return the pair bound of a graph as it is, up to `most`, and the tables behind it; `colours`
    are numbers below `palette`."""
    room, counts = positions(graph, colours, 1), np.bincount(colours, minlength=palette)
    pairs = pair_room(graph.n, palette, most)
    bound, _ = pair_bound(room, 0, counts, -1, most, pairs)
    return pairs, bound


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
    begin(space, size, words)
    work = 0
    for level in range(1, most + 1):
        complete = True
        for x in range(size):
            work += join(space, level, x, words, goal if level == most else -1)
            final = space.reached[level, x] if goal < 0 else space.row[goal]
            for j in range(words):
                if final[j] != space.everything[j]:
                    complete = False
            if level == most and not complete:
                return most + 1, work
            if work > PATIENCE:
                return level - 1, work  # less than `most`, which would mean a finished level
        if complete:
            return level, work
        work += spread(space, level, size, words)
    return most + 1, work


@compiled
def begin(space: PairRoom, size: int, words: int) -> None:
    """Level 0: each component has reached itself."""
    for x in range(size):
        for j in range(words):
            space.reached[0, x, j] = 0
            for c in range(len(space.own)):
                space.direct[c, x, j] = 0
        itself = ONE << np.uint64(x & 63)
        space.reached[0, x, x >> 6] = itself
        space.direct[space.colour[x], x, x >> 6] = itself
        for j in range(words):
            space.nearby[0, x, j] = space.near[x, j]
            space.joined[x, j] = space.pivots[0, x, j] = space.reached[0, x, j]
    neighbours(space, int64(0), size, words)


@compiled
def join(space: PairRoom, level: int, x: int, words: int, only: int) -> int:
    """Find what x is joined to in `level` moves, in colour `only` if that is not −1; the word
    operations it took."""
    row, rim, colours = space.row, space.rim, len(space.own)
    work = (4 * colours + 4) * words
    for c in range(colours):
        for j in range(words):
            row[c, j] = space.reached[level - 1, x, j]
            rim[c, j] = space.nearby[level - 1, x, j]
    for lower in range(level):
        for i in range(words):
            for a in bits(i, space.pivots[lower, x, i]):
                c = space.colour[a]
                work += 2 * words
                for j in range(words):
                    row[c, j] |= space.beside[level - 1 - lower, a, j]
                    rim[c, j] |= space.beyond[level - 1 - lower, a, j]
    for j in range(words):
        before = space.reached[level - 1, x, j]
        after = before
        fresh = np.uint64(0)
        for c in range(colours):
            if only >= 0 and c != only:
                continue
            pivots = (row[c, j] | rim[c, j]) & space.own[c, j]
            fresh |= pivots
            row[c, j] |= pivots
            after |= row[c, j]
            space.direct[c, x, j] |= row[c, j] & ~before
        space.reached[level, x, j] = after
        space.pivots[level, x, j] = fresh & ~space.joined[x, j]
        space.joined[x, j] |= fresh
    return work


@compiled
def spread(space: PairRoom, level: int, size: int, words: int) -> int:
    """Find the neighbours of what was reached at a level; the word operations it took."""
    work = 0
    for x in range(size):
        for j in range(words):
            space.nearby[level, x, j] = space.nearby[level - 1, x, j]
        for i in range(words):
            for y in bits(i, space.reached[level, x, i] & ~space.reached[level - 1, x, i]):
                work += words
                for j in range(words):
                    space.nearby[level, x, j] |= space.near[y, j]
    return work + neighbours(space, level, size, words)


@compiled
def neighbours(space: PairRoom, level: int, size: int, words: int) -> int:
    """Fill `beside` and `beyond` from `reached` and `nearby`; the word operations it took."""
    work = 0
    for x in range(size):
        for j in range(words):
            space.beside[level, x, j] = space.beyond[level, x, j] = 0
        for i in range(words):
            for b in bits(i, space.near[x, i]):
                work += 2 * words
                for j in range(words):
                    space.beside[level, x, j] |= space.reached[level, b, j]
                    space.beyond[level, x, j] |= space.nearby[level, b, j]
    return work


@compiled
def since(space: PairRoom, level: int, x: int, i: int) -> np.uint64:
    """Word i of what x reached at a level."""
    word: np.uint64 = space.reached[level, x, i]
    if level:
        word = word & ~space.reached[level - 1, x, i]
    return word


@compiled
def joined_at(space: PairRoom, level: int, c: int, x: int, i: int) -> np.uint64:
    """Word i of what x is joined to in colour c in `level` moves and no fewer."""
    direct = space.direct[c, x, i]
    word: np.uint64 = since(space, level, x, i) & direct
    if level:
        word = word | (since(space, level - 1, x, i) & ~direct)
    return word


@compiled
def holds(word: np.uint64, y: int) -> bool:
    """Return True if a word of a row has component y."""
    return bool((word >> np.uint64(y & 63)) & ONE)


@compiled
def joined_in(space: PairRoom, level: int, c: int, x: int, y: int) -> bool:
    """Return True if a component has colour c, and `level` moves, no fewer, join x and y in it."""
    there = space.first[c] < space.first[c + 1]
    return bool(there and holds(joined_at(space, level, c, x, y >> 6), y))


@compiled
def push(space: PairRoom, size: int, level: int, c: int, x: int, y: int) -> int:
    """Put the pair x, y, joined in colour c at `level`, on the stack unless it has been there."""
    if holds(space.marked[c, x, y >> 6], y):
        return size
    space.marked[c, x, y >> 6] |= ONE << np.uint64(y & 63)
    space.marked[c, y, x >> 6] |= ONE << np.uint64(x & 63)
    space.stack[size] = ((level << 4 | c) << 12 | x) << 12 | y
    return size + 1


@compiled
def first_moves(space: PairRoom, goal: int, level: int, x: int, y: int) -> int:
    """Set `useful` for the moves that begin one of the cheapest ways to join x and y, which take
    `level` moves; for all, if there are too many ways to follow. Returns the word operations it
    took."""
    space.useful[:] = False
    space.marked[:] = np.uint64(0)
    size, work = int64(0), 0
    for c in range(len(space.own)):
        if (goal < 0 or c == goal) and joined_in(space, level, c, x, y):
            size = push(space, size, level, c, x, y)
    while size:
        size -= 1
        pair = space.stack[size]
        level, c, x, y = pair >> 28, (pair >> 24) & 0xF, (pair >> 12) & 0xFFF, pair & 0xFFF
        size = follow_recolouring(space, size, level, c, x, y)
        size, more = follow_joins(space, size, level, c, x, y)
        work += more
        if work > PATIENCE:
            space.useful[:] = True
            break
    return work


@compiled
def follow_joins(space: PairRoom, size: int, level: int, c: int, x: int, y: int) -> tuple[int, int]:
    """Follow the joins of x and y in colour c along an edge; returns how many pairs are on the
    stack, and the word operations it took."""
    words = (space.first[-1] + 63) >> 6
    work = 4 * words
    for lower in range(1, level):
        for i in range(words):
            for a in bits(i, joined_at(space, lower, c, x, i)):
                work += words
                for j in range(words):
                    other = space.near[a, j] & joined_at(space, level - lower, c, y, j)
                    if other:
                        size = push(space, size, lower, c, x, a)
                    for b in bits(j, other):
                        size = push(space, size, level - lower, c, b, y)
    return size, work


@compiled
def follow_recolouring(space: PairRoom, size: int, level: int, c: int, x: int, y: int) -> int:
    """Follow the joins of x and y that end with a recolouring to c, which may leave out x or y
    where that has the colour already; returns how many pairs are on the stack."""
    words = (space.first[-1] + 63) >> 6
    for h in range(words):
        for a in bits(h, around(space, c, x, h)):
            for i in range(words):
                for b in bits(i, around(space, c, y, i) & since(space, level - 1, a, i)):
                    if level == 1:
                        space.useful[space.name[a], c] = True
                        continue
                    for d in range(len(space.own)):
                        if joined_in(space, level - 1, d, a, b):
                            size = push(space, size, level - 1, d, a, b)
    return size


@compiled
def around(space: PairRoom, c: int, x: int, i: int) -> np.uint64:
    """Return word i of what stands for x in a stretch that is recoloured to c."""
    word = space.near[x, i] if space.colour[x] == c else np.uint64(0)
    if x >> 6 == i:
        word |= ONE << np.uint64(x & 63)
    return word


@compiled
def reducing_moves(space: PairRoom, goal: int, bound: int, allowed: Flags) -> int:
    """Leave in `allowed` (n, colours) only moves that can make the pair bound of a position less
    than it is; returns the word operations it took.

    `space` is as `pair_bound` left it, when it gave this bound and `most` was the same.
    """
    size, pairs, work = space.first[-1], 0, 0
    for x in range(size):
        for j in range((size - 1) >> 6, -1, -1):
            far = since(space, bound, x, j) if goal < 0 else joined_at(space, bound, goal, x, j)
            if not far:
                continue
            work += first_moves(space, goal, bound, x, (j << 6) + lowest(far))
            pairs += 1
            if restrict(space, allowed) <= 1 or pairs == PAIRS:
                return work
            break
    return work


@compiled
def restrict(space: PairRoom, allowed: Flags) -> int:
    """Leave in `allowed` only useful moves; how many that are."""
    left = 0
    for v in range(len(allowed)):
        for c in range(allowed.shape[1]):
            allowed[v, c] &= space.useful[v, c]
            left += allowed[v, c]
    return left
