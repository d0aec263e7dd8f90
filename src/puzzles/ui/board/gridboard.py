"""The base of every board widget: a drawn board that shows positions, moves and marks, and whose
cells are chosen with a cursor or a pointer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np
from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from puzzles.characters.ink import Glow
from puzzles.characters.tones import FULL
from puzzles.core.drawing import Point
from puzzles.core.modules import M, S
from puzzles.core.puzzle import PuzzleOf
from puzzles.core.results import Sides
from puzzles.core.solving import Progress, Step
from puzzles.grids.scene import Scene
from puzzles.player.settings import Settings
from puzzles.ui.board.drawn import DrawnBoard

ACT = "board.act"  # the key for what is done to the cell under the cursor
WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
TICK = 1 / 30  # seconds between the frames of an animation
REJOICING = 1.1  # seconds that a board's answer to a win takes
SHORT = 3.0  # how much faster short animations run
UNDER, PAINTED, HERE = 0.13, 0.3, 0.5  # how much pointer and cursor light up what is under them


def act_key(does: str, action: str = "act") -> Binding:
    """The key for the cell under the cursor, with the puzzle's own word for what it `does`."""
    return Binding("enter,space", action, does, id=ACT, key_display="space")


def stop_keys(thing: str) -> tuple[Binding, Binding]:
    """The keys that go round the board's `stops`, with the puzzle's own word for one of them."""
    return (
        Binding("tab", "stop(1)", f"Next {thing}", id="board.next"),
        Binding("shift+tab", "stop(-1)", f"Previous {thing}", show=False, id="board.previous"),
    )


class GridBoard(DrawnBoard[S, M], can_focus=True):
    """Shows a position, and a move or an answer to a win as an animation; moves a cursor by keys,
    and follows the pointer.

    The host answers a move with `show`; a board never changes the position by itself. `announced`
    is the move to mark as the next one. What moves is the puzzle's own: for SECONDS after a move
    `happening` has the position before it, the move, and how much of that time has gone by, from 0
    to 1; `rejoicing` says how far the answer to a win has come.
    """

    SECONDS = 0.0
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

    won = False  # a live board whose game is won: there is nothing to play on it
    # Of a cell (−1 for none) those to whose sides a hand draws, and the steps there on the grid;
    # None on a board that is not drawn.
    sides: Callable[[int], Sides] | None = None

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
        self.happening: tuple[S, M, float] | None = None
        self.rejoicing: float | None = None
        self._animation: Timer | None = None
        if live:
            self._point_in_the_middle()
        self._stroking = False  # with a button down

    def _point_in_the_middle(self) -> None:
        """Begin with the cell nearest the middle of the board."""
        away = np.abs(self.grid.centres - np.array(self.grid.extent) / 2).sum(axis=1)
        self.cursor, self.hovered = int(away.argmin()), -1

    # What a board that derives from this says ----------------------------------------------

    def scene(self) -> Scene:
        """Return what is shown now, a puzzle's animations included."""
        shown: Scene = self.puzzle.scene(self.state, self.announced, self._palette, self.step)
        return shown

    @property
    def glows(self) -> tuple[Glow, ...]:
        """The cells under cursor and pointer; few colours have no shades for what is under them."""
        if not self.playable:
            return ()
        shown = self.hovered if self.by_pointer else self.cursor
        glows = []
        if shown >= 0 and not self.editing and self.depth == FULL:
            glows.append(Glow(shown, UNDER, area=True))
        if shown >= 0 and self.editing and self.by_pointer:
            glows.append(Glow(shown, PAINTED))
        if not self.by_pointer and self.has_focus:
            glows.append(Glow(self.cursor, HERE if self.depth == FULL else 1.0))
        return tuple(glows)

    def words(self) -> str:
        """Return what the player points at, for people who do not see it."""
        if not self.puzzle.speaks:
            return ""
        return self.puzzle.tutor.describe_cell(self.state, self.cursor)

    def side(self) -> Widget | None:
        """The puzzle's own part of the side panel."""
        return None

    def alike(self, a: int, b: int) -> bool:
        """True if two cells belong to one thing, over which the cursor can run: all, or an area."""
        areas = self.scene().areas
        return areas is None or bool(areas[a] == areas[b])

    def stops(self) -> Sequence[Sequence[int]]:
        """Return the stops of the cursor, one after the other: its cells, and first of them
        the one to go to. A board that has any, as it does where there are areas, binds
        `stop_keys`."""
        scene = self.scene()
        if scene.areas is None:
            return ()
        heads = sorted(scene.firsts(reversed(range(self.grid.n))))
        return [[scene.middle(cell), *scene.area(cell).tolist()] for cell in heads]

    def cursor_moved(self, before: int) -> None:
        """React to a cursor that the player moved here from the cell `before`."""

    # What the host asks --------------------------------------------------------------------

    @property
    def editing(self) -> bool:
        """True if the board is drawn: cells are chosen, not played."""
        return self.sides is not None

    @property
    def playable(self) -> bool:
        """True if cells can be chosen for a move, and so light up under cursor and pointer."""
        return self.live and not self.won

    def restyle(self, settings: Settings) -> None:
        self.pace = SHORT if settings.animations == "short" else 1.0
        super().restyle(settings)

    def take(self, state: S) -> None:
        """Take another board of the puzzle in place of this one, once it is laid out anew."""
        self.finish()
        self.state, self.grid = state, self.puzzle.scene(state).chosen
        self.won, self.announced, self.step = False, None, Step()
        self._point_in_the_middle()

    def show(self, state: S, move: M | None = None) -> None:
        """Show the position `state`, and `move`, which led to it, happening, if it is given."""
        self.finish()
        before, self.state = self.state, state
        self.won = self.live and not self.editing and self.puzzle.status(state).won
        self.announced, self.step = None, Step()
        if move is not None and self._animated:
            self.happening = before, move, 0.0
            self._run(self.SECONDS)
        else:
            self.redraw()

    def look(self, start: S, progress: Progress) -> None:
        """Show what a search from `start` is doing: the moves it is trying, and its step."""
        self.show(self.puzzle.after(start, progress.line))
        self.point_out(progress.step or Step())

    def announce(self, move: M | None) -> None:
        """Mark the move that comes next (None: no longer)."""
        self.announced = move
        self.redraw()

    def point_out(self, step: Step) -> None:
        """Show a step until the next move: a hint, a reason, what is missing."""
        self.step = step
        self.redraw()

    def celebrate(self) -> None:
        """Answer to a win in the puzzle's own way, for a second or so. Nobody
        waits for that, and `finish` may end it at any time."""
        if self._animated and self.won >= self.live:  # or another board has come meanwhile
            self.finish()
            self._run(REJOICING)

    # Animations ----------------------------------------------------------------------------

    @property
    def _animated(self) -> bool:
        """True if the player wants movement on screen."""
        return self.app.animation_level != "none"

    def finish(self) -> bool:
        """End a running animation at once; False if there was none."""
        if self._animation is None:
            return False
        self._animation.stop()
        self._animation = self.happening = self.rejoicing = None
        self.redraw()
        return True

    def _run(self, seconds: float) -> None:
        """Draw once a frame from now on how far what moves has come, until these have gone by."""
        started = monotonic()

        def step() -> None:
            gone = (monotonic() - started) * self.pace
            if gone >= seconds:
                self.finish()
                return
            if self.happening is not None:
                self.happening = (*self.happening[:2], gone / seconds)
            else:
                self.rejoicing = gone / seconds
            self.redraw()

        self._animation = self.set_interval(TICK, step)
        step()

    # Keys ----------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        acts = {key.action for key in self.BINDINGS if isinstance(key, Binding) and key.id == ACT}
        return self.playable or action not in acts

    def action_cursor(self, dx: int, dy: int) -> None:
        """Move the cursor one cell on screen; the first key after the pointer only shows it."""
        if not self.live:
            return
        dx, dy = self.box.step(dx, dy)
        if not self.by_pointer:
            before = self.cursor
            self.cursor = self.grid.step(self.cursor, dx, dy)
            self.cursor_moved(before)
        self.by_pointer = False
        self.pointed_anew()

    def point_at(self, cell: int) -> None:
        """Put the cursor on a cell."""
        self.cursor, self.by_pointer = cell, False
        self.pointed_anew()

    def pointed_anew(self) -> None:
        """Show the cursor, which may be at another cell, and say so."""
        self.redraw()
        self._reveal_cursor()
        self.post_message(self.Pointed())

    def action_run(self, dx: int, dy: int) -> None:
        """Move the cursor to the edge of what lies under it, or from there over the edge."""
        dx, dy = self.box.step(dx, dy)
        here = self.cursor
        self.point_at(self.grid.run(here, dx, dy, lambda cell: self.alike(here, cell)))

    def action_stop(self, by: int) -> None:
        """Go to the next thing (`by` 1) or the one before (−1)."""
        if stops := self.stops():
            heads = [i for i, cells in enumerate(stops) if self.cursor == cells[0]]
            here = heads or [i for i, cells in enumerate(stops) if self.cursor in cells]
            at = here[0] if here else -1 if by > 0 else 0
            self.point_at(stops[(at + by) % len(stops)][0])

    # Pointer -------------------------------------------------------------------------------

    def on_mouse_move(self, event: events.MouseMove) -> None:
        cell = self.cell_under(event)
        other = self.live and (cell != self.hovered or not self.by_pointer)
        self._stroking &= bool(event.button)
        if self.sides is not None and event.button and (other or self.sides(cell)):
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
            side = self._side_under(cell, event, {} if self.sides is None else self.sides(cell))
            self.post_message(self.Painted(cell, event.button != 1, self._stroking, side))
            self._stroking = True

    def _side_under(self, cell: int, event: events.MouseEvent, sides: Sides) -> int:
        """The cell beyond that side of this one to which the pointer is nearest; −1 for none."""
        x, y = self.grid.centre(cell)
        here = self._pointed_at(event)

        def away(step: Point) -> float:
            across, down = np.subtract(here, self.box.characters(x + step[0] / 2, y + step[1] / 2))
            return float(np.hypot(across, 2 * down))

        return min(sides, key=lambda other: away(sides[other]), default=-1)

    def on_leave(self) -> None:
        self.hovered = -1
        self.redraw()

    def on_focus(self) -> None:
        self.redraw()

    on_blur = on_focus
