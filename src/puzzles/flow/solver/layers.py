"""Layers of states: those before and after a step, each once, with its multiplicity.

A state is a row of numbers, which say what is still to be done. There is a *label* for each slot:

- 0: no vertex, or one that needs no edge any more;
- 1 + s: one end of a strand without colour, whose other end, the *mate*, is in slot s; it needs
  one edge. A vertex by itself is its own mate and needs two edges (none, if it may stay empty);
- 1 + slots + c: the end of a strand of colour c, or a dot; it needs one edge.

Equal states are found by open addressing. Where solutions are to be read back, every transition is
logged.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Numbers, Records, Words
from puzzles.running.kernels import compiled, records

Row = npt.NDArray[np.unsignedinteger[Any]]

MOST_LABELS = 255  # in a byte
START = 1 << 12  # room for states at first
LEAST = 1 << 8  # entries of the table in use
LIMB_RATIO = 2.0**-64  # a limb, in units of the next

# How far a sweep is: the step; which of the two layers has its sources, how many they are and the
# next one; how many targets there are; the part of their hash table in use, less one; how many
# transitions are logged; the states expanded; and how many partial solutions sources and targets
# stand for, in units of the last limb.
INTEGERS = ("step", "side", "sources", "next", "targets", "mask", "logged", "states")
COUNTERS = np.dtype([*((name, "i8") for name in INTEGERS), ("amount", "f8"), ("weight", "f8")])

ZERO = np.uint64(0)


class State(NamedTuple):
    """Memory for one state."""

    words: Words  # (w,)
    row: Row  # the same memory as 1- or 2-byte numbers


class Layers(NamedTuple):
    """The states before and after a step, and the transitions that led to all states.

    A state is some words. After them come the limbs of its multiplicity, the number of partial
    solutions it stands for, the lowest limb first.
    """

    words: tuple[Words, Words]  # each (room, words + limbs)
    table: npt.NDArray[np.int32]  # targets by hash, −1 where empty; at least four times the room
    # (., 2): every transition: source × choices + choice, and target; no room if none are logged
    log: npt.NDArray[np.uint32]
    logged: Numbers  # (n + 1,): where the transitions of each step begin
    counters: Records  # (1,) of COUNTERS


def new_state(slots: int, colours: int) -> State:
    """Return a state in which nothing is on the frontier."""
    kind = np.uint8 if 1 + slots + colours <= MOST_LABELS else np.uint16
    words = np.zeros(max(1, -(-slots * np.dtype(kind).itemsize // 8)), np.uint64)
    return State(words, words.view(kind))


def new_layers(steps: int, words: int, logging: bool) -> Layers:
    """Return layers for so many steps; the one source is the state whose words are all 0."""
    new = Layers(
        (np.zeros((START, words + 1), np.uint64), np.empty((START, words + 1), np.uint64)),
        np.full(4 * START, -1, np.int32),
        np.empty((START if logging else 0, 2), np.uint32),
        np.zeros(steps + 1, np.int64),
        records(1, COUNTERS),
    )
    new.words[0][0, words] = new.counters["sources"][0] = new.counters["amount"][0] = 1
    new.counters["mask"] = len(new.table) - 1
    return new


@compiled
def next_layer(layers: Layers) -> None:
    """Make the targets the sources of the next step."""
    counters = layers.counters[0]
    counters.step += 1
    counters.side = 1 - counters.side
    counters.sources, counters.amount = counters.targets, counters.weight
    layers.logged[counters.step] = counters.logged
    counters.next, counters.targets, counters.weight = 0, 0, 0.0
    size = LEAST
    while size < 4 * counters.sources and size < len(layers.table):
        size *= 2
    counters.mask = size - 1
    for i in range(size):
        layers.table[i] = -1


@compiled
def enlarge_table(layers: Layers, scratch: State) -> None:
    """Use twice as much of the table."""
    table, counters = layers.table, layers.counters[0]
    counters.mask = 2 * counters.mask + 1
    for i in range(counters.mask + 1):
        table[i] = -1
    for i in range(counters.targets):
        copy(scratch, layers.words[1 - counters.side][i])
        table[find(layers, scratch.words)] = i


@compiled
def find(layers: Layers, key: Words) -> int:
    """Return the entry of a target in the table, or the empty one where it would be."""
    table, counters = layers.table, layers.counters[0]
    targets, mask = layers.words[1 - counters.side], counters.mask
    h = ZERO
    for k in range(len(key)):
        h = (h ^ key[k]) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    h *= np.uint64(0xD6E8FEB86659FD93)
    i = int(np.int64(h >> np.uint64(24)) & mask)
    while table[i] >= 0:
        same = True
        for k in range(len(key)):
            same = same and targets[table[i], k] == key[k]
        if same:
            break
        i = (i + 1) & mask
    return i


@compiled
def merge(layers: Layers, key: Words, entry: int, choice: int) -> None:
    """Make a transition from the next source to the target of an entry of the table, which may be
    new: add the multiplicity of the source to that of the target."""
    counters = layers.counters[0]
    sources, targets = layers.words[counters.side], layers.words[1 - counters.side]
    if layers.table[entry] < 0:
        layers.table[entry] = counters.targets
        for k in range(targets.shape[1]):
            targets[counters.targets, k] = key[k] if k < len(key) else ZERO
        counters.targets += 1
    target = layers.table[entry]
    carry, amount = ZERO, 0.0
    for k in range(len(key), targets.shape[1]):
        more = sources[counters.next, k] + carry
        both = targets[target, k] + more
        targets[target, k] = both
        carry = np.uint64(more < carry or both < more)
        amount = amount * LIMB_RATIO + np.float64(sources[counters.next, k])
    counters.weight += amount
    if len(layers.log):
        layers.log[counters.logged, 0], layers.log[counters.logged, 1] = choice, target
        counters.logged += 1


@compiled
def copy(state: State, words: Words) -> None:
    """Copy `words` into a state. (Numba's own assignment of arrays allocates.)"""
    for k in range(len(state.words)):
        state.words[k] = words[k]


@compiled
def label(row: Row, x: int) -> int:
    """Return the label in slot x."""
    return int(np.int64(row[x]))


@compiled
def joinable(row: Row, x: int, y: int, slots: int) -> bool:
    """Say if the vertices in slots x and y may be joined."""
    a, b = label(row, x), label(row, y)
    return not (a == 0 or b == 0 or a - 1 == y or (a > slots and b > slots and a != b))


@compiled
def join(row: Row, x: int, y: int, slots: int) -> bool:
    """Use the edge between the vertices in slots x and y; False if that is not allowed."""
    if not joinable(row, x, y, slots):
        return False
    a, b = label(row, x), label(row, y)
    row[x] = row[y] = 0
    if a <= slots and b <= slots:
        row[a - 1], row[b - 1] = b, a
    elif a <= slots:
        row[a - 1] = b
    elif b <= slots:
        row[b - 1] = a
    return True


@compiled
def lacks_room(layers: Layers, more: int) -> bool:
    """Say if there is no room for so many more targets or transitions."""
    counters, log = layers.counters[0], layers.log
    full = counters.targets + more > len(layers.words[1 - counters.side])
    return bool(full or (len(log) < counters.logged + more and len(log)))
