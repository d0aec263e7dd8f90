"""A transposition table: positions by their 128-bit keys, and the moves known not to be enough.

Open addressing in buckets of four; a full bucket gives up the entry with the least bound. The
table doubles while it is more than half full, up to its share of memory. That no two positions
have the same 128 bits is the one thing a proof takes on trust: at 10¹⁰ positions the chance of a
single collision is 10⁻¹⁹.
"""

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.kami.solver.position import Ints, Words
from puzzles.running.kernels import compiled, zeros

BUCKET = 4
START = 1 << 15
BYTES = 64  # for each entry of a table that grows: it, its place, and two entries of the new table


class Table(NamedTuple):
    """The entries; `lower_bound` 0 is an empty one."""

    key: Annotated[Words, "entries 2"]
    lower_bound: Annotated[npt.NDArray[np.uint16], "entries"]  # on the moves that are needed
    used: Annotated[Ints, "1"]  # how many entries are not empty


def table(entries: int = START) -> Table:
    """Return an empty table; `entries` is a power of two."""
    return zeros(Table, entries=entries)


@compiled
def bucket(entries: Table, key_1: np.uint64) -> int:
    """Return the first of the entries that a key may be in."""
    return int(np.int64(key_1 & np.uint64(len(entries.lower_bound) - BUCKET)))


@compiled
def is_refuted(entries: Table, key_1: np.uint64, key_2: np.uint64, moves: int) -> bool:
    """Return True if `moves` are known not to be enough for the position with this key."""
    start = bucket(entries, key_1)
    for i in range(start, start + BUCKET):
        if entries.key[i, 0] == key_1 and entries.key[i, 1] == key_2:
            return bool(entries.lower_bound[i] > moves)
    return False


@compiled
def store(entries: Table, key_1: np.uint64, key_2: np.uint64, lower_bound: int) -> None:
    """Remember that the position with this key needs at least so many moves."""
    start = bucket(entries, key_1)
    worst = start
    for i in range(start, start + BUCKET):
        if entries.key[i, 0] == key_1 and entries.key[i, 1] == key_2:
            entries.lower_bound[i] = max(entries.lower_bound[i], lower_bound)
            return
        if entries.lower_bound[i] < entries.lower_bound[worst]:
            worst = i
    if not entries.lower_bound[worst]:
        entries.used[0] += 1
    entries.key[worst, 0], entries.key[worst, 1] = key_1, key_2
    entries.lower_bound[worst] = lower_bound


def should_grow(entries: Table, memory: int) -> bool:
    """Return True if the table should grow, and may: `memory` bytes hold it and its successor."""
    size = len(entries.lower_bound)
    return bool(2 * entries.used[0] > size and size * BYTES <= memory)


def grown(entries: Table) -> Table:
    """Return a table twice as large with the same entries: one more bit of an entry's key says
    which half it is in."""
    size = len(entries.lower_bound)
    place = np.arange(size)
    place += (entries.key[:, 0] & np.uint64(size)).astype(np.int64)
    larger = table(2 * size)
    larger.key[place], larger.lower_bound[place] = entries.key, entries.lower_bound
    larger.used[:] = entries.used
    return larger
