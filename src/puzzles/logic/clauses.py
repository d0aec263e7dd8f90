"""A model as clauses for `puzzles.sat`, each rule with a *selector*: a variable that is true if the
rule is to count.

The places are the first variables, in the order of the model; then come the selectors, and the
variables that rules have for themselves.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from puzzles.grids.graph import Ints
from puzzles.logic.model import Mark, Marks, Model, Rule
from puzzles.sat.growing import Assumed, Clause, GrowingSolver
from puzzles.sat.patterns import Pattern


class Clauses(GrowingSolver):
    """The rules of a model, and a search for marks that keep those that are selected."""

    def __init__(self, model: Model) -> None:
        self.model, self.cutting = model, [rule for rule in model.rules if rule.whole]
        self._places, self._by_place = np.array(model.places), np.zeros(model.grid.n, np.int32)
        self._variable = {place: v for v, place in enumerate(model.places)}
        first = len(model.places)
        self.selector = {rule: 2 * (first + i) for i, rule in enumerate(model.rules)}
        self.rule_of = {literal: rule for rule, literal in self.selector.items()}
        self.every = [*self.selector.values()]
        self._variables = first + len(model.rules)
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
            literals.append([*self._theirs(rule.literals), *(2 * v for v in own)])
            literals[-1].append(self.selector[rule])
        table = np.array(literals, np.int32)
        for rows in pattern.rows:
            yield (table[:, rows >> 1] ^ (rows & 1)).reshape(-1, rows.shape[1])

    def literal(self, mark: Mark) -> int:
        """The literal of the solver that says that a place is marked so."""
        return 2 * self._variable[mark[0]] + (not mark[1])

    def mark(self, literal: int) -> Mark:
        return self.model.places[literal >> 1], not literal & 1

    def literals(self, marks: Marks) -> list[int]:
        return [self.literal(mark) for mark in marks.items()]

    def _theirs(self, literals: Iterable[int]) -> list[int]:
        """The solver's literals for those of a model."""
        variable = self._variable
        return [2 * variable[p] if p >= 0 else 2 * variable[~p] + 1 for p in literals]

    def _cuts(self, assumptions: Assumed) -> Iterator[Clause]:
        """Yield clauses of the rules of the whole board that are assumed, and broken."""
        if self.cutting:
            self._by_place[self._places] = self.values[: len(self._places)]
        for rule in self.cutting:
            if rule.suspect(self._by_place) and (own := self.selector[rule]) in assumptions:
                yield from ((*self._theirs(cut), own ^ 1) for cut in rule.cuts(self.found()))

    def forbid(self, marks: Marks) -> None:
        """Look for no marks again that agree with all of these."""
        self.add([np.array([literal ^ 1 for literal in self.literals(marks)], np.int32)])

    def found(self) -> dict[int, bool]:
        """The marks that the last search found, or has made so far."""
        values = self.values[: len(self._places)]
        marked = values.nonzero()[0]
        return dict(zip(self._places[marked].tolist(), (values[marked] > 0).tolist(), strict=True))
