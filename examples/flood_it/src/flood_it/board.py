"""The board on screen: choose a cell, and the flood takes its colour."""

import numpy as np

from flood_it.rules import area
from puzzles.grids.graph import Ints
from puzzles.ui.board.gridboard import act_key
from puzzles.ui.board.symbolboard import SymbolBoard


class Board(SymbolBoard[str]):
    BINDINGS = [act_key("Flood")]

    def touched(self, cell: int) -> Ints:
        return np.array(area(self.state, cell), dtype=np.int32)

    def act(self, cell: int) -> None:
        self.post_message(self.Played(self.state.cells[cell]))
