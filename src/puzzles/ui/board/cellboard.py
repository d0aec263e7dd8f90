"""A board drawn as coloured cells, with letters on them and lines between those of a bare graph."""

from abc import abstractmethod
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from textual import events

from puzzles.ui.board.frame import Colours, Frame
from puzzles.ui.board.gridboard import GridBoard, act_key
from puzzles.ui.board.raster import Picture, boxes, choose_box, rasterise
from puzzles.ui.terminal.paint import RGB, legible, mix
from puzzles.ui.terminal.tones import FULL, mat

S = TypeVar("S")
M = TypeVar("M")

FAINT = 0.45  # of the way from what lies under a line to black or white
SHADED = 12  # characters that a unit of the grid takes at least where cells have two shades
# The bit of each dot in a braille character, by row and column within it.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


class CellBoard(GridBoard[S, M]):
    """Draws `paint()` over the grid; a plugin's board says what the colours mean."""

    BINDINGS = [act_key("Choose")]

    _picture: Picture
    shrunk = False  # drawn too small to tell cells apart
    small = False  # drawn too small for two shades, which would be noise

    @abstractmethod
    def paint(self) -> Colours:
        """The colour of every cell."""

    @abstractmethod
    def act(self, cell: int) -> None:
        """The player chose a cell."""

    def together(self, cell: int) -> npt.NDArray[np.int32]:
        """The cells that look like one with `cell`: they light up with it, and share a caption."""
        return np.array([cell], dtype=np.int32)

    def merged(self) -> tuple[int, ...]:
        """For each cell the one that looks like it and stands for it in a thumbnail."""
        return tuple(range(self.grid.n))

    def captions(self) -> dict[int, str]:
        """Text to write at cells, where there is room."""
        return dict(self.step.labels)

    def line_colour(self, a: int, b: int) -> RGB:
        """The colour of the line between two cells of a bare graph."""
        return mix(self.mat, legible(self.mat), FAINT)

    # Drawing -------------------------------------------------------------------------------

    def layout_for(self, width: int, height: int) -> tuple[int, int]:
        turn = None if self.thumbnail else self.wish
        box = choose_box(self.grid, self.tier, width, height, turn, self.thumbnail)
        self.box, self.shrunk = box, box not in boxes(self.grid, self.tier, box.turned)
        self.small = box.width * box.height < SHADED
        merged = self.merged() if self.shrunk else None
        self._picture = rasterise(self.grid, box, self.tier, merged)
        return box.size(self.grid)

    def frame(self) -> Frame:
        picture = self._picture
        colours = np.vstack([self._lit(), self.mat]).round().astype(np.uint8)
        frame = Frame.of(picture.glyph, colours[picture.front], colours[picture.back])
        if self.grid.kind == "network":
            self._draw_edges(frame)
        for cell, text in self.captions().items():
            if (spot := self._caption_spot(cell, text)) is not None:
                frame.write(*spot, text)
        return frame

    def _draw_edges(self, frame: Frame) -> None:
        """Draw the edges of a bare graph, outside its cells, as lines of braille dots; a character
        that several cross has the colour of the last one."""
        dots: dict[tuple[int, int], int] = {}
        colours: dict[tuple[int, int], RGB] = {}
        for a, b in self.grid.graph.edges.tolist():
            colour, (ax, ay), (bx, by) = self.line_colour(a, b), self.spot(a), self.spot(b)
            steps = int(max(abs(bx - ax) * 2, abs(by - ay) * 4)) + 1
            for step in range(steps + 1):
                x, y = ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
                place = int(x), int(y)
                dots[place] = dots.get(place, 0) | _DOTS[int(y % 1 * 4)][int(x % 1 * 2)]
                colours[place] = colour
        for (x, y), bits in dots.items():
            if max(self._picture.back[y, x], self._picture.front[y, x]) < 0:
                frame.write(x, y, chr(0x2800 + bits), colours[x, y], bold=False)

    @property
    def mat(self) -> RGB:
        """The colour of holes, and around cells that do not fill the board."""
        if not (self._picture.back < 0).any():
            return self.background
        shades = self.dyes.shades.reshape(-1, 3).round().astype(int).tolist()
        cells = frozenset((red, green, blue) for red, green, blue in shades)
        return mat(self.background, cells, self.depth)

    def _lit(self) -> Colours:
        """The cells' colours with cursor, hover and what is lit up."""
        paint = np.clip(self.paint(), 0, 255)
        if self.playable:
            shown = self.hovered if self.by_pointer else self.cursor
            if shown >= 0 and not self.editing and self.depth == FULL:  # fewer have no such shades
                cells = self.together(shown)
                paint[cells] += (_towards(paint[shown]) - paint[cells]) * 0.13
            if self.editing and self.by_pointer and shown >= 0:
                paint[shown] += (_towards(paint[shown]) - paint[shown]) * 0.3
            if not self.by_pointer and self.has_focus:
                share = 0.5 if self.depth == FULL else 1.0
                paint[self.cursor] += (_towards(paint[self.cursor]) - paint[self.cursor]) * share
        self.lighten(paint)
        return paint

    def _caption_spot(self, cell: int, text: str) -> tuple[int, int] | None:
        """Return where to write about a cell: a character that lies wholly in it or in what belongs
        with it, near the middle of those; None on a board so small that it has no character."""
        picture = self._picture
        if self.grid.kind == "network":
            x, y = self.spot(cell)
            return round(x - len(text) / 2), int(y)
        seen = np.concatenate([picture.places[own] for own in self.together(cell)])
        places, times = np.unique(seen, return_counts=True)
        if not places.size:
            return None
        ys, xs = np.divmod(places[times == times.max()], picture.front.shape[1])
        best = np.argmin((xs - xs.mean()) ** 2 + 4 * (ys - ys.mean()) ** 2)
        return int(xs[best]), int(ys[best])

    # Keys and pointer ----------------------------------------------------------------------

    def action_act(self) -> None:
        if self.live:
            self.by_pointer = False
            self.act(self.cursor)

    def on_click(self, event: events.Click) -> None:
        cell = self.cell_under(event)
        if self.live and not self.editing and cell >= 0 and event.button == 1:
            self.cursor = cell
            self.act(cell)


def _towards(colour: Colours) -> float:
    """White for dark colours, black for light ones."""
    return 255.0 if colour @ (0.299, 0.587, 0.114) < 140 else 0.0
