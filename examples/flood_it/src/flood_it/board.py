"""The board on screen: choose a cell, and the flood takes its colour."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from flood_it.model import INKS, State
from puzzles.core.palettes import inks
from puzzles.grids.graph import Ints
from puzzles.grids.square import SquareGrid
from puzzles.ui.cellboard import CellBoard
from puzzles.ui.gridboard import Colours, act_key


class FloodBoard(CellBoard[State, int]):
    BINDINGS = [act_key("Flood")]

    def grid_of(self, state: State) -> SquareGrid:
        return state.level.grid

    def colours(self, palette: str) -> Sequence[str]:
        return inks(palette, INKS)

    def paint(self) -> Colours:
        paint = self.inks[self.state.colours % len(INKS)]
        even = (self.state.level.grid.row + self.state.level.grid.col) % 2 == 0
        paint[even] *= 1.05
        if self.announced is not None:  # the coming colour shows through the flood
            flood = self.state.flood
            paint[flood] += (self.inks[self.announced % len(INKS)] - paint[flood]) * 0.4
        return paint

    def together(self, cell: int) -> Ints:
        """The area of one colour around a cell."""
        steps = self.grid.graph.distances(cell, self.state.colours.tolist())
        return np.flatnonzero(steps >= 0).astype(np.int32)

    def captions(self) -> dict[int, str]:
        if not self.letters:
            return {}
        letters = self.state.level.letters
        return {cell: letters[colour] for cell, colour in enumerate(self.state.colours.tolist())}

    def act(self, cell: int) -> None:
        self.post_message(self.Played(int(self.state.colours[cell])))
