"""The geometry that a board must offer, whatever the shape of its cells.

Cells that exist are numbered 0 … n−1 in reading order. Distances are in the grid's own units, x to
the right and y down from the top left corner; a drawing decides how many characters a unit takes.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import ClassVar, Self

import numpy as np
import numpy.typing as npt

from puzzles.core.errors import MoveError
from puzzles.core.words import listed
from puzzles.grids.graph import Graph, Ints

Floats = npt.NDArray[np.float64]
Point = tuple[float, float]
Ruler = tuple[tuple[str, float], ...]  # names, and where along the board each belongs


class LayoutError(Exception):
    """A text board that cannot be read; `row` and `col` count from 0."""

    def __init__(self, reason: str, row: int, col: int) -> None:
        super().__init__(reason)
        self.reason, self.row, self.col = reason, row, col


class Grid(ABC):
    """The cells of a board: which touch, where each lies, and how they are written as text."""

    kind: ClassVar[str]
    aspect: ClassVar[float] = 1.0  # how high a unit of y is in true geometry, in units of x

    @property
    @abstractmethod
    def n(self) -> int:
        """The number of cells."""

    @cached_property
    @abstractmethod
    def graph(self) -> Graph:
        """The graph of cells that touch."""

    @property
    @abstractmethod
    def extent(self) -> Point:
        """Width and height of the whole board."""

    @property
    @abstractmethod
    def size(self) -> str:
        """The size as people say it: `10×29`."""

    @cached_property
    def shade(self) -> Ints:
        """A small number for each cell; on a lattice, no two cells that touch have the same."""
        return np.zeros(self.n, dtype=np.int32)

    @abstractmethod
    def centre(self, cell: int) -> Point:
        """The middle of a cell."""

    @cached_property
    def centres(self) -> Floats:
        """The middles of all cells, shape (n, 2)."""
        return np.array([self.centre(cell) for cell in range(self.n)], dtype=np.float64)

    def away(self, cells: Sequence[int]) -> Floats:
        """How far each cell is from the nearest of some, 0 if there are none; to three digits."""
        apart = self.centres - self.centres[[*cells], None]
        return np.hypot(*apart.T).min(axis=1).round(3) if len(cells) else np.zeros(self.n)

    def point(self, cell: int) -> Point:
        """The middle of a cell in true geometry."""
        x, y = self.centre(cell)
        return float(x), float(y * self.aspect)

    def whereabouts(self, cells: Iterable[int], turned: bool = False) -> str:
        """Return `top left`, `right`, `middle`: where the middle of these cells lies on a board
        that is seen upright or, `turned` by a quarter to the left, on its side."""
        x, y = np.mean([self.centre(cell) for cell in cells], axis=0) / self.extent - 0.5
        if turned:
            x, y = y, -x
        across = "" if abs(x) <= MIDDLE else "left" if x < 0 else "right"
        along = "" if abs(y) <= MIDDLE else "top" if y < 0 else "bottom"
        return " ".join(filter(None, (along, across))) or "middle"

    def look(self, cells: Sequence[int]) -> str:
        """Return where to look: `Look at the top left: a1 and b1.`, by names if they are few."""
        place = self.whereabouts(cells)
        words = f"Look in the {place}" if place == "middle" else f"Look at the {place}"
        named = f": {listed([*map(self.name, cells)])}" if len(cells) <= NAMED else ""
        return f"{words}{named}."

    @abstractmethod
    def outline(self, cell: int) -> list[Point]:
        """The corners of a cell, in order."""

    @abstractmethod
    def locate(self, x: Floats, y: Floats) -> Ints:
        """The cell at each point, −1 where there is none. Drawing and clicking both use this."""

    @abstractmethod
    def name(self, cell: int) -> str:
        """A cell's name in moves and messages."""

    @abstractmethod
    def cell(self, name: str) -> int:
        """The cell with this name; raises MoveError."""

    @property
    def rulers(self) -> tuple[Ruler, Ruler]:
        """The parts of the names of cells, if any: columns with their x, rows with their y."""
        return (), ()

    @abstractmethod
    def step(self, cell: int, dx: int, dy: int) -> int:
        """The cell that one step leads to (one of dx, dy is ±1, the other 0), or `cell` itself."""

    def run(self, cell: int, dx: int, dy: int, alike: Callable[[int], bool]) -> int:
        """The last cell that steps this way reach over cells that are `alike`, without going over
        the edge of the board; one step, where the first is not."""
        reached = cell
        while True:
            ahead = self.step(reached, dx, dy)
            (x, y), (ax, ay) = self.centre(reached), self.centre(ahead)
            if (ax - x) * dx + (ay - y) * dy <= 0:
                return reached
            if not alike(ahead):
                return ahead if reached == cell else reached
            reached = ahead

    @abstractmethod
    def text(self, symbols: Sequence[str]) -> str:
        """The board in text, with a one-character symbol per cell."""


MISSING = "."
NAMED = 4  # cells that are named at most where to look
MIDDLE = 0.17  # of the board: what is no further from its middle is there


class LatticeGrid(Grid):
    """A grid whose cells stand in rows and columns, any of which may be missing.

    `layout` has the characters of a column of `text`, the lines of a row, and those with cells.
    """

    layout: ClassVar[tuple[int, int, int]] = 1, 1, 1

    def __init__(self, present: npt.NDArray[np.bool_]) -> None:
        """`present` is a (rows, columns) array: which cells exist."""
        self.rows, self.cols = present.shape
        self.index = np.full(present.shape, -1, dtype=np.int32)
        self.index[present] = np.arange(np.count_nonzero(present), dtype=np.int32)
        self.row, self.col = (axis.astype(np.int32) for axis in np.nonzero(present))

    @classmethod
    @abstractmethod
    def parse(cls, text: str, missing: str = MISSING) -> tuple[Self, list[str]]:
        """The grid of a text board and the symbol of each cell; raises LayoutError."""

    @abstractmethod
    def text(self, symbols: Sequence[str], missing: str = MISSING) -> str:
        """The board in text, with a one-character symbol per cell; `parse` reads it back."""

    @abstractmethod
    def beyond(self) -> Iterable[tuple[Ints, Ints]]:
        """Yield rows and columns of the cells beyond some sides of all: each edge at least once."""

    @cached_property
    def graph(self) -> Graph:
        others = [self.lookup(row, col) for row, col in self.beyond()]
        pairs = [np.stack([np.arange(self.n), there], axis=1)[there >= 0] for there in others]
        return Graph.from_edges(self.n, np.concatenate(pairs))

    @classmethod
    def full(cls, rows: int, cols: int) -> Self:
        """A grid with every cell present."""
        return cls(np.ones((rows, cols), dtype=np.bool_))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LatticeGrid) or self.kind != other.kind:
            return False
        return np.array_equal(self.index, other.index)

    def __hash__(self) -> int:
        return hash((self.kind, self.index.tobytes()))

    @property
    def n(self) -> int:
        return len(self.row)

    @property
    def size(self) -> str:
        return f"{self.cols}×{self.rows}"

    @cached_property
    def shade(self) -> Ints:
        return (self.row + self.col) % 2

    def spread(self, symbols: Sequence[str], missing: str) -> npt.NDArray[np.str_]:
        """The symbol of each cell by row and column, and `missing` where there is none."""
        board = np.full((self.rows, self.cols), missing)
        board[self.row, self.col] = list(symbols)
        return board

    def at(self, row: int, col: int) -> int:
        """The cell at a row and column, −1 where there is none."""
        inside = 0 <= row < self.rows and 0 <= col < self.cols
        return int(self.index[row, col]) if inside else -1

    def lookup(self, row: Ints, col: Ints) -> Ints:
        """`at` for whole arrays."""
        inside = (row >= 0) & (row < self.rows) & (col >= 0) & (col < self.cols)
        cells = self.index[np.where(inside, row, 0), np.where(inside, col, 0)]
        return np.where(inside, cells, -1).astype(np.int32)

    def name(self, cell: int) -> str:
        """Column letters and row number, as on a chessboard turned over: `a1` is top left."""
        return f"{self.column_name(int(self.col[cell]))}{self.row[cell] + 1}"

    @staticmethod
    def column_name(col: int) -> str:
        """`a` to `z`, `aa` to `zz` and so on."""
        letters, col = "", col + 1
        while col:
            col, digit = divmod(col - 1, 26)
            letters = chr(ord("a") + digit) + letters
        return letters

    @cached_property
    def rulers(self) -> tuple[Ruler, Ruler]:
        whole = self.full(self.rows, self.cols)
        x, y = whole.centres.T
        columns = (float(x[whole.col == col].mean()) for col in range(self.cols))
        rows = (float(y[whole.row == row].mean()) for row in range(self.rows))
        names = map(self.column_name, range(self.cols)), map(str, range(1, self.rows + 1))
        return tuple(zip(names[0], columns, strict=True)), tuple(zip(names[1], rows, strict=True))

    def place(self, cell: int) -> tuple[int, int]:
        """The row and the column whose names a cell has."""
        return int(self.row[cell]), int(self.col[cell])

    def cell(self, name: str) -> int:
        letters = name.rstrip("0123456789")
        digits = name[len(letters) :]
        if not (letters.isascii() and letters.isalpha() and digits and len(name) < 9):
            raise MoveError(f"{name!r} is not a cell; cells are named like c4")
        col = 0
        for letter in letters.lower():
            col = 26 * col + ord(letter) - ord("a") + 1
        cell = self.at(int(digits) - 1, col - 1)
        if cell < 0:
            raise MoveError(f"there is no cell {name}")
        return cell

    def step(self, cell: int, dx: int, dy: int) -> int:
        """The next cell of the row, or the nearest of the next row with any: all can be reached."""
        if dx:
            beside = min(max(cell + dx, 0), self.n - 1)
            return beside if self.row[beside] == self.row[cell] else cell
        along = (self.row - self.row[cell]) * dy
        if not (along > 0).any():
            return cell
        row = np.flatnonzero(along == along[along > 0].min())
        return int(row[np.argmin(np.abs(self.col[row] - self.col[cell]))])

    @classmethod
    def _of(cls, rows: Sequence[str], missing: str) -> tuple[Self, list[str]]:
        """Return the grid of rows, a character a cell, and its cells' symbols; LayoutError for
        rows that differ, where they do or, if columns may be apart, at the beginning of one."""
        across, down, _ = cls.layout
        first = len(rows[0]) if rows else 0
        for r, row in enumerate(rows):
            if len(row) != first:
                reason = f"ragged rows: this one has {len(row)} cells, the first has {first}"
                raise LayoutError(reason, r * down, min(len(row), first) if across == 1 else 0)
        codes = "".join(rows).encode("utf-32-le", "surrogatepass")
        symbols = np.frombuffer(codes, "<U1").reshape(len(rows) or 1, -1)
        grid = cls(symbols != missing)
        return grid, symbols[symbols != missing].tolist()

    @staticmethod
    def _rows(text: str) -> list[str]:
        """The rows of a text board; blank lines after it do not count as rows."""
        return text.rstrip().split("\n") if text.strip() else []
