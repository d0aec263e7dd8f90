"""A kind of puzzle, declared: what it is, and its modules (`core.modules`).

A plugin is an instance of `Puzzle`, named in the entry-point group `puzzles.plugins`. Importing a
plugin must be cheap, so all but its rules is given as `lazy` modules. The host owns everything
else: history, saving, running solvers, playback, screens.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, cast

from puzzles.core import modules
from puzzles.core.aims import FEWEST, FewestMoves
from puzzles.core.doors import MODULES, Door, Lazy
from puzzles.core.level import L
from puzzles.core.modules import M, S
from puzzles.core.results import PERFECT, Status
from puzzles.core.solving import Step
from puzzles.core.tables import Values

NONE: Any = None  # a module that a puzzle lacks


@dataclass(frozen=True)
class Award:
    """The look of a result: in which word, and as the "best", a "good" or a "plain" one."""

    word: str
    tone: str = "plain"


# What no puzzle need say: a player who was helped has earned no praise.
AWARDS = {PERFECT: Award("perfect", "best"), "over": Award("solved")}
HELPED = Award("solved with help")


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Puzzle(Generic[L, S, M]):
    """A kind of puzzle; L is its level type, S its immutable state, M its move type."""

    id: str  # as in level files: `puzzle = "kami"`
    title: str
    blurb: str  # one line for the home screen
    instructions: str  # a few paragraphs of Markdown for the help screen
    packs: Path | None = None  # a folder of level files that come with the puzzle
    methods: tuple[str, ...] = ()  # the ways to solve that `solve` can be told to take
    aim: FewestMoves = FEWEST  # or ONE answer
    first: bool = False  # in lists it stands before those that are not
    moves_word: tuple[str, str] = ("move", "moves")  # what a step of a solution is called
    awards: Mapping[str, Award] = field(default_factory=dict)  # by `Status.grade`
    dictionary: bytes = b""  # what texts of its levels often hold, for short IDs; never to change

    rules: modules.Rules[L, S, M]
    solver: modules.Solver[L, S]
    screen: modules.Screen = NONE  # or each move is a cell
    tutor: modules.Tutor[L, S, M] = NONE
    maker: modules.Maker[L] = NONE
    generator: modules.Generator[L] = NONE
    reader: modules.Reader = NONE
    formats: modules.Formats[L] = NONE
    lessons: modules.Lessons[L] = NONE

    def __post_init__(self) -> None:
        for name in ("rules", *MODULES):
            module = getattr(self, name)
            # Rules that stand in one module are seen as they are.
            if isinstance(module, Lazy) or not (name == "rules" or isinstance(module, Door)):
                object.__setattr__(self, name, Door(self.title, name, module))

    def can(self, ability: str) -> bool:
        """Return True if the puzzle has a function, as in `solver.count`; nothing is imported."""
        name, _, function = ability.partition(".")
        module = getattr(self, name)
        return module.offers(function) if isinstance(module, Door) else hasattr(module, function)

    def need(self, ability: str) -> None:
        """Raise UsageError, with the words for it, if the puzzle cannot do that."""
        name, _, function = ability.partition(".")
        if isinstance(module := getattr(self, name), Door):
            module.need(function)

    def __repr__(self) -> str:
        return f"<Puzzle {self.id}>"

    # What games ask of the rules; all else is asked of the modules.

    def format(self, level: L) -> Values:
        return self.rules.format(level)

    def facts(self, level: L) -> Values:
        return self.rules.facts(level)

    def start(self, level: L) -> S:
        return self.rules.start(level)

    def apply(self, state: S, move: M) -> S:
        return self.rules.apply(state, move)

    def status(self, state: S) -> Status:
        return self.rules.status(state)

    def text(self, state: S) -> str:
        return self.rules.text(state)

    def scene(
        self, state: S, move: M | None = None, palette: str = "default", step: Step | None = None
    ) -> Any:
        return self.rules.scene(state, move, palette, step)

    def move_text(self, state: S, move: M) -> str:
        return self.rules.move_text(state, move)

    def move_parse(self, state: S, text: str) -> M:
        return self.rules.move_parse(state, text)

    def tap(self, state: S, cell: int, choice: int) -> M:
        """Return the move that it is to choose a cell, with this ink of the scene taken."""
        rules, move = cast(Any, self.rules), cast(M, cell)
        return rules.tap(state, cell, choice) if self.can("rules.tap") else move

    def leads_to(self, state: S, end: S) -> bool:
        """Return whether all that was done in a position stands in another one."""
        return bool(cast(Any, self.rules).leads_to(state, end))

    def load(self) -> None:
        """Import all its modules but the screen."""
        for name in MODULES:
            if name != "screen":
                getattr(self, name).load()

    # What follows from these -----------------------------------------------------------------

    def replay(self, state: S, moves: Iterable[str]) -> Iterator[tuple[M, S]]:
        """Yield each move, given as text, and the position after it; raises MoveError."""
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
        """Yield each move as text, worded in the position it is made in."""
        for move in moves:
            yield self.move_text(state, move)
            state = self.apply(state, move)

    def with_palette_names(self, state: S, text: str, palette: str) -> str:
        """Return the puzzle's words for a position, in the colours of a palette."""
        return self.tutor.renamed(state, text, palette) if self.can("tutor.renamed") else text

    def describe_move(self, state: S, move: M, turned: bool = False) -> str:
        """Return a move in the best words there are for people who see the board."""
        if not self.can("tutor.move_words"):
            return self.move_text(state, move)
        return self.tutor.move_words(state, move, turned)

    def speak_move(self, state: S, move: M) -> str:
        """Return a move in words for people who hear them, which `parse_typed` reads."""
        spoken = self.can("tutor.move_spoken")
        return self.tutor.move_spoken(state, move) if spoken else self.describe_move(state, move)

    def parse_typed(self, state: S, text: str) -> M:
        """Return the move that somebody has typed; raises MoveError."""
        heard = self.can("tutor.move_heard")
        return self.tutor.move_heard(state, text) if heard else self.move_parse(state, text)

    @property
    def speaks(self) -> bool:
        """The puzzle has words for people who do not see the board."""
        return self.can("tutor.describe")

    def award(self, grade: str, helped: bool = False) -> Award:
        """Return the look of the result `grade`, of a game that the player may have been helped
        with."""
        return HELPED if helped else self.awards.get(grade) or AWARDS.get(grade) or Award(grade)

    def count_of(self, moves: int) -> str:
        """Return a number of moves in words, as this puzzle calls them: `1 move`, `3 pipes`."""
        return f"{moves} {self.moves_word[moves != 1]}"


PuzzleOf = Puzzle[Any, S, M]  # of any levels
AnyPuzzle = PuzzleOf[Any, Any]
