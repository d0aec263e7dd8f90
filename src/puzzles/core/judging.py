"""The verdict on a board that is being drawn, which grows as one question after the other is
answered. A puzzle has the questions and the words."""

from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from puzzles.core.errors import UsageError
from puzzles.core.results import NO, SEVERAL, Grade, Verdict
from puzzles.core.solving import Progress
from puzzles.core.tables import Values
from puzzles.core.words import UNSOLVABLE, many

NAMED = 8  # cells in which two solutions differ


def numbered(
    solutions: Sequence[Sequence[str]],
    complete: bool,
    nodes: int,
    lit: Sequence[str],
    claims: Values,
) -> Verdict:
    """The verdict where one solution is wanted and two are looked for: those that were found, each
    its moves as text, are all if that is `complete`; `lit` are the cells in which two differ, by
    name; `claims` are proved."""
    number, several = len(solutions), len(solutions) > 1
    proved = f"{many(number, 'solution')}, proved" if number else UNSOLVABLE
    least = ("not known yet", "1 solution or more", "2 solutions or more")[number]
    outcome = SEVERAL if several else NO if complete and not number else ""
    shown = tuple(map(tuple, solutions)) if several else ()
    lines = [proved if complete else least]
    if several:
        lines.append(f"they differ at {', '.join(lit[:NAMED])}{' …' * (len(lit) > NAMED)}")
    settled = complete or several
    return Verdict(tuple(lines), settled, tuple(lit), shown, nodes, claims, outcome)


def graded(
    verdict: Verdict, events: Iterable[object]
) -> Generator[Progress | Verdict, None, Verdict]:
    """Yield and return the verdict with the grade that these events end with, if they come to
    one."""
    with suppress(UsageError):
        for event in events:
            if isinstance(event, Grade):
                claims = {**verdict.claims, "difficulty": event.difficulty}
                verdict = replace(verdict, lines=(*verdict.lines, event.words), claims=claims)
                yield verdict
            elif isinstance(event, Progress):
                yield event
    return verdict
