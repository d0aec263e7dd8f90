"""Layers of states: those before and after a step, each once, with what it stands for.

Equal states are found by open addressing. Where solutions are to be read back, every transition is
logged.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.problem import Numbers, Records, Words
from puzzles.flow.solver.state import State, copy
from puzzles.running.kernels import compiled, records

START = 1 << 10  # room for states at first

# How far a sweep is: the step; which of the two layers has its sources, how many they are and the
# next one; how many targets there are; the part of their hash table in use, less one; how many
# transitions are logged; the states expanded.
COUNTERS = np.dtype([
    (name, "i8")
    for name in ("step", "side", "sources", "next", "targets", "mask", "logged", "states")
])  # fmt: skip

# What may be lacking: room for states, room in the log, another limb for counts.
ENOUGH, NO_ROOM, NO_LOG, NO_LIMB = range(4)

ZERO = np.uint64(0)


class Layers(NamedTuple):
    """The states before and after a step, and how all states came about.

    A state is some words; those after it are the limbs of how many partial solutions it stands for,
    the lowest first.
    """

    words: Words  # (2, room, words + limbs)
    table: npt.NDArray[np.int32]  # (2 × room,): targets by hash, −1 where empty
    # (., 2): every transition: source × choices + choice, and target; no room if none are logged
    log: npt.NDArray[np.uint32]
    logged: Numbers  # (n + 1,): where the transitions of each step begin
    at: Records  # (1,) of COUNTERS


def layers(steps: int, words: int, logging: bool) -> Layers:
    """Layers for that many steps; the one source is the state whose words are all 0."""
    new = Layers(
        np.zeros((2, START, words + 1), np.uint64), np.empty(2 * START, np.int32),
        np.empty((START if logging else 0, 2), np.uint32), np.zeros(steps + 1, np.int64),
        records(1, COUNTERS))  # fmt: skip
    new.words[0, 0, words] = new.at["sources"][0] = 1
    new.table[:], new.at["mask"] = -1, len(new.table) - 1
    return new


def grown(layers: Layers, lack: int, scratch: State) -> Layers:
    """The same layers with twice of what is lacking, or one more limb."""
    if lack == NO_LOG:
        return layers._replace(log=_longer(layers.log, 0))
    if lack == NO_LIMB:
        limb = np.zeros_like(layers.words[..., :1])
        return layers._replace(words=np.concatenate([layers.words, limb], axis=2))
    size = 2 * len(layers.table)
    layers = layers._replace(words=_longer(layers.words, 1), table=np.empty(size, np.int32))
    rehash(layers, scratch, size)
    return layers


def bytes_of(layers: Layers, lack: int) -> int:
    """What the layers take once they are `grown`."""
    more: dict[int, list[npt.NDArray[Any]]] = {
        NO_ROOM: [layers.words, layers.table],
        NO_LOG: [layers.log],
        NO_LIMB: [layers.words[..., :1]],
    }
    return sum(array.nbytes for array in layers) + sum(
        array.nbytes for array in more.get(lack, [])
    )


def _longer(array: npt.NDArray[Any], axis: int) -> npt.NDArray[Any]:
    """A copy of an array with twice the room along an axis."""
    shape = list(array.shape)
    shape[axis] *= 2
    longer = np.empty(shape, array.dtype)
    longer[(slice(None),) * axis + (slice(array.shape[axis]),)] = array
    return longer


@compiled
def clear(layers: Layers) -> None:
    """Empty the table for the next step, at a size that will do for a while."""
    at = layers.at[0]
    size = 16
    while size < 4 * at.sources and size < len(layers.table):
        size *= 2
    for i in range(size):
        layers.table[i] = -1
    at.mask, at.next, at.targets = size - 1, 0, 0


@compiled
def turn(layers: Layers) -> None:
    """Make the targets the sources of the next step."""
    at = layers.at[0]
    at.step += 1
    layers.logged[at.step] = at.logged
    at.side, at.sources = 1 - at.side, at.targets
    clear(layers)


@compiled
def hash_of(words: Words) -> int:
    """A hash of some words."""
    h = ZERO
    for k in range(len(words)):
        h = (h ^ words[k]) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    h *= np.uint64(0xD6E8FEB86659FD93)
    return int(np.int64(h >> np.uint64(24)))


@compiled
def find(layers: Layers, key: Words) -> int:
    """Where in the table a target is, or would be."""
    words, table, at = layers.words, layers.table, layers.at[0]
    side, mask = 1 - at.side, at.mask
    i = int(hash_of(key) & mask)
    while table[i] >= 0:
        same = True
        for k in range(len(key)):
            same = same and words[side, table[i], k] == key[k]
        if same:
            break
        i = (i + 1) & mask
    return i


@compiled
def merge(layers: Layers, key: Words, place: int, choice: int) -> None:
    """Make a choice that leads from the next source to the target which is, or is not yet, at a
    place in the table: add its count to the target's."""
    words, at = layers.words, layers.at[0]
    side = at.side
    if layers.table[place] < 0:
        layers.table[place] = at.targets
        for k in range(words.shape[2]):
            words[1 - side, at.targets, k] = key[k] if k < len(key) else ZERO
        at.targets += 1
    target = layers.table[place]
    carry = ZERO
    for k in range(len(key), words.shape[2]):
        more = words[side, at.next, k] + carry
        both = words[1 - side, target, k] + more
        words[1 - side, target, k] = both
        carry = np.uint64(more < carry or both < more)
    if len(layers.log):
        layers.log[at.logged, 0], layers.log[at.logged, 1] = choice, target
        at.logged += 1


@compiled
def rehash(layers: Layers, state: State, size: int) -> None:
    """Use `size` entries of the table; `state` is scratch."""
    at = layers.at[0]
    for i in range(size):
        layers.table[i] = -1
    at.mask = size - 1
    for target in range(at.targets):
        copy(state, layers.words[1 - at.side, target])
        layers.table[find(layers, state.words)] = target


@compiled
def make_room(layers: Layers, scratch: State, ways: int) -> int:
    """Have room for that many more targets, unless something is lacking; what it is."""
    at = layers.at[0]
    if at.targets + ways > layers.words.shape[1]:
        return NO_ROOM
    if len(layers.log) < at.logged + ways and len(layers.log):
        return NO_LOG
    if 2 * (at.targets + ways) > at.mask:
        if at.mask + 1 == len(layers.table):
            return NO_ROOM
        rehash(layers, scratch, 2 * (at.mask + 1))
    return ENOUGH


@compiled
def overflows(layers: Layers, first: int, ways: int) -> bool:
    """Whether counts may need another limb if each source leads to `ways` targets; they have the
    words from `first` on."""
    at, last = layers.at[0], layers.words.shape[2] - 1
    amount = 0.0
    for source in range(at.sources):
        for k in range(first, last + 1):
            amount += np.float64(layers.words[at.side, source, k]) * 2.0 ** (64 * (k - last))
    return bool(amount * ways >= 2.0**63)
