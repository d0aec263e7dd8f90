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
from puzzles.logic.model import Model, place_of
from puzzles.logic.solving import search

L = TypeVar("L")  # a level
C = TypeVar("C")  # a clue of it
CHANGES = 120  # of a board, until one is begun anew;
VAIN = 32  # of which so many may not help
SHARE = 0.3  # of the places of a board that is drawn at random


def fits(model: Model, hardest: int) -> Generator[Progress, None, bool]:
    """Say if there is one solution, and no step to it needs more rules than the `hardest`."""
    found = yield from search(model, (), 2)
    known = (yield from reached(model, found.solutions[0], hardest)) if found.unique else ()
    return found.unique and len(known) == len(model.places)


def reached(
    model: Model, solution: frozenset[int], hardest: int
) -> Generator[Progress, None, set[int]]:
    """Return the marks of the one solution to which steps of at most so many rules lead."""
    reasoner = Reasoner(model, solution)
    known = reasoner.closed((), hardest)
    while (step := reasoner.step(known)) is not None and step.cost <= hardest:
        known = reasoner.closed(known.union(step.concludes), hardest)
        yield Progress()
    return known


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
    """Change a board until its only solution is this one, and no step to it needs more rules than
    the `hardest`: `mend` returns one that keeps it and not another one. Where steps do not lead to
    the end, the other one differs from this one at two places that they leave open, on the board on
    which they led to most. None if that does not end."""
    best, vain = (-1, level, frozenset[int]()), 0
    changed: L | None = level
    for _ in range(CHANGES):
        if changed is None or vain > VAIN:
            return None
        level, model = changed, declare(changed)
        found = yield from search(model, (), 2)
        other = next((one for one in found.solutions if one != solution), None)
        if other is None:
            known = yield from reached(model, solution, hardest)
            left = frozenset(map(place_of, model.filled(solution) - known))
            if not left:
                return level
            vain = 0 if len(known) > best[0] else vain + 1
            best = max((len(known), level, left), best, key=lambda one: one[0])
            _, level, left = best
            unlike = [sorted(some) for some in (left & solution, left - solution)]
            if not (known and all(unlike)):
                return None
            other = solution ^ {*map(rng.choice, unlike)}
        changed = mend(level, solution, other, rng)
    return None


def drawn(model: Model, rng: Random) -> Generator[Progress, None, frozenset[int]]:
    """Return a solution at random: a SHARE of the places are marked as chance will, where that
    leaves one. There has to be one."""
    known = {*model.givens}
    for place in rng.sample(model.places, round(SHARE * len(model.places))):
        mark = place if rng.random() < 0.5 else ~place
        found = yield from search(model, {*known, mark}, 1)
        known.add(mark if found.solutions else ~mark)
    found = yield from search(model, known, 1)
    return found.solutions[0]
