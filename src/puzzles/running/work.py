"""Tasks, which can be done elsewhere: functions that yield events.

A task may tell of its `Progress` on the way; what it yields last is its result. It is the same
whether it is done in this process, in a child (`child`), or in many (`pool`).
"""

import math
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from puzzles.core.errors import NO_MEMORY, LevelError, MoveError, PuzzlesError, UsageError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.reading import Reading
from puzzles.core.results import Explanation, FalseClaim, Grade, Proposal, Repair, Verdict
from puzzles.core.solving import UNLIMITED, Answer, Event, Limits, Progress, last
from puzzles.core.tables import Values
from puzzles.library import registry
from puzzles.library.lessons import lesson_pack
from puzzles.library.solutions import solution_of
from puzzles.running.question import Question, in_text

Task = Callable[..., Iterator[Any]]
GRACE = 1.0  # seconds that a child may be over its limit before it is killed
SEARCHES = tuple(f"solver.{one}" for one in ("solve", "within", "solutions", "count", "count_ways"))


class Failed(PuzzlesError):
    """A task, or the process that was doing it, came to nothing; the text says why."""


@dataclass(frozen=True)
class Checked:
    """The answer that a level was held against, its false claims, and if by a certificate."""

    answer: Answer
    errors: tuple[LevelError, ...]
    certified: bool


@dataclass(frozen=True)
class Judged(Progress):
    """A verdict that is not the last one."""

    verdict: Verdict = field(default_factory=lambda: Verdict(()))


def puzzle_of(values: Values) -> str:
    """Return the id of the puzzle that a task is given, "" if it is given none."""
    puzzle = values.get("puzzle", "")
    return puzzle if isinstance(puzzle, str) else str(puzzle.id)


def solve(**question: Any) -> Iterator[Event]:
    """The events of the answer to a `Question` with these fields."""
    return Question(**question).events()


def load(puzzle: str) -> Iterator[Progress | Values]:
    """Import what a puzzle needs for answers, and have its kernels loaded by the first lesson."""
    plugin = registry.plugin(puzzle)
    plugin.load()
    yield Progress(preparing=True)
    if (lessons := lesson_pack(plugin)) is not None:
        state = plugin.start(lessons.levels[0])
        last(plugin.solver.solve(state, UNLIMITED), Answer)
        if plugin.can("tutor.advise"):  # which has kernels of its own
            last(plugin.tutor.advise(state, (), UNLIMITED), Answer)
    yield {}


def compile_all(puzzle: str) -> Iterator[Event | Values]:
    """Have all kernels of a puzzle compiled; see `compiling`."""
    from puzzles.running import compiling  # which loads the compiler

    return compiling.compile_all(puzzle)


def make(puzzle: AnyPuzzle, seed: int, wishes: Values) -> Iterator[Progress | Level | UsageError]:
    """A level, or the reason why this seed gives none."""
    try:
        for event in puzzle.generator.make(seed, wishes):
            # Moves on the way are no text.
            yield event if isinstance(event, Level) else Progress(event.nodes, event.seconds)
    except UsageError as error:
        yield error


def certify(puzzle: AnyPuzzle, level: Level, limits: Limits) -> Iterator[Event]:
    """The events of proving what a level claims; the certificate is in the answer's facts."""
    for event in puzzle.solver.certify(level, limits):
        yield in_text(puzzle, puzzle.start(level), event)


def check(
    puzzle: AnyPuzzle, level: Level, limits: Limits, certificate: str = ""
) -> Iterator[Event | Checked]:
    """Yield the claims of a level, checked by a search, or by a certificate if there is one."""
    start, false_claims, answer = puzzle.start(level), list[FalseClaim](), None
    events: Iterable[Event | FalseClaim]
    if certificate:
        events = [puzzle.solver.check_by(certificate, level, limits)]
    else:
        events = puzzle.solver.check(level, limits)
    for event in events:
        if isinstance(event, FalseClaim):
            false_claims.append(event)
        elif isinstance(event, Answer):
            answer = in_text(puzzle, start, event)
        else:
            yield in_text(puzzle, start, event)
    assert isinstance(answer, Answer), "the check ended without an answer"
    false_claims += _false_solution(puzzle, level, answer)
    if answer.proved and answer.moves is None:  # whatever else it claims
        false_claims = [FalseClaim(level.place, "this level has no solution")]
    errors = tuple(LevelError(claim.place, claim.reason) for claim in false_claims)
    yield Checked(answer, errors, bool(certificate) and answer.proved)


def _false_solution(puzzle: AnyPuzzle, level: Level, answer: Answer) -> Iterator[FalseClaim]:
    """Yield a claim if the solution that ships with a board does not win, or is not the best."""
    line, state = solution_of(puzzle, level), puzzle.start(level)
    if not line:
        return
    won = False
    with suppress(MoveError):
        won = puzzle.status(puzzle.after(state, line)).won
    if not won:
        yield FalseClaim(level.place, "the solution that ships with it does not win")
    elif puzzle.aim.stepwise and answer.proved and len(best := answer.moves or line) != len(line):
        words = f"{puzzle.count_of(len(line))}, but the best has {len(best)}"
        yield FalseClaim(level.place, f"the solution that ships with it has {words}")


def grade(puzzle: AnyPuzzle, level: Level, limits: Limits) -> Iterator[Grade]:
    """Yield how hard a level is. Raises UsageError at the limit of time."""
    began = time.monotonic()
    for event in puzzle.tutor.grade(level):
        if isinstance(event, Grade):
            yield event
        elif stopped := limits.reached(time.monotonic() - began, 0):
            raise UsageError(f"no difficulty found ({stopped})")


def patience(task: Task, values: Values) -> float:
    """Return how many seconds a child may take before it is killed: a moment more than its limit,
    where it can be told what came of that."""
    seconds = values.get("limits", UNLIMITED).seconds
    whole = task is solve and values.get("function") not in SEARCHES
    return math.inf if seconds is None or whole else seconds + GRACE


def stopped(task: Task, known: Answer) -> Any:
    """Return the result of a task that was ended from outside, given what was `known` by then.
    Raises Failed where that is none."""
    if task not in (solve, certify, check):
        raise Failed(f"nothing found ({known.stopped})")
    return Checked(known, (), False) if task is check else known


def explain(puzzle: AnyPuzzle, level: Level, limits: Limits) -> Iterator[Explanation]:
    """A level solved in reasons."""
    yield last(puzzle.tutor.explain(level, limits), Explanation)


def repair(
    puzzle: AnyPuzzle, level: Level, kinds: Collection[str], limits: Limits
) -> Iterator[Event | Repair[Level]]:
    """A level repaired by changes of some kinds, or of the puzzle's first."""
    return puzzle.maker.repair(level, kinds or puzzle.maker.CHANGES[:1], limits)


def judge(puzzle: AnyPuzzle, level: Level) -> Iterator[Progress | Verdict]:
    """A `Verdict` on a board that is being drawn; those on the way come as `Judged`. What a puzzle
    does not judge itself is judged by its check."""
    verdict, judged = Verdict(()), puzzle.can("maker.judge")
    for event in puzzle.maker.judge(level) if judged else _checked(puzzle, level):
        if isinstance(event, Verdict):
            verdict = event
            yield Judged(verdict=verdict)
        else:  # its moves are no text
            yield Progress(event.nodes, event.seconds, preparing=event.preparing)
    yield verdict


def assist(
    puzzle: AnyPuzzle, sketch: Level, wish: str, orbits: Sequence[Sequence[int]]
) -> Iterator[Progress | Proposal[Level]]:
    """A `Proposal` for a board that is being drawn, as a sketch."""
    for event in puzzle.maker.assist(sketch, wish, orbits):
        if isinstance(event, Proposal):
            made = puzzle.maker.sketch(replace(event.level, title=sketch.title))
            yield replace(event, level=made)
            return
        yield Progress(event.nodes, event.seconds, preparing=event.preparing)


def _checked(puzzle: AnyPuzzle, level: Level) -> Iterator[Progress | Verdict]:
    """Yield what a check finds of a board."""
    told = ""
    for event in puzzle.solver.check(level, UNLIMITED):
        if isinstance(event, Answer):
            par = event.proved and event.moves and "par" in puzzle.facts(level)
            claims = {"par": len(event.moves or ())} if par else {}
            yield Verdict((event.headline,), event.proved, claims=claims)
        elif isinstance(event, Progress):
            if (bounds := ", ".join(event.bounds())) not in ("", told):
                told = bounds
                yield Verdict((told,))
            yield event


def read(file: str = "") -> Iterator[tuple[AnyPuzzle, Reading]]:
    """The board in a picture, or in the one on the clipboard."""
    from puzzles.pictures.photo import read_picture

    yield read_picture(file)


def do(task: Task, values: Values) -> Iterator[Any]:
    """The events of a task: `Progress`, and at the end its result, or Failed."""
    from numpy import seterr

    seterr(over="ignore")  # plain kernels wrap around; numpy is told in each context
    try:
        yield from task(**values)
    except PuzzlesError as error:
        yield Failed(error.reason if isinstance(error, LevelError) else str(error))
    except MemoryError:
        yield Failed(NO_MEMORY)
    except Exception as error:  # a plugin's fault ends its task, not the process
        puzzle = puzzle_of(values)
        blamed = f"the plugin {puzzle} failed: " if puzzle else ""
        yield Failed(f"{blamed}{type(error).__name__}: {error}")


def result(event: Any) -> Any:
    """Return the result of a task, given its last event. Raises Failed."""
    if isinstance(event, Failed):
        raise event
    return event
