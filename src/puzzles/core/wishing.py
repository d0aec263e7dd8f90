"""Wishes for new levels: whether they make sense, and the search for one as hard as is wished."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import inf

from puzzles.core.errors import UsageError
from puzzles.core.level import L, Level
from puzzles.core.results import Grade, Option
from puzzles.core.solving import Event, relay
from puzzles.core.tables import Values

DIFFICULTY = Option("difficulty", "how hard, from 1 to 10", span=range(1, 11))
NEAR = 0.5  # how far from the wish is near; twice as far is near enough where nothing is nearer


def look_at(options: Iterable[Option], wishes: Values) -> None:
    """Raise UsageError for a wish that is none of the choices of its option, or out of the span."""
    for option in options:
        name, value, span = option.name, wishes.get(option.name), option.span
        if value is not None and option.choices and value not in option.choices:
            raise UsageError(f"no {name} {value!r}; known are {', '.join(option.choices)}")
        if value is not None and span and value not in span:
            raise UsageError(f"{name} is from {span[0]} to {span[-1]}, not {value}")


def as_hard(
    made: Iterable[Event | L],
    grade: Callable[[L], Iterable[Event | Grade]],
    wish: int | None,
    what: str,
    hint: str,
) -> Iterator[Event | L]:
    """Grade levels while they are made, until one is as hard as is wished, and yield it last.
    Raises UsageError if none is: with the nearest, or a hint where there was no level at all."""
    nearest, least = None, inf
    for level in made:
        if not isinstance(level, Level):
            yield level
            continue
        try:
            difficulty = (yield from relay(grade(level), Grade)).difficulty
        except UsageError:  # it takes too long, or no reasons lead to the end
            continue
        away = abs(difficulty - (wish or difficulty))
        if away < least:
            nearest, least = replace(level, difficulty=difficulty), away
        if least <= NEAR:
            break
    if nearest is None or least > 2 * NEAR:
        found = f"the nearest has difficulty {nearest.difficulty}" if nearest else hint
        hard = f" of difficulty {wish}" if nearest else ""
        raise UsageError(f"no {what}{hard} turned up; {found}")
    yield nearest
