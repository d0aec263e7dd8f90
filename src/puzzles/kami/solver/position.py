"""Coloured region graphs in numbered slots: the positions a search holds, compiled.

A position is a set of components, each named by one of the original regions it consists of (its
*name* stands for it in every array below). A move recolours a component, which swallows its
neighbours of the new colour and keeps its name. Sets of regions are rows of W 64-bit words.

A position's key is 128 bits, Zobrist's way: every original region has a random number, a component
is the XOR of its regions' numbers mixed with its colour, and a position the XOR of its components.
Two ways to the same partition and colours thus have the same key, and a move updates it.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.grids.graph import Graph
from puzzles.running.kernels import PLAIN, compiled, int64, lowest

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

ANY = int64(-1)  # colour
ONE = np.uint64(1)
MIX = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)

# Work is counted in word operations, so that it is the same on every machine: that of a slice of
# the search, about 20 ms, and of a part of it, between two looks at the clock.
WORK = 6_000_000
PART = WORK // 64 if PLAIN else WORK // 4


class Positions(NamedTuple):
    """Room for a number of positions of one graph with n regions; a slot is the first index."""

    near: Words  # (slots, n, W): the neighbours of each component
    alive: Words  # (slots, W): the names in use
    colour: npt.NDArray[np.int8]  # (slots, n)
    mark: Words  # (slots, n, 2): the XOR of the numbers of each component's regions
    key: Words  # (slots, 2)
    eccentricity: Ints  # (n,): of each component, in the position that was bounded last
    rows: Words  # (3, W): scratch
    gain: Ints  # (16,): scratch


def positions(graph: Graph, colours: Sequence[int], slots: int) -> Positions:
    """Slots for positions of `graph`; slot 0 holds it with these colours."""
    n = graph.n
    words = (n + 63) // 64
    room = Positions(
        np.zeros((slots, n, words), np.uint64),
        np.zeros((slots, words), np.uint64),
        np.zeros((slots, n), np.int8),
        np.zeros((slots, n, 2), np.uint64),
        np.zeros((slots, 2), np.uint64),
        np.zeros(n, np.int64),
        np.zeros((3, words), np.uint64),
        np.zeros(16, np.int64),
    )
    for v in range(n):
        room.alive[0, v >> 6] |= ONE << np.uint64(v & 63)
        for w in graph.neighbours[v]:
            room.near[0, v, w >> 6] |= ONE << np.uint64(w & 63)
    room.colour[0] = colours
    random = np.random.default_rng(1)
    room.mark[0] = random.integers(0, 2**64, (n, 2), np.uint64)
    room.key[0] = random.integers(0, 2**64, 2, np.uint64)
    return room


def memory_of(room: Any) -> int:
    """Return the bytes that working memory takes: arrays, or tuples of it."""
    return room.nbytes if isinstance(room, np.ndarray) else sum(map(memory_of, room))


@compiled
def bits(i: int, word: np.uint64) -> Iterator[int]:
    """Yield the members of a set that word i of its row holds."""
    while word:
        yield (i << 6) + lowest(word)
        word &= word - ONE


@compiled
def mixed(mark: np.uint64, colour: int) -> np.uint64:
    """A component's share of the key: splitmix64 of one word of its mark, and its colour."""
    x = mark + MIX * np.uint64(colour + 1)
    x = (x ^ (x >> np.uint64(30))) * MIX_1
    x = (x ^ (x >> np.uint64(27))) * MIX_2
    return x ^ (x >> np.uint64(31))


@compiled
def child_key(room: Positions, slot: int, v: int, colour: int) -> tuple[np.uint64, np.uint64]:
    """The key of the position after recolouring component v."""
    old, mark = room.colour[slot], room.mark[slot]
    first, second = mark[v, 0], mark[v, 1]
    key_1 = room.key[slot, 0] ^ mixed(first, int64(old[v]))
    key_2 = room.key[slot, 1] ^ mixed(second, int64(old[v]))
    for i in range(room.near.shape[2]):
        for w in bits(i, room.near[slot, v, i]):
            if old[w] == colour:
                first ^= mark[w, 0]
                second ^= mark[w, 1]
                key_1 ^= mixed(mark[w, 0], colour)
                key_2 ^= mixed(mark[w, 1], colour)
    return key_1 ^ mixed(first, colour), key_2 ^ mixed(second, colour)


@compiled
def recolour(
    room: Positions, parent: int, into: Positions, child: int, v: int, colour: int
) -> None:
    """Put into slot `child` of `into` the position in slot `parent` after recolouring v."""
    near, words = into.near[child], into.near.shape[2]
    into.key[child, 0], into.key[child, 1] = child_key(room, parent, v, colour)
    for i in range(words):
        into.alive[child, i] = room.alive[parent, i]
    for w in range(len(near)):
        into.colour[child, w] = room.colour[parent, w]
        into.mark[child, w, 0] = room.mark[parent, w, 0]
        into.mark[child, w, 1] = room.mark[parent, w, 1]
        for i in range(words):
            near[w, i] = room.near[parent, w, i]
    into.colour[child, v] = colour
    for i in range(words):
        for w in bits(i, room.near[parent, v, i]):
            if room.colour[parent, w] != colour:
                continue
            into.alive[child, i] ^= ONE << np.uint64(w & 63)
            into.mark[child, v, 0] ^= room.mark[parent, w, 0]
            into.mark[child, v, 1] ^= room.mark[parent, w, 1]
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
def components(counts: Ints) -> int:
    """Return how many components there are, from the number of each colour."""
    return int(counts.sum())


@compiled
def colour_bound(room: Positions, slot: int, counts: Ints, goal: int) -> int:
    """Return the colours that must go, a lower bound, since a move removes one at most: all but the
    `goal`, or all but one if that is −1. Fills `counts` with the components of each colour."""
    for colour in range(len(counts)):
        counts[colour] = 0
    for i in range(room.alive.shape[1]):
        for v in bits(i, room.alive[slot, i]):
            counts[room.colour[slot, v]] += 1
    present = 0
    for colour in range(len(counts)):
        if counts[colour] and colour != goal:
            present += 1
    return present if goal >= 0 else present - 1


@compiled
def radius_bound(room: Positions, slot: int) -> int:
    """Return the radius, a lower bound, since a move lowers it by one at most. Fills
    `room.eccentricity`, each component's distance from the furthest other."""
    near, alive = room.near[slot], room.alive[slot]
    words = len(alive)
    seen, front, ahead = room.rows[0], room.rows[1], room.rows[2]
    radius = len(near)
    for i in range(words):
        for v in bits(i, alive[i]):
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
                    for w in bits(j, front[j]):
                        for k in range(words):
                            ahead[k] |= near[w, k]
                more = False
                for j in range(words):
                    front[j] = ahead[j] & ~seen[j]
                    seen[j] |= ahead[j]
                    if front[j]:
                        more = True
            room.eccentricity[v] = steps
            radius = min(radius, steps)
    return radius
