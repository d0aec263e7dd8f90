"""New boards with one solution, proved, and as hard as is wished.

A board loses clues that it can spare, or is changed until there is one solution, and on until it is
hard enough. That is soon guessed; only where the guess comes near the wish, a board is graded.
"""

from collections import defaultdict
from collections.abc import Callable, Generator
from itertools import chain
from math import inf
from random import Random
from typing import Any

from puzzles.core.solving import Progress
from puzzles.core.wishing import NEAR, spared
from puzzles.grids.layers import LayeredLevel as Level
from puzzles.logic.clauses import Clauses
from puzzles.logic.deducing import Reasoner, grade
from puzzles.logic.model import Marks, Model, Rule, place_of
from puzzles.logic.playing import Board, Made

Places = frozenset[int]
PROOF = 100_000  # clauses looked at, at most: with more, steps would be hard to find, too
CHANGES = 80  # of a board, until one is begun anew
SHARE = 0.3  # of the places of a board that is drawn at random


class Trial:
    """Looks at a model with a solution, and at others that have less of its rules and givens."""

    def __init__(self, model: Model, solution: Places) -> None:
        self._marks = model.filled(solution)
        self._other = Rule("", (*self._marks,), allowed=frozenset(range(len(self._marks))))
        self._clauses = Clauses(model, self._other)

    def other(self, model: Model) -> Places | None:
        """Return another solution, or what is soon found of one; None if there is none, proved."""
        assumed = self._clauses.assumed(model.givens, [*model.rules, self._other])
        if self._clauses.core_of(assumed, PROOF) is not None:
            return None
        return Places(mark for mark in self._clauses.found() if mark >= 0)

    def guess(self, model: Model) -> float:
        """Return how hard a board is at most, in general: by steps that are soon seen; inf if these
        do not lead to the end."""
        self._clauses.unlearn()
        fixed = self._clauses.assumed(model.givens, model.rules)
        left = self._clauses.numbers(sorted(self._marks - model.givens))
        costs = self._clauses.ease(fixed, left)
        return inf if costs is None else grade(costs).difficulty

    def lighter(
        self, model: Model, alike: Callable[[Any], object], most: float, rng: Random
    ) -> Generator[Progress, None, tuple[Model, set[Any]]]:
        """Take clues away, those that are `alike` together, as long as there is one solution and
        the guess is not above the `most`; return what is left, and where these clues were."""
        where: dict[int | Rule, Any] = {mark: place_of(mark) for mark in sorted(model.givens)}
        where |= {rule: rule.clue for rule in model.rules if rule.clue is not None}
        together = defaultdict[object, list[int | Rule]](list)
        for thing, at in where.items():
            together[alike(at)].append(thing)

        def fits(gone: list[list[int | Rule]]) -> bool:
            fewer = model.without({*chain(*gone)})
            return self.other(fewer) is None and (most == inf or self.guess(fewer) <= most)

        clues = rng.sample([*together.values()], len(together))
        gone = {*chain(*(yield from spared(clues, fits)))}
        return model.without(gone), {where[thing] for thing in gone}

    def followed(self, model: Model, most: float) -> Generator[Progress, None, tuple[float, Marks]]:
        """Return how hard a board is, and all marks; if it is harder than the `most`, or steps do
        not lead to the end, only those to which easier steps lead."""
        costs, known = list[int](), {*model.givens}
        for step in Reasoner(model, self._clauses).steps(()):
            yield Progress()
            costs.append(step.cost)
            if grade(costs).difficulty > most:
                break
            known.update(step.concludes)
        return grade(costs).difficulty, known


def fitted(
    full: Board,
    declare: Callable[[Level], Model],
    wish: int,
    rng: Random,
    without: Callable[[Level, set[Any]], Level] | None = None,
    changed: Callable[[Board, Places, Random], Board | None] | None = None,
    alike: Callable[[Any], object] = lambda clue: clue,
) -> Made:
    """Make a board with one solution, as hard as is wished; None if a try comes to nothing.

    It goes `without` clues that it can spare while it is not too hard, those that are `alike`
    together. It is `changed` so that it has not the other solution; if there is none, one is
    supposed that differs at two places, such that are open where steps become too hard, if they do.
    The board that seems hardest is gone on from."""
    most, board = wish + NEAR if wish < 10 else inf, full
    best, hardest, made = (-inf, 0.0, 0.0, full, Places()), wish - 2 * NEAR, None
    for _ in range(CHANGES if changed else 1):
        yield Progress()
        level, solution = board
        model = declare(level)
        trial = Trial(model, solution)
        if (other := trial.other(model)) is None:
            fewer, gone = yield from trial.lighter(model, alike, most, rng)
            hard = guess = trial.guess(fewer)
            known: Marks = model.filled(solution)
            if graded := guess >= wish - NEAR:  # most boards are easier than that
                hard, known = yield from trial.followed(fewer, most)
            left = Places(model.places) - {*map(place_of, known)}
            if not left and hard >= hardest:
                made, hardest = without(level, gone) if without else level, hard
                if graded and hard >= wish - NEAR:
                    break
            if (-len(left), guess, hard) >= best[:3]:
                best = -len(left), guess, hard, board, left
            *_, board, left = best
            two = left & solution or solution, left - solution or Places(model.places) - solution
            other = solution ^ {rng.choice(sorted(each)) for each in two if each}
        elif without and best[0] > -inf:
            board = best[3]
        if not changed or (another := changed(board, other, rng)) is None:
            break
        board = another
    return made


def drawn(model: Model, rng: Random) -> Generator[Progress, None, Places]:
    """Return a solution at random: a SHARE of the places are marked by chance, where that goes."""
    clauses, known = Clauses(model), {*model.givens}
    for place in rng.sample(model.places, round(SHARE * len(model.places))):
        yield Progress()
        mark = place if rng.random() < 0.5 else ~place
        core = clauses.core_of(clauses.assumed({*known, mark}), inf)
        known.add(mark if core is None else ~mark)
    clauses.core_of(clauses.assumed(known), inf)
    return Places(mark for mark in clauses.found() if mark >= 0)
