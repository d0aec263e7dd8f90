"""The board on screen: choose a cell to press it."""

import numpy as np

from lights_out.rules import reach
from puzzles.grids.graph import Ints
from puzzles.ui.board.gridboard import act_key
from puzzles.ui.board.symbolboard import SymbolBoard


class Board(SymbolBoard[int]):
    BINDINGS = [act_key("Press")]

    def touched(self, cell: int) -> Ints:
        return np.array(reach(self.state.level, cell), dtype=np.int32)

    def act(self, cell: int) -> None:
        self.post_message(self.Played(cell))
