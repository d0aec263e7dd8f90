"""Questions and tasks of a program that waits for the answer: done here where kernels are compiled,
and until then in a child (`child_pool`), at the best speed there is."""

import math
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.reading import Reading
from puzzles.core.solving import Answer, Event, Known, Progress
from puzzles.core.solving import answer as last_answer
from puzzles.core.tables import Values
from puzzles.core.threads import single_process
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
    elif asks_child(work.solve, vars(question)):
        yield from _try_here(question)
    else:
        yield from question.events()


def asks_child(task: Task, values: Values) -> bool:
    """Return True for what a child that can be killed does. As plain Python a kernel may run for
    seconds between two looks at the clock."""
    return work.patience(task, values) < math.inf and bool(plain.why()) and not single_process()


def _in_child(
    task: Task, values: Values, progress: bool = True, known: Known | None = None
) -> Iterator[Any]:
    """Yield the events of a task. A child that does not keep the limit of time is killed; what was
    told by then, or `known` before, is the answer."""
    from puzzles.running.child_pool import child_pool

    known = known or Known()
    try:
        for event in child_pool().events(task, values, progress, work.patience(task, values)):
            if isinstance(event, Progress):
                known.add(event)
            yield event
    except TimeoutError:
        yield work.stopped(task, known.answer("time limit"))


def try_plain_first(question: Question) -> Iterator[Event]:
    """Yield `events`, in a process that asks nothing else: it tries for a moment as plain Python,
    which solves most boards before the compiler is loaded; a compiled one does the others."""
    if plain.why() or compile_state.kernels_missing(question.puzzle.id):
        yield from events(question)
    else:
        plain.run_plain_here()
        yield from _try_here(question)


def _try_here(question: Question) -> Iterator[Event]:
    """Yield the events of an answer that is looked for here for a moment, and then in a child, in
    the time that is left; at once where plain Python would take long."""
    began, known = time.monotonic(), Known()
    for event in question.events():
        yield event
        if isinstance(event, Answer):
            return
        known.add(event)
        tried = time.monotonic() - began
        if event.preparing or tried > TRIED:
            rest = replace(question, limits=question.limits.after(tried))
            yield from _in_child(work.solve, vars(rest), known=known)
            return


def answer(question: Question) -> Answer:
    """Return the last of the `events`."""
    return last_answer(events(question))


def result(task: Task, values: Values) -> Any:
    """Return the result of a task. Raises Failed."""
    killed = asks_child(task, values)
    if killed or compile_state.kernels_missing(work.puzzle_of(values)):
        return deque(_in_child(task, values, progress=killed), 1).pop()
    return work.result(deque(work.do(task, values), 1).pop())


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
