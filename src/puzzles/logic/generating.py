"""New boards with one solution, proved, and as hard as is wished.

Either a board with every clue loses clues, many at a time while that goes well, or a board with
several solutions is changed until there is one. How many rules its steps need together (`deducing`)
is soon seen; only then, and after each further change, a board is graded.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from functools import reduce
from math import inf
from random import Random
from typing import Any

from puzzles.core.errors import UsageError
from puzzles.core.solving import UNLIMITED, Limits, Progress
from puzzles.core.wishing import NEAR
from puzzles.grids.layers import LayeredLevel as Level
from puzzles.logic.deducing import Reasoner, follow, grade
from puzzles.logic.model import Model, place_of
from puzzles.logic.playing import Made
from puzzles.logic.solving import search

Places = frozenset[int]
Declare = Callable[[Level], Model]
Less = Callable[[Level, Any], Level]  # the level without a clue
Mend = Callable[[Level, Places, Places, Random], Level | None]
PROOF = 1000  # decisions, at most: with more, steps would be hard to find, too
CHANGES = 100  # of a board, until one is begun anew
SHARE = 0.3  # of the places of a board that is drawn at random


def fits(model: Model, rules: float) -> Generator[Progress, None, bool]:
    """Say if one solution is soon proved, and no step to it needs more than so many rules."""
    found = yield from search(model, (), 2, Limits(nodes=PROOF))
    proved = found.unique and found.nodes < PROOF  # with all of them it may be cut short
    return proved and (rules == inf or Reasoner(model, found.solutions[0]).easy(rules))


def followed(model: Model, most: float) -> Generator[Progress, None, tuple[float, set[int]]]:
    """Return how hard a board is, and all marks; if it is harder than the `most`, only those to
    which easier steps lead."""
    try:
        steps = yield from follow(model, UNLIMITED, most)
    except UsageError:  # no steps to the end are found
        return inf, model.givens
    hard = grade(steps).difficulty
    led = steps[:-1] if hard > most else steps
    return hard, model.givens.union(*(step.concludes for step in led))


def thin(
    level: Level, clues: Sequence[Any], without: Less, declare: Declare, wish: int, rng: Random
) -> Made:
    """Take clues away while the level is not too hard; None if it is that with all of them."""
    rules = max(1, wish - 3) if wish < 10 else inf  # with these it is surely not too hard
    if not (yield from fits(declare(level), rules)):
        return None
    order, kept = rng.sample(clues, len(clues)), list[Any]()
    parts = [order[i::3] for i in range(3)]
    while parts:
        part = parts.pop(0)
        fewer = reduce(without, part, level)
        if (yield from fits(declare(fewer), rules)):
            level = fewer
        elif len(part) > 1:
            parts[:0] = part[::2], part[1::2]
        else:
            kept += part
    hard, _ = yield from followed(declare(level), inf)
    while kept and hard < wish - NEAR:
        model = declare(fewer := without(level, kept.pop()))
        if (yield from fits(model, inf)):
            harder, _ = yield from followed(model, wish + NEAR)
            if harder <= wish + NEAR:
                level, hard = fewer, harder
    return replace(level, difficulty=hard)


def mended(
    level: Level, solution: Places, mend: Mend, declare: Declare, wish: int, rng: Random
) -> Made:
    """Change a board until its only solution is this one, and it is as hard as is wished: `mend`
    returns one that keeps it and not another one. If there is no other one, one is supposed that
    differs at two places: such that are open where steps become too hard, if they do. The best
    board is gone on from, or returned at last if it is not too hard; None if it is."""
    places = Places(declare(level).places)
    best = -1, 0.0, level, places
    for _ in range(CHANGES):
        model = declare(level)
        found = yield from search(model, (), 2)
        other = next((one for one in found.solutions if one != solution), None)
        if other is None:
            known, easy = model.filled(solution), Reasoner(model, solution).easy
            # Too easy if so few rules solve it; their number ranks such boards, below others.
            few = range(1, 2 * wish - 9)
            hard = next((rules / 100 for rules in few if easy(rules)), 1.0)
            if hard == 1:
                hard, known = yield from followed(model, wish + NEAR)
            if (len(known), hard) >= best[:2]:
                best = len(known), hard, level, places - {*map(place_of, known)}
            _, hard, level, left = best
            if not left and hard >= wish - NEAR:
                break
            some = left or places
            two = some & solution, some - solution
            other = solution ^ {rng.choice(sorted(each)) for each in two if each}
        if (changed := mend(level, solution, other, rng)) is None:
            break
        level = changed
    return None if best[3] else replace(best[2], difficulty=best[1] if best[1] >= 1 else None)


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
