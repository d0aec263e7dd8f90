"""The places of cells on a board in words for people who look at it."""

from collections.abc import Iterable

import numpy as np

from puzzles.grids.grid import Grid

MIDDLE = 0.17  # of the board: what is no further from its middle is there


def whereabouts(grid: Grid, cells: Iterable[int], turned: bool = False) -> str:
    """`top left`, `right`, `middle`: where the middle of these cells lies on a board that is seen
    upright or, with its axes exchanged, `turned`."""
    x, y = np.mean([grid.centre(cell) for cell in cells], axis=0) / grid.extent - 0.5
    if turned:
        x, y = y, x
    across = "" if abs(x) <= MIDDLE else "left" if x < 0 else "right"
    along = "" if abs(y) <= MIDDLE else "top" if y < 0 else "bottom"
    return " ".join(filter(None, (along, across))) or "middle"
