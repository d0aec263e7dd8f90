"""A model as clauses for `puzzles.sat`, each rule with a *selector*: a variable that is true if the
rule is to count.

The places are the first variables, in the order of the model; then come the selectors, and the
variables that rules have for themselves.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from puzzles.grids.graph import Ints
from puzzles.logic.model import Model, Rule
from puzzles.sat.growing import Assumed, Clause, GrowingSolver
from puzzles.sat.patterns import Pattern


class Clauses(GrowingSolver):
    """The rules of a model, and a search for marks that keep those that are selected.

    `number` has the solver's literal for each literal of the model and the selector of each rule,
    `meaning` what is meant by such a number.
    """

    def __init__(self, model: Model) -> None:
        self.cutting = [rule for rule in model.rules if rule.whole]
        self._places, self._by_place = np.array(model.places), np.zeros(model.grid.n, np.int32)
        things: list[int | Rule] = [*model.places, *model.rules]
        self.number = {thing: 2 * v for v, thing in enumerate(things)}
        self.number.update((~place, 2 * v + 1) for v, place in enumerate(model.places))
        self.meaning = {number: thing for thing, number in self.number.items()}
        self._variables = len(things)
        same: dict[Pattern, list[Rule]] = {}
        for rule in model.rules:
            same.setdefault(rule.pattern, []).append(rule)
        clauses = [each for pattern, rules in same.items() for each in self._alike(pattern, rules)]
        super().__init__(self._variables, clauses, self._cuts)

    def _alike(self, pattern: Pattern, rules: Sequence[Rule]) -> Iterator[Ints]:
        """Yield the clauses of rules that have the same pattern, in arrays of equal length."""
        literals = []
        for rule in rules:
            own = range(self._variables, self._variables + pattern.own)
            self._variables += pattern.own
            literals.append(self.numbers(rule.literals) + [2 * v for v in own])
            literals[-1].append(self.number[rule])
        table = np.array(literals, np.int32)
        for rows in pattern.rows:
            yield (table[:, rows >> 1] ^ (rows & 1)).reshape(-1, rows.shape[1])

    def numbers(self, things: Iterable[int | Rule]) -> list[int]:
        """The solver's literals for literals of the model, and rules."""
        return [self.number[thing] for thing in things]

    def _cuts(self, assumptions: Assumed) -> Iterator[Clause]:
        """Yield clauses of the rules of the whole board that are assumed, and broken."""
        if self.cutting:
            self._by_place[self._places] = self.values[: len(self._places)]
        for rule in self.cutting:
            if rule.suspect(self._by_place) and (own := self.number[rule]) in assumptions:
                yield from ((*self.numbers(cut), own ^ 1) for cut in rule.cuts(self.found()))

    def forbid(self, marks: Iterable[int]) -> None:
        """Look for no marks again that agree with all of these."""
        self.add([np.array(sorted(self.number[~literal] for literal in marks), np.int32)])

    def found(self) -> set[int]:
        """The marks that the last search found, or has made so far."""
        values = self.values[: len(self._places)]
        set_places, out = self._places[values > 0], self._places[values < 0]
        return {*set_places.tolist(), *(~out).tolist()}
