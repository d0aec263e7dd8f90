"""Coloured region graphs in numbered slots: the positions a search holds, compiled.

A position is a set of components, each named by one of the original regions it consists of (its
*name* stands for it in every array below). A move recolours a component, which swallows its
neighbours of the new colour and keeps its name. Sets of regions are rows of W 64-bit words.

A position's key is 128 bits (Zobrist, 1970): every original region has a random number, a component
is the XOR of its regions' numbers mixed with its colour, and a position the XOR of its components.
Two ways to the same partition and colours thus have the same key, and a move updates it.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.grids.graph import Graph
from puzzles.running.kernels import PLAIN, compiled, int64, lowest, zeros

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

ANY = int64(-1)  # colour
ONE = np.uint64(1)
MIX = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)

# Work is counted in word operations, so that it is the same on every machine: that of a slice of
# the search, about 20 ms, and of a part of it, between two looks at the clock. What cannot be left
# midway, as the bounds of a position, is given up sooner as plain Python, which is SLOWER.
WORK = 6_000_000
PART = WORK // 64 if PLAIN else WORK // 4
SLOWER = 64 if PLAIN else 1


class Positions(NamedTuple):
    """A number of positions of one graph with n regions; a slot is the first index."""

    near: Annotated[Words, "slots n W"]  # the neighbours of each component
    alive: Annotated[Words, "slots W"]  # the names in use
    colour: Annotated[npt.NDArray[np.int8], "slots n"]
    mark: Annotated[Words, "slots n 2"]  # the XOR of the numbers of each component's regions
    key: Annotated[Words, "slots 2"]
    eccentricity: Annotated[Ints, "n"]  # of each component, in the position that was bounded last
    rows: Annotated[Words, "4 W"]  # scratch
    gain: Annotated[Ints, "16"]  # scratch


def positions_of(graph: Graph, colours: Sequence[int], slots: int) -> Positions:
    """Return slots for positions of `graph`; slot 0 holds it with these colours."""
    n = graph.n
    positions = zeros(Positions, slots=slots, n=n, W=(n + 63) // 64)
    one, two = graph.edges.T
    members = np.zeros((n + 1, 64 * positions.alive.shape[1]), bool)
    members[one, two] = members[two, one] = members[n, :n] = True
    rows = np.packbits(members, axis=1, bitorder="little").view("<u8")
    positions.near[0], positions.alive[0] = rows[:n], rows[n]
    positions.colour[0] = colours
    random = np.random.default_rng(1)
    positions.mark[0] = random.integers(0, 2**64, (n, 2), np.uint64)
    positions.key[0] = random.integers(0, 2**64, 2, np.uint64)
    return positions


def memory_of(arrays: Any) -> int:
    """Return the bytes of working memory: of an array, or of a tuple of arrays and tuples."""
    return arrays.nbytes if isinstance(arrays, np.ndarray) else sum(map(memory_of, arrays))


@compiled
def bits(i: int, word: np.uint64) -> Iterator[int]:
    """Yield the members of a set that word i of its row holds."""
    while word:
        yield (i << 6) + lowest(word)
        word &= word - ONE


@compiled
def mixed(mark: np.uint64, colour: int) -> np.uint64:
    """Return a component's share of the key: one word of its mark, and its colour, mixed by
    splitmix64 (Steele, Lea & Flood, 2014)."""
    x = mark + MIX * np.uint64(colour + 1)
    x = (x ^ (x >> np.uint64(30))) * MIX_1
    x = (x ^ (x >> np.uint64(27))) * MIX_2
    return x ^ (x >> np.uint64(31))


@compiled
def child_key(positions: Positions, slot: int, v: int, colour: int) -> tuple[np.uint64, np.uint64]:
    """Return the key of the position after recolouring component v."""
    old, mark = positions.colour[slot], positions.mark[slot]
    first, second = mark[v, 0], mark[v, 1]
    key_1 = positions.key[slot, 0] ^ mixed(first, int64(old[v]))
    key_2 = positions.key[slot, 1] ^ mixed(second, int64(old[v]))
    for i in range(positions.near.shape[2]):
        for w in bits(i, positions.near[slot, v, i]):
            if old[w] == colour:
                first ^= mark[w, 0]
                second ^= mark[w, 1]
                key_1 ^= mixed(mark[w, 0], colour)
                key_2 ^= mixed(mark[w, 1], colour)
    return key_1 ^ mixed(first, colour), key_2 ^ mixed(second, colour)


@compiled
def recolour(
    positions: Positions, parent: int, into: Positions, child: int, v: int, colour: int
) -> None:
    """Put into slot `child` of `into` the position in slot `parent` after recolouring v."""
    near, words = into.near[child], into.near.shape[2]
    into.key[child, 0], into.key[child, 1] = child_key(positions, parent, v, colour)
    for i in range(words):
        into.alive[child, i] = positions.alive[parent, i]
    for w in range(len(near)):
        into.colour[child, w] = positions.colour[parent, w]
        into.mark[child, w, 0] = positions.mark[parent, w, 0]
        into.mark[child, w, 1] = positions.mark[parent, w, 1]
        for i in range(words):
            near[w, i] = positions.near[parent, w, i]
    into.colour[child, v] = colour
    for i in range(words):
        for w in bits(i, positions.near[parent, v, i]):
            if positions.colour[parent, w] != colour:
                continue
            into.alive[child, i] ^= ONE << np.uint64(w & 63)
            into.mark[child, v, 0] ^= positions.mark[parent, w, 0]
            into.mark[child, v, 1] ^= positions.mark[parent, w, 1]
            for j in range(words):
                near[v, j] |= near[w, j]
    near[v, v >> 6] &= ~(ONE << np.uint64(v & 63))
    for j in range(words):
        near[v, j] &= into.alive[child, j]
    # Every neighbour now sees v, and none of what v swallowed.
    for i in range(words):
        for w in bits(i, near[v, i]):
            near[w, v >> 6] |= ONE << np.uint64(v & 63)
            for j in range(words):
                near[w, j] &= into.alive[child, j]


@compiled
def colour_bound(positions: Positions, slot: int, counts: Ints, goal: int) -> int:
    """Return the colours that must go, a lower bound, since a move removes one at most: all but the
    `goal`, or all but one if that is −1. Fills `counts` with the components of each colour."""
    counts[:] = 0
    for i in range(positions.alive.shape[1]):
        for v in bits(i, positions.alive[slot, i]):
            counts[positions.colour[slot, v]] += 1
    present = 0
    for colour in range(len(counts)):
        if counts[colour] and colour != goal:
            present += 1
    return present if goal >= 0 else present - 1


@compiled
def walk(positions: Positions, slot: int, v: int, most: int) -> int:
    """Go breadth first from component v, at most so many steps. Leave what was seen in the first of
    `positions.rows`, and what the last step came to in the second; return the number of steps."""
    near, words = positions.near[slot], positions.alive.shape[1]
    seen, front, fresh = positions.rows[0], positions.rows[1], positions.rows[2]
    for j in range(words):
        seen[j] = front[j] = 0
    seen[v >> 6] = front[v >> 6] = ONE << np.uint64(v & 63)
    for steps in range(most):
        for j in range(words):
            fresh[j] = 0
        for j in range(words):
            for w in bits(j, front[j]):
                for k in range(words):
                    fresh[k] |= near[w, k]
        more = False
        for j in range(words):
            fresh[j] &= ~seen[j]
            more |= fresh[j] != 0
        if not more:
            return steps
        for j in range(words):
            front[j] = fresh[j]
            seen[j] |= fresh[j]
    return most


@compiled
def radius_bound(positions: Positions, slot: int) -> int:
    """Return the radius, a lower bound, since a move lowers it by one at most. Fills
    `positions.eccentricity`, each component's distance from the furthest other."""
    radius = n = len(positions.near[slot])
    for i in range(positions.alive.shape[1]):
        for v in bits(i, positions.alive[slot, i]):
            furthest = walk(positions, slot, v, n)
            positions.eccentricity[v] = furthest
            radius = min(radius, furthest)
    return radius


@compiled
def is_wide(positions: Positions, slot: int, moves: int) -> bool:
    """Return True if the radius is more than so many moves: if no component is left that is so near
    to all those that lay furthest from others of these."""
    middle, words = positions.rows[3], positions.alive.shape[1]
    for j in range(words):
        middle[j] = positions.alive[slot, j]
    for i in range(words):
        while middle[i]:
            v = (i << 6) + lowest(middle[i])
            if walk(positions, slot, v, positions.near.shape[1]) <= moves:
                return False
            j = 0
            while not positions.rows[1, j]:
                j += 1
            walk(positions, slot, (j << 6) + lowest(positions.rows[1, j]), moves)
            for j in range(words):
                middle[j] &= positions.rows[0, j]
    return True
