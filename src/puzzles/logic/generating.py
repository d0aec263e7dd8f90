"""New boards with one solution, proved, and no harder than is wished.

Either a board with every clue loses clues, many at a time while that goes well, or a board with
several solutions is changed until there is one. A board is as hard as the largest set of rules that
a step of its solution needs (`deducing`).
"""

from collections.abc import Callable, Generator, Sequence
from random import Random
from typing import TypeVar

from puzzles.core.solving import UNLIMITED, Limits, Progress, Run
from puzzles.logic.deducing import Reasoner
from puzzles.logic.model import Model
from puzzles.logic.solving import search

L = TypeVar("L")  # a level
C = TypeVar("C")  # a clue of it
Declare = Callable[[L], Model]
CHANGES = 400  # of a board, until one is begun anew


def hardness(model: Model, most: int) -> Generator[Progress, None, int]:
    """Return how many rules the hardest step needs, 0 if there is not one solution, and more than
    `most` as soon as a step needs more."""
    found = yield from search(model, {}, 2)
    if not found.unique:
        return 0
    hardest, reasoner = 1, Reasoner(model)
    known = reasoner.closed({})
    while hardest <= most and (step := reasoner.step(known)) is not None:
        hardest = max(hardest, step.cost)
        known = reasoner.closed({**known, **dict(step.concludes)})
        yield Progress()
    return hardest


def thin(
    level: L,
    clues: Callable[[L], Sequence[C]],
    without: Callable[[L, C], L],
    declare: Callable[[L], Model],
    hardest: int,
    rng: Random,
    limits: Limits = UNLIMITED,
) -> Generator[Progress, None, L | None]:
    """Take clues away for as long as there is one solution and no step needs more rules than the
    `hardest`; None if the board with all of them is not so. Raises Stopped."""
    run = Run(limits)
    if not 0 < (yield from hardness(declare(level), hardest)) <= hardest:
        return None
    order = [*clues(level)]
    rng.shuffle(order)
    size = max(1, len(order) // 3)
    parts = [order[i : i + size] for i in range(0, len(order), size)]
    while parts:
        part, fewer = parts.pop(0), level
        for clue in part:
            fewer = without(fewer, clue)
        run.check()
        run.nodes += 1
        yield Progress(run.nodes, run.seconds)
        if 0 < (yield from hardness(declare(fewer), hardest)) <= hardest:
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
    limits: Limits = UNLIMITED,
) -> Generator[Progress, None, L | None]:
    """Change a board until its only solution is this one: `mend` returns one that keeps it and not
    another one. None if that does not end, or takes steps of more rules. Raises Stopped."""
    run = Run(limits)
    for _ in range(CHANGES):
        run.check()
        run.nodes += 1
        yield Progress(run.nodes, run.seconds)
        found = yield from search(declare(level), {}, 2)
        others = [one for one in found.solutions if one != solution]
        if not others:
            fits = 0 < (yield from hardness(declare(level), hardest)) <= hardest
            return level if fits else None
        changed = mend(level, solution, others[0], rng)
        if changed is None:
            return None
        level = changed
    return None


def drawn(
    model: Model, rng: Random, share: float = 0.3
) -> Generator[Progress, None, frozenset[int]]:
    """Return a solution at random: a share of the places are marked as chance will, where that
    leaves one. There has to be one."""
    known = dict(model.givens)
    places = rng.sample(model.places, round(share * len(model.places)))
    for place in places:
        known.setdefault(place, rng.random() < 0.5)
        found = yield from search(model, known, 1)
        if not found.solutions:
            known[place] = not known[place]
    found = yield from search(model, known, 1)
    return found.solutions[0]
