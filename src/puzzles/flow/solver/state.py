"""States of the frontier: rows of numbers that tell what is still to be done.

First there is a *label* for each slot:

- 0: no vertex, or one that needs no edge any more;
- 1 + s: one end of a strand without colour, whose other end, the *mate*, is in slot s; it needs
  one edge. A vertex by itself is its own mate and needs two edges (none, if it may stay empty);
- 1 + slots + c: the end of a strand of colour c, or a dot; it needs one edge.

If paths must not touch themselves (*untouching*) there follow, for each slot, 1 + the first slot
that has a vertex of the same strand, which names the strand; and for each strand, at its name, the
set of strands it touches and must not be joined to, eight to a number.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Numbers, Problem, Words
from puzzles.running.kernels import compiled

Row = npt.NDArray[np.unsignedinteger[Any]]

MOST_LABELS = 255  # in a byte
MOST_COLOURS = 62  # sets of colours are bits of a word; what is true of one must be of all in it


class Frame(NamedTuple):
    """The constants of a sweep."""

    slots: int
    fill: bool  # whether all vertices must be used
    untouching: bool
    single: int  # the set of colours that are known to have two dots


class State(NamedTuple):
    """Memory for one state."""

    words: Words  # (w,)
    row: Row  # the same memory as 1- or 2-byte numbers


def new_frame(problem: Problem, slots: int, untouching: bool) -> Frame:
    """Return the constants of a sweep."""
    dots = np.bincount(problem.dot[problem.dot >= 0])[:MOST_COLOURS]
    single = sum(1 << colour for colour in np.flatnonzero(dots == 2).tolist())
    return Frame(slots, problem.fill, untouching, single)


def new_state(frame: Frame, colours: int) -> State:
    """Return a state in which nothing is on the frontier."""
    slots = frame.slots
    kind = np.uint8 if 1 + slots + colours <= MOST_LABELS else np.uint16
    numbers = 2 * slots + slots * ((slots + 7) // 8) if frame.untouching else slots
    words = np.zeros(max(1, -(-numbers * np.dtype(kind).itemsize // 8)), np.uint64)
    return State(words, words.view(kind))


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
def contains(colours: int, colour: int) -> bool:
    """Say if a set of colours contains a colour."""
    return colour < MOST_COLOURS and colours >> colour & 1 != 0


@compiled
def join(row: Row, x: int, y: int, frame: Frame) -> bool:
    """Use the edge between the vertices in slots x and y; False if that is not allowed."""
    a, b, slots = label(row, x), label(row, y), frame.slots
    if a == 0 or b == 0 or a - 1 == y:
        return False
    if a > slots and b > slots and a != b:
        return False
    if frame.untouching and not unite_strands(row, x, y, slots):
        return False
    row[x] = row[y] = 0
    if a <= slots and b <= slots:
        row[a - 1], row[b - 1] = b, a
    elif a <= slots:
        row[a - 1] = b
    elif b <= slots:
        row[b - 1] = a
    return True


@compiled
def joinable(row: Row, x: int, y: int, frame: Frame) -> bool:
    """Say if `join` would be allowed."""
    a, b, slots = label(row, x), label(row, y), frame.slots
    if a == 0 or b == 0 or a - 1 == y or (a > slots and b > slots and a != b):
        return False
    if not frame.untouching:
        return True
    return not touches(row, strand_of(row, x, slots), strand_of(row, y, slots), slots)


@compiled
def strand_of(row: Row, x: int, slots: int) -> int:
    """Return the name of the strand in slot x, −1 if there is none."""
    return label(row, slots + x) - 1


@compiled
def touches(row: Row, s: int, t: int, slots: int) -> bool:
    """Say if the strands named s and t touch."""
    sets = 2 * slots + s * ((slots + 7) >> 3)
    return label(row, sets + (t >> 3)) >> (t & 7) & 1 != 0


@compiled
def note_touch(row: Row, s: int, t: int, slots: int) -> None:
    """Note that strand s touches t."""
    row[2 * slots + s * ((slots + 7) >> 3) + (t >> 3)] |= 1 << (t & 7)


@compiled
def drop_touch(row: Row, s: int, t: int, slots: int) -> None:
    """Note that strand s does not touch t."""
    row[2 * slots + s * ((slots + 7) >> 3) + (t >> 3)] &= 255 - (1 << (t & 7))


@compiled
def unite_strands(row: Row, x: int, y: int, slots: int) -> bool:
    """Make one strand of those of x and y; False if they touch."""
    s, t = strand_of(row, x, slots), strand_of(row, y, slots)
    if s == t or touches(row, s, t, slots):
        return False
    rename_strand(row, max(s, t), min(s, t), slots)
    return True


@compiled
def rename_strand(row: Row, old: int, new: int, slots: int) -> None:
    """Give a strand another name, which may be that of another strand."""
    for x in range(slots):
        if strand_of(row, x, slots) == old:
            row[slots + x] = new + 1
        if touches(row, old, x, slots):
            drop_touch(row, old, x, slots)
            drop_touch(row, x, old, slots)
            note_touch(row, new, x, slots)
            note_touch(row, x, new, slots)


@compiled
def leave_frontier(row: Row, here: int, later: Numbers, i: int, j: int, frame: Frame) -> bool:
    """Take the vertex just processed from the frontier; False if its path touches itself.

    Its strand touches those of its `later` neighbours but the ones it was joined to, the i-th and
    j-th (from 1; 0: none).
    """
    slots = frame.slots
    name = strand_of(row, here, slots)
    row[slots + here] = 0
    used = row[here] == 0
    for k in range(1, len(later) + 1):
        if used and k != i and k != j:
            near = strand_of(row, later[k - 1], slots)
            if near == name:
                return False
            note_touch(row, name, near, slots)
            note_touch(row, near, name, slots)
    row[here] = 0
    for x in range(slots if name == here else 0):
        if strand_of(row, x, slots) == name:
            rename_strand(row, name, x, slots)
            break
    return drop_settled(row, frame)


@compiled
def drop_settled(row: Row, frame: Frame) -> bool:
    """Drop touches that have no effect: of strands without ends, and of strands of two colours.

    False if a touch keeps the two dots of a colour apart.
    """
    slots = frame.slots
    for s in range(slots):
        for t in range(s):
            if not touches(row, s, t, slots):
                continue
            a, b = label_of_strand(row, s, slots), label_of_strand(row, t, slots)
            if a == 0 or b == 0 or (a > slots and b > slots and a != b):
                drop_touch(row, s, t, slots)
                drop_touch(row, t, s, slots)
            elif a > slots and a == b and contains(frame.single, a - slots - 1):
                return False
    return True


@compiled
def label_of_strand(row: Row, s: int, slots: int) -> int:
    """Return the label of an end of the strand named s, 0 if it has none on the frontier."""
    found = 0
    for x in range(slots):
        if row[x] and strand_of(row, x, slots) == s:
            found = label(row, x)
    return found
