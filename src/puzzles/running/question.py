"""A question to a puzzle's solver, as a value that goes from process to process.

Moves are text on both sides, so that whoever asks needs nothing of the puzzle but its rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from puzzles.core.errors import UsageError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import UNLIMITED, Event, Limits, Progress

SOLVE = "solver.solve"


@dataclass(frozen=True)
class Question:
    """A call of a function of the puzzle's modules, in the position that `moves` lead to.

    `arguments` are those between the state and the limits, as plain values; moves among them are
    text.
    """

    puzzle: AnyPuzzle
    level: Level
    moves: tuple[str, ...] = ()
    limits: Limits = UNLIMITED
    function: str = SOLVE
    arguments: tuple[object, ...] = ()

    def __post_init__(self) -> None:
        """Raise UsageError for what the puzzle cannot be asked."""
        self.puzzle.need(self.function)

    def to(self, function: str, *arguments: object) -> Self:
        """Return the question with another function, as in `solver.count`."""
        return replace(self, function=function, arguments=arguments)

    def events(self) -> Iterator[Event]:
        """The solver's events, with moves as text, the best when they are new. Raises MoveError."""
        puzzle, arguments = self.puzzle, self.arguments
        state = puzzle.after(puzzle.start(self.level), self.moves)
        if self.function == "tutor.advise":
            (known,) = arguments
            assert isinstance(known, tuple | list)
            arguments = (tuple(move for move, _ in puzzle.replay(state, known)),)
        module, _, name = self.function.partition(".")
        best: int | None = None
        for event in getattr(getattr(puzzle, module), name)(state, *arguments, self.limits):
            if isinstance(event, Progress):
                event = replace(event, moves=None if event.best == best else event.moves)
                best = event.best
            yield in_text(puzzle, state, event)


def known_tasks(puzzle: AnyPuzzle, state: object, task: str | None) -> tuple[str, ...]:
    """A task that there is on a board, or all of them; UsageError for one that there is not."""
    tasks = puzzle.solver.tasks(state)
    if task is not None and task not in tasks:
        raise UsageError(f"there is no {task!r} on this board; there are {', '.join(tasks)}")
    return tasks if task is None else (task,)


def in_text(puzzle: AnyPuzzle, state: object, event: Event) -> Event:
    """An event with its moves as text, each worded in the position it is made in."""
    moves = None if event.moves is None else tuple(puzzle.texts(state, event.moves))
    if isinstance(event, Progress):
        return replace(event, line=tuple(puzzle.texts(state, event.line)), moves=moves)
    return replace(event, moves=moves)
