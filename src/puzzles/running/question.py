"""What can be asked of a puzzle's solver, as a value that goes from process to process.

Moves are text on both sides, so that whoever asks needs nothing of the puzzle but its rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from puzzles.core.errors import UsageError
from puzzles.core.level import Level
from puzzles.core.puzzle import Puzzle
from puzzles.core.solving import UNLIMITED, Answer, Event, Limits, Progress, answer
from puzzles.running.wire import Values, level_values, read_level


@dataclass(frozen=True)
class Question:
    """How to win from the position that `moves` lead to, by a `method` that the puzzle knows.

    With a `view`, the search for that, traced step by step; with `why`, a best move and how many
    more it leaves, why it is one; with `advise`, what to do next and why, the best solution that is
    known being this one or (); with `ways`, all ways to do the task of that name. With `most`,
    how many best solutions there are, up to that many; with `within`, whether so many moves are
    enough. To `count` is to count all solutions, or all ways.
    """

    puzzle: Puzzle[Any, Any, Any]
    level: Level
    moves: tuple[str, ...] = ()
    limits: Limits = UNLIMITED
    method: str = ""
    view: str = ""
    ways: str = ""
    why: tuple[str, int] | None = None
    advise: tuple[str, ...] | None = None
    most: int = 0
    within: int | None = None
    count: bool = False

    def __post_init__(self) -> None:
        """Raises UsageError for what the puzzle cannot be asked."""
        known_method(self.puzzle, self.method)
        self._room()

    def events(self) -> Iterator[Event]:
        """The solver's events, worked out here; the moves in them are text. Best moves are told
        when they are new. Raises MoveError."""
        state = self.puzzle.after(self.puzzle.start(self.level), self.moves)
        best: int | None = None
        for event in self._asked(state):
            if isinstance(event, Progress):
                event = replace(event, moves=None if event.best == best else event.moves)
                best = event.best
            yield in_text(self.puzzle, state, event)

    def _asked(self, state: Any) -> Iterator[Event]:
        """The puzzle's own events, in a position."""
        room = self._room()
        if self.view:
            yield from room.trace(state, self.view)
        elif self.why:
            move, left = self.why
            yield from room.why(state, self.puzzle.move_parse(state, move), left, self.limits)
        elif self.advise is not None:
            known = tuple(move for move, _ in self.puzzle.replay(state, self.advise))
            yield from room.advise(state, known, self.limits)
        elif self.ways and self.count:
            yield from room.count_ways(state, self.ways, self.limits)
        elif self.ways:
            yield from room.ways(state, self.ways, self.limits)
        elif self.most:
            yield from room.solutions(state, self.limits, self.most)
        elif self.within is not None:
            yield from room.within(state, self.within, self.limits)
        elif self.count:
            yield from room.count(state, self.limits)
        else:
            yield from room.solve(state, self.limits, self.method)

    def _room(self) -> Any:
        """The room of the puzzle that is asked."""
        puzzle = self.puzzle
        for asked, module, function in (
            (self.view, "tutor", "trace"),
            (self.why, "solver", "why"),
            (self.advise is not None, "tutor", "advise"),
            (self.ways, "solver", "ways"),
            (self.most, "solver", "solutions"),
            (self.within is not None, "solver", "within"),
            (self.count, "solver", "count"),
        ):
            if asked:
                puzzle.need(f"{module}.{function}")
                return getattr(puzzle, module)
        return puzzle.solver

    def answer(self) -> Answer:
        """The last of `events`."""
        return answer(self.events())

    def in_moves(self, answer: Answer) -> Answer:
        """An answer whose moves are text, with the puzzle's own moves instead."""
        if answer.moves is None:
            return answer
        state = self.puzzle.after(self.puzzle.start(self.level), self.moves)
        moves = tuple(move for move, _ in self.puzzle.replay(state, answer.moves))
        return replace(answer, moves=moves)

    def as_json(self) -> Values:
        """The question as JSON values."""
        return {
            **level_values(self.puzzle, self.level),
            "moves": list(self.moves),
            "limits": asdict(self.limits),
            "method": self.method,
            "view": self.view,
            "ways": self.ways,
            "why": self.why,
            "advise": self.advise,
            "most": self.most,
            "within": self.within,
            "count": self.count,
        }

    @classmethod
    def of_json(cls, values: Values) -> Question:
        """The question that `as_json` gave."""
        puzzle, level = read_level(values)
        why, advise = values.get("why"), values.get("advise")
        return cls(
            puzzle,
            level,
            tuple(values.get("moves", ())),
            Limits(**values["limits"]),
            values.get("method", ""),
            values.get("view", ""),
            values.get("ways", ""),
            why and (why[0], why[1]),
            None if advise is None else tuple(advise),
            values.get("most", 0),
            values.get("within"),
            values.get("count", False),
        )


def known_method(puzzle: Puzzle[Any, Any, Any], method: str) -> str:
    """`method` if the puzzle knows it; UsageError otherwise."""
    if method and method not in puzzle.methods:
        known = f"it has {', '.join(puzzle.methods)}" if puzzle.methods else "there is one way only"
        raise UsageError(f"{puzzle.title} has no method {method!r}; {known}")
    return method


def known_tasks(puzzle: Puzzle[Any, Any, Any], state: Any, task: str | None) -> tuple[str, ...]:
    """A task that there is on a board, or all of them; UsageError for one that there is not."""
    tasks = puzzle.solver.tasks(state)
    if task is not None and task not in tasks:
        raise UsageError(f"there is no {task!r} on this board; there are {', '.join(tasks)}")
    return tasks if task is None else (task,)


def in_text(puzzle: Puzzle[Any, Any, Any], state: Any, event: Event) -> Event:
    """An event with its moves as text, each worded in the position it is made in."""
    moves = None if event.moves is None else tuple(puzzle.texts(state, event.moves))
    if isinstance(event, Progress):
        return replace(event, line=tuple(puzzle.texts(state, event.line)), moves=moves)
    return replace(event, moves=moves)
