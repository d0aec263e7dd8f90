"""A board with a symbol in each cell (`grids.symbols`), each drawn in its own colour."""

from collections.abc import Sequence
from typing import TypeVar

from puzzles.grids.grid import LatticeGrid
from puzzles.grids.symbols import SymbolRules, SymbolState
from puzzles.ui.board.cellboard import CellBoard
from puzzles.ui.board.frame import Colours
from puzzles.ui.board.gridboard import act_key

M = TypeVar("M")

SHADE = 0.94  # of every other cell, so that the grid shows without lines
COMING = 0.4  # how far what the announced move changes shows through


class SymbolBoard(CellBoard[SymbolState, M]):
    """Draws the inks of `SymbolRules`; a plugin's board says what a key plays."""

    def grid_of(self, state: SymbolState) -> LatticeGrid:
        return state.level.grid

    def colours(self, palette: str) -> Sequence[str]:
        rules = self.puzzle.rules
        assert isinstance(rules, SymbolRules)
        inks = rules.looks(palette)
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
        letters = dict(enumerate(self.state.cells)) if self.letters else {}
        return letters | super().captions()


class Board(SymbolBoard[int]):
    """The board of a puzzle whose moves are cells: choose one to play it."""

    BINDINGS = [act_key("Play")]

    def act(self, cell: int) -> None:
        self.post_message(self.Played(cell))
