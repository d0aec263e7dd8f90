"""New boards with one solution, proved, and as hard as is wished.

A board loses clues that it can spare, or is changed until there is one solution, and on until it is
hard enough. That is soon guessed; only where the guess comes near the wish, a board is graded."""

from collections.abc import Callable, Generator
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

from puzzles.core.solving import Progress
from puzzles.core.wishing import NEAR, spared
from puzzles.grids.layers import LayeredLevel as Level
from puzzles.logic.clauses import Clauses
from puzzles.logic.deducing import Reasoner, grade
from puzzles.logic.model import Marks, Model, Rule, place_of, same_rule
from puzzles.logic.playing import Board, Made

Places = frozenset[int]
PROOF = 100_000  # clauses looked at, at most: with more, steps would be hard to find, too
CHANGES = 160  # of a board, until one is begun anew
ROOM = 1_000  # for variables of rules of changed boards
SHARE = 0.3  # of the places of a board that is drawn at random


class Trial:
    """Looks at models with a solution, such as have most of their rules in common."""

    def __init__(self, model: Model, solution: Places) -> None:
        every = model.without(frozenset())
        every.places = tuple(range(model.grid.n))  # those of other models, too
        self._clauses = Clauses(every, room=ROOM)
        self.open = Places()  # what no step marked of those that were followed last
        self._easy = set[tuple[int, ...]]()  # the costs that were guessed of boards too easy
        self.takes(model, solution)

    def takes(self, model: Model, solution: Places) -> bool:
        """Look at a model from now on, or say that there is no room for it."""
        self._marks = marks = model.filled(solution)
        self._other = same_rule("", (*sorted(marks),), allowed=frozenset(range(len(marks))))
        return self._clauses.admits([*model.rules, self._other])

    def other(self, model: Model) -> Places | None:
        """Return another solution, or what is soon found of one; None if there is none, proved."""
        assumed = self._clauses.assumed(model.givens, [*model.rules, self._other])
        if self._clauses.core_of(assumed, PROOF) is not None:
            return None
        return Places(model.places) & self._clauses.found()

    def costs(self, model: Model, known: Marks) -> tuple[int, ...]:
        """Return what steps cost that are soon seen, a lot if they do not lead to the end."""
        self._clauses.unlearn()
        left = self._clauses.numbers(sorted(self._marks - known))
        costs = self._clauses.ease(self._clauses.assumed(known, model.rules), left)
        return (1_000,) if costs is None else (*costs,)

    def lighter(
        self, model: Model, alike: Callable[[Any], object], most: float, rng: Random
    ) -> Generator[Progress, None, tuple[Model, set[Any]]]:
        """Take clues away, those that are `alike` together, as long as there is one solution and
        the guess is not above the `most`; return what is left, and where these clues were."""
        where: dict[int | Rule, Any] = {mark: place_of(mark) for mark in sorted(model.givens)}
        where |= {rule: rule.clue for rule in model.rules if rule.clue is not None}
        together = dict[object, list[int | Rule]]()
        for thing, at in where.items():
            together.setdefault(alike(at), []).append(thing)

        def fits(gone: list[list[int | Rule]]) -> bool:
            fewer = model.without(set[Any]().union(*gone))
            if self.other(fewer) is not None:
                return False
            return most == inf or grade(self.costs(fewer, fewer.givens)).difficulty <= most

        clues = rng.sample([*together.values()], len(together))
        gone = set[int | Rule]().union(*(yield from spared(clues, fits)))
        return model.without(gone), {where[thing] for thing in gone}

    def followed(self, model: Model, least: float, most: float) -> Generator[Progress, None, float]:
        """Return how hard a board is: inf if steps do not lead to the end, or it is harder than the
        `most`; 0 if it is easier than the `least`, or the same was guessed of one that is."""
        costs, known, like = list[int](), {*model.givens}, self.costs(model, model.givens)
        if like in self._easy:
            return 0.0
        for step in Reasoner(model).steps(()):
            yield Progress()
            costs.append(step.cost)
            if grade(costs).difficulty > most:
                break
            known.update(step.concludes)
            if step.cost > 1 and grade([*costs, *self.costs(model, known)]).difficulty < least:
                self._easy.add(like)
                return 0.0
        self.open = Places(map(place_of, self._marks - known))
        return inf if self.open else grade(costs).difficulty


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
    together. It is `changed` so that it has not the other solution, or one made up that differs
    where steps are too hard. The board that seems hardest is gone on from."""
    least, most = wish - 2 * NEAR, wish + NEAR if wish < 10 else inf
    board, trial, made, hardest, seen = full, None, None, least, set[str]()
    best = -inf, 0.0, 0.0, full, Places()
    for _ in range(CHANGES if changed else 1):
        yield Progress()
        level, solution = board
        if changed and not without and level.cells in seen:  # or the walk would go in circles
            board = changed(board, Places(), rng) or board
            continue
        seen.add(level.cells)
        model = declare(level)
        trial = trial if trial and trial.takes(model, solution) else Trial(model, solution)
        if (other := trial.other(model)) is None:
            fewer, gone = yield from trial.lighter(model, alike, most, rng)
            hard = guess = grade(trial.costs(fewer, fewer.givens)).difficulty
            if graded := guess >= wish - NEAR:  # most boards are easier than that
                hard = yield from trial.followed(fewer, least, most)
            if hardest <= hard < inf:
                made, hardest = without(level, gone) if without else level, hard
                made = replace(made, difficulty=hard if graded else None)
                if graded and hard >= wish - NEAR:
                    break
            left = trial.open if hard == inf else Places()
            if (worth := (-len(left), guess, hard)) >= best[:3]:
                best = *worth, board, left
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
