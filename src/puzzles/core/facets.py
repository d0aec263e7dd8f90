"""What a puzzle can do besides being played and solved, each ability a protocol of its own.

A puzzle declares a facet by giving a room that has its functions, and lacks it otherwise: the host
asks whether it is there (`puzzle.counts is None`), and never tries one to find out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from puzzles.core.coding import Coder
from puzzles.core.drawing import Drawing
from puzzles.core.errors import UsageError
from puzzles.core.formats import Format
from puzzles.core.level import Level
from puzzles.core.reading import Reading
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.core.tables import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

F = TypeVar("F")
L = TypeVar("L", bound=Level)
M = TypeVar("M")
S_in = TypeVar("S_in", contravariant=True)
M_in = TypeVar("M_in", contravariant=True)
L_in = TypeVar("L_in", bound=Level, contravariant=True)


def required(facet: F | None, lacking: str) -> F:
    """The facet; UsageError with what is `lacking` if there is none."""
    if facet is None:
        raise UsageError(lacking)
    return facet


@dataclass(frozen=True)
class Option:
    """Something that can be wished for when a level is made, `--name VALUE` on the command line:
    one of `choices` if there are any, or else a whole number or a text (`type`), which help shows
    as `placeholder`."""

    name: str
    text: str
    type: type[int] | type[str] = int
    choices: tuple[str, ...] = ()
    placeholder: str = "N"


@dataclass(frozen=True)
class Grade:
    """How hard a level is for a person, from 1 to 10 with one decimal, and the figures that say
    why (plain JSON values); `shares` is how much of it is due to what, in words."""

    difficulty: float
    figures: dict[str, Any]
    shares: Mapping[str, float] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """The difficulty, and what makes it, the most first."""
        worth = sorted(self.shares.items(), key=lambda share: -share[1])
        parts = [f"{words} {much:.1f}" for words, much in worth if much >= 0.05]
        return f"difficulty {self.difficulty}" + (f": {', '.join(parts)}" if parts else "")


@dataclass(frozen=True)
class Repair(Generic[L]):
    """A level that has one solution, by `changes` (each as JSON values: its kind, the cells, and
    `words`) of one that has so many `solutions`, which is `exact` or the least there are. It is
    proved that no fewer changes do if they are `least`."""

    level: L
    changes: tuple[Mapping[str, Any], ...]
    least: bool
    solutions: int
    exact: bool


@dataclass(frozen=True)
class Verdict:
    """What is known of a board by now, as `lines`; it is `settled` once what a player asks first is
    proved: the fewest moves, or the number of solutions.

    `lit` are the names of cells to point at, `solutions` some to be looked at, each its moves as
    text. `proofs`, plain JSON values, may spare work on the next board (`Judges.judge`); so many
    `nodes` were searched to settle this one. `claims` are keys of a level file that are proved of
    this board, so that a level that is kept can claim it.
    """

    lines: tuple[str, ...]
    settled: bool = False
    lit: tuple[str, ...] = ()
    solutions: tuple[tuple[str, ...], ...] = ()
    proofs: Mapping[str, Any] = field(default_factory=dict)
    nodes: int = 0
    claims: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Proposal(Generic[L]):
    """A board that is what somebody wished for, the `changes` in words that lead to it, and what is
    known of these: that no fewer do, or not. `level` is a sketch or a level."""

    level: L
    changes: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True)
class Lesson:
    """A small level that teaches one thing.

    `level` holds its keys as in a level file, `text` says what to do on it, `moves` (as text) does
    it. The tutorial lets the player do it; the help shows the board before and after. `spoken` is
    said in place of `text` to those who do not see the board; "" if that suits them, too.
    """

    level: Mapping[str, Any]
    text: str
    moves: tuple[str, ...]
    spoken: str = ""


@dataclass(frozen=True)
class Thing:
    """What may stand at a cell of a board that is drawn: the character that stands for it in text,
    and what it is called."""

    key: str
    name: str


class MakesLevels(Protocol[L]):
    """New levels, each with what it claims proved."""

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be wished for."""

    def make(self, seed: int, wishes: Mapping[str, Any], /) -> Iterator[Event | L]:
        """Make a level, the last thing yielded; `wishes` are values for some of `options`.

        Equal arguments give equal levels. The first event comes as soon as the wishes were looked
        at. Raises UsageError for what cannot be made, with the nearest that can.
        """

    def like(self, level: L, /) -> dict[str, Any]:
        """Wishes that make levels of this one's kind."""

    def canonical(self, level: L, /) -> str:
        """A text that is the same for levels which differ by a symmetry of the board, or in the
        names of colours, only."""


class Certifies(Protocol[L_in]):
    """Proofs of what levels claim, written down, to be checked without a search."""

    def certify(self, level: L_in, limits: Limits, /) -> Iterator[Event]:
        """Prove what there is to claim. The answer's facts have what is proved as `claim`, and the
        proof as `certificate`, a text; neither if it is not proved. Raises PuzzlesError where there
        are no certificates."""

    def check_by(self, certificate: str, level: L_in, limits: Limits, /) -> Answer:
        """The answer that a certificate proves; not proved if a limit is reached before. Raises
        PuzzlesError where the certificate is of another board, or no proof, or shows a claim of the
        level to be false."""


class Grades(Protocol[L_in]):
    """How hard levels are for a person."""

    def grade(self, level: L_in, /) -> Iterator[Event | Grade]:
        """The Grade, the last thing yielded; the same each time. Raises PuzzlesError where there
        is none."""


class Counts(Protocol[S_in]):
    """How many solutions there are."""

    def count(self, state: S_in, limits: Limits, /) -> Iterator[Event]:
        """Count all solutions; the figures are the answer's `facts`. Raises PuzzlesError where
        counting means nothing."""


class Decides(Protocol[S_in]):
    """Whether so many moves are enough, which is easier to tell than how many it takes."""

    def within(self, state: S_in, most: int, limits: Limits, /) -> Iterator[Event]:
        """Search for a solution of at most `most` moves, not for the best. A proved answer has one,
        or no moves if there is none; one that is not proved may have the best known."""


class Enumerates(Protocol[S_in]):
    """How many best solutions there are."""

    def solutions(self, state: S_in, limits: Limits, most: int, /) -> Iterator[Event]:
        """Count the best solutions, up to `most`: the answer's facts have their number as
        `solutions`, and whether these are all as `complete`."""


class Explains(Protocol[S_in, M_in]):
    """Why a move is a good one."""

    def why(self, state: S_in, move: M_in, left: int, limits: Limits, /) -> Iterator[Event]:
        """Say in the answer's headline why a best move, which leaves `left` moves, is one."""


@dataclass(frozen=True)
class Reason:
    """A step of an explanation: its kind, what a player would say, the names of the cells that it
    rests on, and what else there is to know of it (plain JSON values)."""

    kind: str
    words: str
    cells: tuple[str, ...]
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Explanation:
    """A whole solution in reasons, each of which follows from what stood before; `summary` are
    lines that hold for all of it, `facts` plain JSON values."""

    steps: tuple[Reason, ...]
    facts: dict[str, Any]
    summary: tuple[str, ...] = ()


WHERE, WHY, MOVE = "where", "why", "move"  # the kinds of hints, in the order in which they help


@dataclass(frozen=True)
class Hint:
    """One step of help: its `kind`, what is said, the `cells` it speaks of, and for a MOVE the move
    as text. `look` is what to draw faintly, anything in JSON values that the puzzle's board can."""

    kind: str
    words: str
    cells: tuple[int, ...] = ()
    look: dict[str, Any] | None = None
    move: str = ""

    def as_json(self) -> dict[str, Any]:
        return {**vars(self), "cells": list(self.cells)}


class Advises(Protocol[S_in, M_in]):
    """What to do next, and why, a step at a time."""

    def advise(self, state: S_in, known: tuple[M_in, ...], limits: Limits, /) -> Iterator[Event]:
        """The answer's facts have as `hints` what can be told of the next move, each a Hint as JSON
        values: where to look, without saying what there is; why; at last the move itself. `known`
        is a best solution from here, if there is one at hand. The headline says how the position
        stands, and why if it is lost; the moves are a best solution. The fact `astray` says
        whether something that was done is in no solution."""


class GivesReasons(Protocol[L_in]):
    """Whole solutions, explained."""

    def explain(self, level: L_in, limits: Limits, /) -> Iterator[Event | Explanation]:
        """Solve the level as a person does: the Explanation, the last thing yielded; its facts have
        the level's `difficulty`, or None. Raises PuzzlesError where there is nothing to explain,
        or no proof within the limits."""


class ListsWays(Protocol[S_in]):
    """All ways to do one thing that every solution does: to join two dots, to put out a light."""

    def tasks(self, state: S_in, /) -> tuple[str, ...]:
        """The names of these things, each a word."""

    def ways(self, state: S_in, task: str, limits: Limits, /) -> Iterator[Event]:
        """Every way to do it that what lies on the board allows, the shortest first. Each is a
        Progress with its moves as `line` and a `look`: its `length`, and as `used` whether some
        solution has it, None where that is not known. The answer's facts have the number of `ways`,
        and is proved if these are all."""

    def count_ways(self, state: S_in, task: str, limits: Limits, /) -> Iterator[Event]:
        """Count them, without listing: `ways` in the answer's facts, which are all if proved."""


class Tells(Protocol[S_in, M_in]):
    """Positions and moves in words, for people who see the board."""

    def renamed(self, state: S_in, text: str, palette: str, /) -> str:
        """`text`, which the puzzle has said of this position, with its colours called what they
        are painted as in one of `core.palettes`."""

    def move(self, state: S_in, move: M_in, turned: bool = False, /) -> str:
        """A move in words that need neither rows nor columns, where there are such words: "the
        large Red region at the left with Cream". On a board that lies `turned`, axes are
        exchanged."""


class Speaks(Protocol[S_in, M]):
    """The game in words alone, for people who do not see the board: each text is one line."""

    def lines(self, state: S_in, /) -> tuple[str, ...]:
        """All that has to be known to solve the position: first what there is on the whole, then a
        line for each thing."""

    def at(self, state: S_in, cell: int, /) -> str:
        """What is at a cell."""

    def about(self, state: S_in, name: str, /) -> str:
        """The thing of this name, and what is around it; raises MoveError if there is none."""

    def change(self, before: S_in, after: S_in, /) -> str:
        """What has become of one position in another, one move further or back; "" if nothing."""

    def move(self, state: S_in, move: M, /) -> str:
        """A move in words that `parse` reads."""

    def parse(self, state: S_in, text: str, /) -> M:
        """The move that is meant, in these words or as the puzzle writes it; raises MoveError."""


class Traces(Protocol[S_in]):
    """The search itself, to be watched."""

    @property
    def views(self) -> Mapping[str, str]:
        """The ways to watch it: the name of each, and one sentence that says what one sees."""

    def trace(self, state: S_in, view: str, /) -> Iterator[Event]:
        """Search from `state` in the smallest steps, each a Progress with something to look at.

        A step that matters has a `mark` in its `look`, which names the event: "dead end"."""


class Draws(Protocol[S_in, M_in]):
    """Boards as pictures."""

    def draw(self, state: S_in, move: M_in | None = None, palette: str = "default", /) -> Drawing:
        """The board in true geometry, marked with the move that comes next, in the colours of a
        palette. All positions of a level have drawings of one size.

        Where `traces` has a view `reasons`, a function `draw_step(start, step, palette)` draws a
        step of it, and levels can be exported explained."""


class ReadsPictures(Protocol):
    """Boards out of pictures."""

    def read(self, pixels: NDArray[np.float64], /) -> Reading | None:
        """The board in a picture, shape (height, width, 3) in OKLab, as far as one can be made
        out; None where there is none."""


class Edits(Protocol[L]):
    """Boards to be drawn, cell by cell."""

    @property
    def GRIDS(self) -> tuple[str, ...]:
        """The kinds of grids that a board can have, the usual one first."""

    def blank(self, kind: str, rows: int, cols: int, /) -> L:
        """A sketch of one of these kinds with nothing on it. Raises UsageError if it is too
        large."""

    def sketch(self, level: L, /) -> L:
        """The level as it is edited: with a cell at every place there could be one. `format`
        writes it like any other level. Raises UsageError where cells cannot be edited."""

    def draft(self, table: Table, /) -> L:
        """A board that may not be a level yet (`parse` says what is missing), from the keys that
        `format` gave: of a sketch, that sketch again. Raises LevelError."""

    def grid(self, level: L, /) -> Any:
        """The `grids.grid.LatticeGrid` of a level; that of a sketch is full."""

    def things(self, sketch: L, /) -> tuple[Thing, ...]:
        """What may stand at a cell."""

    def at(self, sketch: L, cell: int, /) -> int:
        """The number of the thing at a cell."""

    def put(self, sketch: L, cells: Sequence[int], thing: int, /) -> L:
        """The sketch with a thing at these cells. What comes out may not be a level yet."""

    def recut(self, sketch: L, grid: Any, source: Sequence[int], thing: int, /) -> L:
        """The sketch on another full grid: each of its cells has what is at the cell of the old one
        in `source`, or, where that is −1, a thing. Raises UsageError if the grid is too large."""


class Repairs(Protocol[L]):
    """Levels that have no solution, or several, made to have one."""

    @property
    def KINDS(self) -> tuple[str, ...]:
        """The kinds of changes, the first of which is made unless others are asked for."""

    def repair(
        self, level: L, kinds: Collection[str], limits: Limits, /
    ) -> Iterator[Event | Repair[L]]:
        """The fewest changes of these kinds, the last thing yielded. Raises UsageError if none are
        found."""


class Judges(Protocol[L_in]):
    """What there is to say of a board while somebody draws it."""

    def judge(self, level: L_in, proofs: Mapping[str, Any], /) -> Iterator[Progress | Verdict]:
        """Everything there is to know of a board, which claims nothing: a Verdict whenever more is
        known, the last thing yielded has it all. `proofs` are those of a board before this one, or
        none; what they show is taken over only where it is proved to hold."""


class Assists(Protocol[L]):
    """Boards that are being drawn, made into what is wished for."""

    def wishes(self, sketch: L, /) -> Mapping[str, str]:
        """What can be wished for, by name, in words."""

    def assist(
        self, sketch: L, wish: str, orbits: Sequence[Sequence[int]], /
    ) -> Iterator[Progress | Proposal[L]]:
        """Make a sketch what is wished for, by few changes; the Proposal is the last thing yielded.
        Cells of one of the `orbits` are alike by the symmetry that is chosen, and stay so where a
        puzzle has symmetries. The same each time. Raises PuzzlesError where that cannot be done."""


class CodesBoards(Protocol[L_in]):
    """Boards in fewer characters than a compressed text takes, for IDs (`library.ids`)."""

    def encode(self, level: L_in, coder: Coder, /) -> bool:
        """Write the board: everything but the title and the proof. False, with nothing written,
        for one that is left to the host."""

    def decode(self, coder: Coder, /) -> dict[str, Any]:
        """The keys of the level that `encode` wrote, for `parse`; raises ValueError."""


class Teaches(Protocol):
    """A tutorial."""

    @property
    def LESSONS(self) -> tuple[Lesson, ...]:
        """About three lessons, in order."""


class Introduces(Protocol[L_in]):
    """What is new about some kinds of levels, for those who have had the tutorial."""

    @property
    def KINDS(self) -> Mapping[str, Lesson]:
        """A lesson of one board for each such kind."""

    def kinds(self, level: L_in, /) -> tuple[str, ...]:
        """Those of KINDS that a level is of, whose lessons it needs."""


class Trades(Protocol):
    """Levels from and for other tools."""

    @property
    def FORMATS(self) -> tuple[Format, ...]:
        """The formats; the first that a text looks like is taken."""
