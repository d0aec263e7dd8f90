"""A board that is drawn as a frame of characters: its layout, its rulers and its colours.

One Line-API widget. A board that derives from this lays itself out and gives frames; the lines that
differ from the last frame are drawn again.
"""

import os
from abc import abstractmethod
from typing import Generic

import numpy as np
from textual import events
from textual.geometry import Offset, Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from puzzles.characters import render
from puzzles.characters.frame import Colours, Frame
from puzzles.characters.ink import Glow, Look
from puzzles.characters.paint import RGB, legible, mix
from puzzles.characters.raster import Box
from puzzles.characters.rulers import least, rulers
from puzzles.characters.tones import FEW
from puzzles.core.modules import M, S
from puzzles.core.puzzle import PuzzleOf
from puzzles.core.solving import Step
from puzzles.grids.grid import Grid
from puzzles.grids.scene import Scene
from puzzles.player.settings import Settings
from puzzles.ui.terminal.styles import line, style
from puzzles.ui.terminal.terminal import terminal_depth, terminal_tier

TOP = 1  # lines above the board
KEPT = 0.85  # of a board without room for rulers that is left of one with it, at least
FAINT = 0.6  # of the way from the ground to black or white are the names on rulers


def letters_shown(choice: str) -> bool:
    """Return True if boards begin with letters on their colours. `auto` shows letters where colours
    cannot be told apart: there are none, or sixteen."""
    if choice != "auto":
        return choice == "on"
    return bool(os.environ.get("NO_COLOR")) or terminal_depth() == FEW


class DrawnBoard(ScrollView, Generic[S, M]):
    """A board over a grid that draws its `scene`. One that is not `live` only shows. `depth` is the
    number of colours that it may use (`characters.tones`). `step` is what to point at."""

    step = Step()
    box = Box(1, 1)  # how the grid is drawn; `layout_for` chooses it
    cursor = 0  # the cell that keys act on
    hovered = -1  # the cell under the pointer
    by_pointer = False  # the pointer was used last, not the cursor
    rulers = False  # the names of rows and columns are to stand beside the board

    def __init__(self, puzzle: PuzzleOf[S, M], state: S, live: bool = True) -> None:
        super().__init__()
        self.puzzle, self.state, self.live = puzzle, state, live
        self.depth = terminal_depth()
        self.can_focus = live
        self.grid: Grid = puzzle.scene(state).chosen
        self._room = (0, 0)
        self._margin = (0, 0)  # columns and lines of the rulers
        self._frame: Frame | None = None
        DrawnBoard.restyle(self, Settings())

    # What a board that derives from this says ----------------------------------------------

    @abstractmethod
    def scene(self) -> Scene:
        """What is shown now."""

    @property
    def glows(self) -> tuple[Glow, ...]:
        """The cells under cursor and pointer."""
        return ()

    # What the host asks --------------------------------------------------------------------

    def spot(self, cell: int) -> tuple[float, float]:
        """The middle of a cell in the picture, in characters."""
        return self.box.characters(*self.grid.centre(cell))

    def cell_at(self, x: float, y: float) -> int:
        """The cell at a point of the picture, in characters; −1 for none."""
        return int(self.grid.locate(*self.box.units(np.array([x]), np.array([y])))[0])

    @property
    def turned(self) -> bool:
        """True if the board lies on its side."""
        return self.box.turned

    @property
    def pointed(self) -> int:
        """The cell that the player points at, −1 for none."""
        if not self.live:
            return -1
        return self.hovered if self.by_pointer else self.cursor

    def on_mount(self) -> None:
        self.restyle(getattr(self.app, "settings", Settings()))
        for way in ("scroll_x", "scroll_y"):
            self.watch(self, way, self._follow_rulers, init=False)

    def restyle(self, settings: Settings) -> None:
        """Draw as the player's settings say."""
        self.tier = terminal_tier(settings.glyphs)
        self.letters = letters_shown(settings.letters)
        self.rulers = settings.rulers
        # Turned or not, if the player has chosen.
        self.wish = {"upright": False, "turned": True}.get(settings.turn)
        self._palette = settings.palette
        self.fit(*self._room)

    def turn(self) -> bool:
        """Turn the board on its side or back; False if it cannot be turned."""
        before = self.turned
        self.wish = not before
        self.fit(*self._room)
        return self.turned != before

    @property
    def reserved(self) -> bool:
        """True if there is room for rulers beside the board, whether they stand there or not."""
        return self._margin != (0, 0)

    def size_in(self, width: int, height: int) -> tuple[int, int]:
        """Choose how to draw within this many characters, beside room for rulers if the board fits
        there, or scrolls anyway: for rulers that are not wanted, if it is hardly smaller there, so
        that nothing moves when they come. Return the size of it all."""
        self._margin = 0, 0
        across, down = self.layout_for(width, height)
        names = max(least(self.grid, turned) for turned in (False, True))
        if not names:
            return across, down
        # The board is as large as can be; a column apart from its rulers, if that costs nothing.
        ways = (self._ruled_in(width, height, left) for left in range(1, names + 2))
        area, *margin = max(ways)
        if self.rulers or area >= KEPT * across * down:
            self._margin = margin[0], margin[1]
        if not self.reserved and (across > width or down > height):
            self._margin = (names + 1, TOP) if width > names + 1 and height > TOP else (0, 0)
        left, top = self._margin
        across, down = self.layout_for(max(width - left, 1), max(height - top, 1))
        return across + left, down + top

    def _ruled_in(self, width: int, height: int, left: int) -> tuple[int, int, int]:
        """Return the size of the board beside a ruler that takes so much, and the margin; nought
        where they do not fit."""
        across, down = self.layout_for(max(width - left, 1), max(height - TOP, 1))
        fits = across + left <= width and down + TOP <= height
        fits = fits and 0 < least(self.grid, self.turned) <= left
        return (across * down, left, TOP) if fits else (0, 0, 0)

    def fit(self, width: int, height: int) -> tuple[int, int]:
        """Lay the board out within this many characters, and draw all of it; return its size."""
        self._room = width, height
        if min(self._room) < 1:
            return 1, 1
        across, down = self.size_in(width, height)
        # A board that does not fit scrolls, and its scroll bars need a line of the room.
        taken = min(width, across + (down > height)), min(height, down + (across > width))
        self.styles.width, self.styles.height = taken
        self.virtual_size = Size(across, down)
        self._frame = None
        self.redraw()
        self.refresh()
        self.call_after_refresh(self._reveal_cursor)
        return taken

    # Drawing -------------------------------------------------------------------------------

    @property
    def background(self) -> RGB:
        """The colour around the board."""
        return self.background_colors[1].rgb

    @property
    def looks(self) -> Look:
        """What the terminal can show of it."""
        return Look(self.tier, self.background, self.depth, self.letters)

    def layout_for(self, width: int, height: int) -> tuple[int, int]:
        """Choose the box to draw with in this many characters; returns the size of the picture."""
        scene = self.scene()
        self.box = render.layout(scene, self.looks, width, height, self.wish)
        return self.box.size(scene.grid)

    def frame(self) -> Frame:
        """The picture now."""
        return render.frame(self.scene(), self.box, self.looks, self.glows)

    @property
    def inks(self) -> Colours:
        """The inks of the board, as this terminal shows them."""
        return render.colours(self.scene(), self.box, self.looks)

    def ink(self, colour: int) -> RGB:
        """Return the look of one of the inks."""
        red, green, blue = self.inks[colour].astype(int).tolist()
        return red, green, blue

    def _with_rulers(self, frame: Frame) -> Frame:
        """Return the part of a picture that is in the window, beside its rulers or their room."""
        (left, top), (aside, under), (width, height) = self._margin, self.scroll_offset, self._room
        window = frame.cells[under : under + height - top, aside : aside + width - left]
        frame = Frame(window).inset(left, top, self.background)
        clear = legible(self.background)
        faint = clear if self.depth == FEW else mix(self.background, clear, FAINT)
        above, beside = rulers(self.grid, self.box, self.pointed) if self.rulers else ([], [])
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
        frame = self._with_rulers(self.frame()) if self.reserved else self.frame()
        rows = frame.changed(self._frame)
        self._frame = frame
        if rows:
            top = self._scrolled.y
            self.refresh(*(Region(0, y - top, self.size.width, 1) for y in rows))

    def render_line(self, y: int) -> Strip:
        row, width = y + self._scrolled.y, self.size.width
        blank = style(self.background, self.background)
        if self._frame is None or row >= self._frame.glyph.shape[0]:
            return Strip.blank(width, blank)
        left = self._scrolled.x
        return line(self._frame, row).crop_extend(left, left + width, blank)

    @property
    def _scrolled(self) -> Offset:
        """The distance of the window from the corner of the frame."""
        return Offset() if self.reserved else self.scroll_offset

    def _follow_rulers(self) -> None:
        """Draw beside rulers, which stay where they are, what has come into the window."""
        if self.reserved:
            self.redraw()

    def _reveal_cursor(self) -> None:
        """Scroll, where the board is larger than the window, until the cursor is well inside."""
        if self.live and self.virtual_size:
            (x, y), (left, top) = self.spot(self.cursor), self._margin
            around = Region(int(x) - 4, int(y) - 2, 9 + left, 5 + top)  # and the rulers before it
            self.scroll_to_region(around, animate=False)

    @property
    def selected_at(self) -> Offset:
        """The place of the cursor, on the screen."""
        x, y = self.spot(self.cursor)
        return self.content_region.offset + Offset(int(x), int(y)) - Offset(*self.shift)

    @property
    def shift(self) -> tuple[int, int]:
        """The step from a place in the widget to that in the picture."""
        return self.scroll_offset.x - self._margin[0], self.scroll_offset.y - self._margin[1]

    def cell_under(self, event: events.MouseEvent) -> int:
        """The cell under the pointer."""
        on_rulers = event.x < self._margin[0] or event.y < self._margin[1]
        return -1 if on_rulers else self.cell_at(*self._pointed_at(event))

    def _pointed_at(self, event: events.MouseEvent) -> tuple[float, float]:
        """Return where in the picture the pointer is, to fractions of a character if told."""
        x, y = float(event.pointer_x), float(event.pointer_y)
        x, y = (x + 0.5, y + 0.5) if x == int(x) and y == int(y) else (x, y)
        dx, dy = self.shift
        return x + dx, y + dy
