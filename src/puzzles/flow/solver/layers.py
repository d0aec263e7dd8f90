"""Layers of states: those before and after a step, each once, with its multiplicity.

Equal states are found by open addressing. Where solutions are to be read back, every transition is
logged.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Numbers, Records, Words
from puzzles.flow.solver.state import State, copy
from puzzles.running.kernels import compiled, records

START = 1 << 12  # room for states at first
LEAST = 1 << 8  # entries of the table in use
DOWN = 2.0**-64  # a limb, in units of the next

# How far a sweep is: the step; which of the two layers has its sources, how many they are and the
# next one; how many targets there are; the part of their hash table in use, less one; how many
# transitions are logged; the states expanded; and how many partial solutions sources and targets
# stand for, in units of the last limb.
COUNTERS = np.dtype(
    [
        ("step", "i8"),
        ("side", "i8"),
        ("sources", "i8"),
        ("next", "i8"),
        ("targets", "i8"),
        ("mask", "i8"),
        ("logged", "i8"),
        ("states", "i8"),
        ("amount", "f8"),
        ("weight", "f8"),
    ]
)

# What may be lacking: room for states, in their table, in the log, or a limb for their numbers.
ENOUGH, NO_ROOM, NO_TABLE, NO_LOG, NO_LIMB, DONE = range(6)

ZERO = np.uint64(0)


class Layers(NamedTuple):
    """The states before and after a step, and the transitions that led to all states.

    A state is some words. After them come the limbs of its multiplicity, the number of partial
    solutions it stands for, the lowest limb first.
    """

    words: tuple[Words, Words]  # each (room, words + limbs)
    table: npt.NDArray[np.int32]  # targets by hash, −1 where empty
    # (., 2): every transition: source × choices + choice, and target; no room if none are logged
    log: npt.NDArray[np.uint32]
    logged: Numbers  # (n + 1,): where the transitions of each step begin
    at: Records  # (1,) of COUNTERS


def new_layers(steps: int, words: int, logging: bool) -> Layers:
    """Return layers for so many steps; the one source is the state whose words are all 0."""
    new = Layers(
        (np.zeros((START, words + 1), np.uint64), np.empty((START, words + 1), np.uint64)),
        np.full(2 * START, -1, np.int32),
        np.empty((START if logging else 0, 2), np.uint32),
        np.zeros(steps + 1, np.int64),
        records(1, COUNTERS),
    )
    new.words[0][0, words] = new.at["sources"][0] = new.at["amount"][0] = 1
    new.at["mask"] = len(new.table) - 1
    return new


@compiled
def next_layer(layers: Layers) -> None:
    """Make the targets the sources of the next step."""
    at = layers.at[0]
    at.step += 1
    at.side, at.sources, at.amount = 1 - at.side, at.targets, at.weight
    layers.logged[at.step] = at.logged
    at.next, at.targets, at.weight = 0, 0, 0.0
    size = LEAST
    while size < 4 * at.sources and size < len(layers.table):
        size *= 2
    at.mask = size - 1
    for i in range(size):
        layers.table[i] = -1


@compiled
def fill_table(layers: Layers, scratch: State) -> None:
    """Put all targets in the table, which is larger by now."""
    table, at = layers.table, layers.at[0]
    for i in range(at.mask + 1):
        table[i] = -1
    for i in range(at.targets):
        copy(scratch, layers.words[1 - at.side][i])
        table[find(layers, scratch.words)] = i


@compiled
def hash_of(words: Words) -> int:
    """Return a hash of some words."""
    h = ZERO
    for k in range(len(words)):
        h = (h ^ words[k]) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    h *= np.uint64(0xD6E8FEB86659FD93)
    return int(np.int64(h >> np.uint64(24)))


@compiled
def find(layers: Layers, key: Words) -> int:
    """Return the place of a target in the table, or the empty one where it would be."""
    table, at = layers.table, layers.at[0]
    targets, mask = layers.words[1 - at.side], at.mask
    i = int(hash_of(key) & mask)
    while table[i] >= 0:
        same = True
        for k in range(len(key)):
            same = same and targets[table[i], k] == key[k]
        if same:
            break
        i = (i + 1) & mask
    return i


@compiled
def merge(layers: Layers, key: Words, place: int, choice: int) -> None:
    """Make a transition from the next source to the target at a place in the table, which may be
    new: add the multiplicity of the source to that of the target."""
    at = layers.at[0]
    sources, targets = layers.words[at.side], layers.words[1 - at.side]
    if layers.table[place] < 0:
        layers.table[place] = at.targets
        for k in range(targets.shape[1]):
            targets[at.targets, k] = key[k] if k < len(key) else ZERO
        at.targets += 1
    target = layers.table[place]
    carry, amount = ZERO, 0.0
    for k in range(len(key), targets.shape[1]):
        more = sources[at.next, k] + carry
        both = targets[target, k] + more
        targets[target, k] = both
        carry = np.uint64(more < carry or both < more)
        amount = amount * DOWN + np.float64(sources[at.next, k])
    at.weight += amount
    if len(layers.log):
        layers.log[at.logged, 0], layers.log[at.logged, 1] = choice, target
        at.logged += 1


@compiled
def lacking(layers: Layers, ways: int) -> int:
    """Return what is lacking for so many more targets."""
    at = layers.at[0]
    if at.targets + ways > len(layers.words[1 - at.side]):
        return NO_ROOM
    if len(layers.log) < at.logged + ways and len(layers.log):
        return NO_LOG
    return NO_TABLE if 2 * (at.targets + ways) > at.mask else ENOUGH
