"""A board with a symbol in each cell (`grids.symbols`), each drawn in its own colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from puzzles.grids.grid import LatticeGrid
from puzzles.grids.symbols import SymbolPrints, SymbolState
from puzzles.ui.board.cellboard import CellBoard
from puzzles.ui.board.gridboard import Colours

M = TypeVar("M")

SHADE = 0.94  # of every other cell, so that the grid shows without lines
COMING = 0.4  # how far what the announced move changes shows through


class SymbolBoard(CellBoard[SymbolState, M]):
    """Draws the inks of the puzzle's `SymbolPrints`; a plugin's board says what a key plays."""

    def grid_of(self, state: SymbolState) -> LatticeGrid:
        return state.level.grid

    def colours(self, palette: str) -> Sequence[str]:
        prints = self.puzzle.prints
        assert isinstance(prints, SymbolPrints)
        inks = prints.inks(palette)
        self._symbols = "".join(inks)
        return tuple(inks.values())

    @property
    def folds(self) -> tuple[float, float]:
        return 1.0, SHADE

    def paint(self) -> Colours:
        paint = self._look(self.state)
        if self.announced is not None:
            paint += (self._look(self.puzzle.apply(self.state, self.announced)) - paint) * COMING
        return paint

    def _look(self, state: SymbolState) -> Colours:
        dark = (self.grid.shade == 1).astype(int)
        shades = self.dyes.shades
        return shades[dark, [self._symbols.index(symbol) for symbol in state.cells]]

    def captions(self) -> dict[int, str]:
        return dict(enumerate(self.state.cells)) if self.letters else {}
