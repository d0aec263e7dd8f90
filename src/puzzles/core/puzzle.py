"""A kind of puzzle, declared: its rules and levels as pure functions, and what else it can do.

A plugin is an instance of `Puzzle`, named in the entry-point group `puzzles.plugins`. It is made of
*rooms*: objects with the functions that a protocol names, usually the plugin's own modules. Four it
must have, and a widget; each *facet* (`core.facets`) that it has besides lets the host do one thing
more. Importing a plugin must be cheap, so a solver or generator is given as a `room`, imported when
first used. The host owns everything else: history, saving, running solvers, playback, screens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from puzzles.core.errors import Place
from puzzles.core.facets import (
    Advises,
    Assists,
    Certifies,
    CodesBoards,
    Counts,
    Decides,
    Draws,
    Edits,
    Enumerates,
    Explains,
    GivesReasons,
    Grades,
    Introduces,
    Judges,
    ListsWays,
    MakesLevels,
    ReadsPictures,
    Repairs,
    Speaks,
    Teaches,
    Tells,
    Traces,
    Trades,
    required,
)
from puzzles.core.level import Level
from puzzles.core.solving import Event, Limits
from puzzles.core.tables import Table


@dataclass(frozen=True)
class Status:
    """Where a game stands.

    `grade` is empty while playing and names the result once won: "perfect" for the best there is,
    else a word of the puzzle's own (`Puzzle.awards`). `moves` counts what the player did; `target`
    is the best possible where it is known, and `target_name` what the puzzle calls that. `notes`
    are short lines for the side panel; `reasons` say why the game is not won yet, each with the
    cells it speaks of.
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
class Award:
    """How a result is shown: in which word, and as the "best", a "good" or a "plain" one."""

    word: str
    tone: str = "plain"


AWARDS = {"perfect": Award("perfect", "best"), "over": Award("solved")}  # what no puzzle need say


@dataclass(frozen=True)
class Problem:
    """A claim of a level that is false, and where it stands."""

    place: Place
    reason: str


L = TypeVar("L", bound=Level)
S = TypeVar("S")
M = TypeVar("M")
L_in = TypeVar("L_in", bound=Level, contravariant=True)
S_in = TypeVar("S_in", contravariant=True)


class Levels(Protocol[L]):
    """Levels as text."""

    def parse(self, table: Table, /) -> L:
        """The level that `table` describes; raises LevelError with its place."""

    def format(self, level: L, /) -> dict[str, Any]:
        """The keys that describe `level`; `parse` of them gives an equal level."""

    def facts(self, level: L, /) -> dict[str, Any]:
        """What a list of levels shows: `size`, and what the puzzle counts (`par`, `pairs`)."""


class Model(Protocol[L_in, S, M]):
    """The rules: L is a level, S an immutable position, M a move."""

    def start(self, level: L_in, /) -> S:
        """The position a game starts from."""

    def apply(self, state: S, move: M, /) -> S:
        """The position after `move`; raises MoveError with the reason if it is refused."""

    def status(self, state: S, /) -> Status:
        """Whether the game is won, how well, and what is missing."""

    def move_text(self, state: S, move: M, /) -> str:
        """A move as text: printable, one line, read back by `move_parse`."""

    def move_parse(self, state: S, text: str, /) -> M:
        """The move that `text` describes; raises MoveError."""

    def move_facts(self, state: S, move: M, /) -> Mapping[str, Any]:
        """A move as JSON values."""


class Prints(Protocol[S_in]):
    """Boards as text. Where cells are named by rows and columns, a function `ruled` like `text`
    adds those names."""

    def text(self, state: S_in, /) -> str:
        """A plain-text picture of the board."""

    def picture(self, state: S_in, palette: str = "default", /) -> list[list[tuple[str, str]]]:
        """`text` in colour: lines of runs, each some text and the `#rrggbb` behind it or "".

        `palette` is one of `core.palettes`, whose `inks` stand in for the puzzle's own colours.
        """


class Solver(Protocol[L_in, S_in]):
    """The search for solutions; see `core.solving` for the stream of events."""

    def solve(self, state: S_in, limits: Limits, method: str = "", /) -> Iterator[Event]:
        """Search from `state`. `method` is one of the puzzle's, or "" for the one that suits."""

    def check(self, level: L_in, limits: Limits, /) -> Iterator[Event | Problem]:
        """Recheck everything the level claims; yields a Problem for each claim that is false."""


class _Room:
    """A module that is imported when something in it is first asked for."""

    def __init__(self, module: str, known: dict[str, Any]) -> None:
        self._module = module
        self.__dict__.update(known)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.load(), name)

    def load(self) -> ModuleType:
        return import_module(self._module)


def room(module: str, **known: Any) -> Any:
    """The module of this name as a room of a plugin, imported when first used; what is `known` of
    it is there without."""
    return _Room(module, known)


def rooms(package: str, **modules: str) -> dict[str, Any]:
    """Several modules of a package as rooms: `**rooms("package", counts="counting")` says that
    `counts` is `room("package.counting")`."""
    return {facet: room(f"{package}.{module}") for facet, module in modules.items()}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Puzzle(Generic[L, S, M]):
    """A kind of puzzle; L is its level type, S its immutable state, M its move type."""

    id: str  # as in level files: `puzzle = "kami"`
    title: str
    blurb: str  # one line for the home screen
    rules: str  # a few paragraphs of Markdown for the help screen
    levels: Levels[L]
    model: Model[L, S, M]
    prints: Prints[S]
    solver: Solver[L, S]
    board: str  # the widget, `module:class`: a subclass of `ui.board.BoardView`
    packs: Path | None = None  # a folder of level files that come with the puzzle
    methods: tuple[str, ...] = ()  # the ways to solve that `solve` can be told to take
    stepwise: bool = True  # a solution is its steps; if not, its last position shows all of it
    moves_word: tuple[str, str] = ("move", "moves")  # what a step of a solution is called
    awards: Mapping[str, Award] = field(default_factory=dict)  # by `Status.grade`
    dictionary: bytes = b""  # what texts of its levels often hold, for short IDs; never to change

    makes: MakesLevels[L] | None = None
    certifies: Certifies[L] | None = None
    grades: Grades[L] | None = None
    counts: Counts[S] | None = None
    decides: Decides[S] | None = None
    enumerates: Enumerates[S] | None = None
    ways: ListsWays[S] | None = None
    explains: Explains[S, M] | None = None
    advises: Advises[S, M] | None = None
    reasons: GivesReasons[L] | None = None
    tells: Tells[S, M] | None = None
    speaks: Speaks[S, M] | None = None
    traces: Traces[S] | None = None
    draws: Draws[S, M] | None = None
    reads: ReadsPictures | None = None
    edits: Edits[L] | None = None
    repairs: Repairs[L] | None = None
    judges: Judges[L] | None = None
    assists: Assists[L] | None = None
    codes: CodesBoards[L] | None = None
    teaches: Teaches | None = None
    introduces: Introduces[L] | None = None
    trades: Trades | None = None

    def __repr__(self) -> str:
        return f"<Puzzle {self.id}>"

    def parse(self, table: Table) -> L:
        return self.levels.parse(table)

    def format(self, level: L) -> dict[str, Any]:
        return self.levels.format(level)

    def facts(self, level: L) -> dict[str, Any]:
        return self.levels.facts(level)

    def start(self, level: L) -> S:
        return self.model.start(level)

    def apply(self, state: S, move: M) -> S:
        return self.model.apply(state, move)

    def status(self, state: S) -> Status:
        return self.model.status(state)

    def text(self, state: S) -> str:
        return self.prints.text(state)

    def ruled(self, state: S) -> str:
        """`text` with the names of rows and columns, if the puzzle's prints can add them."""
        ruled: Callable[[S], str] = getattr(self.prints, "ruled", self.prints.text)
        return ruled(state)

    def picture(self, state: S, palette: str = "default") -> list[list[tuple[str, str]]]:
        return self.prints.picture(state, palette)

    def move_text(self, state: S, move: M) -> str:
        return self.model.move_text(state, move)

    def move_parse(self, state: S, text: str) -> M:
        return self.model.move_parse(state, text)

    def move_facts(self, state: S, move: M) -> Mapping[str, Any]:
        return self.model.move_facts(state, move)

    def solve(self, state: S, limits: Limits, method: str = "") -> Iterator[Event]:
        return self.solver.solve(state, limits, method)

    def check(self, level: L, limits: Limits) -> Iterator[Event | Problem]:
        return self.solver.check(level, limits)

    # Facets that something is asked of; UsageError where there is none.

    @property
    def editor(self) -> Edits[L]:
        return required(self.edits, f"boards of {self.title} cannot be edited")

    @property
    def repairer(self) -> Repairs[L]:
        return required(self.repairs, f"levels of {self.title} are not repaired")

    @property
    def certifier(self) -> Certifies[L]:
        return required(self.certifies, f"levels of {self.title} are not certified")

    def load(self) -> None:
        """Import all its rooms."""
        for facet in vars(self).values():
            if isinstance(facet, _Room):
                facet.load()

    # What follows from these -----------------------------------------------------------------

    def replay(self, state: S, moves: Iterable[str]) -> Iterator[tuple[M, S]]:
        """Each move, given as text, and the position after it; raises MoveError."""
        for text in moves:
            move = self.move_parse(state, text)
            state = self.apply(state, move)
            yield move, state

    def after(self, state: S, moves: Iterable[str]) -> S:
        """The position after these moves, given as text; raises MoveError."""
        for _, reached in self.replay(state, moves):
            state = reached
        return state

    def texts(self, state: S, moves: Iterable[M]) -> Iterator[str]:
        """Each move as text, worded in the position it is made in."""
        for move in moves:
            yield self.move_text(state, move)
            state = self.apply(state, move)

    def renamed(self, state: S, text: str, palette: str) -> str:
        """What the puzzle has said of a position, in the colours of a palette."""
        return text if self.tells is None else self.tells.renamed(state, text, palette)

    def told(self, state: S, move: M, turned: bool = False) -> str:
        """A move in the best words there are for people who see the board."""
        if self.tells is None:
            return self.move_text(state, move)
        return self.tells.move(state, move, turned)

    def spoken(self, state: S, move: M) -> str:
        """A move in words for people who hear them, which `meant` reads."""
        return self.move_text(state, move) if self.speaks is None else self.speaks.move(state, move)

    def meant(self, state: S, text: str) -> M:
        """The move that somebody has typed; raises MoveError."""
        parse = self.move_parse if self.speaks is None else self.speaks.parse
        return parse(state, text)

    def award(self, grade: str) -> Award:
        """How the result `grade` is shown."""
        return self.awards.get(grade) or AWARDS.get(grade) or Award(grade)

    def count_of(self, moves: int) -> str:
        """So many moves in words, as this puzzle calls them: `1 move`, `3 pipes`."""
        return f"{moves} {self.moves_word[moves != 1]}"


AnyPuzzle = Puzzle[Any, Any, Any]
