"""The values that the functions of a puzzle's modules (`core.modules`) take and give."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from puzzles.core.drawing import Point
from puzzles.core.errors import Place
from puzzles.core.level import L
from puzzles.core.solving import Answer, Step
from puzzles.core.tables import Values

Pair = tuple[int, int]  # of cells, the lower number first
# The text of a move begins with this that is a mark of the player's own. It is kept and undone like
# a move, but is none: solvers, reviews and challenges never see it.
NOTE = "note "
PERFECT = "perfect"  # the grade of the best there is


@dataclass(frozen=True)
class Status:
    """The state of a game.

    `grade` is empty while playing and names the result once won: PERFECT for the best there is,
    else a word of the puzzle's own (`Puzzle.awards`). `moves` counts what the player did; `target`
    is the best possible where it is known. `known` says in a few words what the level claims, and
    `proved` whether that is proved; `notes` are for the side panel; `missing` says why the game is
    not won yet, with the cells it speaks of.
    """

    moves: int
    target: int | None = None
    grade: str = ""
    notes: tuple[str, ...] = ()
    missing: tuple[tuple[str, tuple[int, ...]], ...] = ()
    known: str = ""
    proved: bool = False

    @property
    def won(self) -> bool:
        return bool(self.grade)


@dataclass(frozen=True)
class FalseClaim:
    """A claim of a level that is false, and where it stands."""

    place: Place
    reason: str


@dataclass(frozen=True)
class Option:
    """Something that can be wished for when a level is made, `--name VALUE` on the command line:
    one of the `choices` or, without any, a `type`, which help shows as `placeholder`; of a number
    a `span`."""

    name: str
    text: str
    type: "type[int] | type[str]" = int
    choices: tuple[str, ...] = ()
    placeholder: str = "N"
    span: range = range(0)  # any


@dataclass(frozen=True)
class Grade:
    """The difficulty of a level for a person, from 1 to 10 with one decimal, and the figures that
    say why (plain JSON values); `shares` is how much of it is due to what, in words."""

    difficulty: float
    figures: Values
    shares: Mapping[str, float] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """The difficulty, and what makes most of it."""
        most = max(self.shares, key=self.shares.__getitem__, default="")
        above = f", above all {most}" if most and self.shares[most] >= 0.05 else ""
        return f"difficulty {self.difficulty}{above}"


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


GOOD, NO, SEVERAL = "good", "no", "several"  # what comes of a board that is drawn


@dataclass(frozen=True)
class Verdict:
    """The facts known of a board by now, as `lines`; it is `settled` once what a player asks first
    is proved: the fewest moves, or the number of solutions. Its `outcome` is GOOD for a board that
    is as it should be, NO for one without a solution, SEVERAL where one solution is wanted; a
    judge that says none has `result` tell by the claims.

    `lit` are the names of cells to point at, `solutions` some to be looked at, each its moves as
    text. The `nodes` are those that were searched to settle it. `claims` are keys of a level file
    that are proved of this board, so that a level that is kept can claim it.
    """

    lines: tuple[str, ...]
    settled: bool = False
    lit: tuple[str, ...] = ()
    solutions: tuple[tuple[str, ...], ...] = ()
    nodes: int = 0
    claims: Mapping[str, object] = field(default_factory=dict)
    outcome: str = ""

    @property
    def result(self) -> str:
        """The outcome, as far as it is known."""
        return self.outcome or ((GOOD if self.claims else NO) if self.settled else "")


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
    said in place of `text` to those who do not see the board, `typed` to those who play line by
    line, `touched` to those with buttons in place of keys; "" if that suits them, too.
    """

    level: Mapping[str, object]
    text: str
    moves: tuple[str, ...]
    spoken: str = ""
    typed: str = ""
    touched: str = ""


@dataclass(frozen=True)
class Thing:
    """A thing that may stand at a cell of a board that is drawn: the character that stands for it
    in text, what it is called, and its colour (`#rrggbb`), if it has one. Once so many as are
    `enough` stand on the board, a hand goes on to the next thing; 0 if it never does."""

    key: str
    name: str
    ink: str = ""
    enough: int = 0


Sides = Mapping[int, Point]  # cells beyond the sides of one, and the steps there on the grid: that
# of a cell over the rim points over the rim


def beyond(sides: Sides, way: Point | None) -> int:
    """Return the cell beyond the side in a direction, −1 if there is none."""
    return next((other for other, step in sides.items() if step == way), -1)


@dataclass(frozen=True, kw_only=True)
class Brush(Thing, Generic[L]):
    """What a board is drawn with from a cell of a sketch to those beyond its `sides`."""

    sides: Callable[[L, int], Sides]


@dataclass(frozen=True, kw_only=True)
class SideBrush(Brush[L]):
    """Draws on sides of cells, each told as the pair that it lies between: those that have been
    `drawn` on a sketch; `draw` gives the sketch with these or, unless they are to be `present`,
    without them."""

    drawn: Callable[[L], Collection[Pair]]
    draw: Callable[[L, Collection[Pair], bool], L]


@dataclass(frozen=True, kw_only=True)
class WayBrush(Brush[L]):
    """Draws along ways: `draw` gives the sketch after a hand has gone along these cells. What it
    has gone back over counts no more. `words` say what else comes of it."""

    draw: Callable[[L, Sequence[int]], L]
    words: str = ""


@dataclass(frozen=True)
class Reason(Step):
    """A step that follows from what stood before, and rests on the cells that are `lit`: its
    `kind`, and what it concludes and else there is to know of it (plain JSON values)."""

    kind: str = ""
    facts: Values = field(default_factory=dict)


@dataclass(frozen=True)
class Explanation:
    """A whole solution in reasons, each of which follows from what stood before; `summary` are
    lines that hold for all of it, `facts` plain JSON values."""

    steps: tuple[Reason, ...]
    facts: Values
    summary: tuple[str, ...] = ()


WHERE, WHY, MOVE = "where", "why", "move"  # the kinds of hints, in the order in which they help


@dataclass(frozen=True)
class Hint(Step):
    """One step of help: its `kind`, and for a MOVE the move as text, and what it says `also` is to
    be done. `reason` is what a person calls the kind of reason that it belongs to."""

    kind: str = WHERE
    move: str = ""
    also: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class Advice(Answer):
    """What to do next in a position, and why: the `hints` that can be given one after the other.

    The headline says how the position stands, and why if it is lost; the moves are a best solution.
    `astray` says that something that was done is in no solution, `unfinished` that the limits left
    no time for all of the reasons.
    """

    hints: tuple[Hint, ...] = ()
    astray: bool = False
    unfinished: bool = False


@dataclass(frozen=True)
class Way(Step):
    """A way to do a task: its `length`, and whether some solution has it, None if not known."""

    length: int = 0
    used: bool | None = None


@dataclass(frozen=True)
class Demand:
    """A rule for the whole of a board: what it is called, what it can be, and what it is."""

    name: str
    values: tuple[str, ...]
    value: str
