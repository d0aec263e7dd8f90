"""Vertices that cannot get the edges they need: states that have one are pruned."""

from __future__ import annotations

from puzzles.flow.solver.state import Frame, Row, joinable, label
from puzzles.flow.solver.steps import Around
from puzzles.running.kernels import compiled

MOST_COLOURS = 62  # sets of colours are bits of a word; further colours share one


@compiled
def alive(around: Around, t: int, row: Row, frame: Frame) -> bool:
    """Say if the vertices to which something has happened can still get the edges they need."""
    for k in range(around.slot.start[t], around.slot.start[t + 1]):
        x = around.slot.items[k]
        own = label(row, x)
        if own == x + 1:
            if frame.fill and not goes_on(around, k, row, frame):
                return False
        elif own and not ends(around, k, row, frame):
            return False
    return True


@compiled
def ends(around: Around, k: int, row: Row, frame: Frame) -> bool:
    """Say if the k-th vertex, an end of a strand, may be joined to some neighbour."""
    if around.beyond[k]:
        return True
    x = around.slot.items[k]
    own = label(row, x)
    for i in range(around.dots.start[k], around.dots.start[k + 1]):
        if own <= frame.slots or own == 1 + frame.slots + around.dots.items[i]:
            return True
    for i in range(around.near.start[k], around.near.start[k + 1]):
        if joinable(row, x, around.near.items[i], frame.slots):
            return True
    return False


@compiled
def goes_on(around: Around, k: int, row: Row, frame: Frame) -> bool:
    """Say if a path may lead through the k-th vertex, which is on none: if it may be joined to two
    neighbours that are not of two colours, nor the ends of one strand.

    Colours that share a bit are taken for one, which only keeps more.
    """
    x, colours, loose = around.slot.items[k], 0, -1
    free = around.beyond[k] > 0
    for i in range(around.dots.start[k], around.dots.start[k + 1]):
        colour = 1 << around.dots.items[i] % MOST_COLOURS
        if free or colours & colour:
            return True
        colours |= colour
    for i in range(around.near.start[k], around.near.start[k + 1]):
        y = around.near.items[i]
        if not joinable(row, x, y, frame.slots):
            continue
        if free:
            return True
        other = label(row, y)
        if other > frame.slots:
            colour = 1 << (other - 1 - frame.slots) % MOST_COLOURS
            if loose >= 0 or colours & colour:
                return True
            colours |= colour
        elif colours or (loose >= 0 and other - 1 != loose):
            return True
        else:
            loose = y
    return False
