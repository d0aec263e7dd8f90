"""A board drawn as coloured cells: picture, cursor, pointer, letters, waves.

One Line-API widget. `paint` gives every cell's colour; what changed since the last frame decides
which lines are drawn again. A plugin's board derives from this and says what its colours mean.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Iterable
from time import monotonic
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from rich.segment import Segment
from textual import events
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.timer import Timer

from puzzles.core.plugin import Puzzle
from puzzles.grids.grid import Grid
from puzzles.ui.board import BoardView
from puzzles.ui.glyphs import terminal_tier
from puzzles.ui.lines import edge_lines
from puzzles.ui.paint import RGB, contrast, mix, style
from puzzles.ui.raster import Picture, choose_box, rasterise, shrunk_box

S = TypeVar("S")
M = TypeVar("M")
Paint = npt.NDArray[np.float64]  # shape (n, 3), 0 to 255

FRAME = 1 / 30
Overlay = dict[tuple[int, int], tuple[str, RGB | None, bool]]


class CellBoard(BoardView[S, M]):
    """Draws `paint()` over `grid`; a cursor and a pointer choose cells."""

    BINDINGS = [
        Binding("up,k", "cursor(0, -1)", "Up", show=False, id="board.up"),
        Binding("down,j", "cursor(0, 1)", "Down", show=False, id="board.down"),
        Binding("left,h", "cursor(-1, 0)", "Left", show=False, id="board.left"),
        Binding("right,l", "cursor(1, 0)", "Right", show=False, id="board.right"),
        Binding("enter,space", "act", "Fill", id="board.act", key_display="⏎"),
    ]

    def __init__(self, puzzle: Puzzle[Any, S, M], state: S, grid: Grid, live: bool = True) -> None:
        super().__init__(puzzle, state, live)
        self.grid = grid
        self.tier = terminal_tier()
        self.cursor = self._middle()
        self.hovered = -1
        self.letters = bool(os.environ.get("NO_COLOR"))
        self._marked: frozenset[int] = frozenset()
        self._room = (0, 0)
        self._turn: bool | None = None
        self._picture: Picture | None = None
        self._paint: list[RGB] = []
        self._overlay: Overlay = {}
        self._lines: dict[int, Strip] = {}
        self._animation: Timer | None = None
        self._by_pointer = False

    # What a plugin's board says ------------------------------------------------------------

    @abstractmethod
    def paint(self) -> Paint:
        """The colour of every cell in this frame."""

    @abstractmethod
    def act(self, cell: int) -> None:
        """The player chose a cell."""

    def together(self, cell: int) -> npt.NDArray[np.int32]:
        """The cells that belong with `cell` and light up with it."""
        return np.array([cell], dtype=np.int32)

    def merged(self) -> tuple[int, ...]:
        """For each cell the one that stands for it in a thumbnail."""
        return tuple(range(self.grid.n))

    def captions(self) -> dict[int, str]:
        """Text to write at cells, where there is room."""
        return {}

    def line_colour(self, a: int, b: int) -> RGB | None:
        """The colour of the line between two cells of a bare graph; None for the usual one."""
        return None

    def tick(self, seconds: float) -> bool:
        """Advance the running animation to `seconds` after its start; False when it is over."""
        return False

    # What the host asks --------------------------------------------------------------------

    def mark(self, cells: Iterable[int]) -> None:
        self._marked = frozenset(cells)
        self.redraw()

    def toggle_letters(self) -> None:
        self.letters = not self.letters
        self.redraw()

    def turn(self) -> bool:
        if self._picture is None:
            return False
        before = self._picture.box
        self._turn = not before.turned
        self._layout()
        return self._picture.box != before

    def finish(self) -> bool:
        if self._animation is None:
            return False
        self._animation.stop()
        self._animation = None
        self.tick(float("inf"))
        self.redraw()
        return True

    # Animation -----------------------------------------------------------------------------

    def animate_cells(self) -> None:
        """Call `tick` once a frame from now on, until it says that it is over."""
        if self._animation is not None:
            self._animation.stop()
        started = monotonic()

        def frame() -> None:
            if self.tick(monotonic() - started):
                self.redraw()
            else:
                self.finish()

        self._animation = self.set_interval(FRAME, frame)
        frame()

    # Drawing -------------------------------------------------------------------------------

    def fit(self, width: int, height: int) -> None:
        self._room = width, height
        self._layout()

    def _layout(self) -> None:
        """Choose the box for the room there is, and draw everything again."""
        width, height = self._room
        if width < 1 or height < 1:
            return
        if self.thumbnail:
            box = shrunk_box(self.grid, self.tier, width, height)
            self._picture = rasterise(self.grid, box, self.tier, self.merged())
        else:
            box = choose_box(self.grid, self.tier, width, height, self._turn)
            self._picture = rasterise(self.grid, box, self.tier)
        size = self._picture.size
        # A board that does not fit scrolls, and its scroll bars need a line of the room.
        self.styles.width = min(width, size[0] + (size[1] > height))
        self.styles.height = min(height, size[1] + (size[0] > width))
        self.virtual_size = Size(*size)
        self._paint, self._overlay = [], {}
        self._lines.clear()
        self.redraw()
        self.refresh()
        self.call_after_refresh(self._reveal_cursor)

    def redraw(self) -> None:
        """Compute the frame; draw again the lines that differ from the last one."""
        if self._picture is None:
            return
        paint = self._frame()
        overlay = self._captions()
        rows: set[int] = set()
        if len(paint) == len(self._paint):
            rows_of = self._picture.rows_of
            for cell, (new, old) in enumerate(zip(paint, self._paint, strict=True)):
                if new != old and cell < len(rows_of):
                    rows.update(rows_of[cell])
        else:
            rows.update(range(self._picture.size[1]))
        if overlay != self._overlay:
            rows.update(y for (_, y), _ in overlay.items() ^ self._overlay.items())
        self._paint, self._overlay = paint, overlay
        for y in rows:
            self._lines.pop(y, None)
        top = self.scroll_offset.y
        if rows:
            self.refresh(*(Region(0, y - top, self.size.width, 1) for y in sorted(rows)))

    def _frame(self) -> list[RGB]:
        """The colours of all cells with cursor, hover and marks, then the background's."""
        paint = self.paint()
        if self.live:
            shown = self.hovered if self._by_pointer else self.cursor
            if shown >= 0:
                cells = self.together(shown)
                lift = 255.0 if paint[shown].mean() < 150 else 0.0
                paint[cells] += (lift - paint[cells]) * 0.13
            if not self._by_pointer and self.has_focus:
                paint[self.cursor] = mix(tuple(paint[self.cursor]), contrast(paint[self.cursor]), 0.5)
        for cell in self._marked:
            paint[cell] += (255.0 - paint[cell]) * 0.45
        colours: list[RGB] = list(map(tuple, paint.round().astype(int).tolist()))
        return [*colours, self.background_colors[1].rgb]

    def _captions(self) -> Overlay:
        """Captions near their cells, and the lines of a bare graph."""
        picture = self._picture
        assert picture is not None
        overlay: Overlay = {}
        if picture.grid.kind == "network":
            for spot, (char, a, b) in edge_lines(picture).items():
                overlay[spot] = char, self.line_colour(a, b) or (120, 120, 124), False
        for cell, text in self.captions().items():
            spot = self._caption_spot(cell, text)
            for i, char in enumerate(text):
                overlay[spot[0] + i, spot[1]] = char, None, True
        return overlay

    def _caption_spot(self, cell: int, text: str) -> tuple[int, int]:
        """Where to write about a region: a character that lies wholly in it, near its middle."""
        picture = self._picture
        assert picture is not None
        if picture.grid.kind == "network":
            x, y = picture.box.characters(*picture.grid.centre(cell))
            return round(x - len(text) / 2), int(y)
        inside = np.zeros(picture.grid.n + 1, dtype=bool)
        inside[self.together(cell)] = True
        front, back = inside[picture.front], inside[picture.back]
        area = front & back if (front & back).any() else front | back
        # Step back from the rim as long as anything is left.
        while (inner := _eroded(area)).any():
            area = inner
        ys, xs = np.nonzero(area)
        best = np.argmin((xs - xs.mean()) ** 2 + 4 * (ys - ys.mean()) ** 2)
        return int(xs[best]), int(ys[best])

    def render_line(self, y: int) -> Strip:
        row, width = y + self.scroll_offset.y, self.size.width
        background = self.background_colors[1].rgb
        blank = style(background, background)
        if self._picture is None or not self._paint or row >= self._picture.size[1]:
            return Strip.blank(width, blank)
        if row not in self._lines:
            self._lines[row] = self._line(row)
        left = self.scroll_offset.x
        return self._lines[row].crop_extend(left, left + width, blank)

    def _line(self, y: int) -> Strip:
        """One line of the picture, neighbouring characters of one style in one segment."""
        picture, paint, overlay = self._picture, self._paint, self._overlay
        assert picture is not None
        segments: list[Segment] = []
        text, before = "", None
        fronts, backs = picture.front[y].tolist(), picture.back[y].tolist()
        for x, char in enumerate(picture.glyph[y]):
            front, back = paint[fronts[x]], paint[backs[x]]
            bold = False
            if (caption := overlay.get((x, y))) is not None:
                char, colour, bold = caption
                front = colour or contrast(back)
            key = style(front, back, bold)
            if key is not before and text:
                segments.append(Segment(text, before))
                text = ""
            text, before = text + char, key
        segments.append(Segment(text, before))
        return Strip(segments, picture.size[0])

    # Keys and pointer ----------------------------------------------------------------------

    def _middle(self) -> int:
        """The cell nearest the middle of the board, where a cursor starts."""
        x, y = self.grid.extent
        centres = np.array([self.grid.centre(cell) for cell in range(self.grid.n)])
        return int(np.abs(centres - (x / 2, y / 2)).sum(axis=1).argmin())

    def action_cursor(self, dx: int, dy: int) -> None:
        """Move the cursor one cell on screen."""
        if self._picture is not None and self._picture.box.turned:
            dx, dy = dy, dx
        if not self._by_pointer:
            self.cursor = self.grid.step(self.cursor, dx, dy)
        self._by_pointer = False
        self.redraw()
        self._reveal_cursor()

    def action_act(self) -> None:
        """Choose the cell under the cursor."""
        if self.live:
            self._by_pointer = False
            self.act(self.cursor)

    def _reveal_cursor(self) -> None:
        """Scroll, where the board is larger than the window, until the cursor is well inside."""
        if self._picture is None or not self.live:
            return
        x, y = self._picture.box.characters(*self.grid.centre(self.cursor))
        self.scroll_to_region(Region(int(x) - 4, int(y) - 2, 9, 5), animate=False)

    def _cell_under(self, event: events.MouseEvent) -> int:
        """The cell under the pointer; to fractions of a character where the terminal tells."""
        if self._picture is None:
            return -1
        x, y = float(event.pointer_x), float(event.pointer_y)
        x, y = (x + 0.5, y + 0.5) if x == int(x) and y == int(y) else (x, y)
        return self._picture.cell_at(x + self.scroll_offset.x, y + self.scroll_offset.y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        cell = self._cell_under(event)
        if self.live and (cell != self.hovered or not self._by_pointer):
            self.hovered, self._by_pointer = cell, True
            self.redraw()

    def on_leave(self) -> None:
        if self.hovered >= 0:
            self.hovered = -1
            self.redraw()

    def on_click(self, event: events.Click) -> None:
        cell = self._cell_under(event)
        if self.live and cell >= 0 and event.button == 1:
            self.cursor = cell
            self.act(cell)

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()


def _eroded(area: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The characters of an area that have all four neighbours in it."""
    padded = np.pad(area, 1)
    return area & padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]
