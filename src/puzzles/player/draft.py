"""A board that somebody draws: every stroke of the brush, and back.

Nothing here knows what a board means: `Puzzle.edits` says what may stand at a cell, and puts it
there. Strokes are repeated by the symmetry that is chosen, so that half of a board is drawn by the
other half. Each is stored as soon as it is made.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from puzzles.core.errors import UsageError
from puzzles.core.facets import Edits, Thing
from puzzles.core.puzzle import Puzzle
from puzzles.grids.grid import LatticeGrid
from puzzles.grids.symmetry import copies
from puzzles.library import registry
from puzzles.player.records import Drawing, Sheet
from puzzles.player.saves import Saves
from puzzles.player.strokes import Strokes

# How far a board must move for its cells to fit on a grid again, in rows and columns.
STEPS = {"square": (1, 1), "triangle": (2, 2), "hex": (1, 2)}
SIZE = 7, 7  # columns and rows of a board, unless something else is asked for
SIDES = ("top", "bottom", "left", "right")


class Draft:
    """`brush` is the key of the thing that is painted with; `symmetry` is the number, among
    `symmetries`, of the one by which strokes are repeated. Without `saves` nothing is kept.
    `stored` tells whether the last stroke is on disk."""

    def __init__(
        self, puzzle: Puzzle[Any, Any, Any], sketch: Any, saves: Saves | None = None
    ) -> None:
        self._begin(puzzle, Strokes(puzzle, sketch), Sheet(secrets.token_hex(8), puzzle.id), saves)

    def _begin(
        self, puzzle: Puzzle[Any, Any, Any], strokes: Strokes, sheet: Sheet, saves: Saves | None
    ) -> None:
        self.puzzle = puzzle
        self._edits: Edits[Any] = puzzle.editor
        self._strokes, self._sheet, self._saves = strokes, sheet, saves
        self.stored: Future[bool] | None = None
        self.brush = self.things[0].key
        self.symmetry = 0

    @classmethod
    def taken_up(cls, drawing: Drawing, saves: Saves | None = None) -> Draft:
        """Go on with a drawing, as it was left. Raises PuzzlesError if its puzzle cannot read
        it."""
        draft = cls.__new__(cls)
        try:
            puzzle = registry.plugin(drawing.puzzle)
            strokes = Strokes.load(puzzle, drawing.strokes)
        except (KeyError, ValueError) as error:
            raise UsageError(f"the drawing cannot be read: {error}") from None
        sheet = Sheet(drawing.name, drawing.puzzle)
        if saves is not None:
            saves.take_up(sheet)
        draft._begin(puzzle, strokes, sheet, saves)
        return draft

    @property
    def sketch(self) -> Any:
        """The board as it is now."""
        return self._strokes.board

    @property
    def grid(self) -> LatticeGrid:
        grid: LatticeGrid = self._edits.grid(self.sketch)
        return grid

    @property
    def things(self) -> tuple[Thing, ...]:
        """What may stand at a cell."""
        return self._edits.things(self.sketch)

    def at(self, cell: int) -> Thing:
        """What stands at a cell."""
        return self.things[self._edits.at(self.sketch, cell)]

    # Strokes ---------------------------------------------------------------------------------

    def paint(self, *cells: int, going_on: bool = False) -> bool:
        """Put the brush's thing at these cells, and at those that the symmetry makes of them;
        whether that changes anything. A stroke that goes on is undone with its beginning."""
        wanted = self._number(self.brush)
        cells = tuple(sorted({image for cell in cells for image in self._orbit(cell)}))
        if all(self._edits.at(self.sketch, cell) == wanted for cell in cells):
            return False
        self._next(self._edits.put(self.sketch, cells, wanted), going_on)
        return True

    def fill(self, cell: int) -> bool:
        """Paint the region of cells around this one that have the same thing."""
        alike, seen, ways = self._edits.at(self.sketch, cell), {cell}, [cell]
        while ways:
            for near in self.grid.graph.neighbours[ways.pop()]:
                if near not in seen and self._edits.at(self.sketch, near) == alike:
                    seen.add(near)
                    ways.append(near)
        return self.paint(*seen)

    def change(self, cell: int, by: int) -> None:
        """Put the next or previous thing at a cell."""
        number = (self._edits.at(self.sketch, cell) + by) % len(self.things)
        self._next(self._edits.put(self.sketch, [cell], number))

    def pick(self, cell: int) -> Thing:
        """Paint with what is at a cell from now on."""
        self.brush = self.at(cell).key
        return self.at(cell)

    def undo(self) -> bool:
        """Take the last stroke back; False if there is none."""
        return self._strokes.back() and self._store()

    def redo(self) -> bool:
        """Take the last undo back; False if there is none."""
        return self._strokes.forth() and self._store()

    def become(self, sketch: Any) -> None:
        """Another board in place of this one, by a stroke like others."""
        self._next(sketch)

    # The whole board -------------------------------------------------------------------------

    def resize(self, side: str, by: int) -> None:
        """Add rows or columns at a side, or take them away. Raises UsageError for a size that no
        board has."""
        upright = side in ("top", "bottom")
        step = STEPS[self.grid.kind][0 if upright else 1] if side in ("top", "left") else 1
        by *= step
        rows, cols = self.grid.rows + by * upright, self.grid.cols + by * (not upright)
        if min(rows, cols) < 1:
            raise UsageError("nothing would be left of the board")
        down, right = (by if side == "top" else 0), (by if side == "left" else 0)
        self._recut(type(self.grid).full(rows, cols), down, right)

    def move(self, dx: int, dy: int) -> None:
        """Move everything on the board; what goes over the rim is lost."""
        tall, wide = STEPS[self.grid.kind]
        self._recut(type(self.grid).full(self.grid.rows, self.grid.cols), dy * tall, dx * wide)

    def turn(self) -> None:
        """Turn the board, a quarter where that is possible, or as little as can be. Raises
        UsageError where that fits on no grid."""
        self._as_copy(mirrored=False)

    def mirror(self) -> None:
        """Turn the board over, left to right where that is possible. Raises UsageError where it
        fits on no grid."""
        self._as_copy(mirrored=True)

    @property
    def symmetries(self) -> list[str]:
        """The symmetries of the grid in words, from none on."""
        own = _symmetries(type(self.grid), self.grid.rows, self.grid.cols)
        return ["none", *(words for words, _ in own)]

    def _orbit(self, cell: int) -> set[int]:
        """A cell and what the symmetry makes of it, again and again."""
        if not self.symmetry:
            return {cell}
        grid, seen = self.grid, {cell}
        own = _symmetries(type(grid), grid.rows, grid.cols)
        _, source = own[self.symmetry - 1]
        while (cell := source[cell]) not in seen:
            seen.add(cell)
        return seen

    def _as_copy(self, mirrored: bool) -> None:
        best: tuple[float, LatticeGrid, list[int]] | None = None
        for whole, source in list(copies(self.grid))[1:]:
            matrix = _matrix(self.grid, source, whole)
            if (np.linalg.det(matrix) < 0) == mirrored:
                # The mirror that exchanges left and right; the turn to the right that is least.
                angle = np.arctan2(matrix[1, 0], matrix[0, 0]) % (2 * np.pi)
                away = float(abs(angle - np.pi) if mirrored else angle)
                if best is None or away < best[0]:
                    best = away, whole, source
        if best is None:
            raise UsageError("a board of this kind and size cannot be turned like that")
        _, whole, source = best
        self._next(self._edits.recut(self.sketch, whole, source, 0))
        self.symmetry = 0

    def _recut(self, whole: LatticeGrid, down: int, right: int) -> None:
        """Move what is on the board, on another grid."""
        old = self.grid
        source = [
            int(old.index[r, c]) if 0 <= r < old.rows and 0 <= c < old.cols else -1
            for r, c in zip(whole.row - down, whole.col - right, strict=True)
        ]
        self._next(self._edits.recut(self.sketch, whole, source, self._number(self.brush)))
        self.symmetry = 0

    def _number(self, key: str) -> int:
        return next((i for i, thing in enumerate(self.things) if thing.key == key), 0)

    def _next(self, sketch: Any, going_on: bool = False) -> None:
        self._strokes.add(sketch, going_on)
        self._store()

    def _store(self) -> bool:
        if self._saves is not None:
            self.stored = self._saves.draw(self._sheet, self._strokes.dump())
        return True


@lru_cache(maxsize=8)
def _symmetries(
    shape: type[LatticeGrid], rows: int, cols: int
) -> list[tuple[str, list[int]]]:
    """The symmetries that keep a grid, but for the one that keeps all cells: in words, and for each
    cell the one that comes to lie there."""
    grid = shape.full(rows, cols)
    return [(_words(_matrix(grid, source)), source) for whole, source in list(copies(grid))[1:]
            if (whole.rows, whole.cols) == (rows, cols)]  # fmt: skip


def _matrix(grid: LatticeGrid, source: Sequence[int], onto: LatticeGrid | None = None) -> Any:
    """The linear map that takes the cells of `source` to where they come to lie."""
    there = _centred(onto or grid, range(len(source)))
    here = _centred(grid, source)
    return np.linalg.lstsq(here, there, rcond=None)[0].T


def _centred(grid: LatticeGrid, cells: Iterable[int]) -> Any:
    points = np.array([grid.centre(cell) for cell in cells]) * (1, grid.aspect)
    return points - points.mean(axis=0)


def _words(matrix: Any) -> str:
    """A symmetry in words."""
    angle = round(float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0])))) % 360
    if np.linalg.det(matrix) > 0:
        return f"turned by {angle}°"
    return {180: "left and right", 0: "top and bottom"}.get(angle, f"mirrored at {angle // 2}°")


def blank(words: Sequence[str]) -> tuple[Puzzle[Any, Any, Any], Any]:
    """The puzzle and the sketch of a new board, as somebody asks for it: a puzzle and, if they are
    said, a kind of grid and a size, as in `PUZZLE hex 8x6`. Raises UsageError."""
    name, *wishes = words
    installed = registry.plugins()[0]
    if name not in installed:
        raise UsageError(f"unknown puzzle {name!r}; known are {', '.join(installed)}")
    puzzle = installed[name]
    edits: Edits[Any] = puzzle.editor
    kind, cols, rows = edits.GRIDS[0], *SIZE
    for wish in wishes:
        if wish in edits.GRIDS:
            kind = wish
        elif (size := re.fullmatch(r"(\d{1,4})[x×](\d{1,4})", wish)) and "0" not in size.groups():
            cols, rows = map(int, size.groups())
        else:
            known = ", ".join(edits.GRIDS)
            raise UsageError(f"{wish!r} is neither a grid ({known}) nor a size, as in 8x6")
    return puzzle, replace(edits.blank(kind, rows, cols), title="New board")
