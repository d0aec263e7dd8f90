"""New boards with one solution, proved, and no harder than is wished.

Either a board with every clue loses clues, many at a time while that goes well, or a board with
several solutions is changed until there is one. A board is as hard as the largest set of rules that
a step of its solution needs (`deducing`).
"""

from collections.abc import Callable, Generator, Sequence
from functools import reduce
from random import Random
from typing import TypeVar

from puzzles.core.solving import Progress
from puzzles.logic.deducing import Reasoner
from puzzles.logic.model import Model
from puzzles.logic.solving import search

L = TypeVar("L")  # a level
C = TypeVar("C")  # a clue of it
CHANGES = 400  # of a board, until one is begun anew
SHARE = 0.3  # of the places of a board that is drawn at random


def fits(model: Model, hardest: int) -> Generator[Progress, None, bool]:
    """Say if there is one solution, and no step to it needs more rules than the `hardest`."""
    found, reasoner = (yield from search(model, {}, 2)), Reasoner(model)
    known = reasoner.closed({})
    while found.unique and (step := reasoner.step(known)) is not None:
        if step.cost > hardest:
            return False
        known = reasoner.closed({**known, **dict(step.concludes)})
        yield Progress()
    return found.unique


def thin(
    level: L,
    clues: Sequence[C],
    without: Callable[[L, C], L],
    declare: Callable[[L], Model],
    hardest: int,
    rng: Random,
) -> Generator[Progress, None, L | None]:
    """Take clues away for as long as the level fits; None if it does not with all of them."""
    if not (yield from fits(declare(level), hardest)):
        return None
    order = [*clues]
    rng.shuffle(order)
    size = max(1, len(order) // 3)
    parts = [order[i : i + size] for i in range(0, len(order), size)]
    while parts:
        part = parts.pop(0)
        fewer = reduce(without, part, level)
        if (yield from fits(declare(fewer), hardest)):
            level = fewer
        elif len(part) > 1:
            half = len(part) // 2
            parts[:0] = part[:half], part[half:]
    return level


def mended(
    level: L,
    solution: frozenset[int],
    mend: Callable[[L, frozenset[int], frozenset[int], Random], L | None],
    declare: Callable[[L], Model],
    hardest: int,
    rng: Random,
) -> Generator[Progress, None, L | None]:
    """Change a board until its only solution is this one: `mend` returns one that keeps it and not
    another one. None if that does not end, or takes steps of more rules."""
    changed: L | None = level
    for _ in range(CHANGES):
        if changed is None:
            return None
        level = changed
        found = yield from search(declare(level), {}, 2)
        others = [one for one in found.solutions if one != solution]
        if not others:
            return level if (yield from fits(declare(level), hardest)) else None
        changed = mend(level, solution, others[0], rng)
    return None


def drawn(model: Model, rng: Random) -> Generator[Progress, None, frozenset[int]]:
    """Return a solution at random: a SHARE of the places are marked as chance will, where that
    leaves one. There has to be one."""
    known = dict(model.givens)
    for place in rng.sample(model.places, round(SHARE * len(model.places))):
        known.setdefault(place, rng.random() < 0.5)
        found = yield from search(model, known, 1)
        if not found.solutions:
            known[place] = not known[place]
    found = yield from search(model, known, 1)
    return found.solutions[0]
