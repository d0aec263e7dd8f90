"""A board over a grid: what is shown, cursor, pointer, animation, and drawing only what changed.

One Line-API widget. A board that derives from this lays itself out and gives frames, which are
arrays of characters and colours; the lines that differ from the last frame are drawn again.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from rich.segment import Segment
from textual import events
from textual.binding import Binding
from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.timer import Timer

from puzzles.core.puzzle import Puzzle
from puzzles.grids.grid import Grid
from puzzles.player.settings import Settings
from puzzles.ui.board.board import BoardView
from puzzles.ui.board.rulers import TOP, least, rulers
from puzzles.ui.terminal.paint import RGB, legible, mix, style
from puzzles.ui.terminal.terminal import terminal_tier
from puzzles.ui.terminal.tones import FEW, FULL, Dyes, dyes, terminal_depth

S = TypeVar("S")
M = TypeVar("M")

ACT = "board.act"  # the key for what is done to the cell under the cursor
TICK = 1 / 30  # seconds between the frames of an animation
REJOICING = 1.1  # seconds that a board's answer to a win takes
WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
FAINT = 0.6  # of the way from the ground to black or white are the names on rulers
SHORT = 3.0  # how much faster short animations run

Colours = npt.NDArray[np.float64]  # shape (n, 3), 0 to 255


def act_key(does: str, action: str = "act", shown: str = "enter") -> Binding:
    """The key for the cell under the cursor, with the puzzle's own word for what it `does`."""
    return Binding("enter,space", action, does, id=ACT, key_display=shown)


def stop_keys(thing: str) -> tuple[Binding, Binding]:
    """The keys that go round the board's `stops`, with the puzzle's own word for one of them."""
    return (
        Binding("tab", "stop(1)", f"Next {thing}", id="board.next"),
        Binding("shift+tab", "stop(-1)", f"Previous {thing}", show=False, id="board.previous"),
    )


@dataclass
class Frame:
    """What is on screen: arrays of shape (height, width), colours with a last axis of 3."""

    glyph: npt.NDArray[np.str_]
    front: npt.NDArray[np.uint8]
    back: npt.NDArray[np.uint8]
    bold: npt.NDArray[np.bool_]

    def write(
        self, x: int, y: int, text: str, colour: RGB | None = None, bold: bool = True
    ) -> None:
        """Put text over the picture, in `colour` or whatever is readable there."""
        for i, char in enumerate(text):
            if 0 <= y < self.glyph.shape[0] and 0 <= x + i < self.glyph.shape[1]:
                back: RGB = tuple(self.back[y, x + i].tolist())
                self.glyph[y, x + i] = char
                self.front[y, x + i] = legible(back) if colour is None else colour
                self.bold[y, x + i] = bold

    def part(self, left: int, top: int, width: int, height: int) -> Frame:
        """So much of the picture, from a column and a line on."""
        here = slice(top, top + height), slice(left, left + width)
        return Frame(self.glyph[here], self.front[here], self.back[here], self.bold[here])

    def inset(self, left: int, top: int, ground: RGB) -> Frame:
        """The picture with so much `ground` before and above it."""
        sides = ((top, 0), (left, 0))
        whole = Frame(
            np.pad(self.glyph, sides, constant_values=" "),
            np.pad(self.front, (*sides, (0, 0))),
            np.pad(self.back, (*sides, (0, 0))),
            np.pad(self.bold, sides),
        )
        for part in (whole.front, whole.back):
            part[:top] = part[:, :left] = ground
        return whole

    def changed(self, old: Frame | None) -> list[int]:
        """The rows that differ from an older frame."""
        if old is None or old.glyph.shape != self.glyph.shape:
            return list(range(self.glyph.shape[0]))
        differs = (self.glyph != old.glyph) | (self.bold != old.bold)
        differs |= (self.front != old.front).any(axis=2) | (self.back != old.back).any(axis=2)
        rows: list[int] = np.flatnonzero(differs.any(axis=1)).tolist()
        return rows

    def line(self, y: int) -> Strip:
        """One row, neighbouring characters of one style in one segment."""
        segments: list[Segment] = []
        text, before = "", None
        fronts, backs = self.front[y].tolist(), self.back[y].tolist()
        for char, front, back, bold in zip(
            self.glyph[y].tolist(), fronts, backs, self.bold[y].tolist(), strict=True
        ):
            now = style(tuple(front), tuple(back), bold)
            if now is not before and text:
                segments.append(Segment(text, before))
                text = ""
            text, before = text + char, now
        segments.append(Segment(text, before))
        return Strip(segments, self.glyph.shape[1])


def letters_shown(choice: str) -> bool:
    """Whether boards begin with letters on their colours, for this value of the setting; if it is
    left to us, where colours cannot be told apart: there are none, or sixteen."""
    if choice != "auto":
        return choice == "on"
    return bool(os.environ.get("NO_COLOR")) or terminal_depth() == FEW


class GridBoard(BoardView[S, M]):
    """A board whose cells are chosen with a cursor or a pointer.

    `announced` is the move to mark as the next one, `marked` the cells to point at, and `dyes` the
    `colours` of the palette that is set, as this terminal shows them. MARK and GLOW say how much of
    white there is in cells that are pointed at, and at most in those that a ring of light lights up
    in answer to a win. A board with an answer of its own has no GLOW, and draws what `rejoicing`
    says: how far the answer has come, from 0 to 1, or None.
    """

    MARK, GLOW = 0.45, 0.55

    BINDINGS = [
        Binding("up,k", "cursor(0, -1)", "Up", show=False, id="board.up"),
        Binding("down,j", "cursor(0, 1)", "Down", show=False, id="board.down"),
        Binding("left,h", "cursor(-1, 0)", "Left", show=False, id="board.left"),
        Binding("right,l", "cursor(1, 0)", "Right", show=False, id="board.right"),
        *(
            Binding(
                f"shift+{way}", f"run({dx}, {dy})", f"Run {way}", show=False, id=f"board.run_{way}"
            )
            for way, (dx, dy) in WAYS.items()
        ),
    ]

    def __init__(self, puzzle: Puzzle[Any, S, M], state: S, live: bool = True) -> None:
        super().__init__(puzzle, state, live)
        self.grid = self.grid_of(state)
        self.tier = terminal_tier()
        self.pace = 1.0  # how fast animations run
        self.cursor = self._middle() if live else 0
        self.hovered = -1
        self.by_pointer = False  # the pointer was used last, not the cursor
        self._stroking = False  # with a button down
        self.letters = letters_shown("auto")
        self.announced: M | None = None
        self.marked: frozenset[int] = frozenset()
        self.wish: bool | None = None  # turned or not, if the player has chosen
        self._room = (0, 0)
        self._margin = (0, 0)  # columns and lines of the rulers
        self._scrolls = False  # beside rulers that stay where they are
        self._frame: Frame | None = None
        self._lines: dict[int, Strip] = {}
        self._animation: Timer | None = None
        self.rejoicing: float | None = None
        self._ground: RGB | None = None  # the colour around a sketch
        self._palette = "default"

    # What a board that derives from this says ----------------------------------------------

    @abstractmethod
    def grid_of(self, state: S) -> Grid:
        """The cells of the board, the same in all positions."""

    @abstractmethod
    def layout_for(self, width: int, height: int) -> tuple[int, int]:
        """Choose how to draw within this many characters; returns the size of the picture."""

    @abstractmethod
    def frame(self) -> Frame:
        """The picture now."""

    @abstractmethod
    def cell_at(self, x: float, y: float) -> int:
        """The cell at a point of the picture, in characters; −1 for none."""

    @abstractmethod
    def characters(self, x: float, y: float) -> tuple[float, float]:
        """Where in the picture a point of the grid is, in characters."""

    @property
    @abstractmethod
    def turned(self) -> bool:
        """Whether the board lies on its side."""

    def colours(self, palette: str) -> Sequence[str]:
        """What the board is drawn in, as `#rrggbb`, with this one of `core.palettes`."""
        return ()

    @property
    def folds(self) -> tuple[float, float]:
        """How bright the lighter and the darker shade of a colour are."""
        return 1.0, 1.0

    @property
    def beside(self) -> tuple[RGB, ...]:
        """Colours that are always there, which no other may look like where colours are few."""
        return (self.background,)

    def alike(self, a: int, b: int) -> bool:
        """Whether two cells belong to one thing, over which the cursor can run."""
        return True

    def stops(self) -> Sequence[Sequence[int]]:
        """What the cursor can be sent to, one thing after the other: its cells, and first of them
        the one to go to. A board that has any binds `stop_keys`."""
        return ()

    def begin(self, before: S, move: M) -> bool:
        """Begin to show how a move leads from `before` to the position that is there now; False if
        there is nothing to see."""
        return False

    def advance(self, seconds: float) -> bool:
        """Show the move as it is `seconds` after `begin`; False when it is over."""
        return False

    def cursor_moved(self, before: int) -> None:
        """The player moved the cursor here from the cell `before`."""

    def spot(self, cell: int) -> tuple[float, float]:
        """The middle of a cell in the picture, in characters."""
        return self.characters(*self.grid.centre(cell))

    # What the host asks --------------------------------------------------------------------

    def show(self, state: S, move: M | None = None) -> None:
        self.finish()
        before, self.state = self.state, state
        self.won = self.live and not self.editing and self.puzzle.status(state).won
        self.announced, self.marked = None, frozenset()
        if move is not None and self.animated and self.begin(before, move):
            self._animate_cells()
        else:
            self.redraw()

    def announce(self, move: M | None) -> None:
        self.announced = move
        self.redraw()

    def mark(self, cells: Iterable[int]) -> None:
        before, self.marked = self.marked, frozenset(cells)
        if self.marked != before:
            self.redraw()

    def restyle(self, settings: Settings) -> None:
        self.tier = terminal_tier(settings.glyphs)
        self.letters = letters_shown(settings.letters)
        self.rulers = settings.rulers
        self.wish = {"upright": False, "turned": True}.get(settings.turn)
        self.pace = SHORT if settings.animations == "short" else 1.0
        self._palette = settings.palette
        self._layout()

    def point_at(self, cell: int) -> None:
        self.cursor, self.by_pointer = cell, False
        self.pointed_anew()

    def toggle_letters(self) -> None:
        self.letters = not self.letters
        self.redraw()

    def turn(self) -> bool:
        before = self.turned
        self.wish = not before
        self._layout()
        return self.turned != before

    def finish(self) -> bool:
        if self._animation is None:
            return False
        self._animation.stop()
        self._animation = None
        self._tick(float("inf"))
        self.redraw()
        return True

    @property
    def moving(self) -> bool:
        return self._animation is not None

    def celebrate(self) -> None:
        if self.animated:
            self.finish()
            self.rejoicing = 0.0
            self._animate_cells()

    @property
    def ruled(self) -> bool:
        return self._margin != (0, 0)

    @property
    def unruled(self) -> str:
        if not least(self.grid, self.turned):
            return "This board has no rows and columns for rulers to name."
        return super().unruled

    def size_in(self, width: int, height: int) -> tuple[int, int]:
        return self._choose(max(width, 1), max(height, 1))

    def fit(self, width: int, height: int) -> None:
        self._room = width, height
        self._layout()

    def sketch(self, width: int, height: int, ground: RGB) -> list[Strip]:
        self.thumbnail, self._ground = True, ground
        self.letters = False  # they would hide what there is to see
        _, rows = self.layout_for(width, height)
        frame = self.frame()
        return [frame.line(y) for y in range(rows)]

    # Drawing -------------------------------------------------------------------------------

    @property
    def background(self) -> RGB:
        """The colour around the board."""
        return self._ground or self.background_colors[1].rgb

    @property
    def dyes(self) -> Dyes:
        """The colours of the palette, and their shades."""
        colours = tuple(self.colours(self._palette))
        return dyes(colours, self.folds, self.beside if self.depth != FULL else (), self.depth)

    @property
    def inks(self) -> Colours:
        """How the `colours` look, shape (n, 3)."""
        return self.dyes.inks

    def ink(self, colour: int) -> RGB:
        """How one of the `colours` looks."""
        red, green, blue = self.inks[colour].astype(int).tolist()
        return red, green, blue

    def lighten(self, cells: Colours) -> None:
        """Light up, of all cells' colours, those that are pointed at and those that a win lights
        up."""
        marked = sorted(self.marked)
        cells[marked] += (255 - cells[marked]) * self.MARK
        if self.rejoicing is not None and self.GLOW:
            cells += (255 - cells) * self._glow(self.rejoicing)[:, None] * self.GLOW

    @property
    def away(self) -> npt.NDArray[np.float64]:
        """How far each cell is from the cursor on screen, in lines."""
        places = np.array([self.spot(cell) for cell in range(self.grid.n)])
        return np.asarray(np.hypot(*((places - self.spot(self.cursor)) * (0.5, 1.0)).T))

    def _glow(self, ring: float) -> npt.NDArray[np.float64]:
        """How much each cell shines, 0 to 1, when the ring of light has run so far."""
        away = self.away
        width = away.max() / 4 + 1
        from_ring = away - ring * (away.max() + 2 * width) + width
        return np.asarray(np.clip(1 - np.abs(from_ring) / width, 0, 1))

    def _tick(self, seconds: float) -> bool:
        """Draw what moves as it is `seconds` after its start; False when it is over."""
        if self.rejoicing is not None:
            self.rejoicing = seconds / REJOICING if seconds < REJOICING else None
        return self.advance(seconds) or self.rejoicing is not None

    def _animate_cells(self) -> None:
        """Call `_tick` once a frame from now on, until it says that it is over."""
        if self._animation is not None:
            self._animation.stop()
        started = monotonic()

        def step() -> None:
            if self._tick((monotonic() - started) * self.pace):
                self.redraw()
            else:
                self.finish()

        self._animation = self.set_interval(TICK, step)
        step()

    def _layout(self) -> None:
        """Lay the board out for the room there is, and draw everything again."""
        room_width, room_height = self._room
        if room_width < 1 or room_height < 1:
            return
        width, height = self._choose(room_width, room_height)
        # A board that does not fit scrolls, and its scroll bars need a line of the room.
        self.styles.width = min(room_width, width + (height > room_height))
        self.styles.height = min(room_height, height + (width > room_width))
        self.virtual_size = Size(width, height)
        self._frame = None
        self.redraw()
        self.refresh()
        self.call_after_refresh(self._reveal_cursor)

    def _choose(self, width: int, height: int) -> tuple[int, int]:
        """Choose how to draw within this many characters, with rulers if they are wanted and the
        board fits beside them, or scrolls anyway; the size of it all."""
        self._margin, self._scrolls = (0, 0), False
        across, down = self.layout_for(width, height)
        if not self.rulers:
            return across, down
        most = max(least(self.grid, turned) for turned in (False, True)) + 1
        self._margin = max(self._ruled_in(width, height, left) for left in range(1, most + 1))[1:]
        if not self.ruled and most > 1 and (across > width or down > height):
            self._scrolls = width > most and height > TOP
            self._margin = (most, TOP) if self._scrolls else (0, 0)
        left, top = self._margin
        across, down = self.layout_for(max(width - left, 1), max(height - top, 1))
        return across + left, down + top

    def _ruled_in(self, width: int, height: int, left: int) -> tuple[int, int, int]:
        """How large the board is beside a ruler that takes so much, and the margin; nought where
        they do not fit."""
        room = max(width - left, 1), max(height - TOP, 1)
        across, down = self.layout_for(*room)
        needed = least(self.grid, self.turned)
        fits = across <= room[0] and down <= room[1] and 0 < needed <= left
        return (across * down, left, TOP) if fits else (0, 0, 0)

    @property
    def pointed(self) -> int:
        """The cell that the player points at, −1 for none."""
        if not self.live:
            return -1
        if self.by_pointer:
            return self.hovered
        return self.cursor

    def _with_rulers(self, frame: Frame) -> Frame:
        """The picture beside its rulers; of one that scrolls, what is in the window."""
        left, top = self._margin
        aside, under = self.scroll_offset if self._scrolls else (0, 0)
        if self._scrolls:
            frame = frame.part(aside, under, self._room[0] - left, self._room[1] - top)
        frame = frame.inset(left, top, self.background)
        clear = legible(self.background)
        faint = clear if self.depth == FEW else mix(self.background, clear, FAINT)
        above, beside = rulers(self.grid, self.characters, self.turned, self.pointed)
        places = [(left + mark.at - aside, 0, mark) for mark in above if mark.at >= aside]
        end = max(left - 1, least(self.grid, self.turned))  # a column apart, where there is one
        places += [
            (end - len(mark.name), top + mark.at - under, mark)
            for mark in beside
            if mark.at >= under
        ]
        for x, y, mark in places:
            frame.write(x, y, mark.name, clear if mark.pointed else faint, mark.pointed)
        return frame

    def redraw(self) -> None:
        """Compute the frame; draw again the lines that differ from the last one."""
        if not self.virtual_size:
            return
        frame = self._with_rulers(self.frame()) if self.ruled else self.frame()
        rows = frame.changed(self._frame)
        self._frame = frame
        for y in rows:
            self._lines.pop(y, None)
        if rows:
            top = self._scrolled.y
            self.refresh(*(Region(0, y - top, self.size.width, 1) for y in rows))

    def render_line(self, y: int) -> Strip:
        row, width = y + self._scrolled.y, self.size.width
        blank = style(self.background, self.background)
        if self._frame is None or row >= self._frame.glyph.shape[0]:
            return Strip.blank(width, blank)
        if row not in self._lines:
            self._lines[row] = self._frame.line(row)
        left = self._scrolled.x
        return self._lines[row].crop_extend(left, left + width, blank)

    @property
    def _scrolled(self) -> Offset:
        """How far the window is from the corner of the frame."""
        return Offset() if self._scrolls else self.scroll_offset

    def watch_scroll_x(self, before: float, now: float) -> None:
        super().watch_scroll_x(before, now)
        self._scrolled_to()

    def watch_scroll_y(self, before: float, now: float) -> None:
        super().watch_scroll_y(before, now)
        self._scrolled_to()

    def _scrolled_to(self) -> None:
        if self._scrolls:
            self.redraw()

    # Keys and pointer ----------------------------------------------------------------------

    def _middle(self) -> int:
        """The cell nearest the middle of the board, where a cursor starts."""
        x, y = self.grid.extent
        centres = np.array([self.grid.centre(cell) for cell in range(self.grid.n)])
        return int(np.abs(centres - (x / 2, y / 2)).sum(axis=1).argmin())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        acts = {key.action for key in self.BINDINGS if isinstance(key, Binding) and key.id == ACT}
        return self.playable or action not in acts

    def action_cursor(self, dx: int, dy: int) -> None:
        """Move the cursor one cell on screen; the first key after the pointer only shows it."""
        if not self.live:
            return
        if self.turned:
            dx, dy = dy, dx
        if not self.by_pointer:
            before = self.cursor
            self.cursor = self.grid.step(self.cursor, dx, dy)
            self.cursor_moved(before)
        self.by_pointer = False
        self.pointed_anew()

    def pointed_anew(self) -> None:
        """The cursor may be at another cell: show it, and say so."""
        self.redraw()
        self._reveal_cursor()
        self.post_message(self.Pointed())

    def action_run(self, dx: int, dy: int) -> None:
        """Move the cursor to the edge of what lies under it, or from there over the edge."""
        if self.turned:
            dx, dy = dy, dx
        here = self.cursor
        self.point_at(self.grid.run(here, dx, dy, lambda cell: self.alike(here, cell)))

    def action_stop(self, by: int) -> None:
        """Go to the next thing (`by` 1) or the one before (−1)."""
        if stops := self.stops():
            heads = [i for i, cells in enumerate(stops) if self.cursor == cells[0]]
            here = heads or [i for i, cells in enumerate(stops) if self.cursor in cells]
            at = here[0] if here else -1 if by > 0 else 0
            self.point_at(stops[(at + by) % len(stops)][0])

    def _reveal_cursor(self) -> None:
        """Scroll, where the board is larger than the window, until the cursor is well inside."""
        if self.live and self.virtual_size:
            (x, y), (left, top) = self.spot(self.cursor), self._margin
            around = Region(int(x) - 4, int(y) - 2, 9 + left, 5 + top)  # and the rulers before it
            self.scroll_to_region(around, animate=False)

    def cell_under(self, event: events.MouseEvent) -> int:
        """The cell under the pointer."""
        on_rulers = event.x < self._margin[0] or event.y < self._margin[1]
        return -1 if on_rulers else self.cell_at(*self._pointed_at(event))

    def _pointed_at(self, event: events.MouseEvent) -> tuple[float, float]:
        """Where in the picture the pointer is; to fractions of a character where the terminal
        tells."""
        x, y = float(event.pointer_x), float(event.pointer_y)
        x, y = (x + 0.5, y + 0.5) if x == int(x) and y == int(y) else (x, y)
        dx, dy = self.shift
        return x + dx, y + dy

    @property
    def shift(self) -> tuple[int, int]:
        """From a place in the widget to that in the picture."""
        return self.scroll_offset.x - self._margin[0], self.scroll_offset.y - self._margin[1]

    def on_mouse_move(self, event: events.MouseMove) -> None:
        cell = self.cell_under(event)
        other = self.live and (cell != self.hovered or not self.by_pointer)
        self._stroking &= bool(event.button)
        if self.editing and event.button and (other or self.sides is not None):
            self._paint(event)
        if other:
            self.hovered, self.by_pointer = cell, True
            self.redraw()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if self.editing and not self._stroking:
            self._paint(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self._stroking = False

    def _paint(self, event: events.MouseEvent) -> None:
        """Say that the pointer is on a cell, with a button down."""
        cell = self.cell_under(event)
        if cell >= 0:
            self.cursor = cell
            side = self._side_under(cell, event)
            self.post_message(self.Painted(cell, event.button != 1, self._stroking, side))
            self._stroking = True

    def _side_under(self, cell: int, event: events.MouseEvent) -> int:
        """The cell beyond that side of this one to which the pointer is nearest; −1 if none is
        asked for."""
        sides = {} if self.sides is None else self.sides(cell)
        if not sides:
            return -1
        x, y = self.grid.centre(cell)
        away = {
            other: np.subtract(self._pointed_at(event), self.characters(x + dx / 2, y + dy / 2))
            for other, (dx, dy) in sides.items()
        }
        return min(away, key=lambda other: float(np.hypot(away[other][0], 2 * away[other][1])))

    def on_leave(self) -> None:
        if self.hovered >= 0:
            self.hovered = -1
            self.redraw()

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()
