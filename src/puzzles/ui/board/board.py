"""The base of every board widget: a drawn board that the host can ask to show things."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from textual.message import Message
from textual.widget import Widget

from puzzles.core.puzzle import PuzzleOf
from puzzles.core.solving import Progress
from puzzles.core.tables import Values
from puzzles.ui.board.drawn import DrawnBoard

S = TypeVar("S")
M = TypeVar("M")

Step = tuple[float, float]


def board_of(puzzle: PuzzleOf[S, M]) -> type[BoardView[S, M]]:
    """The widget of a puzzle; TypeError if it has none."""
    widget = puzzle.screen.Board
    if not (isinstance(widget, type) and issubclass(widget, BoardView)):
        raise TypeError(f"{widget} is no BoardView")
    return widget


class BoardView(DrawnBoard[S, M], can_focus=True):
    """Shows a position and turns keys and clicks into `Played` messages.

    The host answers a move with `show`; a board never changes the position by itself.
    """

    ALLOW_SELECT = False
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

    @property
    def animated(self) -> bool:
        """True if the player wants movement on screen."""
        return self.app.animation_level != "none"

    @property
    def playable(self) -> bool:
        """True if cells can be chosen for a move, and so light up under cursor and pointer."""
        return self.live and not self.won

    @property
    def moving(self) -> bool:
        """True if an animation is running."""
        return False

    def show(self, state: S, move: M | None = None) -> None:
        """The position is `state` now; `move` led to it, if it is to be shown happening."""
        raise NotImplementedError

    def announce(self, move: M | None) -> None:
        """Mark the move that comes next (None: no longer)."""
        raise NotImplementedError

    def mark(self, cells: Iterable[int]) -> None:
        """Point at these cells until the next move."""
        raise NotImplementedError

    def suppose(self, look: Values) -> None:
        """Draw faintly, until the next move, what a hint supposes (`core.results.Hint.look`); for
        boards that draw none of that, nothing."""

    def point_at(self, cell: int) -> None:
        """Put the cursor on a cell."""
        raise NotImplementedError

    def words(self) -> str:
        """Return what the player points at, for people who do not see it."""
        return (
            ""
            if not self.puzzle.speaks
            else self.puzzle.tutor.describe_cell(self.state, self.cursor)
        )

    def look(self, start: S, progress: Progress) -> None:
        """Show what a search from `start` is doing: the moves it is trying."""
        state = start
        for text in progress.line:
            state = self.puzzle.apply(state, self.puzzle.move_parse(state, text))
        self.show(state)

    def finish(self) -> bool:
        """End a running animation at once; False if there was none."""
        raise NotImplementedError

    def celebrate(self) -> None:
        """The game has just been won: answer in the puzzle's own way, for a second or so. Nobody
        waits for that, and `finish` may end it at any time."""
        raise NotImplementedError

    def side(self) -> Widget | None:
        """The puzzle's own part of the side panel."""
        return None
