"""The sides of square cells as places: what is chosen on boards where lines run from point to
point."""

from functools import cached_property, lru_cache

import numpy as np

from puzzles.core.errors import MoveError
from puzzles.grids.graph import Ints
from puzzles.grids.grid import Floats, LatticeGrid, Point, Ruler
from puzzles.grids.square import SquareGrid

SIDES = {"top": (-1, 0), "left": (0, -1), "right": (0, 1), "bottom": (1, 0)}  # rows and columns


class SideGrid(SquareGrid):
    """The sides of the cells of a grid, in reading order. After them are numbered the cells, which
    can be named and lit, and not chosen.

    `row` and `col` are those of a *lattice* of points, sides and cells: the cell in row r and
    column c stands at (2r + 1, 2c + 1) there. A side is called by a cell: `b2 top` or `b2 left`,
    and `right` or `bottom` where no cell is beyond.
    """

    kind = "sides"

    def __init__(self, cells: LatticeGrid) -> None:
        self.cells = cells
        present = np.zeros((2 * cells.rows + 1, 2 * cells.cols + 1), dtype=np.bool_)
        for down, across in SIDES.values():
            present[2 * cells.row + 1 + down, 2 * cells.col + 1 + across] = True
        super().__init__(present)

    def side(self, cell: int, way: Point) -> int:
        """The side of a cell that lies this way from its middle."""
        row, col = 2 * self.cells.row[cell] + 1, 2 * self.cells.col[cell] + 1
        return self.at(int(row + way[1]), int(col + way[0]))

    def around(self, cell: int) -> tuple[int, ...]:
        """The four sides of a cell."""
        return tuple(self.side(cell, (across, down)) for down, across in SIDES.values())

    @cached_property
    def points(self) -> dict[int, list[int]]:
        """The sides that meet at each point, by its number along the lattice."""
        found: dict[int, list[int]] = {}
        for side in range(self.n):
            for end in self.ends(side):
                found.setdefault(end, []).append(side)
        return found

    def beside(self, side: int) -> tuple[int, ...]:
        """The cells at a side: above and below it, or at its left and right."""
        lying, row, col = self.row[side] % 2 == 0, self.row[side] // 2, self.col[side] // 2
        pair = self.cells.at(row - lying, col - (not lying)), self.cells.at(row, col)
        return tuple(cell for cell in pair if cell >= 0)

    def of(self, side: int) -> tuple[int, Point]:
        """The cell by which a side is called, and the way from its middle to the side."""
        cell, (x, y) = self.beside(side)[-1], self.centre(side)
        at_x, at_y = self.cells.centre(cell)
        return cell, (2.0 * (x - at_x), 2.0 * (y - at_y))

    def number(self, side: int) -> int:
        """The number of a side along the lattice."""
        return int(self.row[side] * self.cols + self.col[side])

    def ends(self, side: int) -> tuple[int, int]:
        """The two points of a side, numbered along the lattice."""
        at, upright = self.number(side), bool(self.row[side] % 2)
        step = int(self.cols) if upright else 1
        return at - step, at + step

    @property
    def extent(self) -> Point:
        return self.cells.extent

    def centre(self, cell: int) -> Point:
        if cell >= self.n:
            return self.cells.centre(cell - self.n)
        return self.col[cell] / 2, self.row[cell] / 2

    def locate(self, x: Floats, y: Floats) -> Ints:
        """The nearest side of the cell at each point, or at most half a cell beside the board."""
        across, down = x + y, y - x  # what is nearest to a side is a square on its tip
        row, col = (np.floor(across) + np.floor(down) + 1), (np.floor(across) - np.floor(down))
        return self.lookup(row.astype(np.int32), col.astype(np.int32))

    def name(self, cell: int) -> str:
        if cell >= self.n:
            return self.cells.name(cell - self.n)
        owner, (across, down) = self.of(cell)
        side = next(name for name, way in SIDES.items() if way == (down, across))
        return f"{self.cells.name(owner)} {side}"

    def cell(self, name: str) -> int:
        of, _, side = name.partition(" ")
        if side in SIDES:
            down, across = SIDES[side]
            return self.side(self.cells.cell(of), (across, down))
        if side:
            raise MoveError(f"{name!r} is no side; sides are called like c4 top")
        return self.n + self.cells.cell(of)

    def place(self, cell: int) -> tuple[int, int]:
        return self.cells.place(cell - self.n if cell >= self.n else self.of(cell)[0])

    @property
    def rulers(self) -> tuple[Ruler, Ruler]:
        return self.cells.rulers

    def step(self, cell: int, dx: int, dy: int) -> int:
        """Along a line of points to the next side; up and down by turns over lying and upright
        sides, the upright ones at the left."""
        row, col = int(self.row[cell]), int(self.col[cell])
        ahead = self.at(row + dy, col + (1 if row % 2 else -1)) if dy else -1
        return ahead if ahead >= 0 else super().step(cell, dx, dy)


@lru_cache(maxsize=64)
def sides_of(cells: LatticeGrid) -> SideGrid:
    """The sides of the cells of a grid, made once."""
    return SideGrid(cells)
