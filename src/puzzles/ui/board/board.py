"""The base of every board widget: a drawn board that shows positions, moves and marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from time import monotonic
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from puzzles.core.puzzle import PuzzleOf
from puzzles.core.solving import Progress
from puzzles.core.tables import Values
from puzzles.player.settings import Settings
from puzzles.ui.board.drawn import DrawnBoard
from puzzles.ui.board.frame import Colours
from puzzles.ui.terminal.paint import BLACK, RGB, WHITE, contrast, mix

S = TypeVar("S")
M = TypeVar("M")

Step = tuple[float, float]

TICK = 1 / 30  # seconds between the frames of an animation
REJOICING = 1.1  # seconds that a board's answer to a win takes
SHORT = 3.0  # how much faster short animations run
SEEN = 3.0  # the contrast to a cell with which it is pointed at (WCAG 2 asks as much of signs)
LIGHT = 11.0  # the contrast to black from which a cell is darkened


class BoardView(DrawnBoard[S, M], can_focus=True):
    """Shows a position, and a move or an answer to a win as an animation.

    The host answers a move with `show`; a board never changes the position by itself. `announced`
    is the move to mark as the next one, and `marked` are the cells to point at. MARK and GLOW say
    how much of white there is in cells that are pointed at, and at most in those that a ring of
    light lights up in answer to a win. A board with an answer of its own has no GLOW, and draws
    what `rejoicing` says: how far the answer has come, from 0 to 1, or None.
    """

    ALLOW_SELECT = False
    MARK, GLOW = 0.45, 0.55

    won = False  # a live board whose game is won: there is nothing to play on it
    editing = False  # cells are chosen, not played
    # Of a cell the cells beyond its sides, and the steps there on the grid, while `editing` those.
    sides: Callable[[int], Mapping[int, Step]] | None = None

    @dataclass
    class Played(Message):
        """The player wants to make a move."""

        move: object

    @dataclass
    class Painted(Message):
        """The pointer is on a cell while `editing`, with a button down: the first one, or another
        (`second`). A stroke may be `going_on` that began at another cell. `side` is the neighbour,
        or the cell over the rim, to whose side of the cell the pointer is nearest."""

        cell: int
        second: bool
        going_on: bool
        side: int

    class Pointed(Message):
        """The player points at something else by keys: `words` says at what."""

    @dataclass
    class Said(Message):
        """The board has something to say to the player."""

        text: str

    def __init__(self, puzzle: PuzzleOf[S, M], state: S, live: bool = True) -> None:
        super().__init__(puzzle, state, live)
        self.pace = 1.0  # how fast animations run
        self.announced: M | None = None
        self.marked: frozenset[int] = frozenset()
        self.rejoicing: float | None = None
        self._animation: Timer | None = None

    # What a board that derives from this says ----------------------------------------------

    def begin(self, before: S, move: M) -> bool:
        """Begin to show how a move leads from `before` to the position that is there now; False if
        there is nothing to see."""
        return False

    def advance(self, seconds: float) -> bool:
        """Show the move as it is `seconds` after `begin`; False when it is over."""
        return False

    def suppose(self, look: Values) -> None:
        """Draw faintly, until the next move, what a hint supposes (`core.results.Hint.look`); for
        boards that draw none of that, nothing."""

    def words(self) -> str:
        """Return what the player points at, for people who do not see it."""
        if not self.puzzle.speaks:
            return ""
        return self.puzzle.tutor.describe_cell(self.state, self.cursor)

    def side(self) -> Widget | None:
        """The puzzle's own part of the side panel."""
        return None

    # What the host asks --------------------------------------------------------------------

    @property
    def playable(self) -> bool:
        """True if cells can be chosen for a move, and so light up under cursor and pointer."""
        return self.live and not self.won

    def restyle(self, settings: Settings) -> None:
        self.pace = SHORT if settings.animations == "short" else 1.0
        super().restyle(settings)

    def show(self, state: S, move: M | None = None) -> None:
        """The position is `state` now; `move` led to it, if it is to be shown happening."""
        self.finish()
        before, self.state = self.state, state
        self.won = self.live and not self.editing and self.puzzle.status(state).won
        self.announced, self.marked = None, frozenset()
        if move is not None and self._animated and self.begin(before, move):
            self._run()
        else:
            self.redraw()

    def look(self, start: S, progress: Progress) -> None:
        """Show what a search from `start` is doing: the moves it is trying."""
        state = start
        for text in progress.line:
            state = self.puzzle.apply(state, self.puzzle.move_parse(state, text))
        self.show(state)

    def announce(self, move: M | None) -> None:
        """Mark the move that comes next (None: no longer)."""
        self.announced = move
        self.redraw()

    def mark(self, cells: Iterable[int]) -> None:
        """Point at these cells until the next move."""
        before, self.marked = self.marked, frozenset(cells)
        if self.marked != before:
            self.redraw()

    def celebrate(self) -> None:
        """The game has just been won: answer in the puzzle's own way, for a second or so. Nobody
        waits for that, and `finish` may end it at any time."""
        if self._animated:
            self.finish()
            self.rejoicing = 0.0
            self._run()

    # Animations ----------------------------------------------------------------------------

    @property
    def _animated(self) -> bool:
        """True if the player wants movement on screen."""
        return self.app.animation_level != "none"

    @property
    def moving(self) -> bool:
        """True if an animation is running."""
        return self._animation is not None

    def finish(self) -> bool:
        """End a running animation at once; False if there was none."""
        if self._animation is None:
            return False
        self._animation.stop()
        self._animation = None
        self._tick(float("inf"))
        self.redraw()
        return True

    def _run(self) -> None:
        """Call `_tick` once a frame from now on, until it says that it is over."""
        started = monotonic()

        def step() -> None:
            if self._tick((monotonic() - started) * self.pace):
                self.redraw()
            else:
                self.finish()

        self._animation = self.set_interval(TICK, step)
        step()

    def _tick(self, seconds: float) -> bool:
        """Draw what moves as it is `seconds` after its start; False when it is over."""
        if self.rejoicing is not None:
            self.rejoicing = seconds / REJOICING if seconds < REJOICING else None
        return self.advance(seconds) or self.rejoicing is not None

    # Light ---------------------------------------------------------------------------------

    def lighten(self, cells: Colours) -> None:
        """Light up, of all cells' colours, those that are pointed at and those that a win lights
        up."""
        for cell in self.marked:
            red, green, blue = cells[cell].astype(int).tolist()
            hatched = len(self.marked) > 1 and bool(self.grid.shade[cell] % 2)
            cells[cell] = _marked((red, green, blue), self.MARK, hatched)
        if self.rejoicing is not None and self.GLOW:
            cells += (255 - cells) * self._glow(self.rejoicing)[:, None] * self.GLOW

    @property
    def away(self) -> npt.NDArray[np.float64]:
        """The distance of each cell from the cursor on screen, in lines."""
        places = np.array([self.spot(cell) for cell in range(self.grid.n)])
        return np.asarray(np.hypot(*((places - self.spot(self.cursor)) * (0.5, 1.0)).T))

    def _glow(self, ring: float) -> npt.NDArray[np.float64]:
        """Return how much each cell shines, 0 to 1, when the ring of light has run so far."""
        away = self.away
        width = away.max() / 4 + 1
        from_ring = away - ring * (away.max() + 2 * width) + width
        return np.asarray(np.clip(1 - np.abs(from_ring) / width, 0, 1))


@lru_cache(maxsize=1024)
def _marked(colour: RGB, mark: float, hatched: bool) -> RGB:
    """The look of a cell that is pointed at: a dark one is lightened, a light one darkened, until
    that is seen; light ones that are `hatched` stay, so that the region stays paper."""
    end = BLACK if contrast(colour, BLACK) > LIGHT else WHITE
    if end == BLACK and hatched:
        return colour
    looks = (mix(colour, end, part) for part in np.arange(mark, 1, 0.05).tolist())
    return next((look for look in looks if contrast(look, colour) >= SEEN), end)
