"""States of the frontier: rows of numbers that tell what is still to be done.

There is a *label* for each slot:

- 0: no vertex, or one that needs no edge any more;
- 1 + s: one end of a strand without colour, whose other end, the *mate*, is in slot s; it needs
  one edge. A vertex by itself is its own mate and needs two edges (none, if it may stay empty);
- 1 + slots + c: the end of a strand of colour c, or a dot; it needs one edge.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Words
from puzzles.running.kernels import compiled

Row = npt.NDArray[np.unsignedinteger[Any]]

MOST_LABELS = 255  # in a byte


class State(NamedTuple):
    """Memory for one state."""

    words: Words  # (w,)
    row: Row  # the same memory as 1- or 2-byte numbers


def new_state(slots: int, colours: int) -> State:
    """Return a state in which nothing is on the frontier."""
    kind = np.uint8 if 1 + slots + colours <= MOST_LABELS else np.uint16
    words = np.zeros(max(1, -(-slots * np.dtype(kind).itemsize // 8)), np.uint64)
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
