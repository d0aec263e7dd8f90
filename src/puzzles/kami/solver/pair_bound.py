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
from typing import Annotated, NamedTuple

import numpy as np

from puzzles.grids.graph import Graph
from puzzles.kami.solver.position import (
    ONE,
    SLOWER,
    Flags,
    Ints,
    Positions,
    Words,
    bits,
    positions_of,
)
from puzzles.running.kernels import compiled, int64, lowest, zeros

PATIENCE = 30_000_000 // SLOWER  # word operations, some 20 ms, that a bound takes at most
PAIRS = 4  # how many of the pairs with the largest value have a say in the moves


class PairTables(NamedTuple):
    """Working memory of the pair bound.

    It has its own numbers for the components of a position, 0 … size − 1, by colour: those of
    colour c are first[c] … first[c + 1] − 1. Rows are sets of them: W words, which i and j number.
    """

    name: Annotated[Ints, "n"]  # the component's name in the position
    number: Annotated[Ints, "n"]  # and back
    colour: Annotated[Ints, "n"]
    first: Annotated[Ints, "ends"]  # of each colour, and the end
    coloured: Annotated[Words, "colours W"]  # the components of each colour
    near: Annotated[Words, "n W"]  # neighbours
    everything: Annotated[Words, "W"]  # the row of all components
    row: Annotated[Words, "colours W"]  # scratch: what a component is joined to in each colour
    rim: Annotated[Words, "colours W"]  # scratch: the neighbours of that
    reached: Annotated[Words, "levels n W"]  # pairs joined in any colour, up to a level
    reached_rim: Annotated[Words, "levels n W"]  # neighbours of `reached`
    # What any neighbour of a component has reached, and the neighbours of that.
    neighbour_reached: Annotated[Words, "levels n W"]
    neighbour_rim: Annotated[Words, "levels n W"]
    # Components joined to one in their own colour since a level, and since any level.
    pivots: Annotated[Words, "levels n W"]
    pivots_so_far: Annotated[Words, "n W"]
    # Pairs joined in a colour without recolouring at the end.
    direct: Annotated[Words, "colours n W"]
    marked: Annotated[Words, "colours n W"]  # pairs that `first_moves` has put on the stack
    stack: Annotated[Ints, "pairs"]  # those it has still to follow
    useful: Annotated[Flags, "n colours"]  # the moves it found


def pair_tables(n: int, colours: int, levels: int) -> PairTables:
    """Return memory for bounds of up to `levels` moves."""
    sizes = {"n": n, "W": (n + 63) // 64, "levels": levels + 1, "colours": colours}
    return zeros(PairTables, ends=colours + 1, pairs=colours * n * n, **sizes)


@compiled
def renumber(positions: Positions, slot: int, counts: Ints, pairs: PairTables) -> int:
    """Give the components of a position numbers by colour; return how many there are."""
    near, alive, colour = positions.near[slot], positions.alive[slot], positions.colour[slot]
    pairs.first[0] = 0
    for c in range(len(counts)):
        pairs.first[c + 1] = pairs.first[c] + counts[c]
    size = int(pairs.first[len(counts)])
    words = (size + 63) >> 6
    for i in range(len(alive)):
        for v in bits(i, alive[i]):
            c = colour[v]
            x = pairs.first[c]
            pairs.first[c] += 1
            pairs.name[x], pairs.number[v], pairs.colour[x] = v, x, c
    for c in range(len(counts)):
        pairs.first[c] -= counts[c]
    for j in range(words):
        pairs.everything[j] = 0
        for c in range(len(counts)):
            pairs.coloured[c, j] = 0
    for x in range(size):
        pairs.everything[x >> 6] |= ONE << np.uint64(x & 63)
        pairs.coloured[pairs.colour[x], x >> 6] |= ONE << np.uint64(x & 63)
        for j in range(words):
            pairs.near[x, j] = 0
        for i in range(len(alive)):
            for v in bits(i, near[pairs.name[x], i]):
                y = pairs.number[v]
                pairs.near[x, y >> 6] |= ONE << np.uint64(y & 63)
    return size


def pairs_of(
    graph: Graph, colours: Sequence[int], palette: int, most: int
) -> tuple[PairTables, int]:
    """Return the tables of a graph as it is, and its pair bound, or most + 1 if that is more than
    `most`; `colours` are numbers below `palette`."""
    positions, counts = positions_of(graph, colours, 1), np.bincount(colours, minlength=palette)
    pairs = pair_tables(graph.n, palette, most)
    bound, _ = pair_bound(positions, 0, counts, -1, most, pairs)
    return pairs, bound


@compiled
def pair_bound(
    positions: Positions, slot: int, counts: Ints, goal: int, most: int, pairs: PairTables
) -> tuple[int, int]:
    """Return the pair bound, or most + 1 if it is more than `most`; also the word operations it
    took. On a huge board, return the level reached when PATIENCE ran out.

    `counts` are the components of each colour, as `colour_bound` gives them.
    """
    size = renumber(positions, slot, counts, pairs)
    words = (size + 63) >> 6
    if size == 1 and (goal < 0 or pairs.colour[0] == goal):
        return 0, size
    fill_level_zero(pairs, size, words)
    work = 0
    for level in range(1, most + 1):
        complete = True
        for x in range(size):
            work += join(pairs, level, x, words, goal if level == most else -1)
            final = pairs.reached[level, x] if goal < 0 else pairs.row[goal]
            for j in range(words):
                if final[j] != pairs.everything[j]:
                    complete = False
            if level == most and not complete:
                return most + 1, work
            if work > PATIENCE:
                return level - 1, work  # less than `most`, which would mean a finished level
        if complete:
            return level, work
        work += extend_rims(pairs, level, size, words)
    return most + 1, work


@compiled
def fill_level_zero(pairs: PairTables, size: int, words: int) -> None:
    """Fill level 0 of all tables: each component has reached itself."""
    for x in range(size):
        for j in range(words):
            pairs.reached[0, x, j] = 0
            for c in range(len(pairs.coloured)):
                pairs.direct[c, x, j] = 0
        itself = ONE << np.uint64(x & 63)
        pairs.reached[0, x, x >> 6] = itself
        pairs.direct[pairs.colour[x], x, x >> 6] = itself
        for j in range(words):
            pairs.reached_rim[0, x, j] = pairs.near[x, j]
            pairs.pivots_so_far[x, j] = pairs.pivots[0, x, j] = pairs.reached[0, x, j]
    gather_from_neighbours(pairs, int64(0), size, words)


@compiled
def join(pairs: PairTables, level: int, x: int, words: int, only: int) -> int:
    """Find what x is joined to in `level` moves, in colour `only` if that is not −1; return the
    word operations it took."""
    row, rim, colours = pairs.row, pairs.rim, len(pairs.coloured)
    work, complete = (4 * colours + 4) * words, True
    for j in range(words):
        complete &= pairs.reached[level - 1, x, j] == pairs.everything[j]
        for c in range(colours):
            row[c, j] = pairs.reached[level - 1, x, j]
            rim[c, j] = pairs.reached_rim[level - 1, x, j]
    for lower in range(0 if complete else level):
        for i in range(words):
            for a in bits(i, pairs.pivots[lower, x, i]):
                c = pairs.colour[a]
                work += 2 * words
                for j in range(words):
                    row[c, j] |= pairs.neighbour_reached[level - 1 - lower, a, j]
                    rim[c, j] |= pairs.neighbour_rim[level - 1 - lower, a, j]
    for j in range(words):
        before = pairs.reached[level - 1, x, j]
        after = before
        fresh = np.uint64(0)
        for c in range(colours):
            if only >= 0 and c != only:
                continue
            pivots = (row[c, j] | rim[c, j]) & pairs.coloured[c, j]
            fresh |= pivots
            row[c, j] |= pivots
            after |= row[c, j]
            pairs.direct[c, x, j] |= row[c, j] & ~before
        pairs.reached[level, x, j] = after
        pairs.pivots[level, x, j] = fresh & ~pairs.pivots_so_far[x, j]
        pairs.pivots_so_far[x, j] |= fresh
    return work


@compiled
def extend_rims(pairs: PairTables, level: int, size: int, words: int) -> int:
    """Find the neighbours of what was reached at a level; return the word operations it took."""
    work = 0
    for x in range(size):
        for j in range(words):
            pairs.reached_rim[level, x, j] = pairs.reached_rim[level - 1, x, j]
        for i in range(words):
            for y in bits(i, pairs.reached[level, x, i] & ~pairs.reached[level - 1, x, i]):
                work += words
                for j in range(words):
                    pairs.reached_rim[level, x, j] |= pairs.near[y, j]
    return work + gather_from_neighbours(pairs, level, size, words)


@compiled
def gather_from_neighbours(pairs: PairTables, level: int, size: int, words: int) -> int:
    """Fill `neighbour_reached` and `neighbour_rim` at a level; return the word operations."""
    work = 0
    for x in range(size):
        for j in range(words):
            pairs.neighbour_reached[level, x, j] = pairs.neighbour_rim[level, x, j] = 0
        for i in range(words):
            for b in bits(i, pairs.near[x, i]):
                work += 2 * words
                for j in range(words):
                    pairs.neighbour_reached[level, x, j] |= pairs.reached[level, b, j]
                    pairs.neighbour_rim[level, x, j] |= pairs.reached_rim[level, b, j]
    return work


@compiled
def newly_reached(pairs: PairTables, level: int, x: int, i: int) -> np.uint64:
    """Return word i of what x reached at a level and not before."""
    word: np.uint64 = pairs.reached[level, x, i]
    if level:
        word = word & ~pairs.reached[level - 1, x, i]
    return word


@compiled
def joined_at(pairs: PairTables, level: int, c: int, x: int, i: int) -> np.uint64:
    """Return word i of what x is joined to in colour c in `level` moves and no fewer."""
    direct = pairs.direct[c, x, i]
    word: np.uint64 = newly_reached(pairs, level, x, i) & direct
    if level:
        word = word | (newly_reached(pairs, level - 1, x, i) & ~direct)
    return word


@compiled
def holds(word: np.uint64, y: int) -> bool:
    """Return True if a word of a row has component y."""
    return bool((word >> np.uint64(y & 63)) & ONE)


@compiled
def is_joined_at(pairs: PairTables, level: int, c: int, x: int, y: int) -> bool:
    """Return True if a component has colour c, and `level` moves, no fewer, join x and y in it."""
    there = pairs.first[c] < pairs.first[c + 1]
    return bool(there and holds(joined_at(pairs, level, c, x, y >> 6), y))


@compiled
def push(pairs: PairTables, stacked: int, level: int, c: int, x: int, y: int) -> int:
    """Put the pair x, y, joined in colour c at `level`, on the stack unless it has been there."""
    if holds(pairs.marked[c, x, y >> 6], y):
        return stacked
    pairs.marked[c, x, y >> 6] |= ONE << np.uint64(y & 63)
    pairs.marked[c, y, x >> 6] |= ONE << np.uint64(x & 63)
    pairs.stack[stacked] = ((level << 4 | c) << 12 | x) << 12 | y
    return stacked + 1


@compiled
def first_moves(pairs: PairTables, goal: int, level: int, x: int, y: int) -> int:
    """Set `useful` for the moves that begin one of the cheapest ways to join x and y, which take
    `level` moves; for all, if there are too many ways to follow. Returns the word operations it
    took."""
    pairs.useful[:] = False
    pairs.marked[:] = np.uint64(0)
    stacked, work = int64(0), 0
    for c in range(len(pairs.coloured)):
        if (goal < 0 or c == goal) and is_joined_at(pairs, level, c, x, y):
            stacked = push(pairs, stacked, level, c, x, y)
    while stacked:
        stacked -= 1
        pair = pairs.stack[stacked]
        level, c, x, y = pair >> 28, (pair >> 24) & 0xF, (pair >> 12) & 0xFFF, pair & 0xFFF
        stacked = follow_recolouring(pairs, stacked, level, c, x, y)
        stacked, more = follow_joins(pairs, stacked, level, c, x, y)
        work += more
        if work > PATIENCE:
            pairs.useful[:] = True
            break
    return work


@compiled
def follow_joins(
    pairs: PairTables, stacked: int, level: int, c: int, x: int, y: int
) -> tuple[int, int]:
    """Follow the joins of x and y in colour c along an edge; return how many pairs are on the
    stack, and the word operations it took."""
    words, near, joined, met = (pairs.first[-1] + 63) >> 6, pairs.near, pairs.row[0], pairs.rim[0]
    work = 4 * level * words
    for lower in range(1, level):
        for j in range(words):
            joined[j], met[j] = joined_at(pairs, lower, c, x, j), 0
        for i in range(words):
            for b in bits(i, joined_at(pairs, level - lower, c, y, i)):
                work += words
                some = np.uint64(0)
                for j in range(words):
                    some |= near[b, j] & joined[j]
                    met[j] |= near[b, j] & joined[j]
                if some:
                    stacked = push(pairs, stacked, level - lower, c, b, y)
        for i in range(words):
            for a in bits(i, met[i]):
                stacked = push(pairs, stacked, lower, c, x, a)
    return stacked, work


@compiled
def follow_recolouring(pairs: PairTables, stacked: int, level: int, c: int, x: int, y: int) -> int:
    """Follow the joins of x and y that end with a recolouring to c, which may leave out x or y
    where that has the colour already; return how many pairs are on the stack."""
    words = (pairs.first[-1] + 63) >> 6
    for h in range(words):
        for a in bits(h, stand_ins(pairs, c, x, h)):
            for i in range(words):
                for b in bits(i, stand_ins(pairs, c, y, i) & newly_reached(pairs, level - 1, a, i)):
                    if level == 1:
                        pairs.useful[pairs.name[a], c] = True
                        continue
                    for d in range(len(pairs.coloured)):
                        if is_joined_at(pairs, level - 1, d, a, b):
                            stacked = push(pairs, stacked, level - 1, d, a, b)
    return stacked


@compiled
def stand_ins(pairs: PairTables, c: int, x: int, i: int) -> np.uint64:
    """Return word i of what stands for x in a stretch that is recoloured to c."""
    word = pairs.near[x, i] if pairs.colour[x] == c else np.uint64(0)
    if x >> 6 == i:
        word |= ONE << np.uint64(x & 63)
    return word


@compiled
def reducing_moves(pairs: PairTables, goal: int, bound: int, allowed: Flags) -> int:
    """Leave in `allowed` (n, colours) only moves that can make the pair bound of a position less
    than it is; return the word operations it took.

    `pairs` is as `pair_bound` left it, when it gave this bound and `most` was the same.
    """
    size, followed, work = pairs.first[-1], 0, 0
    for x in range(size):
        for j in range((size - 1) >> 6, -1, -1):
            far = newly_reached(pairs, bound, x, j)
            if goal >= 0:
                far = joined_at(pairs, bound, goal, x, j)
            if not far:
                continue
            work += first_moves(pairs, goal, bound, x, (j << 6) + lowest(far))
            followed += 1
            if restrict(pairs, allowed) <= 1 or followed == PAIRS:
                return work
            break
    return work


@compiled
def restrict(pairs: PairTables, allowed: Flags) -> int:
    """Leave in `allowed` only useful moves; return how many that are."""
    left = 0
    for v in range(len(allowed)):
        for c in range(allowed.shape[1]):
            allowed[v, c] &= pairs.useful[v, c]
            left += allowed[v, c]
    return left
