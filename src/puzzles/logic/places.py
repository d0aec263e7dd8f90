"""Sets of cells that rules are about: rows, columns, runs up to a wall, blocks."""

from collections.abc import Collection, Iterator

from puzzles.grids.grid import LatticeGrid


def rows(grid: LatticeGrid) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the name of each row (`row 3`), and its cells."""
    for row in range(grid.rows):
        yield f"row {row + 1}", _there(grid.at(row, col) for col in range(grid.cols))


def columns(grid: LatticeGrid) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the name of each column (`column c`), and its cells."""
    for col in range(grid.cols):
        name = grid.column_name(col)
        yield f"column {name}", _there(grid.at(row, col) for row in range(grid.rows))


def lines(grid: LatticeGrid) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield all rows and columns."""
    yield from rows(grid)
    yield from columns(grid)


def runs(grid: LatticeGrid, cells: Collection[int]) -> Iterator[tuple[int, ...]]:
    """Yield the cells that stand in a row or column one after the other, as many as there are."""
    inside = frozenset(cells)
    for dx, dy in ((1, 0), (0, 1)):
        for cell in sorted(inside):
            if beside(grid, cell, -dx, -dy) in inside:
                continue
            run = [cell]
            while (ahead := beside(grid, run[-1], dx, dy)) in inside:
                run.append(ahead)
            yield tuple(run)


def beside(grid: LatticeGrid, cell: int, dx: int, dy: int) -> int:
    """Return the cell so many columns and rows from one, −1 where there is none."""
    return grid.at(int(grid.row[cell]) + dy, int(grid.col[cell]) + dx)


def blocks(grid: LatticeGrid, width: int, height: int) -> Iterator[tuple[int, ...]]:
    """Yield the cells of each rectangle of this size, those that are there."""
    for row in range(grid.rows - height + 1):
        for col in range(grid.cols - width + 1):
            yield _there(grid.at(row + j, col + i) for j in range(height) for i in range(width))


def _there(cells: Iterator[int]) -> tuple[int, ...]:
    return tuple(cell for cell in cells if cell >= 0)
