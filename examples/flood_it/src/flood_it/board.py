"""The board on screen: choose a cell, and the flood takes its colour."""

from puzzles.grids.symbols import SymbolState
from puzzles.ui.board.cellboard import CellBoard
from puzzles.ui.board.gridboard import act_key


class Board(CellBoard[SymbolState, str]):
    BINDINGS = [act_key("Flood")]

    def act(self, cell: int) -> None:
        self.post_message(self.Played(self.state.cells[cell]))
