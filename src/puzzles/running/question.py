"""What can be asked of a puzzle's solver, as a value that goes from process to process.

Moves are text on both sides, so that whoever asks needs nothing of the puzzle but its rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from puzzles.core.errors import UsageError
from puzzles.core.facets import ListsWays, required
from puzzles.core.level import Level
from puzzles.core.puzzle import Puzzle
from puzzles.core.solving import UNLIMITED, Answer, Event, Limits, Progress, answer
from puzzles.running.wire import Values, level_values, read_level


@dataclass(frozen=True)
class Question:
    """How to win from the position that `moves` lead to, by a `method` that the puzzle knows.

    With a `view`, the search for that, traced step by step; with `ways`, all ways to do the task of
    that name; with `why`, a best move and how many more it leaves, why it is one.
    """

    puzzle: Puzzle[Any, Any, Any]
    level: Level
    moves: tuple[str, ...] = ()
    limits: Limits = UNLIMITED
    method: str = ""
    view: str = ""
    ways: str = ""
    why: tuple[str, int] | None = None

    def events(self) -> Iterator[Event]:
        """The solver's events, worked out here; the moves in them are text. Raises MoveError, and
        UsageError for a method that the puzzle does not know."""
        puzzle = self.puzzle
        state = puzzle.after(puzzle.start(self.level), self.moves)
        if self.view:
            lacking = f"the search for {puzzle.title} cannot be watched step by step"
            events = required(puzzle.traces, lacking).trace(state, self.view)
        elif self.ways:
            events = ways_of(puzzle).ways(state, self.ways, self.limits)
        elif self.why:
            explainer = required(puzzle.explains, f"moves of {puzzle.title} are not explained")
            move, left = self.why
            events = explainer.why(state, puzzle.move_parse(state, move), left, self.limits)
        else:
            events = puzzle.solve(state, self.limits, known_method(puzzle, self.method))
        for event in events:
            yield in_text(puzzle, state, event)

    def answer(self) -> Answer:
        """The last of `events`."""
        return answer(self.events())

    def as_json(self) -> Values:
        """The question as JSON values."""
        return {
            **level_values(self.puzzle, self.level), "moves": list(self.moves),
            "limits": asdict(self.limits), "method": self.method, "view": self.view,
            "ways": self.ways, "why": self.why,
        }  # fmt: skip

    @classmethod
    def of_json(cls, values: Values) -> Question:
        """The question that `as_json` gave."""
        puzzle, level = read_level(values)
        why = values.get("why")
        return cls(puzzle, level, tuple(values.get("moves", ())), Limits(**values["limits"]),
                   values.get("method", ""), values.get("view", ""), values.get("ways", ""),
                   why and (why[0], why[1]))  # fmt: skip


def known_method(puzzle: Puzzle[Any, Any, Any], method: str) -> str:
    """`method` if the puzzle knows it; UsageError otherwise."""
    if method and method not in puzzle.methods:
        known = f"it has {', '.join(puzzle.methods)}" if puzzle.methods else "there is one way only"
        raise UsageError(f"{puzzle.title} has no method {method!r}; {known}")
    return method


def ways_of(puzzle: Puzzle[Any, Any, Any]) -> ListsWays[Any]:
    """What lists the ways to do things on a puzzle's boards; UsageError if nothing does."""
    return required(puzzle.ways, f"paths and other ways are not listed for {puzzle.title}")


def known_tasks(puzzle: Puzzle[Any, Any, Any], state: Any, task: str | None) -> tuple[str, ...]:
    """A task that there is on a board, or all of them; UsageError for one that there is not."""
    tasks = ways_of(puzzle).tasks(state)
    if task is not None and task not in tasks:
        raise UsageError(f"there is no {task!r} on this board; there are {', '.join(tasks)}")
    return tasks if task is None else (task,)


def in_text(puzzle: Puzzle[Any, Any, Any], state: Any, event: Event) -> Event:
    """An event with its moves as text, each worded in the position it is made in."""
    if isinstance(event, Progress):  # whoever watches only asks how many the best ones are
        return replace(event, line=tuple(puzzle.texts(state, event.line)), moves=None)
    if event.moves is None:
        return event
    return replace(event, moves=tuple(puzzle.texts(state, event.moves)))
