"""New boards with one solution, proved, and no harder than is wished.

Either a board with every clue loses clues, many at a time while that goes well, or a board with
several solutions is changed until there is one. A board is as hard as the largest set of rules that
a step of its solution needs (`deducing`).
"""

from collections.abc import Callable, Generator, Sequence
from functools import reduce
from random import Random
from typing import Any

from puzzles.core.solving import Limits, Progress
from puzzles.grids.layers import LayeredLevel as Level
from puzzles.logic.deducing import Reasoner
from puzzles.logic.model import Model, place_of
from puzzles.logic.playing import Made
from puzzles.logic.solving import search

Places = frozenset[int]
Declare = Callable[[Level], Model]
Less = Callable[[Level, Any], Level]  # the level without a clue
Mend = Callable[[Level, Places, Places, Random], Level | None]
PROOF = 1000  # decisions, at most: with more, steps would be hard to find, too
CHANGES = 120  # of a board, until one is begun anew;
VAIN = 32  # of which so many may not help
SHARE = 0.3  # of the places of a board that is drawn at random


def fits(model: Model, hardest: int) -> Generator[Progress, None, bool]:
    """Say if one solution is soon proved, and no step to it needs more rules than the `hardest`."""
    found = yield from search(model, (), 2, Limits(nodes=PROOF))
    proved = found.unique and found.nodes < PROOF  # with all of them it may be cut short
    known = (yield from reached(model, found.solutions[0], hardest)) if proved else ()
    return len(known) == len(model.places)


def reached(model: Model, solution: Places, hardest: int) -> Generator[Progress, None, set[int]]:
    """Return the marks of the one solution to which steps of at most so many rules lead."""
    reasoner = Reasoner(model, solution)
    known = reasoner.closed((), hardest)
    while (step := reasoner.step(known)) is not None and step.cost <= hardest:
        known = reasoner.closed(known.union(step.concludes), hardest)
        yield Progress()
    return known


def thin(
    level: Level, clues: Sequence[Any], without: Less, declare: Declare, hardest: int, rng: Random
) -> Made:
    """Take clues away for as long as the level fits; None if it does not with all of them."""
    if not (yield from fits(declare(level), hardest)):
        return None
    order = rng.sample(clues, len(clues))
    parts = [order[i::3] for i in range(3)]
    while parts:
        part = parts.pop(0)
        fewer = reduce(without, part, level)
        if (yield from fits(declare(fewer), hardest)):
            level = fewer
        elif len(part) > 1:
            parts[:0] = part[::2], part[1::2]
    return level


def mended(
    level: Level, solution: Places, mend: Mend, declare: Declare, hardest: int, rng: Random
) -> Made:
    """Change a board until its only solution is this one, and no step to it needs more rules than
    the `hardest`: `mend` returns one that keeps it and not another one. Where steps do not lead to
    the end, the other one differs from this one at two places that they leave open, on the board on
    which they led to most. None if that does not end."""
    best, vain = (-1, level, Places()), 0
    for _ in range(CHANGES):
        model = declare(level)
        found = yield from search(model, (), 2)
        other = next((one for one in found.solutions if one != solution), None)
        if other is None:
            known = yield from reached(model, solution, hardest)
            left = frozenset(map(place_of, model.filled(solution) - known))
            if not left:
                return level
            vain = 0 if len(known) > best[0] else vain + 1
            _, level, left = best = max((len(known), level, left), best, key=lambda one: one[0])
            unlike = [sorted(some) for some in (left & solution, left - solution)]
            if vain > VAIN or not (known and all(unlike)):
                return None
            other = solution ^ {*map(rng.choice, unlike)}
        if (changed := mend(level, solution, other, rng)) is None:
            return None
        level = changed
    return None


def drawn(model: Model, rng: Random) -> Generator[Progress, None, Places]:
    """Return a solution at random: a SHARE of the places are marked as chance will, where that
    leaves one. There has to be one."""
    known = {*model.givens}
    for place in rng.sample(model.places, round(SHARE * len(model.places))):
        mark = place if rng.random() < 0.5 else ~place
        found = yield from search(model, {*known, mark}, 1)
        known.add(mark if found.solutions else ~mark)
    found = yield from search(model, known, 1)
    return found.solutions[0]
