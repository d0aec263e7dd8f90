"""Ends of strands that cannot get the edge they need: states that have one are pruned."""

from __future__ import annotations

from puzzles.flow.solver.state import Frame, Row, joinable, label
from puzzles.flow.solver.steps import Around
from puzzles.running.kernels import compiled


@compiled
def alive(around: Around, t: int, row: Row, frame: Frame) -> bool:
    """Say if the ends of strands to which something has happened can still get an edge."""
    for k in range(around.slot.start[t], around.slot.start[t + 1]):
        x = around.slot.items[k]
        own = label(row, x)
        if own and own != x + 1 and not goes_on(around, k, row, frame.slots):
            return False
    return True


@compiled
def goes_on(around: Around, k: int, row: Row, slots: int) -> bool:
    """Say if the k-th vertex, an end of a strand, may be joined to some neighbour."""
    x = around.slot.items[k]
    own = label(row, x)
    for i in range(around.dots.start[k], around.dots.start[k + 1]):
        if own <= slots or own == 1 + slots + around.dots.items[i]:
            return True
    for i in range(around.near.start[k], around.near.start[k + 1]):
        if joinable(row, x, around.near.items[i], slots):
            return True
    return False
