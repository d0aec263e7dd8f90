"""Sets of cells that rules are about: rows, columns, runs up to a wall, blocks."""

from collections.abc import Collection, Iterator
from itertools import groupby

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
    inside, down, across = frozenset(cells), range(grid.rows), range(grid.cols)
    for line in (
        *([grid.at(row, col) for col in across] for row in down),
        *([grid.at(row, col) for row in down] for col in across),
    ):
        yield from (tuple(run) for there, run in groupby(line, inside.__contains__) if there)


def blocks(grid: LatticeGrid, width: int, height: int) -> Iterator[Cells]:
    """Yield the cells of each rectangle of this size, those that are there."""
    for row in range(grid.rows - height + 1):
        for col in range(grid.cols - width + 1):
            some = (grid.at(row + j, col + i) for j in range(height) for i in range(width))
            yield tuple(cell for cell in some if cell >= 0)
