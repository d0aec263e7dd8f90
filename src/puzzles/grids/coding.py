"""Lattice boards in an ID: which shape, how large, and which cells there are."""

import numpy as np

from puzzles.core.coding import Coder
from puzzles.grids.grid import LatticeGrid

MOST = 20_000  # places of a board that is read, before the puzzle itself judges it


def code_grid(
    coder: Coder, grid: LatticeGrid | None, kinds: list[type[LatticeGrid]]
) -> LatticeGrid:
    """Write a grid of one of these kinds, or read it (`grid` is None then); raises ValueError."""
    kind = kinds[coder.pick(kinds.index(type(grid)) if grid else 0, len(kinds))]
    rows = coder.number(grid.rows if grid else 0)
    cols = coder.number(grid.cols if grid else 0)
    if not 0 < rows * cols <= MOST:
        raise ValueError("no size for a board")
    present = grid.index >= 0 if grid else np.ones((rows, cols), dtype=np.bool_)
    whole = coder.flag(bool(present.all()))
    for row, col in np.ndindex(rows if not whole else 0, cols):
        left = bool(col and present[row, col - 1])
        above = bool(row and present[row - 1, col])
        present[row, col] = coder.flag(bool(present[row, col]), ("present", left, above))
    return grid or kind(present)
