"""The outcomes of a game's verbs, to be drawn by whoever called them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from string import Formatter

from puzzles.core.solving import Answer
from puzzles.core.tables import Values
from puzzles.player.records import Play
from puzzles.running.question import Question

VERBS = ("hint", "next", "undo", "redo", "restart", "begin", "keep", "leave")  # that words may name


@dataclass(frozen=True)
class Outcome:
    """The outcome of a verb, to be drawn by its caller.

    If `changed`, the position is `state` now; `move` led there, if one was made, and `win` is what
    is kept if it won the game. `hint` is the move to show as the one to make, `cells` (unless None)
    are those to point at, with `look` drawn faintly, if there is something to draw.

    `words` say what there is to say (`told`); `note` is of less weight. `question` is for the
    solver, if there is more to know: its answer goes to `then`, which gives the next outcome.
    `stored` tells whether the game is on disk; None where nothing had to be stored.
    """

    state: object
    changed: bool = False
    move: object = None
    win: Play | None = None
    hint: object = None
    cells: tuple[int, ...] | None = None
    look: Values | None = None
    words: str = ""
    values: tuple[str, ...] = ()
    note: str = ""
    question: Question | None = None
    then: Callable[[Answer], Outcome] | None = None
    stored: Future[bool] | None = None

    @property
    def won(self) -> bool:
        """True if the move won the game."""
        return self.win is not None

    def told(
        self,
        name: Callable[[str], str],
        plain: Callable[[str], str] = str,
        strong: Callable[[str], str] = str,
    ) -> str:
        """`words` in the terms of a front end: what it calls each of VERBS (a key, a command), how
        it shows a puzzle's own text, and how it makes something stand out."""
        return _Words(name, plain, strong).format(self.words, *self.values)

    def settle(self, ask: Callable[[Question], Answer]) -> Outcome:
        """The last outcome, for those who can wait for the solver: its questions go to `ask`."""
        outcome = self
        while outcome.question is not None and outcome.then is not None:
            outcome = outcome.then(ask(outcome.question))
        return outcome


class _Words(Formatter):
    """Fills in words: `{undo}` is a verb's name, `{0}` a value, `{0:strong}` stands out."""

    def __init__(
        self, name: Callable[[str], str], plain: Callable[[str], str], strong: Callable[[str], str]
    ) -> None:
        self._name, self._plain, self._strong = name, plain, strong

    def get_value(self, key: int | str, args: Sequence[str], kwargs: object) -> str:
        return self._plain(args[key]) if isinstance(key, int) else self._name(key)

    def format_field(self, value: object, format_spec: str) -> str:
        return self._strong(str(value)) if format_spec else str(value)
