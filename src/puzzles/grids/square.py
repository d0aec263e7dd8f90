"""Square cells in rows and columns, touching along their sides."""

from collections.abc import Iterable, Sequence
from typing import Self

import numpy as np

from puzzles.grids.graph import Ints
from puzzles.grids.grid import MISSING, Floats, LatticeGrid, Point


class SquareGrid(LatticeGrid):
    """Cells of one unit; the text is one character a cell, `.` where one is missing."""

    kind = "square"

    @classmethod
    def parse(cls, text: str, missing: str = MISSING) -> tuple[Self, list[str]]:
        """The grid of a text board and the symbol of each cell; raises LayoutError."""
        return cls._of([row.rstrip() for row in cls._rows(text)], missing)

    def beyond(self) -> Iterable[tuple[Ints, Ints]]:
        return (self.row, self.col + 1), (self.row + 1, self.col)

    @property
    def extent(self) -> Point:
        return float(self.cols), float(self.rows)

    def centre(self, cell: int) -> Point:
        return self.col[cell] + 0.5, self.row[cell] + 0.5

    def outline(self, cell: int) -> list[Point]:
        x, y = float(self.col[cell]), float(self.row[cell])
        return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]

    def locate(self, x: Floats, y: Floats) -> Ints:
        return self.lookup(np.floor(y).astype(np.int32), np.floor(x).astype(np.int32))

    def text(self, symbols: Sequence[str], missing: str = MISSING) -> str:
        # As lists: an interrupt is lost while text is joined from an array.
        return "\n".join("".join(row) for row in self.spread(symbols, missing).tolist())
