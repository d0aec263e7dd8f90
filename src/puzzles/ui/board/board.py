"""The base of every board widget: what the host asks of it, whatever it draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from textual.geometry import Offset
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from puzzles.core.puzzle import PuzzleOf
from puzzles.core.solving import Progress
from puzzles.core.tables import Values
from puzzles.player.settings import Settings
from puzzles.ui.terminal.paint import RGB
from puzzles.ui.terminal.tones import terminal_depth

S = TypeVar("S")
M = TypeVar("M")

Step = tuple[float, float]


def board_of(puzzle: PuzzleOf[S, M]) -> type[BoardView[S, M]]:
    """The widget of a puzzle; TypeError if it has none."""
    widget = puzzle.screen.Board
    if not (isinstance(widget, type) and issubclass(widget, BoardView)):
        raise TypeError(f"{widget} is no BoardView")
    return widget


class BoardView(ScrollView, Generic[S, M], can_focus=True):
    """Shows a position and turns keys and clicks into `Played` messages.

    The host answers a move with `show`; a board never changes the position by itself. A board
    that is not `live` only shows; a `thumbnail` shrinks to any size rather than scroll. `depth`
    says how many colours it may use (`ui.tones`).
    """

    ALLOW_SELECT = False
    thumbnail = False
    editing = False  # cells are chosen, not played
    cursor = 0  # the cell that keys act on
    # Of a cell the cells beyond its sides, and the steps there on the grid, while `editing` those.
    sides: Callable[[int], Mapping[int, Step]] | None = None
    rulers = False  # the names of rows and columns are to stand beside the board

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
        super().__init__()
        self.puzzle, self.state, self.live = puzzle, state, live
        self.depth = terminal_depth()
        self.can_focus = live
        self.won = False  # a live board whose game is won: there is nothing to play on it

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

    @property
    def turned(self) -> bool:
        """True if the board lies on its side."""
        return False

    @property
    def ruled(self) -> bool:
        """True if rulers stand beside the board: they are wanted, and there is room."""
        return False

    @property
    def unruled(self) -> str:
        """The reason why there are no rulers, where they are wanted and there are none."""
        return "There is no room for rulers beside this board."

    def size_in(self, width: int, height: int) -> tuple[int, int]:
        """Return the size in which the board is drawn, given this many characters."""
        raise NotImplementedError

    def fit(self, width: int, height: int) -> None:
        """Take the size that suits the board best within this many characters."""
        raise NotImplementedError

    def sketch(self, width: int, height: int, ground: RGB) -> list[Strip]:
        """The lines of a small picture, at most this many characters large, on a `ground` colour;
        the board need not be on any screen for it."""
        raise NotImplementedError

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

    @property
    def selected_at(self) -> Offset:
        """The place of the cursor, on the screen."""
        return self.content_region.offset

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

    def on_mount(self) -> None:
        self.restyle(getattr(self.app, "settings", Settings()))

    def restyle(self, settings: Settings) -> None:
        """Draw as the player's settings say."""
        raise NotImplementedError

    def finish(self) -> bool:
        """End a running animation at once; False if there was none."""
        raise NotImplementedError

    def celebrate(self) -> None:
        """The game has just been won: answer in the puzzle's own way, for a second or so. Nobody
        waits for that, and `finish` may end it at any time."""
        raise NotImplementedError

    def toggle_letters(self) -> None:
        """Show or hide letters on colours."""
        raise NotImplementedError

    def turn(self) -> bool:
        """Turn the board on its side or back; False if it cannot be turned."""
        raise NotImplementedError

    def side(self) -> Widget | None:
        """The puzzle's own part of the side panel."""
        return None
