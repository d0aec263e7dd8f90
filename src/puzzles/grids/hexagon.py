"""Hexagonal cells in columns, with flat tops; even columns lie half a cell lower than odd ones.

Cell (r, c) touches the cells above and below it and two in each neighbouring column: (r, c ± 1),
and (r + 1, c ± 1) where c is even, (r − 1, c ± 1) where it is odd. A unit is one column wide and
one cell high.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Self

import numpy as np

from puzzles.grids.graph import Ints
from puzzles.grids.grid import MISSING, Floats, LatticeGrid, LayoutError, Point


class HexGrid(LatticeGrid):
    """Hexagons in columns.

    The text has two lines for each row, odd columns on the first and even columns on the second,
    two characters apart, so that it looks as the board does.
    """

    kind = "hex"
    layout = 2, 2, 2
    aspect = 2 * 3**-0.5  # a hexagon is 2⁄√3 as high as columns are apart

    @classmethod
    def parse(cls, text: str, missing: str = MISSING) -> tuple[Self, list[str]]:
        """The grid of a text board and the symbol of each cell; raises LayoutError."""
        lines = cls._rows(text)
        if len(lines) % 2 and not lines[0].strip():
            lines = lines[1:]
        if len(lines) % 2:
            raise LayoutError("a hexagonal board has two lines for each row", len(lines) - 1, 0)
        rows: list[str] = []
        for i in range(0, len(lines), 2):
            there = {(y, x) for y in (i, i + 1) for x, char in enumerate(lines[y]) if char.strip()}
            cols = max((x // 2 + 1 for _, x in there), default=0)
            places = [(i + 1 - col % 2, 2 * col) for col in range(cols)]
            if aside := sorted(there.difference(places)):
                raise LayoutError("this column belongs on the other line", *aside[0])
            if left_out := [place for place in places if place not in there]:
                raise LayoutError("a cell is left out", *left_out[0])
            rows.append("".join(lines[y][x] for y, x in places))
        return cls._of(rows, missing)

    def beyond(self) -> Iterable[tuple[Ints, Ints]]:
        slant = np.where(self.col % 2 == 0, self.row + 1, self.row - 1)
        return (self.row + 1, self.col), (self.row, self.col + 1), (slant, self.col + 1)

    @cached_property
    def shade(self) -> Ints:
        slant = self.row - (self.col + self.col % 2) // 2  # axial coordinates
        return (self.col - slant) % 3

    @property
    def extent(self) -> Point:
        return float(self.cols), self.rows + 0.5

    def centre(self, cell: int) -> Point:
        middle = 1.0 if self.col[cell] % 2 == 0 else 0.5
        return self.col[cell] + 0.5, float(self.row[cell] + middle)

    def outline(self, cell: int) -> list[Point]:
        x, y = self.centre(cell)
        corners = ((-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1))
        return [(x + dx / 3, y + dy / 2) for dx, dy in corners]

    def locate(self, x: Floats, y: Floats) -> Ints:
        """The cell whose middle is nearest; columns are √3⁄2 as wide as cells are high."""
        best = np.full(np.shape(x), -1, dtype=np.int32)
        least = np.full(np.shape(x), np.inf)
        for step in (-1, 0, 1):
            col = np.floor(x).astype(np.int32) + step
            lower = np.where(col % 2 == 0, 0.5, 0.0)
            row = np.floor(y - lower).astype(np.int32)
            away = ((col + 0.5 - x) * 0.75) ** 2 * 4 / 3 + (row + lower + 0.5 - y) ** 2
            nearer = away < least
            best = np.where(nearer, self.lookup(row, col), best)
            least = np.where(nearer, away, least)
        return best.astype(np.int32)

    def text(self, symbols: Sequence[str], missing: str = MISSING) -> str:
        board = self.spread(symbols, missing)
        lines = np.full((2 * self.rows, 2 * self.cols), " ")
        lines[1::2, ::4], lines[::2, 2::4] = board[:, ::2], board[:, 1::2]
        return "\n".join("".join(line).rstrip() for line in lines.tolist())
