"""States in groups that never come to the same state, so that each is expanded by itself.

What a vertex on the frontier still needs changes only when it is processed, or one of its
neighbours. So while none of some vertices is touched, states that differ in what these need lead to
no state in common. All that agree are a *class*; classes are put together to groups of which the
states, and the table by which equal ones are found, stay in a processor's cache. Each group is
expanded from the first step to the last before the next one is begun, and groups are shared by
lanes that know nothing of each other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Numbers, Records, Words
from puzzles.flow.solver.layers import ZERO, Layers, begin
from puzzles.flow.solver.state import State, copy, label
from puzzles.running.kernels import compiled, records
from puzzles.running.lanes import LANES

CLASSES = 1 << 12  # by a hash of what vertices need
LEAST = 1 << 12  # states in a group, unless there are no more
PART = 1 << 16  # states in an array of those that come out, at most
MIX = np.uint64(0x9E3779B97F4A7C15)

Classes = npt.NDArray[np.uint16]

# How far a lane is: the step its groups are at when it takes them, the next one, or the one it has
# taken; how many of its states have come out, and how many stand in `out`.
COUNTERS = np.dtype([(name, "i8") for name in ("step", "group", "taken", "out", "filled")])


class Share(NamedTuple):
    """What a lane expands: g groups, one after the other; none, if it has all states already."""

    rows: Words  # (states, words + limbs): the states of all lanes before
    starts: Numbers  # (g + 1,): where the lane's groups begin among these
    ends: Numbers  # (g + 1,): how many states have come out before each group
    marks: Numbers  # (g, steps + 1): where the log of each step begins; no room if none is kept
    out: Words  # (PART, words + limbs): states that come out
    at: Records  # (1,) of COUNTERS


def share(rows: Words, starts: Numbers, step: int, marks: int) -> Share:
    """A share of some states at a step, with so many marks for each group."""
    new = Share(
        rows,
        starts,
        np.zeros(len(starts), np.int64),
        np.zeros((max(0, len(starts) - 1), marks), np.int64),
        np.empty((PART if len(starts) else 0, rows.shape[1]), np.uint64),
        records(1, COUNTERS),
    )
    new.at["step"] = step
    return new


def no_share(words: int) -> Share:
    """What a lane has that goes on alone, with states of so many words."""
    return share(np.empty((0, words), np.uint64), np.empty(0, np.int64), 0, 0)


def grouped(sizes: Numbers) -> Numbers:
    """The group (CLASSES,) of each class, of so many states: neighbours together."""
    before = np.cumsum(sizes) - sizes
    groups: Numbers = np.unique(before // LEAST, return_inverse=True)[1]
    return groups


def evenly(sizes: Numbers) -> Numbers:
    """The lane for each of some groups of so many states, so that lanes have about as many: the
    largest first, to the lane that has least."""
    lanes, filled = np.zeros(len(sizes), np.int64), [0] * LANES
    for group in np.argsort(-sizes, kind="stable").tolist():
        lanes[group] = least = filled.index(min(filled))
        filled[least] += int(sizes[group])
    return lanes


@compiled
def classify(rows: Words, scratch: State, slots: Numbers, classes: Classes, sizes: Numbers) -> None:
    """Tell the class of each state, by what the vertices in some slots need: no edge, one, or two,
    or none if they stay empty. `sizes` (CLASSES,) says how many each has."""
    for s in range(len(rows)):
        copy(scratch, rows[s])
        needs = ZERO
        for k in range(len(slots)):
            a = label(scratch.row, slots[k])
            need = np.uint64(1 if a == 0 else 2 if a == slots[k] + 1 else 0)
            needs = np.uint64(3) * needs + need
        c = int((needs * MIX) >> np.uint64(40)) & (len(sizes) - 1)
        classes[s] = c
        sizes[c] += 1


@compiled
def deal(
    rows: Words,
    classes: Classes,
    groups: Numbers,
    places: Numbers,
    dealt: Words,
    first: int,
    was: npt.NDArray[np.uint32],
) -> None:
    """Put states in the next place of their group in `dealt`. Their numbers, from `first` on, go
    to the same place in `was`, if that has room."""
    for s in range(len(rows)):
        group = groups[classes[s]]
        place = places[group]
        places[group] += 1
        widen(rows, s, dealt, place)
        if len(was):
            was[place] = first + s


@compiled
def widen(rows: Words, s: int, others: Words, place: int) -> None:
    """Copy a state to a place that may have more limbs."""
    for k in range(others.shape[1]):
        others[place, k] = rows[s, k] if k < rows.shape[1] else ZERO


@compiled
def take(share: Share, layers: Layers) -> None:
    """Make the next group the sources."""
    at, hand, words = layers.at[0], share.at[0], layers.words[0]
    first, end = share.starts[hand.group], share.starts[hand.group + 1]
    for s in range(first, end):
        widen(share.rows, s, words, s - first)
    hand.taken = 1
    at.step, at.side, at.sources, at.amount = hand.step, 0, end - first, 0.0
    for s in range(end - first):
        at.amount += np.float64(words[s, words.shape[1] - 1]) + 1.0
    begin(layers)


@compiled
def give(share: Share, layers: Layers) -> bool:
    """Have the last states of a group come out, as far as there is room; whether that is all."""
    at, hand, out = layers.at[0], share.at[0], share.out
    words, begun = layers.words[at.side], share.ends[hand.group]
    while hand.out - begun < at.sources:
        if hand.filled == len(out) or out.shape[1] < words.shape[1]:
            return False
        widen(words, hand.out - begun, out, hand.filled)
        hand.out += 1
        hand.filled += 1
    for k in range(share.marks.shape[1]):
        share.marks[hand.group, k] = layers.logged[hand.step + k]
    hand.group += 1
    hand.taken = 0
    share.ends[hand.group] = hand.out
    return True
