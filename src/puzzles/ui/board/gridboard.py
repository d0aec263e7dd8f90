"""A board whose cells are chosen, with a cursor or a pointer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from textual import events
from textual.binding import Binding

from puzzles.core.puzzle import PuzzleOf
from puzzles.ui.board.board import BoardView

S = TypeVar("S")
M = TypeVar("M")

ACT = "board.act"  # the key for what is done to the cell under the cursor
WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def act_key(does: str, action: str = "act", shown: str = "space") -> Binding:
    """The key for the cell under the cursor, with the puzzle's own word for what it `does`."""
    return Binding("enter,space", action, does, id=ACT, key_display=shown)


def stop_keys(thing: str) -> tuple[Binding, Binding]:
    """The keys that go round the board's `stops`, with the puzzle's own word for one of them."""
    return (
        Binding("tab", "stop(1)", f"Next {thing}", id="board.next"),
        Binding("shift+tab", "stop(-1)", f"Previous {thing}", show=False, id="board.previous"),
    )


class GridBoard(BoardView[S, M]):
    """Moves a cursor by keys, and follows the pointer."""

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
        self.cursor = self._middle() if live else 0
        self.hovered = -1
        self.by_pointer = False  # the pointer was used last, not the cursor
        self._stroking = False  # with a button down

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

    def cursor_moved(self, before: int) -> None:
        """The player moved the cursor here from the cell `before`."""

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

    def point_at(self, cell: int) -> None:
        """Put the cursor on a cell."""
        self.cursor, self.by_pointer = cell, False
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


def board_of(puzzle: PuzzleOf[S, M]) -> type[GridBoard[S, M]]:
    """The widget of a puzzle; TypeError if it has none."""
    widget = puzzle.screen.Board
    if not (isinstance(widget, type) and issubclass(widget, GridBoard)):
        raise TypeError(f"{widget} is no GridBoard")
    return widget
