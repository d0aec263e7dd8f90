"""A board whose cells are chosen: its cursor, its pointer and its animations."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache
from time import monotonic
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from textual import events
from textual.binding import Binding
from textual.timer import Timer

from puzzles.core.puzzle import PuzzleOf
from puzzles.player.settings import Settings
from puzzles.ui.board.board import BoardView
from puzzles.ui.board.frame import Colours
from puzzles.ui.terminal.paint import BLACK, RGB, WHITE, contrast, mix

S = TypeVar("S")
M = TypeVar("M")

ACT = "board.act"  # the key for what is done to the cell under the cursor
TICK = 1 / 30  # seconds between the frames of an animation
REJOICING = 1.1  # seconds that a board's answer to a win takes
WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
SHORT = 3.0  # how much faster short animations run


def act_key(does: str, action: str = "act", shown: str = "space") -> Binding:
    """The key for the cell under the cursor, with the puzzle's own word for what it `does`."""
    return Binding("enter,space", action, does, id=ACT, key_display=shown)


def stop_keys(thing: str) -> tuple[Binding, Binding]:
    """The keys that go round the board's `stops`, with the puzzle's own word for one of them."""
    return (
        Binding("tab", "stop(1)", f"Next {thing}", id="board.next"),
        Binding("shift+tab", "stop(-1)", f"Previous {thing}", show=False, id="board.previous"),
    )


SEEN = 3.0  # the contrast to a cell with which it is pointed at (WCAG 2 asks as much of signs)
LIGHT = 11.0  # the contrast to black from which a cell is darkened


class GridBoard(BoardView[S, M]):
    """A board whose cells are chosen with a cursor or a pointer.

    `announced` is the move to mark as the next one, and `marked` are the cells to point at. MARK
    and GLOW say how much of white there is in cells that are pointed at, and at most in those that
    a ring of light lights up in answer to a win. A board with an answer of its own has no GLOW, and
    draws what `rejoicing` says: how far the answer has come, from 0 to 1, or None.
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

    def __init__(self, puzzle: PuzzleOf[S, M], state: S, live: bool = True) -> None:
        super().__init__(puzzle, state, live)
        self.pace = 1.0  # how fast animations run
        self.cursor = self._middle() if live else 0
        self.hovered = -1
        self.by_pointer = False  # the pointer was used last, not the cursor
        self._stroking = False  # with a button down
        self.announced: M | None = None
        self.marked: frozenset[int] = frozenset()
        self._animation: Timer | None = None
        self.rejoicing: float | None = None

    # What a board that derives from this says ----------------------------------------------

    @abstractmethod
    def cell_at(self, x: float, y: float) -> int:
        """The cell at a point of the picture, in characters; −1 for none."""

    def alike(self, a: int, b: int) -> bool:
        """True if two cells belong to one thing, over which the cursor can run."""
        return True

    def stops(self) -> Sequence[Sequence[int]]:
        """Return the stops of the cursor, one after the other: its cells, and first of them
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
        self.pace = SHORT if settings.animations == "short" else 1.0
        super().restyle(settings)

    def point_at(self, cell: int) -> None:
        self.cursor, self.by_pointer = cell, False
        self.pointed_anew()

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

    # Drawing -------------------------------------------------------------------------------

    def lighten(self, cells: Colours) -> None:
        """Light up, of all cells' colours, those that are pointed at and those that a win lights
        up."""
        for cell in self.marked:
            red, green, blue = cells[cell].astype(int).tolist()
            hatched = len(self.marked) > 1 and bool(self.grid.shade[cell] % 2)
            cells[cell] = _pointed_at((red, green, blue), self.MARK, hatched)
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

    @property
    def pointed(self) -> int:
        """The cell that the player points at, −1 for none."""
        if not self.live:
            return -1
        if self.by_pointer:
            return self.hovered
        return self.cursor

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

    def cell_under(self, event: events.MouseEvent) -> int:
        """The cell under the pointer."""
        on_rulers = event.x < self._margin[0] or event.y < self._margin[1]
        return -1 if on_rulers else self.cell_at(*self._pointed_at(event))

    def _pointed_at(self, event: events.MouseEvent) -> tuple[float, float]:
        """Return where in the picture the pointer is; to fractions of a character where
        the terminal tells."""
        x, y = float(event.pointer_x), float(event.pointer_y)
        x, y = (x + 0.5, y + 0.5) if x == int(x) and y == int(y) else (x, y)
        dx, dy = self.shift
        return x + dx, y + dy

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


@lru_cache(maxsize=1024)
def _pointed_at(colour: RGB, mark: float, hatched: bool) -> RGB:
    """The look of a cell that is pointed at: a dark one is lightened, a light one darkened, until
    that is seen; light ones that are `hatched` stay, so that the region stays paper."""
    end = BLACK if contrast(colour, BLACK) > LIGHT else WHITE
    if end == BLACK and hatched:
        return colour
    looks = (mix(colour, end, part) for part in np.arange(mark, 1, 0.05).tolist())
    return next((look for look in looks if contrast(look, colour) >= SEEN), end)
