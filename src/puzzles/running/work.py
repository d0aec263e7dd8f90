"""What can be done elsewhere: tasks that take plain JSON values, and give them.

A task may tell of its `Progress` on the way; what it gives last, an `Answer` or values of its own,
is its result. It is the same whether it is done in this process, in a child (`child`), in many
(`pool`) or on a Dask worker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from pkgutil import resolve_name

from puzzles.core.errors import NO_MEMORY, LevelError, MoveError, PuzzlesError, UsageError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import Explanation, Grade, Problem, Proposal, Repair, Verdict
from puzzles.core.solving import UNLIMITED, Answer, Event, Limits, Progress, last
from puzzles.core.tables import Values
from puzzles.library import formats, registry
from puzzles.library.lessons import lesson_pack
from puzzles.library.solutions import solution_of
from puzzles.library.writing import level_text
from puzzles.running import compile_state
from puzzles.running.question import Question, in_text
from puzzles.running.wire import draft_of, event_values, level_values, read_level, reading_values

Task = Callable[..., Iterator[Event | Values]]


class Failed(PuzzlesError):
    """A task, or the process that was doing it, came to nothing; the text says why."""


def solve(**question: object) -> Iterator[Event]:
    """The events of the answer to a `Question`."""
    return Question.of_json(question).events()


def load(puzzle: str) -> Iterator[Values]:
    """Import what a puzzle needs for answers, and have its kernels loaded by the first lesson."""
    plugin = registry.plugin(puzzle)
    plugin.load()
    lessons = lesson_pack(plugin)
    if lessons is not None:
        state = plugin.start(lessons.levels[0])
        last(plugin.solve(state, UNLIMITED), Answer)
        if plugin.can("tutor.advise"):  # which has kernels of its own
            last(plugin.tutor.advise(state, (), UNLIMITED), Answer)
    yield {}


def compile_all(puzzle: str) -> Iterator[Event | Values]:
    """Have all kernels of a puzzle compiled; see `compiling`."""
    from puzzles.running import compiling  # which loads the compiler

    return compiling.compile_all(puzzle)


def make(puzzle: str, seed: int, wishes: Values) -> Iterator[Event | Values]:
    """A level as text, or an empty text and the reason why this seed gives none."""
    plugin = registry.plugin(puzzle)
    maker = plugin.generator
    try:
        for event in maker.make(seed, wishes):
            if isinstance(event, Level):
                yield {"text": level_text(plugin, event), "reason": ""}
            else:  # its moves are no text
                yield Progress(event.nodes, event.seconds)
    except UsageError as error:
        yield {"text": "", "reason": str(error)}


def certify(limits: Values, **level: object) -> Iterator[Event]:
    """The events of proving what a level claims; the certificate is in the answer's facts."""
    puzzle, found = read_level(level)
    certifier = puzzle.solver
    for event in certifier.certify(found, Limits(**limits)):
        yield in_text(puzzle, puzzle.start(found), event)


def check(limits: Values, certificate: str = "", **level: object) -> Iterator[Event | Values]:
    """The answer that a level's claims were held against, and those that are false: after a search,
    or by a certificate if there is one."""
    puzzle, found = read_level(level)
    if certificate:
        certifier = puzzle.solver
        proved = certifier.check_by(certificate, found, Limits(**limits))
        values = event_values(in_text(puzzle, puzzle.start(found), proved))
        false = list(map(asdict, _false_solution(puzzle, found, proved)))
        yield {"answer": values, "problems": false, "certified": proved.proved}
        return
    problems, answer = [], None
    for event in puzzle.check(found, Limits(**limits)):
        if isinstance(event, Problem):
            problems.append(asdict(event))
        elif isinstance(event, Answer):
            answer = in_text(puzzle, puzzle.start(found), event)
        else:
            yield in_text(puzzle, puzzle.start(found), event)
    assert answer, "the check ended without an answer"
    if isinstance(answer, Answer):
        problems += map(asdict, _false_solution(puzzle, found, answer))
    yield {"answer": event_values(answer), "problems": problems, "certified": False}


def _false_solution(puzzle: AnyPuzzle, level: Level, answer: Answer) -> Iterator[Problem]:
    """Yield a problem if the solution that ships with a board does not win, or is not the best."""
    line, state = solution_of(puzzle, level), puzzle.start(level)
    if not line:
        return
    try:
        won = puzzle.status(puzzle.after(state, line)).won
    except MoveError:
        won = False
    if not won:
        yield Problem(level.place, "the solution that ships with it does not win")
    elif answer.proved and answer.moves is not None and len(answer.moves) != len(line):
        words = f"{puzzle.count_of(len(line))}, but the best has {len(answer.moves)}"
        yield Problem(level.place, f"the solution that ships with it has {words}")


def grade(**level: object) -> Iterator[Values]:
    """How hard a level is: the values of a `Grade`."""
    puzzle, found = read_level(level)
    grader = puzzle.tutor
    yield asdict(last(grader.grade(found), Grade))


def explain(limits: Values, **level: object) -> Iterator[Values]:
    """A level solved in reasons: the values of an `Explanation`."""
    puzzle, found = read_level(level)
    room = puzzle.tutor
    yield asdict(last(room.explain(found, Limits(**limits)), Explanation))


def repair(kinds: list[str], limits: Values, **level: object) -> Iterator[Event | Values]:
    """The values of a `Repair` of a level, by changes of some kinds, or of the puzzle's first."""
    puzzle, found = read_level(level)
    room = puzzle.maker
    for event in room.repair(found, kinds or room.CHANGES[:1], Limits(**limits)):
        if isinstance(event, Repair):
            yield {
                "changes": event.changes,
                "least": event.least,
                "solutions": event.solutions,
                "exact": event.exact,
                "level": level_values(puzzle, event.level),
            }
        else:
            yield event


def judge(**level: object) -> Iterator[Event | Values]:
    """The values of a `Verdict` on a board that is being drawn; those on the way are what Progress
    has to look at. What a puzzle does not judge itself is judged by its check."""
    puzzle, found = read_level(level)
    verdict, judged = Verdict(()), puzzle.can("maker.judge")
    for event in puzzle.maker.judge(found) if judged else _checked(puzzle, found):
        if isinstance(event, Verdict):
            verdict = event
            yield Progress(look=asdict(verdict))
        else:  # its moves are no text
            yield Progress(event.nodes, event.seconds, preparing=event.preparing)
    yield asdict(verdict)


def assist(
    puzzle: str, keys: Values, wish: str, orbits: list[list[int]]
) -> Iterator[Event | Values]:
    """The values of a `Proposal` for a board that is being drawn, as a sketch."""
    plugin = registry.plugin(puzzle)
    room = plugin.maker
    sketch = draft_of(plugin, keys)
    for event in room.assist(sketch, wish, orbits):
        if isinstance(event, Proposal):
            made = plugin.maker.sketch(replace(event.level, title=sketch.title))
            yield {"keys": plugin.format(made), "changes": event.changes, "note": event.note}
            return
        yield Progress(event.nodes, event.seconds, preparing=event.preparing)


def _checked(puzzle: AnyPuzzle, level: Level) -> Iterator[Progress | Verdict]:
    """What a check says of a board."""
    told = ""
    for event in puzzle.check(level, UNLIMITED):
        if isinstance(event, Answer):
            par = event.proved and event.moves and "par" in puzzle.facts(level)
            claims = {"par": len(event.moves or ())} if par else {}
            yield Verdict((event.headline,), event.proved, claims=claims)
        elif isinstance(event, Progress):
            bounds = [f"at least {event.lower_bound}"] * bool(event.lower_bound)
            bounds += [f"at most {event.best}"] * (event.best is not None)
            if bounds and told != (told := ", ".join(bounds)):
                yield Verdict((told,))
            yield event


def write(form: str, **level: object) -> Iterator[Values]:
    """The text of a level in another tool's format."""
    puzzle, found = read_level(level)
    yield {"text": formats.named(form, puzzle).write(found)}


def read(file: str = "") -> Iterator[Values]:
    """The board in a picture, or in the one on the clipboard, as the values of a `Reading`."""
    from puzzles.pictures.photo import read_picture

    yield reading_values(*read_picture(file))


def name_of(task: Task) -> str:
    """What a task, a function of a module, is called between processes."""
    return f"{task.__module__}:{task.__qualname__}"


def do(task: str, values: Values) -> Iterator[Values]:
    """The events of a task, each with its kind: `Progress`, and one `Answer`, `Result` or `Failed`
    at the end."""
    try:
        for found in resolve_name(task)(**values):
            if isinstance(found, Progress | Answer):
                yield event_values(found)
            else:
                yield {"event": "Result", **found}
    except PuzzlesError as error:
        reason = error.reason if isinstance(error, LevelError) else str(error)
        yield {"event": "Failed", "reason": reason}
    except MemoryError:
        yield {"event": "Failed", "reason": NO_MEMORY}
    except Exception as error:  # a plugin's fault ends its task, not the process
        blamed = f"the plugin {values['puzzle']} failed: " if "puzzle" in values else ""
        yield {"event": "Failed", "reason": f"{blamed}{type(error).__name__}: {error}"}


def result(event: Values) -> Values:
    """What a task came to, given its last event; raises Failed."""
    if event["event"] == "Failed":
        raise Failed(event["reason"])
    return event


def done(task: str, values: Values) -> Values:
    """The result of a task, done here; raises Failed."""
    for event in do(task, values):
        last = event
    return result(last)


def compiled_and_done(task: str, values: Values) -> Values:
    """The result of a task, done here with compiled kernels, for which the processes of a machine
    wait until one has compiled them; raises Failed."""
    puzzle = values.get("puzzle", "")
    if compile_state.is_lacking(puzzle):
        with suppress(Failed, OSError):  # then they are compiled when they are called
            compile_state.find_room()
            done(name_of(compile_all), {"puzzle": puzzle})
    return done(task, values)
