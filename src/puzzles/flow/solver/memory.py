"""What a search has left over, and whether that was known to be hopeless.

What completes a position is told by its open edges, by where the strands at them lead (to which
other vertex with an open edge, or to a dot of which colour), and by what the vertices there lack,
which follows. How the rest of the board is filled does not matter, unless paths must not touch
themselves. So where nothing completed what is left over, nothing will when it is left over again.
This is what the count rests on, too, with all conclusions drawn first.

What is left over is known by 128 bits, and positions whose decisions are not exhausted wait, each
with its depth. That no two have the same bits is taken on trust: at 10⁹ positions the chance is
10⁻²¹.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.flow.rules.problem import Numbers, Words
from puzzles.flow.solver.propagation import OPEN, Strands
from puzzles.running.kernels import compiled

START = 1 << 14  # entries at first: enough for a slice of the search
LARGEST = 1 << 22  # entries: 64 MB, half a minute of search; those that come later are not kept

MIX_1, MIX_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
NONE, ONE, HALF = np.uint64(0), np.uint64(1), np.uint64(32)

# What `Memory.at` holds.
KEPT, WAITING = range(2)


class Memory(NamedTuple):
    """What was hopeless, by open addressing, and what is being gone through."""

    key: Words  # (entries, 2); all 0 where there is none
    waiting: Words  # (m + 1, 2): keys of positions that are not exhausted
    depth: Numbers  # (m + 1,): and how many edges were decided to be used before
    at: Numbers  # (2,): how many entries, and how many wait


def memory(edges: int) -> Memory:
    """An empty memory for a search on so many edges."""
    half = Memory(
        np.zeros((START // 2, 2), np.uint64),
        np.zeros((edges + 1, 2), np.uint64),
        np.zeros(edges + 1, np.int64),
        np.zeros(2, np.int64),
    )
    return grown(half)  # so that what growing takes is compiled with the rest


def full(memory: Memory) -> bool:
    """Whether it should grow, since the next slice might fill it, and may."""
    return bool(len(memory.key) < LARGEST and 4 * memory.at[KEPT] > len(memory.key))


def grown(memory: Memory) -> Memory:
    """The same with twice the room."""
    larger = memory._replace(key=np.zeros((2 * len(memory.key), 2), np.uint64))
    larger.at[KEPT] = 0
    move(memory, larger)
    return larger


@compiled
def move(memory: Memory, larger: Memory) -> None:
    """Keep all entries in another memory."""
    for i in range(len(memory.key)):
        if memory.key[i, 0] != NONE:
            keep(larger, memory.key[i, 0], memory.key[i, 1])


@compiled
def mixed(key: np.uint64, more: np.uint64, by: np.uint64) -> np.uint64:
    """A key with one more number."""
    x = (key ^ more) * by
    return x ^ (x >> HALF)


@compiled
def left_over(room: Strands, first: int) -> tuple[np.uint64, np.uint64]:
    """The key of what is left over, all edges being decided at vertices before place `first` in
    the order. The first word is not 0."""
    vertex, order = room.vertex, room.order
    key_1, key_2 = MIX_2, MIX_1
    for i in range(first, len(order)):
        at = vertex[order[i]]
        if not at.open:
            continue
        for j in range(at.start, at.stop):
            if room.edge[room.slot[j].edge].state == OPEN:
                key_1 = mixed(key_1, np.uint64(j), MIX_1)
                key_2 = mixed(key_2, np.uint64(j), MIX_2)
        dot = vertex[at.mate].dot
        leads = np.uint64(at.mate if dot < 0 else len(vertex) + dot)
        key_1, key_2 = mixed(key_1, leads, MIX_2), mixed(key_2, leads, MIX_1)
    return key_1 | ONE, key_2


@compiled
def place_of(memory: Memory, key_1: np.uint64, key_2: np.uint64) -> int:
    """Where a key is, or would be."""
    mask = len(memory.key) - 1
    i = int(np.int64(key_1 >> HALF)) & mask
    while memory.key[i, 0] != NONE and (memory.key[i, 0] != key_1 or memory.key[i, 1] != key_2):
        i = (i + 1) & mask
    return i


@compiled
def hopeless(memory: Memory, key_1: np.uint64, key_2: np.uint64) -> bool:
    """Whether nothing completes what has this key, as far as is known."""
    return bool(memory.key[place_of(memory, key_1, key_2), 0] != NONE)


@compiled
def keep(memory: Memory, key_1: np.uint64, key_2: np.uint64) -> None:
    """Note that nothing completes what has this key, unless there is no room."""
    if 4 * memory.at[KEPT] > 3 * len(memory.key):
        return
    i = place_of(memory, key_1, key_2)
    if memory.key[i, 0] == NONE:
        memory.key[i, 0], memory.key[i, 1] = key_1, key_2
        memory.at[KEPT] += 1


@compiled
def wait(memory: Memory, key_1: np.uint64, key_2: np.uint64, depth: int) -> None:
    """Go through what has this key, after `depth` decisions to use an edge."""
    size = memory.at[WAITING]
    memory.waiting[size, 0], memory.waiting[size, 1] = key_1, key_2
    memory.depth[size] = depth
    memory.at[WAITING] += 1


@compiled
def exhaust(memory: Memory, depth: int) -> None:
    """Keep all that waits from `depth` decisions on: nothing has completed it."""
    while memory.at[WAITING] and memory.depth[memory.at[WAITING] - 1] >= depth:
        memory.at[WAITING] -= 1
        size = memory.at[WAITING]
        keep(memory, memory.waiting[size, 0], memory.waiting[size, 1])


@compiled
def complete(memory: Memory) -> None:
    """A solution is found: what waits is not hopeless."""
    memory.at[WAITING] = 0
