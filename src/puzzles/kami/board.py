"""The Kami board on screen, and the palette beside it."""

from __future__ import annotations

from typing import Any

import numpy as np
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.widget import Widget

from puzzles.core.plugin import Puzzle
from puzzles.grids.graph import Ints
from puzzles.kami.model import MAX_COLOURS, Colours, Move, State
from puzzles.ui.cellboard import CellBoard, Paint
from puzzles.ui.paint import RGB, contrast, rgb, style

WAVE = 0.33  # seconds a fill takes to spread
SHIMMER = 1.1  # seconds the celebration lasts
# Neighbouring cells differ slightly, like folded paper, so that the grid shows without lines.
LIGHT, DARK = 1.045, 0.955
_SHIFTED = "exclamation_mark at number_sign dollar_sign percent_sign circumflex_accent ampersand asterisk left_parenthesis".split()


class KamiBoard(CellBoard[State, Move]):
    BINDINGS = [
        *(Binding(str(i + 1), f"choose({i})", f"Colour {i + 1}", show=False, id=f"kami.choose{i + 1}")
          for i in range(MAX_COLOURS)),
        *(Binding(key, f"choose_and_fill({i})", f"Fill with {i + 1}", show=False, id=f"kami.fill{i + 1}")
          for i, key in enumerate(_SHIFTED)),
    ]

    def __init__(self, puzzle: Puzzle[Any, State, Move], state: State, live: bool = True) -> None:
        super().__init__(puzzle, state, state.board.grid, live)
        self._inks = np.array([rgb(colour.hex) for colour in state.board.palette], dtype=float)
        self._folds = self._fold_shades()
        self._shown: Colours = state.colours
        self._wave: Ints | None = None  # steps of each cell from where the last fill began
        self._before: Colours = state.colours
        self._glow: np.ndarray[Any, Any] | None = None
        self._announced: Move | None = None
        self.palette = Palette(self)
        self.chosen = 0

    def _fold_shades(self) -> np.ndarray[Any, Any]:
        grid = self.grid
        if grid.kind == "network":
            return np.ones((grid.n, 1))
        even = (grid.row + grid.col) % 2 == 0  # type: ignore[attr-defined]
        spread = 1.0 if grid.kind == "triangle" else 0.35
        return np.where(even, 1 + (LIGHT - 1) * spread, 1 + (DARK - 1) * spread)[:, None]

    # What is shown -------------------------------------------------------------------------

    def show(self, state: State, move: Move | None = None) -> None:
        self.finish()
        self._before, self.state = self.state.colours, state
        self._announced, self._marked = None, frozenset()
        self.palette.refresh()
        if move is not None and self.animated:
            self._wave = self.grid.graph.distances(move.cell, self._before.tolist())
            self.animate_cells()
        else:
            self._shown = state.colours
            self.redraw()

    def announce(self, move: Move | None) -> None:
        self._announced = move
        self.palette.refresh()
        self.redraw()

    def celebrate(self) -> None:
        if self.animated:
            self.finish()
            centre = self.cursor
            x, y = np.array([self.grid.centre(cell) for cell in range(self.grid.n)]).T
            self._glow = np.hypot((x - x[centre]) * 1.7, y - y[centre])
            self.animate_cells()

    def tick(self, seconds: float) -> bool:
        """Spread the running fill, or let the celebration's ring of light run outwards."""
        if self._wave is not None:
            reach = self._wave.max() * min(1.0, seconds / WAVE)
            reached = (self._wave < 0) | (self._wave <= reach)
            self._shown = np.where(reached, self.state.colours, self._before)
            if seconds >= WAVE:
                self._wave = None
        if self._glow is not None:
            self._ring = seconds / SHIMMER
            if seconds >= SHIMMER:
                self._glow = None
        return self._wave is not None or self._glow is not None

    def paint(self) -> Paint:
        paint = self._inks[self._shown] * self._folds
        if self._glow is not None:
            width = self._glow.max() * 0.25 + 1
            away = self._glow - self._ring * (self._glow.max() + 2 * width)
            light = np.clip(1 - np.abs(away + width) / width, 0, 1)[:, None]
            paint += (255 - paint) * light * 0.55
        if self._announced is not None:
            # The coming colour shows through every other cell of the region.
            cells = self.state.region(self._announced.cell)
            ink = self._inks[self._announced.colour]
            share = np.where(self._folds[cells] >= 1, 0.75, 0.3)
            paint[cells] += (ink - paint[cells]) * share
        return np.minimum(paint, 255)

    def together(self, cell: int) -> Ints:
        return self.state.region(cell)

    def captions(self) -> dict[int, str]:
        palette, region_of = self.state.board.palette, self.state.region_of
        if self.grid.kind == "network":
            return {
                cell: self.grid.name(cell) + (f" {palette[self._shown[cell]].letter}" if self.letters else "")
                for cell in range(self.grid.n)
            }
        if not self.letters:
            return {}
        first = np.unique(region_of, return_index=True)[1]
        return {int(cell): palette[self.state.colours[cell]].letter for cell in first}

    def line_colour(self, a: int, b: int) -> RGB | None:
        if self._shown[a] != self._shown[b]:
            return None
        return rgb(self.state.board.palette[self._shown[a]].hex)

    # What is played ------------------------------------------------------------------------

    def act(self, cell: int) -> None:
        self.post_message(self.Played(Move(cell, self.chosen)))

    def choose(self, colour: int) -> None:
        """Take the palette's colour with this index, if there is one."""
        if 0 <= colour < len(self.state.board.palette):
            self.chosen = colour
            self.palette.refresh()

    def action_choose(self, colour: int) -> None:
        self.choose(colour)

    def action_choose_and_fill(self, colour: int) -> None:
        if colour < len(self.state.board.palette):
            self.choose(colour)
            self.action_act()

    def side(self) -> Widget:
        return self.palette


class Palette(Widget):
    """The colours by number: the chosen one is pointed at, gone ones are dimmed."""

    DEFAULT_CSS = "Palette { height: auto; }"

    def __init__(self, board: KamiBoard) -> None:
        super().__init__(id="palette")
        self.board = board

    def render(self) -> Text:
        board, text = self.board, Text(no_wrap=True)
        counts = np.bincount(board.state.colours, minlength=len(board.state.board.palette))
        announced = board._announced
        for index, colour in enumerate(board.state.board.palette):
            ink = rgb(colour.hex)
            text.append(f"  {index + 1}  ", style(contrast(ink), ink, bold=True))
            label = f" {colour.letter} {colour.name}" if board.letters else f" {colour.name}"
            text.append(label, "dim" if not counts[index] else "")
            if announced is not None and announced.colour == index or (
                announced is None and board.live and board.chosen == index
            ):
                text.append(" ◀", "bold")
            text.append("\n")
        text.right_crop(1)
        return text

    def on_click(self, event: events.Click) -> None:
        self.board.choose(event.y)
