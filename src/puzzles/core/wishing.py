"""Wishes for levels: whether they make sense, and the search for one that is as was wished, among
new ones or by changes of one that is drawn."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf
from operator import itemgetter
from random import Random
from typing import TypeVar

from puzzles.core.errors import UsageError
from puzzles.core.level import L, Level
from puzzles.core.results import Grade, Option
from puzzles.core.solving import Event, Progress, relay
from puzzles.core.tables import Values

T = TypeVar("T")
DIFFICULTY = Option("difficulty", "how hard, from 1 to 10", span=range(1, 11))
NEAR = 0.5  # how far from the wish is near; twice as far is near enough where nothing is nearer
MOST = 20  # times the patience, after which no board is looked at any more
STEP, CLOSE = 1.0, 0.4  # of difficulty, and how close to it a changed board has to come
ROUNDS, KEPT = 8, 3  # rounds of changes, and boards that are gone on from


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
    patience: float = inf,
) -> Iterator[Event | L]:
    """Grade levels while they are made, unless they have a difficulty, until one is as hard as is
    wished, and yield it last; after the `patience`, in events, twice as far is near, and after MOST
    times that it ends. Raises UsageError if none is: with the nearest, or a hint where there was no
    level at all."""
    nearest, least, looks = None, inf, 0
    for level in made:
        if not isinstance(level, Level):
            yield level
            looks += 1
        else:
            difficulty = level.difficulty
            if difficulty is None:
                try:
                    difficulty = (yield from relay(grade(level), Grade)).difficulty
                except UsageError:  # it takes too long, or no reasons lead to the end
                    continue
            away = abs(difficulty - (wish or difficulty))
            if away < least:
                nearest, least = replace(level, difficulty=difficulty), away
        if least <= NEAR * (2 if looks >= patience else 1) or looks >= MOST * patience:
            break
    if nearest is None or least > 2 * NEAR:
        found = f"the nearest has difficulty {nearest.difficulty}" if nearest else hint
        hard = f" of difficulty {wish}" if wish else ""
        raise UsageError(f"no {what}{hard} turned up; {found}")
    yield nearest


def step_from(difficulty: float, harder: bool) -> float:
    """Return the difficulty of a board that is a step harder, or easier. Raises UsageError where
    that is none."""
    goal = min(10.0, difficulty + STEP) if harder else max(1.0, difficulty - STEP)
    if abs(goal - difficulty) <= CLOSE:
        raise UsageError(f"difficulty is already {difficulty} (range 1–10)")
    return goal


def spared(
    things: Sequence[T], fits: Callable[[list[T]], bool]
) -> Generator[Progress, None, list[T]]:
    """Return things that can be spared together; `fits` says if some can. They are tried in their
    order, many at a time while that goes well."""
    gone, parts = list[T](), [things[i::3] for i in range(min(3, len(things)))]
    while parts:
        if len(parts) % 3 == 0:
            yield Progress()
        part = parts.pop(0)
        if fits([*gone, *part]):
            gone += part
        elif len(part) > 1:
            parts[:0] = part[::2], part[1::2]
    return gone


def nearby(
    board: L,
    goal: float,
    measure: Callable[[L], Generator[Progress, None, float | None]],
    changes: Callable[[L], Iterable[tuple[bytes, L]]],
    most: int,
    order: Callable[[L], int] = lambda board: 0,
) -> Generator[Progress, None, tuple[L, float]]:
    """Return a board whose measure comes close to the goal, and its measure. Few `changes` make it:
    that function yields the boards that one change makes of another, each with what tells it from
    all. At `most` so many are tried in a round; of those equally far away the first in `order` are
    better. Raises UsageError if no such board is found."""
    rng, seen, best = Random(0), set[bytes](), [(inf, 0, board)]
    for _ in range(ROUNDS):
        new = {key: each for *_, one in best for key, each in changes(one) if key not in seen}
        for key in rng.sample([*new], min(len(new), most)):
            yield Progress(len(seen))
            seen.add(key)
            found = yield from measure(new[key])
            away = inf if found is None else abs(found - goal)
            if found is not None and away <= CLOSE:
                return new[key], found
            best.append((away, order(new[key]), new[key]))
        best = sorted(best, key=itemgetter(0, 1))[:KEPT]
    raise UsageError("no such board was found nearby")
