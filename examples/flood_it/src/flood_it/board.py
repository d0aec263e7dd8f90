"""The board on screen: choose a cell, and the flood takes its colour."""

from __future__ import annotations

from typing import Any

import numpy as np

from flood_it.model import INKS, State
from puzzles.core.puzzle import Puzzle
from puzzles.grids.graph import Ints
from puzzles.ui.cellboard import CellBoard, Paint
from puzzles.ui.paint import rgb


class FloodBoard(CellBoard[State, int]):
    def __init__(self, puzzle: Puzzle[Any, State, int], state: State, live: bool = True) -> None:
        super().__init__(puzzle, state, state.level.grid, live)
        self._inks = np.array([rgb(ink) for ink in INKS], dtype=float)
        self._next: int | None = None

    def paint(self) -> Paint:
        paint = self._inks[self.state.colours % len(INKS)]
        even = (self.state.level.grid.row + self.state.level.grid.col) % 2 == 0
        paint[even] *= 1.05
        if self._next is not None:  # the coming colour shows through the flood
            flood = self.state.flood
            paint[flood] += (self._inks[self._next % len(INKS)] - paint[flood]) * 0.4
        paint += (255 - paint) * self.light()[:, None] * 0.55
        return np.clip(paint, 0, 255)

    def together(self, cell: int) -> Ints:
        """The area of one colour around a cell."""
        steps = self.grid.graph.distances(cell, self.state.colours.tolist())
        return np.flatnonzero(steps >= 0).astype(np.int32)

    def captions(self) -> dict[int, str]:
        if not self.letters:
            return {}
        letters = self.state.level.letters
        return {cell: letters[colour] for cell, colour in enumerate(self.state.colours.tolist())}

    def show(self, state: State, move: int | None = None) -> None:
        self.finish()
        self.state, self._next, self.marked = state, None, frozenset()
        self.redraw()

    def announce(self, move: int | None) -> None:
        self._next = move
        self.redraw()

    def act(self, cell: int) -> None:
        self.post_message(self.Played(int(self.state.colours[cell])))
