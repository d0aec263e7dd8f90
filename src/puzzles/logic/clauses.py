"""A model as clauses for `puzzles.sat`, each rule with a *selector*: a variable that is true if the
rule is to count. The places are the first variables, in the order of the model."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

import numpy as np

from puzzles.grids.graph import Ints
from puzzles.logic.model import Deduction, Model, Rule, marks_of, place_of
from puzzles.sat.explaining import Explainer, Found
from puzzles.sat.growing import Clause
from puzzles.sat.patterns import selected

FAR = 99.0  # no rule is so far away that is about places


class Clauses(Explainer):
    """The rules of a model, and a search for marks that keep those that are selected.

    `number` has the solver's literal for each literal of the model and the selector of each rule;
    `marks` and `rules` have what is meant by such a number.
    """

    def __init__(self, model: Model, *more: Rule) -> None:
        """There may be `more` rules than those of a model."""
        self._grid, self._places, every = model.grid, np.array(model.places), (*model.rules, *more)
        self.rules = {2 * v: rule for v, rule in enumerate(every, len(model.places))}
        self.marks = dict(enumerate(mark for place in model.places for mark in (place, ~place)))
        self.number = {thing: each for each, thing in (*self.marks.items(), *self.rules.items())}
        self._cutting = [(own, rule) for own, rule in self.rules.items() if rule.whole]
        rules = ((rule.pattern, self.numbers(rule.literals)) for rule in every)
        super().__init__(*selected(len(model.places), rules), self._cuts)
        first = dict[object, int]()  # the variable of the first rule of a group stands for all
        for own, rule in self.rules.items():
            self._state.kind[own >> 1] = first.setdefault(rule.thought, own >> 1)

    def numbers(self, things: Iterable[int | Rule]) -> list[int]:
        """The solver's literals for literals of the model, and rules."""
        return [self.number[thing] for thing in things]

    def _by_place(self) -> Ints:
        """The value of each place."""
        values = np.zeros(self._grid.n, np.int32)
        values[self._places] = self.values[: len(self._places)]
        return values

    def _cuts(self) -> Iterator[Clause]:
        """Yield clauses of the rules of the whole board that count, and are broken."""
        for own, rule in self._cutting:
            if self.values[own >> 1] > 0:
                yield from ((*self.numbers(cut), own ^ 1) for cut in rule.cuts(self._by_place()))

    def assumed(self, marks: Iterable[int], rules: Iterable[Rule] = ()) -> Ints:
        """The assumptions that some rules count, or all, where some marks are."""
        return np.array(
            [*sorted(self.numbers(marks)), *(self.numbers(rules) or self.rules)], np.int32
        )

    def found(self) -> set[int]:
        """The marks that the last search found, or has made so far."""
        return marks_of(self._by_place())

    def deduction(self, found: Found) -> Deduction:
        """What the solver says: the mark that follows from rules and marks."""
        rules = tuple(self.rules[each] for each in sorted(found.core & self.rules.keys()))
        marks = tuple(self.marks[each] for each in sorted(found.core & self.marks.keys()))
        return Deduction(rules, marks, (self.marks[found.literal],))

    def cost(self, found: Found) -> int:
        return len({self.rules[each].thought for each in found.core & self.rules.keys()})

    def near(self, literal: int) -> Iterable[int]:
        away = self._grid.away([self._places[literal >> 1]])[self._places]
        return map(int, np.argsort(away, kind="stable"))

    def parts(self, found: Found) -> Iterator[Collection[int]]:
        """Yield groups of rules, rules, marks; of each, far ones first."""
        away, step = self._grid.away([self._places[found.literal >> 1]]), self.deduction(found)
        groups = defaultdict[object, list[int]](list)
        for rule in sorted(step.rules, key=lambda rule: -away[[*rule.places]].min(initial=FAR)):
            groups[rule.thought].append(self.number[rule])
        yield from (several for several in groups.values() if len(several) > 1)
        yield from ([rule] for several in groups.values() for rule in several)
        yield from ([self.number[m]] for m in sorted(step.marks, key=lambda m: -away[place_of(m)]))
