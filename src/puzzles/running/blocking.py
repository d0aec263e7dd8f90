"""Questions and tasks of a program that waits for the answer: done here where kernels are compiled,
and until then in a child (`child_pool`), at the best speed there is."""

import time
from collections.abc import Iterator
from typing import Any

from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.reading import Reading
from puzzles.core.solving import Answer, Event, Progress
from puzzles.core.solving import answer as last_answer
from puzzles.core.tables import Values
from puzzles.library import registry
from puzzles.running import compile_state, plain, work
from puzzles.running.question import Question
from puzzles.running.work import Task

TRIED = 0.2  # seconds that a process with one question tries as plain Python


def events(question: Question) -> Iterator[Event]:
    """Yield the events of the answer; moves in them are text. Closing the iterator ends the search.
    Raises PuzzlesError."""
    if compile_state.kernels_missing(question.puzzle.id):
        yield from _in_child(work.solve, vars(question))
    else:
        yield from question.events()


def _in_child(task: Task, values: Values, progress: bool = True) -> Iterator[Any]:
    from puzzles.running.child_pool import child_pool

    return child_pool().events(task, values, progress)


def try_plain_first(question: Question) -> Iterator[Event]:
    """Yield `events`, in a process that asks nothing else: it tries for a moment as plain Python,
    which solves most boards before the compiler is loaded; a compiled one does the others."""
    if plain.why() or compile_state.kernels_missing(question.puzzle.id):
        yield from events(question)
        return
    plain.run_plain_here()
    end = time.monotonic() + TRIED
    for event in question.events():
        if isinstance(event, Progress) and time.monotonic() > end:
            yield from _in_child(work.solve, vars(question))
            return
        yield event


def answer(question: Question) -> Answer:
    """Return the last of the `events`."""
    return last_answer(events(question))


def result(task: Task, values: Values) -> Any:
    """Return the result of a task. Raises Failed."""
    if compile_state.kernels_missing(work.puzzle_of(values)):
        *_, found = _in_child(task, values, progress=False)
        return found
    return work.run_here(task, values)


def reading(file: str = "") -> tuple[AnyPuzzle, Reading]:
    """Return what `read_picture` does; solvers try the boards, as plain Python until compiled."""
    if reads_plain():
        plain.run_plain_here()
    from puzzles.pictures.photo import read_picture

    return read_picture(file)


def reads_plain() -> bool:
    """Return True if the kernels of a puzzle that reads pictures are missing."""
    plugins = registry.plugins()[0].items()
    readers = [name for name, puzzle in plugins if puzzle.can("reader.read")]
    return any(map(compile_state.kernels_missing, readers))
