"""The nine modules of a puzzle, each a protocol.

A puzzle needs its rules, `solve` and `check` of its solver, and a board if its moves are not cells.
All else is optional: a puzzle has an ability if the module has the function, and lacks it
otherwise. The host asks `puzzle.can("solver.count")`; it never tries a function to find out.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from puzzles.core import results
from puzzles.core.formats import Format
from puzzles.core.level import L, Level
from puzzles.core.reading import Reading
from puzzles.core.solving import Answer, Event, Limits, Progress, Step
from puzzles.core.tables import Table, Values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

S = TypeVar("S")
M = TypeVar("M")
S_out = TypeVar("S_out", covariant=True)
M_out = TypeVar("M_out", covariant=True)
S_in = TypeVar("S_in", contravariant=True)
L_in = TypeVar("L_in", bound=Level, contravariant=True)

EDITING = "GRIDS blank sketch draft grid things at put recut"  # what every maker has
SPEAKING = "describe describe_cell describe_thing describe_change"  # who has words for the ear


class Rules(Protocol[L, S, M]):
    """Levels and boards as text, and the rules: L is a level, S an immutable position, M a move.

    Optional is a code for IDs (`library.ids`) that takes fewer characters than a compressed text.
    `encode(level, coder)` writes all but the title and the proof; it returns False, with nothing
    written, for a board that is left to the host. `decode(coder)` returns its keys for `parse`, or
    raises ValueError.

    `code_move(state, move, coder)` writes a move for challenges (`library.challenges`), or reads
    one where it is None, and returns it; without it texts of moves are written.

    `tap(state, cell, choice)` is optional, too: the move that it is to choose a cell, with this ink
    of the scene taken. Without it a move is a cell. Where there is one answer, so is
    `leads_to(state, end)`: whether all that was done in a position stands in another one.
    """

    def parse(self, table: Table, /) -> L:
        """Return the level that `table` describes; raises LevelError with its place."""

    def format(self, level: L, /) -> Values:
        """Return the keys that describe `level`; `parse` of them gives an equal level."""

    def facts(self, level: L, /) -> Values:
        """Return what a list of levels shows: `size`, and what the puzzle counts (`par`)."""

    def start(self, level: L, /) -> S:
        """Return the position a game starts from."""

    def apply(self, state: S, move: M, /) -> S:
        """Return the position after `move`; raises MoveError with the reason if it is refused."""

    def status(self, state: S, /) -> results.Status:
        """Return whether the game is won, how well, and what is missing."""

    def move_text(self, state: S, move: M, /) -> str:
        """Return a move as text: printable, one line, read back by `move_parse`."""

    def move_parse(self, state: S, text: str, /) -> M:
        """Return the move that `text` describes; raises MoveError."""

    def move_facts(self, state: S, move: M, /) -> Mapping[str, object]:
        """Return a move as JSON values."""

    def text(self, state: S, /) -> str:
        """Return a plain-text picture of the board."""

    def scene(self, state: S, move: M | None, palette: str, step: Step | None, /) -> Any:
        """Return the `grids.scene.Scene` of a position, with the move that comes next and what a
        step shows, in the colours of one of `core.palettes`. All pictures are made of it."""


class Stroke(Protocol[S_out, M_out]):
    """What a hand draws from cell to cell, while it is drawn."""

    @property
    def cell(self) -> int:
        """The cell that the stroke has reached."""

    @property
    def finished(self) -> bool:
        """True if it can go on no further."""

    @property
    def move(self) -> M_out | None:
        """The move made so far; None if it changes nothing."""

    @property
    def state(self) -> S_out:
        """The position as it would be if the stroke ended here."""

    def reach(self, cell: int, /) -> bool:
        """Draw on, or back, to a cell; False if there is no way."""


class Hand(Protocol[S, M_out]):
    """Rules of a puzzle that is played by strokes have these, too."""

    def begin(self, state: S, cell: int, /) -> Stroke[S, M_out] | None:
        """Return the stroke that starts at a cell; None if none does."""

    def steps(self, state: S, cell: int, /) -> results.Sides:
        """Return the cells that a stroke can go to from one, and the ways there."""

    def content(self, state: S, cell: int, /) -> Set[object]:
        """Return what is in a cell; nothing, where a stroke can run on."""

    def stops(self, state: S, /) -> Sequence[Sequence[int]]:
        """Return the stops of the cursor, one after the other: the cells of each, and first of them
        the one to go to."""


class Solver(Protocol[L_in, S_in]):
    """Searches, each a stream of events (`core.solving`). `solve` and `check` are needed."""

    def solve(self, state: S_in, limits: Limits, method: str = "", /) -> Iterator[Event]:
        """Search from `state`. `method` is one of the puzzle's, or "" for the one that suits."""

    def check(self, level: L_in, limits: Limits, /) -> Iterator[Event | results.FalseClaim]:
        """Recheck everything the level claims; yield a FalseClaim for each claim that is false."""

    def count(self, state: S_in, limits: Limits, /) -> Iterator[Event]:
        """Count all solutions, as the answer's `count`; PuzzlesError where that means nothing."""

    def solutions(self, state: S_in, most: int, limits: Limits, /) -> Iterator[Event]:
        """Count the best solutions, up to `most`, as the answer's `count`; its facts say whether
        these are all, as `complete`."""

    def within(self, state: S_in, most: int, limits: Limits, /) -> Iterator[Event]:
        """Search for a solution of at most `most` moves, not for the best. A proved answer has one,
        or no moves if there is none; one that is not proved may have the best known."""

    def tasks(self, state: S_in, /) -> tuple[str, ...]:
        """Return a word for each thing that every solution does: join two dots, put out a light."""

    def ways(self, state: S_in, task: str, limits: Limits, /) -> Iterator[Event]:
        """Yield every way to do a task that the board allows, the shortest first. Each is a
        Progress with its moves as `line` and a `results.Way` as its step. The answer's `count` is
        their number, and is proved if these are all."""

    def count_ways(self, state: S_in, task: str, limits: Limits, /) -> Iterator[Event]:
        """Count them, without listing, as the answer's `count`, which are all if proved."""

    def certify(self, level: L_in, limits: Limits, /) -> Iterator[Event]:
        """Prove what there is to claim. If it is proved, the answer's facts have it as `claim`, and
        the proof, a text, as `certificate`. Raises PuzzlesError where there are no certificates."""

    def check_by(self, certificate: str, level: L_in, limits: Limits, /) -> Answer:
        """Return what a certificate proves, without a search; not proved if a limit is reached.
        Raises PuzzlesError for another board, for no proof, and for a claim that it disproves."""


class Tutor(Protocol[L_in, S_in, M]):
    """Help for people: grades, hints, reasons, the search to be watched, the game in words."""

    def grade(self, level: L_in, /) -> Iterator[Event | results.Grade]:
        """Yield the Grade last; the same each time. Raises PuzzlesError where there is none."""

    def advise(
        self, state: S_in, known: tuple[M, ...], limits: Limits, /
    ) -> Iterator[Progress | results.Advice]:
        """Say what to do next, and why, a step at a time: where to look, without saying what there
        is; why; at last the move itself. Yields the Advice last. `known` is a best solution from
        here, if there is one at hand."""

    def explain(self, level: L_in, limits: Limits, /) -> Iterator[Event | results.Explanation]:
        """Solve the level as a person does; yield the Explanation last, with a `difficulty` or None
        in its facts. Raises PuzzlesError for no explanation, or no proof within the limits."""

    @property
    def VIEWS(self) -> Mapping[str, str]:
        """The ways to watch the search: the name of each, and one sentence on what one sees."""

    def trace(self, state: S_in, view: str, limits: Limits, /) -> Iterator[Event]:
        """Search from `state` in the smallest steps, each a Progress with moves as its `line`, or
        with a `step`, or both; of the answer the headline is shown."""

    def renamed(self, state: S_in, text: str, palette: str, /) -> str:
        """Return the puzzle's words for a position, colours called as a palette paints them."""

    def move_words(self, state: S_in, move: M, turned: bool = False, /) -> str:
        """Return a move in words, without rows and columns where possible: "the large Red region at
        the left with Cream". The board may lie on its side, `turned` to the left."""

    # The game for people who do not see the board: each text is one line. Without the last two,
    # moves are said as they are told, and heard as they are written.

    def describe(self, state: S_in, /) -> tuple[str, ...]:
        """Return all that it takes to solve the position: a line on it, and one for each thing."""

    def describe_cell(self, state: S_in, cell: int, /) -> str:
        """Return what is at a cell."""

    def describe_thing(self, state: S_in, name: str, /) -> str:
        """Return the thing of this name and what is around it; MoveError if there is none."""

    def describe_change(self, before: S_in, after: S_in, /) -> str:
        """Return what one position has become in another, a move further or back; "" if nothing."""

    def move_spoken(self, state: S_in, move: M, /) -> str:
        """Return a move in words that `move_heard` reads."""

    def move_heard(self, state: S_in, text: str, /) -> M:
        """Return the move that is meant, spoken or as the puzzle writes it; raises MoveError."""


class Maker(Protocol[L]):
    """Boards drawn cell by cell. What stands before `judge` comes together, the rest in groups."""

    @property
    def GRIDS(self) -> tuple[str, ...]:
        """The kinds of grids that a board can have, the usual one first."""

    def blank(self, kind: str, rows: int, cols: int, /) -> L:
        """Return an empty sketch of one of these kinds. Raises UsageError if it is too large."""

    def sketch(self, level: L, /) -> L:
        """Return the level as it is edited: with a cell at every place there could be one. `format`
        writes it like any other level. Raises UsageError where cells cannot be edited."""

    def draft(self, table: Table, /) -> L:
        """Return a board that may not be a level yet (`parse` says what is missing), from the keys
        that `format` gave: of a sketch, that sketch again. Raises LevelError."""

    def grid(self, level: L, /) -> Any:
        """Return the `grids.grid.LatticeGrid` of a level; that of a sketch is full."""

    def things(self, sketch: L, /) -> tuple[results.Thing, ...]:
        """Return what may stand at a cell."""

    def at(self, sketch: L, cell: int, /) -> int:
        """Return the number of the thing at a cell."""

    def put(self, sketch: L, cells: Sequence[int], thing: int, /) -> L:
        """Return the sketch with a thing at these cells, which may not be a level yet."""

    def recut(self, sketch: L, grid: Any, source: Sequence[int], thing: int, /) -> L:
        """Return the sketch on another full grid: each cell has what is at the cell of the old one
        in `source`, or a thing, where that is −1. Raises UsageError if it is too large."""

    def judge(self, level: L, /) -> Iterator[Progress | results.Verdict]:
        """Yield a Verdict on a board, which claims nothing, each time that more is known."""

    def wishes(self, sketch: L, /) -> Mapping[str, str]:
        """Return what can be wished for, by name, in words."""

    def assist(
        self, sketch: L, wish: str, orbits: Sequence[Sequence[int]], /
    ) -> Iterator[Progress | results.Proposal[L]]:
        """Make a sketch what is wished for, by few changes; yield the Proposal last. Cells of one
        of the `orbits` are alike by the symmetry that is chosen, and stay so where a puzzle has
        symmetries. The same each time. Raises PuzzlesError where that cannot be done."""

    @property
    def CHANGES(self) -> tuple[str, ...]:
        """The kinds of changes of `repair`; the first is made unless others are asked for."""

    def repair(
        self, level: L, kinds: Collection[str], limits: Limits, /
    ) -> Iterator[Event | results.Repair[L]]:
        """Make a level with no solution, or several, have one by the fewest changes of these kinds;
        yield the Repair last. Raises UsageError if there are none."""

    @property
    def BRUSHES(self) -> "tuple[results.Brush[L], ...]":
        """What boards are drawn with besides the things that stand at cells."""

    # Rules for the whole of a board.

    def demands(self, sketch: L, /) -> tuple[results.Demand, ...]:
        """Return all there are on a board of this kind."""

    def demand(self, sketch: L, name: str, value: str, /) -> L:
        """Return the sketch with another value of one."""

    def keys(self, sketch: L, /) -> Values:
        """Return the keys that `draft` reads besides those of `format`: what else is drawn."""


class Generator(Protocol[L]):
    """New levels, each with what it claims proved. A generator has all four."""

    @property
    def OPTIONS(self) -> tuple[results.Option, ...]:
        """Return what can be wished for."""

    def make(self, seed: int, wishes: Values, /) -> Iterator[Event | L]:
        """Make a level, the last thing yielded; `wishes` are values for some of `OPTIONS`.

        Equal arguments give equal levels. The first event comes as soon as the wishes were looked
        at. Raises UsageError for what cannot be made, with the nearest that can.
        """

    def like(self, level: L, /) -> Values:
        """Return wishes that make levels of this one's kind."""

    def canonical(self, level: L, /) -> str:
        """Return a text that does not depend on symmetries of the board and names of colours."""


class Reader(Protocol):
    """Boards out of pictures; a puzzle that has this has a maker."""

    def read(self, pixels: "NDArray[np.float64]", /) -> Reading | None:
        """Return the board in a picture, shape (height, width, 3) in OKLab, or None if none is."""


class Formats(Protocol[L_in]):
    """Levels from and for other tools. `essence` may be missing if no format renames anything."""

    @property
    def FORMATS(self) -> tuple[Format, ...]:
        """The formats; the first that a text looks like is taken."""

    def essence(self, level: L_in, /) -> object:
        """Return what every format keeps of a level: equal values for boards that differ only in
        how cells and colours are called."""


class Screen(Protocol):
    """Boards in the terminal."""

    @property
    def Board(self) -> type[object]:
        """The widget, a subclass of `ui.board.gridboard.GridBoard`."""


class Lessons(Protocol[L_in]):
    """A tutorial, and what is new about some kinds of levels for those who have had it."""

    @property
    def LESSONS(self) -> tuple[results.Lesson, ...]:
        """About three lessons, in order."""

    @property
    def KINDS(self) -> Mapping[str, results.Lesson]:
        """A lesson of one board for each kind of level that has something new."""

    def kinds(self, level: L_in, /) -> tuple[str, ...]:
        """Return those of KINDS that a level is of, whose lessons it needs."""
