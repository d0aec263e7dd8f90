"""The protocol of a puzzle plugin: pure functions over immutable values, and one board widget.

A plugin is an instance of `Puzzle`, named in the entry-point group `puzzles.plugins`. Its module
must be cheap to import; solvers and widgets are imported inside the methods that need them. The
host owns everything else: history, undo, saving, running solvers, playback, screens, keys.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from puzzles.core.coding import Coder
from puzzles.core.errors import Place, UsageError
from puzzles.core.solving import Answer, Event, Limits
from puzzles.core.tables import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from puzzles.core.drawing import Drawing
    from puzzles.core.formats import Format
    from puzzles.core.reading import Reading


@dataclass(frozen=True)
class Level:
    """What every level has; a plugin's own level type adds its board and the rest."""

    title: str
    place: Place


@dataclass(frozen=True)
class Status:
    """Where a game stands.

    `grade` is empty while playing and names the result once won (the best one is "perfect").
    `moves` counts what the player did; `target` is the best possible where it is known, and
    `target_name` what the puzzle calls that. `notes` are short lines for the side panel;
    `reasons` say why the game is not won yet, each with the cells it speaks of.
    """

    moves: int
    target: int | None = None
    target_name: str = "best"
    grade: str = ""
    notes: tuple[str, ...] = ()
    reasons: tuple[tuple[str, tuple[int, ...]], ...] = ()

    @property
    def won(self) -> bool:
        return bool(self.grade)


@dataclass(frozen=True)
class Option:
    """Something that can be wished for when a level is made, `--name VALUE` on the command line:
    one of `choices` if there are any, or else a whole number or a text (`type`)."""

    name: str
    text: str
    type: type[int] | type[str] = int
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Grade:
    """How hard a level is for a person, from 1 to 10 with one decimal, and the figures that say
    why (plain JSON values)."""

    difficulty: float
    figures: dict[str, Any]


@dataclass(frozen=True)
class Lesson:
    """A small level that teaches one thing.

    `level` holds its keys as in a level file, `text` says what to do on it, `moves` (as text) does
    it. The tutorial lets the player do it; the help shows the board before and after.
    """

    level: Mapping[str, Any]
    text: str
    moves: tuple[str, ...]


L = TypeVar("L", bound=Level)
S = TypeVar("S")
M = TypeVar("M")


class Puzzle(ABC, Generic[L, S, M]):
    """A kind of puzzle; L is its level type, S its immutable state, M its move type."""

    id: str  # as in level files: `puzzle = "kami"`
    title: str
    blurb: str  # one line for the home screen
    rules: str  # a few paragraphs of Markdown for the help screen
    packs: Path | None = None  # a folder of level files that come with the puzzle
    stepwise = True  # a solution is its steps; if not, its last position shows all of it
    methods: tuple[str, ...] = ()  # the ways to solve that `solve` can be told to take
    views: tuple[str, ...] = ()  # the ways to watch a search, step by step, that `trace` offers
    options: tuple[Option, ...] = ()  # what can be wished for when a level is made

    def lessons(self) -> tuple[Lesson, ...]:
        """The tutorial: about three lessons, in order."""
        return ()

    @abstractmethod
    def parse(self, table: Table) -> L:
        """The level that `table` describes; raises LevelError with its place."""

    def formats(self) -> tuple[Format, ...]:
        """Other tools' formats that levels can come from and go to; the first that a text looks
        like is taken."""
        return ()

    @abstractmethod
    def format(self, level: L) -> dict[str, Any]:
        """The keys that describe `level`; `parse` of them gives an equal level."""

    def encode(self, level: L, coder: Coder) -> bool:
        """Write the board, for a short ID (`library.ids`): everything but the title and the proof.

        False, with nothing written, leaves it to the host, which compresses `format`.
        """
        return False

    def decode(self, coder: Coder) -> dict[str, Any]:
        """The keys of the level that `encode` wrote, for `parse`; raises ValueError."""
        raise ValueError(f"boards of {self.title} are not coded like this")

    @abstractmethod
    def facts(self, level: L) -> dict[str, Any]:
        """What a list of levels shows: `size`, and what the puzzle counts (`par`, `pairs`)."""

    @abstractmethod
    def check(self, level: L, limits: Limits) -> Iterator[Event | Problem]:
        """Recheck everything the level claims; yields a Problem for each claim that is false."""

    @abstractmethod
    def start(self, level: L) -> S:
        """The position a game starts from."""

    @abstractmethod
    def apply(self, state: S, move: M) -> S:
        """The position after `move`; raises MoveError with the reason if it is refused."""

    @abstractmethod
    def move_text(self, state: S, move: M) -> str:
        """A move as text: printable, one line, read back by `move_parse`."""

    @abstractmethod
    def move_parse(self, state: S, text: str) -> M:
        """The move that `text` describes; raises MoveError."""

    @abstractmethod
    def move_facts(self, state: S, move: M) -> Mapping[str, Any]:
        """A move as JSON values."""

    @abstractmethod
    def status(self, state: S) -> Status:
        """Whether the game is won, how well, and what is missing."""

    @abstractmethod
    def text(self, state: S) -> str:
        """A plain-text picture of the board."""

    def picture(self, state: S, palette: str = "default") -> list[list[tuple[str, str]]]:
        """`text` in colour: lines of runs, each some text and the `#rrggbb` behind it or "".

        `palette` is one of `core.palettes`, whose `inks` stand in for the puzzle's own colours.
        """
        return [[(line, "")] for line in self.text(state).split("\n")]

    def draw(self, state: S, move: M | None = None, palette: str = "default") -> Drawing:
        """The board in true geometry, marked with the move that comes next, in the colours of a
        `palette` as for `picture`. All positions of a level have drawings of one size."""
        raise UsageError(f"there are no pictures of {self.title}")

    @abstractmethod
    def solve(self, state: S, limits: Limits, method: str = "") -> Iterator[Event]:
        """Search from `state`; see `core.solving` for the stream of events.

        `method` is one of `methods`, or "" for the one that suits.
        """

    def solutions(self, state: S, limits: Limits, most: int) -> Iterator[Event]:
        """Count the best solutions, up to `most`: the answer's facts have their number as
        `solutions`, and whether these are all as `complete`."""
        raise UsageError(f"the solutions of {self.title} are not listed")

    def why(self, state: S, move: M, left: int, limits: Limits) -> Iterator[Event]:
        """Say in the answer's headline why a best move, which leaves `left` moves, is one."""
        yield Answer(None, True, left, 0, 0.0, "", "", {})

    def read_picture(self, pixels: NDArray[np.float64]) -> Reading | None:
        """The board in a picture, shape (height, width, 3) in OKLab, as far as one can be made
        out; None where there is none."""
        return None

    def sketch(self, level: L) -> L:
        """The level as it is edited: with a cell at every place there could be one. `format`
        writes it like any other level. Raises UsageError where cells cannot be edited."""
        raise UsageError(f"boards of {self.title} cannot be edited")

    def edit(self, sketch: L, cell: int, by: int) -> L:
        """A sketch with the next (`by` 1) or previous (−1) thing that may stand at a cell. What
        comes out may not be a level yet: `parse` says what is missing."""
        raise UsageError(f"boards of {self.title} cannot be edited")

    def count(self, state: S, limits: Limits) -> Iterator[Event]:
        """Count all solutions; the figures are the answer's `facts`. Raises PuzzlesError where
        counting means nothing."""
        raise UsageError(f"solutions of {self.title} are not counted")

    def trace(self, state: S, view: str) -> Iterator[Event]:
        """Search from `state` in the smallest steps, each a Progress with something to look at."""
        raise UsageError(f"the search for {self.title} cannot be watched step by step")

    def generate(self, seed: int, wishes: Mapping[str, Any]) -> Iterator[Event | L]:
        """Make a level, the last thing yielded; `wishes` are values for some of `options`.

        Equal arguments give equal levels. The first event comes as soon as the wishes were looked
        at. Raises UsageError for what cannot be made, with the nearest that can.
        """
        raise UsageError(f"levels of {self.title} are not generated")

    def like(self, level: L) -> dict[str, Any]:
        """Wishes that make levels of this one's kind."""
        return {}

    def canonical(self, level: L) -> str:
        """A text that is the same for levels which differ by a symmetry of the board, or in the
        names of colours, only."""
        return self.text(self.start(level))

    def grade(self, level: L) -> Iterator[Event | Grade]:
        """How hard a level is, the last thing yielded; the same each time."""
        raise UsageError(f"levels of {self.title} are not graded")

    @abstractmethod
    def board(self) -> type[Any]:
        """The widget that draws the board and turns keys and clicks into moves: a subclass of
        `ui.board.BoardView`."""


@dataclass(frozen=True)
class Problem:
    """A claim of a level that is false, and where it stands."""

    place: Place
    reason: str
