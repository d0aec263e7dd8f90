"""The triple bound: the pair bound's idea for trees that join three components.

For components x, y, z and colour c let T(x, y, z, c) be the fewest moves that put all three into
one component of colour c, over all trees in the graph. The largest over all triples of the smallest
T over all colours is a lower bound (docs/kami-solver.md, "Lower bounds"), at least the pair bound,
and mostly one or two moves more where that falls short.

As there, it is computed level by level, T is the least over all colours or one more, and it is
enough to join at pivots: components that have the colour c themselves. For each pair y ≥ z there is
a row of all x that are joined to it. It grows by what its pivots are joined to, by pivots next to
anything in it, and where x is in the row of y, z, y is in that of x, z.
"""

from typing import Annotated, NamedTuple

import numpy as np

from puzzles.kami.solver.pair_bound import PairTables
from puzzles.kami.solver.position import ONE, Ints, Words, bits
from puzzles.running.kernels import PLAIN, compiled, int64, zeros

MOST_COMPONENTS = 60 if PLAIN else 200  # larger positions would take more than a second


class TripleTables(NamedTuple):
    """Working memory of the triple bound; components have the pair bound's numbers."""

    # Joined in a colour without recolouring at the end.
    direct: Annotated[Words, "colours n n W"]
    reached: Annotated[Words, "levels n n W"]  # joined in any colour, up to a level
    # Pivots joined to a pair in their own colour since a level, and since any level.
    pivots: Annotated[Words, "levels n n W"]
    pivots_so_far: Annotated[Words, "n n W"]
    # Joined to a component in its own colour since a level.
    from_pivot: Annotated[Words, "levels n W"]
    row: Annotated[Words, "colours W"]  # scratch: what a pair is joined to in each colour
    rim: Annotated[Words, "W"]  # scratch: the neighbours of what it reached
    fresh: Annotated[Words, "W"]  # scratch: what it has just been joined to
    stack: Annotated[Ints, "most"]  # pairs still to look at
    stacked: Annotated[Words, "most W"]  # what each is joined to then


def triple_tables(n: int, colours: int, levels: int) -> TripleTables:
    """Return memory for bounds of up to `levels` moves; next to nothing if n is too large."""
    if n > MOST_COMPONENTS:
        n = 0
    sizes = {"n": n, "W": (n + 63) // 64, "levels": levels + 1, "colours": colours}
    return zeros(TripleTables, most=6 * n + 4, **sizes)  # `join` says why


@compiled
def triple_bound(
    pairs: PairTables, triples: TripleTables, bound: int, most: int
) -> tuple[int, int]:
    """Return the triple bound, or most + 1 if it is more than `most`; also the word operations it
    took. Where the position is too large, return `bound` as it is.

    `pairs` is as `pair_bound` left it, when it gave this bound without a goal.
    """
    size = pairs.first[-1]
    words, level = (size + 63) >> 6, int64(1)
    if size > len(triples.pivots_so_far):
        return bound, 0
    fill_level_zero(pairs, triples, bound, most)
    work: int = size * size * words * len(pairs.coloured)
    while level <= most:
        # The compiler unrolls loops over a number of words that it knows.
        if words == 1:
            work += raise_level(pairs, triples, level, bound, int64(1))
            complete = close_level(pairs, triples, level, int64(1))
        elif words == 2:
            work += raise_level(pairs, triples, level, bound, int64(2))
            complete = close_level(pairs, triples, level, int64(2))
        else:
            work += raise_level(pairs, triples, level, bound, words)
            complete = close_level(pairs, triples, level, words)
        if complete:
            break
        level += 1
    return level, work


@compiled
def raise_level(
    pairs: PairTables, triples: TripleTables, level: int, bound: int, words: int
) -> int:
    """Find the triples that are joined at a level; return the word operations it took."""
    work = 0
    # Pairs that are joined at the level are triples with one component twice.
    for y in range(pairs.first[-1]):
        for c in range(len(pairs.coloured)):
            for i in range(words):
                triples.stacked[0, i] = joined_up_to(pairs, min(level, bound), c, y, i)
            work += join(pairs, triples, level, c, y, y, words)
    for y in range(pairs.first[-1]):
        for z in range(y):
            work += extend(pairs, triples, level, y, z, words)
    return work


@compiled
def filled(triples: TripleTables, size: int) -> bool:
    """Return True if `triple_bound` bounds a position with so many components by triples, and does
    not leave it at the bound that it is given."""
    return size <= len(triples.pivots_so_far)


@compiled
def fill_level_zero(pairs: PairTables, triples: TripleTables, bound: int, most: int) -> None:
    """Fill level 0 of all tables, and every level of `from_pivot`."""
    size = pairs.first[-1]
    words = (size + 63) >> 6
    for a in range(size):
        for i in range(words):
            before = triples.from_pivot[0, a, i] = pairs.reached[0, a, i]
            for level in range(1, most + 1):
                upto = pairs.everything[i]
                if level <= bound:
                    upto = joined_up_to(pairs, level, pairs.colour[a], a, i)
                triples.from_pivot[level, a, i] = upto & ~before
                before = upto
    for y in range(size):
        for z in range(y + 1):
            for i in range(words):
                itself = pairs.reached[0, y, i] if y == z else np.uint64(0)
                triples.pivots[0, y, z, i] = triples.pivots_so_far[y, z, i] = itself
                triples.reached[0, y, z, i] = itself
                for c in range(len(pairs.coloured)):
                    triples.direct[c, y, z, i] = itself if c == pairs.colour[y] else np.uint64(0)


@compiled
def joined_up_to(pairs: PairTables, level: int, c: int, x: int, i: int) -> np.uint64:
    """Return word i of what x is joined to in colour c in at most `level` moves; `level` > 0."""
    now = pairs.reached[level, x, i] & pairs.direct[c, x, i]
    word: np.uint64 = pairs.reached[level - 1, x, i] | now
    return word


@compiled
def extend(pairs: PairTables, triples: TripleTables, level: int, y: int, z: int, words: int) -> int:
    """Join to the pair y, z what its pivots lead to, and the pivots next to what it reached at the
    level before; return the word operations it took."""
    before, row, colours, work = triples.reached[level - 1], triples.row, len(pairs.coloured), 0
    rim = triples.rim
    complete = True
    for i in range(words):
        complete &= before[y, z, i] == pairs.everything[i]
        rim[i] = 0
        for c in range(colours):
            row[c, i] = 0
    if complete:
        return words
    for lower in range(level):
        for i in range(words):
            for a in bits(i, triples.pivots[lower, y, z, i]):
                c = pairs.colour[a]
                work += words
                for j in range(words):
                    row[c, j] |= triples.from_pivot[level - lower, a, j]
    for i in range(words):
        fresh = before[y, z, i]
        if level > 1:
            fresh &= ~triples.reached[level - 2, y, z, i]
        for x in bits(i, fresh):
            work += words
            for j in range(words):
                rim[j] |= pairs.near[x, j]
    for c in range(colours):
        for i in range(words):
            row[c, i] |= rim[i] & pairs.coloured[c, i]
    for c in range(colours):
        for i in range(words):
            triples.stacked[0, i] = row[c, i]
        work += join(pairs, triples, level, c, y, z, words)
    return work + colours * words


@compiled
def join(
    pairs: PairTables, triples: TripleTables, level: int, c: int, y: int, z: int, words: int
) -> int:
    """Join the pair y, z in colour c to the row on the stack, and each triple that is new to the
    pivots next to it; return the word operations it took.

    A pivot takes the place of a component that is none. So what is joined leads to more in no more
    than three steps, and each step leaves the neighbours of two components and a row on the stack.
    """
    before, direct = triples.reached[level - 1], triples.direct[c]
    near, coloured = pairs.near, pairs.coloured[c]
    fresh, rim, stack, stacked = triples.fresh, triples.rim, triples.stack, triples.stacked
    stack[0], top, work = y << 10 | z, 1, 0
    while top:
        top -= 1
        y, z, some = stack[top] >> 10, stack[top] & 1023, np.uint64(0)
        work += words
        for i in range(words):
            fresh[i] = stacked[top, i] & ~(before[y, z, i] | direct[y, z, i])
            some |= fresh[i]
        if not some:
            continue
        one, two = ONE << np.uint64(y & 63), ONE << np.uint64(z & 63)
        for i in range(words):
            direct[y, z, i] |= fresh[i]
            rim[i] = 0
        for i in range(words):
            for x in bits(i, fresh[i]):
                work += 2 * words
                direct[max(x, y), min(x, y), z >> 6] |= two
                direct[max(x, z), min(x, z), y >> 6] |= one
                for j in range(words):
                    rim[j] |= near[x, j]
        for i in range(words):
            stacked[top, i] = rim[i] & coloured[i]
        top += 1
        for a, b in ((y, z), (z, y)):
            for i in range(words):
                for p in bits(i, near[a, i] & coloured[i]):
                    work += words
                    stack[top] = max(p, b) << 10 | min(p, b)
                    for j in range(words):
                        stacked[top, j] = fresh[j]
                    top += 1
    return work


@compiled
def close_level(pairs: PairTables, triples: TripleTables, level: int, words: int) -> bool:
    """Note what a level has reached; return whether all triples are joined."""
    complete = True
    for y in range(pairs.first[-1]):
        for z in range(y + 1):
            for i in range(words):
                before = reached = triples.reached[level - 1, y, z, i]
                known = pivots = triples.pivots_so_far[y, z, i]
                if known != pairs.everything[i]:
                    for c in range(len(pairs.coloured)):
                        direct = triples.direct[c, y, z, i]
                        reached |= direct
                        pivots |= (before | direct) & pairs.coloured[c, i]
                triples.reached[level, y, z, i] = reached
                triples.pivots[level, y, z, i] = pivots & ~known
                triples.pivots_so_far[y, z, i] = pivots
                complete &= reached == pairs.everything[i]
    return complete
