"""Columns of triangles that point left and right in turn, as folded paper shows them.

Cell (r, c) points right, with its vertical side on the left, where r + c is even, and left
otherwise. It touches the cells above and below it and the one across its vertical side, never one
it only shares a corner with. A unit is one column wide and one row step (half a triangle's side)
high, so between two row steps a column holds two triangles split by one diagonal. The first and
last cell of a column are cut in half by the edge of the board.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Self

import numpy as np

from puzzles.grids.graph import Ints
from puzzles.grids.grid import MISSING, Floats, LatticeGrid, LayoutError, Point

_CELL = re.compile(r"(<?)([^\s<>])(>?)")


class TriangleGrid(LatticeGrid):
    """Triangles in columns.

    The text has a line per row and three characters per cell, the symbol and the tip of the
    triangle: ` <A` points left and `A> ` points right, so that two cells that share a vertical
    side stand together as one rhombus, `<AA>`. A missing cell is `.` without a tip. Only the order
    of the symbols counts; tips and spaces are for the eye, but a tip must not be a lie.
    """

    kind = "triangle"
    layout = 3, 1, 1
    aspect = 3**-0.5  # half a side against the height of an equilateral triangle

    @classmethod
    def parse(cls, text: str, missing: str = MISSING) -> tuple[Self, list[str]]:
        """The grid of a text board and the symbol of each cell; raises LayoutError."""
        rows = [_row(r, line) for r, line in enumerate(cls._rows(text))]
        if len(rows) == 1:
            raise LayoutError("a triangle board needs at least two rows", 0, 0)
        return cls._of(rows, missing)

    def points_right(self, cell: int) -> bool:
        return bool((self.row[cell] + self.col[cell]) % 2 == 0)

    def beyond(self) -> Iterable[tuple[Ints, Ints]]:
        across = np.where((self.row + self.col) % 2 == 0, self.col - 1, self.col + 1)
        return (self.row + 1, self.col), (self.row, across)

    @property
    def extent(self) -> Point:
        return float(self.cols), float(self.rows - 1)

    def centre(self, cell: int) -> Point:
        """The centroid of the cell, or of the half of it that is inside the board."""
        x = self.col[cell] + (1 / 3 if self.points_right(cell) else 2 / 3)
        return float(x), min(max(float(self.row[cell]), 1 / 3), self.rows - 4 / 3)

    def outline(self, cell: int) -> list[Point]:
        x, y = float(self.col[cell]), float(self.row[cell])
        if self.points_right(cell):
            return [(x, y - 1), (x + 1, y), (x, y + 1)]
        return [(x + 1, y - 1), (x, y), (x + 1, y + 1)]

    def locate(self, x: Floats, y: Floats) -> Ints:
        col, row = np.floor(x).astype(np.int32), np.floor(y).astype(np.int32)
        across = np.where((row + col) % 2 == 0, 1 - (x - col), x - col)
        inside = (y >= 0) & (y < self.rows - 1)
        cells = self.lookup(row + (y - row >= across), col)
        return np.where(inside, cells, -1).astype(np.int32)

    def text(self, symbols: Sequence[str], missing: str = MISSING) -> str:
        lines = [[f" {missing} "] * self.cols for _ in range(self.rows)]
        for cell, symbol in enumerate(symbols):
            box = f"{symbol}> " if self.points_right(cell) else f" <{symbol}"
            lines[self.row[cell]][self.col[cell]] = box
        return "\n".join("".join(line).rstrip() for line in lines)


def _row(r: int, line: str) -> str:
    """The symbols of one line, its tips checked against the way each triangle points."""
    for c, match in enumerate(_CELL.finditer(line)):
        points_right, symbol = (r + c) % 2 == 0, match[2]
        if match[1 if points_right else 3]:
            shape = f"{symbol}>" if points_right else f"<{symbol}"
            raise LayoutError(f"this triangle points the other way: {shape}", r, match.start(2))
    return "".join(line.replace("<", " ").replace(">", " ").split())
