"""Sets of cells that rules are about: rows, columns, runs up to a wall, blocks."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import groupby

import numpy as np

from puzzles.grids.grid import LatticeGrid

Cells = tuple[int, ...]


def rows(grid: LatticeGrid) -> Iterator[tuple[str, Cells]]:
    """Yield the name of each row (`row 3`), and its cells."""
    for number, cells in enumerate(blocks(grid, grid.cols, 1), 1):
        yield f"row {number}", cells


def columns(grid: LatticeGrid) -> Iterator[tuple[str, Cells]]:
    """Yield the name of each column (`column c`), and its cells."""
    for number, cells in enumerate(blocks(grid, 1, grid.rows)):
        yield f"column {grid.column_name(number)}", cells


def lines(grid: LatticeGrid) -> Iterator[tuple[str, Cells]]:
    """Yield all rows and columns."""
    yield from rows(grid)
    yield from columns(grid)


def runs(grid: LatticeGrid, cells: Collection[int]) -> Iterator[Cells]:
    """Yield the cells that stand in a row or column one after the other, as many as there are."""
    inside = frozenset(cells)
    for line in (*grid.index, *grid.index.T):
        parts = groupby(line.tolist(), inside.__contains__)
        yield from (tuple(run) for there, run in parts if there)


@lru_cache
def blocks(grid: LatticeGrid, width: int, height: int) -> tuple[Cells, ...]:
    """Return the cells of each rectangle of this size, those that are there."""
    if height > grid.rows or width > grid.cols:
        return ()
    every = np.lib.stride_tricks.sliding_window_view(grid.index, (height, width))
    together = every.reshape(-1, width * height).tolist()
    return tuple(tuple(cell for cell in block if cell >= 0) for block in together)
