"""A model as clauses for `puzzles.sat`, each rule with a *selector*: a variable that is true if the
rule is to count. The places are the first variables, in the order of the model."""

from collections.abc import Collection, Iterable, Iterator

import numpy as np

from puzzles.grids.graph import Ints
from puzzles.logic.model import Deduction, Model, Rule, place_of
from puzzles.logic.wholes import OneLoop
from puzzles.sat.closing import Closing
from puzzles.sat.explaining import Explainer, Found
from puzzles.sat.growing import Clause

FAR = 99.0  # no rule is so far away that is about places


class Clauses(Explainer):
    """The rules of a model, and a search for marks that keep those that are selected.

    `number` has the solver's literal for each literal of the model and the selector of each rule;
    `marks` and `rules` have what is meant by such a number.
    """

    def __init__(self, model: Model, room: int = 0) -> None:
        """There may be `room` for variables of other rules."""
        self._grid, self._places = model.grid, np.array(model.places)
        self.marks = dict(enumerate(mark for place in model.places for mark in (place, ~place)))
        self.number: dict[int | Rule, int] = {mark: each for each, mark in self.marks.items()}
        self.rules = dict[int, Rule]()
        own = sum(1 + rule.pattern.own for rule in model.rules)
        super().__init__(len(model.places), own + room, self._cuts)
        self._cutting = list[tuple[int, Rule, Closing]]()
        self.admits(model.rules)

    def admits(self, rules: Iterable[Rule]) -> bool:
        """Say if some rules are known, or there is room for them: they are known from now on."""
        new = [rule for rule in rules if rule not in self.number]
        added = self.extend((r.pattern, self.numbers(r.literals), r.thought) for r in new)
        for own, rule in zip(added, new, strict=False):
            self.number[rule], self.rules[own] = own, rule
            if rule.whole:
                ends = rule.ends if isinstance(rule, OneLoop) else {}
                self.closing = Closing({self.number[place]: two for place, two in ends.items()})
                self._cutting.append((own, rule, self.closing))
        self.grows = bool(self._cutting)
        return len(added) == len(new)

    def numbers(self, things: Iterable[int | Rule]) -> list[int]:
        """The solver's literals for literals of the model, and rules."""
        return [self.number[thing] for thing in things]

    def _cuts(self) -> Iterator[Clause]:
        """Yield clauses of the rules of the whole board that count, and are broken."""
        for own, rule, closing in self._cutting:
            if self.values[own >> 1] > 0 and (loop := closing.loop(self._state.value)) != []:
                places = loop and [self.marks[literal] for literal in loop]
                cuts = rule.cuts(self.found(), places)
                yield from ((*self.numbers(cut), own ^ 1) for cut in cuts)

    def assumed(self, marks: Iterable[int], rules: Iterable[Rule] = ()) -> Ints:
        """The assumptions that some rules count, or all, where some marks are."""
        every = [*sorted(self.numbers(marks)), *(self.numbers(rules) or self.rules)]
        return np.array(every, np.int32)

    def found(self) -> set[int]:
        """The marks that the last search found, or has made so far."""
        signs = np.asarray(self._state.value, np.int8)[: len(self.marks)]
        return {self.marks[each] for each in np.flatnonzero(signs > 0).tolist()}

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
        groups = dict[object, list[int]]()
        for rule in sorted(step.rules, key=lambda rule: -away[[*rule.places]].min(initial=FAR)):
            groups.setdefault(rule.thought, []).append(self.number[rule])
        yield from (several for several in groups.values() if len(several) > 1)
        yield from ([rule] for several in groups.values() for rule in several)
        yield from ([self.number[m]] for m in sorted(step.marks, key=lambda m: -away[place_of(m)]))
