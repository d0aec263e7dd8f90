"""What follows from the marks on a board, step by step, and why: as a person would find it.

First comes what one rule forces alone. Only where none forces anything, the smallest set of rules
is looked for that does: a minimal unsatisfiable core of rules, marks and the contrary of what
follows (Espasa, Gent, Hoffmann, Jefferson & Lynch, "Using small MUSes to explain how to solve pen
and paper puzzles", 2021). Contraries that propagation refutes come first; where none of these is
easy, those that it refutes in both cases of a place close by; then a search. What is far from the
place is left out first; of those found the least is taken, and of equal ones the one next to the
last step.

A group of rules counts as one. All that is concluded follows from the rules and marks of a step and
from nothing else, and no rule of it can be left out.
"""

from collections import defaultdict
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import inf, log2
from typing import NamedTuple

import numpy as np

from puzzles.core.errors import UsageError
from puzzles.core.results import Grade
from puzzles.core.solving import Limits, Progress, Run
from puzzles.grids.graph import Ints
from puzzles.logic.clauses import Clauses
from puzzles.logic.model import Forced, Mark, Marks, Model, Rule
from puzzles.logic.wording import Wording

TRIED = 8  # cores that are made minimal, the smallest first, in search for the least,
LARGE = 200  # until they have had more literals than that
SMALL = 4  # rules, at most, of which all that they force is told at once
EASY = 2  # rules, at most, of a reason that has no rival of two cases,
NEAR, CASES = 24, 8  # for which so many marks near the last step are tried, and places by each
LIT = 12  # places of a rule that are lit, at most: of a larger one its marks are


class Core(NamedTuple):
    """What rules out the contrary of a mark: literals of the solver, which are rules and marks; and
    how many rules these are, a group counting as one."""

    mark: Mark
    literals: list[int]
    rules: tuple[Rule, ...]
    basis: tuple[Mark, ...]
    cost: int

    @property
    def supposed(self) -> dict[int, bool]:
        """The marks, with the contrary."""
        return {**dict(self.basis), self.mark[0]: not self.mark[1]}


@dataclass(frozen=True)
class Deduction:
    """A step: the marks that it `concludes` follow from its rules and the marks that it rests on.
    Its cost is the number of its rules, a group counting as one. Its `chain` is what comes of the
    contrary, if the words tell that: the supposed mark, and what follows from it."""

    rules: tuple[Rule, ...]
    marks: tuple[Mark, ...]
    concludes: tuple[Mark, ...]
    words: str
    cost: int
    chain: tuple[Mark, ...] = ()

    @property
    def lit(self) -> tuple[int, ...]:
        """The cells that its rules are about, such as those with a number, and the places that it
        speaks of and does not decide."""
        decided, at = dict(self.concludes), {cell for rule in self.rules for cell in rule.at}
        rules = (rule.places for rule in self.rules if len(rule.places) <= LIT)
        spoken = {place for places in rules for place in places} | {p for p, _ in self.marks}
        return tuple(c for c in dict.fromkeys((*sorted(at), *sorted(spoken))) if c not in decided)


class Reasoner:
    """The steps of a board, whatever is marked on it."""

    def __init__(self, model: Model, solution: Collection[int] = ()) -> None:
        """Begin with a model, and what is set in its one solution, if that is known."""
        self._model, self._wording = model, Wording(model)
        self._solution = {place: place in solution for place in model.places if solution}
        self._centres = np.array([model.grid.centre(place) for place in range(model.grid.n)])
        self._distances: dict[int, list[float]] = {}
        self._always = [rule for rule in model.rules if rule.whole or not rule.places]
        self._about: dict[int, list[Rule]] = {place: [] for place in model.places}
        for rule in model.rules:
            for place in rule.places:
                self._about[place].append(rule)
        self._forced = {rule: list[Forced]() for rule in model.rules}
        self._broken = set[Rule]()
        self._seen: Mapping[int, bool | None] = dict.fromkeys(model.places)

    @cached_property
    def _clauses(self) -> Clauses:
        return Clauses(self._model)

    def step(self, marks: Marks, near: Iterable[int] = ()) -> Deduction | None:
        """Return the next step, close to some places if there is a choice; None if all that
        follows is marked, or the marks contradict."""
        known, last = {**self._model.givens, **marks}, [*near]
        self._look(known)
        if self._broken:
            return None
        if alone := self._alone():
            few = [one for one in alone if len(one.marks) <= SMALL] or alone
            return min(few, key=lambda one: self._far(dict(one.concludes), last))
        return self._together(known, last)

    def closed(self, marks: Marks, most: int) -> dict[int, bool]:
        """The marks, and what follows from them, one after the other, for reasons that need at most
        so many rules, as far as that is soon seen. The solution has to be known."""
        known, before, clauses = {**self._model.givens, **marks}, -1, self._clauses
        while before < len(known) < len(self._model.places):
            before, fixed = len(known), self._fixed(known)
            if clauses.refuted(fixed) is None:
                known |= clauses.found()
            for forced in (each for rule in self._always for each in rule.forced(known)):
                known |= dict(forced.concludes)
            if len(known) == before:
                left = sorted(self._solution.items() - known.items())
                cores = filter(None, (self._refuted(fixed, mark) for mark in left))
                known |= dict(core.mark for core in cores if core.cost <= most)
        return known

    def steps(self, marks: Marks) -> Iterator[Deduction]:
        """Yield all steps from some marks on."""
        known, near = {**self._model.givens, **marks}, tuple[int, ...]()
        while (step := self.step(known, near)) is not None:
            yield step
            known.update(step.concludes)
            near = tuple(place for place, _ in step.concludes)

    def why(self, marks: Marks, mark: Mark) -> Deduction | None:
        """Return why a place is to be marked so, or None if that does not follow."""
        known = {**self._model.givens, **marks}
        core = self._searched(self._fixed(known), mark)
        return core and self._reason(self._least(core), known)

    def _away(self, place: int) -> list[float]:
        """How far each place is from this one."""
        if place not in self._distances:
            away = np.hypot(*(self._centres - self._centres[place]).T)
            self._distances[place] = away.round(3).tolist()
        return self._distances[place]

    def _far(self, some: Iterable[int], others: Iterable[int]) -> float:
        """Return how far the nearest two of some places are from each other."""
        rows = [*map(self._away, others)]
        return min((row[place] for place in some for row in rows), default=0.0)

    # One rule alone.

    def _look(self, known: Marks) -> None:
        """Ask the rules anew that are about places with other marks than they had before."""
        changed = {place for place, _ in known.items() ^ self._seen.items()}
        for rule in {*self._always, *(rule for place in changed for rule in self._about[place])}:
            self._forced[rule] = [*rule.forced(known)]
            (self._broken.add if rule.broken(known) else self._broken.discard)(rule)
        self._seen = {**known}

    def _alone(self) -> list[Deduction]:
        """Return what each rule forces alone; rules of a group that rest on the same marks are
        one step."""
        found = defaultdict[object, list[tuple[Rule, Forced]]](list)
        for rule, every in self._forced.items():
            for one in every:
                found[_thought(rule), one.words, tuple(sorted(one.marks))].append((rule, one))
        return [self._merged(same) for same in found.values()]

    def _merged(self, same: Sequence[tuple[Rule, Forced]]) -> Deduction:
        """Return one step of what rules of a group force, without those that add nothing."""
        needed = [*same]
        for one in same:
            others = {mark for two in needed if two is not one for mark in two[1].concludes}
            if others.issuperset(one[1].concludes):
                needed.remove(one)
        concludes = tuple(sorted({mark for _, each in needed for mark in each.concludes}))
        rule, forced = needed[0]
        words = self._wording.alone(rule, forced, concludes)
        return Deduction(tuple(rule for rule, _ in needed), forced.marks, concludes, words, 1)

    # Several rules.

    def _together(self, known: Marks, near: Sequence[int]) -> Deduction | None:
        """Return the least of the reasons that need several rules."""
        clauses, fixed = self._clauses, self._fixed(known)
        if not (self._solution and known.items() <= self._solution.items()):
            if clauses.core_of(fixed, inf) is not None:
                return None
            self._solution = clauses.found()
        clauses.unlearn()  # or propagation would go by what was learned, which is of many rules
        left = sorted(self._solution.items() - known.items())
        left.sort(key=lambda mark: self._far([mark[0]], near))
        cores = [*filter(None, (self._refuted(fixed, mark) for mark in left))]
        if not any(core.cost <= EASY for core in cores):
            for i in range(0, len(left), NEAR):
                cores += self._by_cases(fixed, left, left[i : i + NEAR])
                if cores:
                    break
        if not cores:  # nothing that propagation finds
            found = (self._searched(fixed, mark) for mark in left)
            cores = [*islice(filter(None, found), TRIED)]
        tried, looked_at = list[Core](), 0
        for core in sorted(cores, key=lambda core: core.cost)[:TRIED]:
            looked_at += len(core.literals)
            if tried and looked_at > LARGE:
                break
            tried.append(self._least(core))
            if tried[-1].cost <= EASY and self._told(tried[-1]):
                break
        cost = min((core.cost for core in tried), default=0)
        least = [core for core in tried if core.cost == cost]
        return self._reason(next(filter(self._told, least), least[0]), known) if least else None

    def _fixed(self, known: Marks) -> Ints:
        """The assumptions that all rules count, where some marks are."""
        return np.array([*self._clauses.literals(known), *self._clauses.every], np.int32)

    def _refuted(self, fixed: Ints, mark: Mark, *cases: Mark) -> Core | None:
        """Return why a mark follows, as far as propagation refutes its contrary; or all of some
        cases of that."""
        found, contrary = list[int](), self._contrary(mark)
        for case in [[self._clauses.literal(each)] for each in cases] or [[]]:
            core = self._clauses.refuted(fixed, contrary, *case)
            if core is None:
                return None
            found += (literal for literal in core if literal not in case)
        return self._of(mark, found)

    def _by_cases(self, fixed: Ints, left: Sequence[Mark], some: Iterable[Mark]) -> Iterator[Core]:
        """Yield why some marks follow, as far as propagation refutes their contrary together with
        both marks of a free place close by; one that is easy is enough."""
        for mark in some:
            near = sorted({p for p, _ in left} - {mark[0]}, key=self._away(mark[0]).__getitem__)
            self._clauses.refuted(fixed, self._contrary(mark))
            marked = self._clauses.found()  # these places have only one case
            for place in (place for place in near[:CASES] if place not in marked):
                if found := self._refuted(fixed, mark, (place, True), (place, False)):
                    yield found
                    if found.cost <= EASY:
                        return

    def _searched(self, fixed: Ints, mark: Mark) -> Core | None:
        """Return why a mark follows, if it does, by a search."""
        self._clauses.unlearn()  # or later cores would be larger
        core = self._clauses.core_of([*fixed, self._contrary(mark)])
        return None if core is None else self._of(mark, core)

    def _contrary(self, mark: Mark) -> int:
        return self._clauses.literal((mark[0], not mark[1]))

    def _of(self, mark: Mark, literals: Iterable[int]) -> Core:
        """A core of these literals, with the contrary of a mark or without."""
        kept, rule_of = sorted({*literals} - {self._contrary(mark)}), self._clauses.rule_of
        rules = tuple(rule_of[literal] for literal in kept if literal in rule_of)
        basis = sorted(self._clauses.mark(each) for each in kept if each not in rule_of)
        return Core(mark, kept, rules, tuple(basis), len({*map(_thought, rules)}))

    def _told(self, core: Core) -> bool:
        """Say if there is more to say of a core than which rules contradict."""
        return len(core.rules) <= LIT and bool(self._wording.end(core.rules, core.supposed)[1])

    def _reason(self, core: Core, known: Marks) -> Deduction:
        """Return the step of a minimal core."""
        concludes = (core.mark, *self._besides(core, known))
        words, chain = self._wording.together(core.rules, dict(core.basis), concludes)
        return Deduction(core.rules, core.basis, concludes, words, core.cost, chain)

    def _least(self, core: Core) -> Core:
        """Leave out of a core what is not needed: groups of rules, rules, marks, far ones first."""
        away, rule_of = self._away(core.mark[0]), self._clauses.rule_of

        def far(literal: int) -> float:
            rule = rule_of.get(literal)
            places = rule.places if rule else [self._clauses.mark(literal)[0]]
            return min((away[place] for place in places), default=0.0)

        groups = dict[object, list[int]]()
        for literal in sorted(core.literals, key=lambda each: (-far(each), each)):
            rule = rule_of.get(literal)
            groups.setdefault(_thought(rule) if rule else literal, []).append(literal)
        whole = [several for several in groups.values() if len(several) > 1]
        single = [[literal] for several in groups.values() for literal in several]
        single.sort(key=lambda one: one[0] not in rule_of)
        parts, contrary = (*whole, *single), self._contrary(core.mark)
        return self._of(core.mark, self._clauses.smaller(core.literals, contrary, parts))

    def _besides(self, core: Core, known: Marks) -> Iterator[Mark]:
        """Yield what else the same rules and marks force, each needing all of the rules."""
        clauses, few = self._clauses, core.rules if len(core.rules) <= SMALL else ()
        fewer = [[c for c in core.literals if c != clauses.selector[rule]] for rule in few]
        places = {place for rule in few for place in rule.places} - {core.mark[0]}
        for place in sorted(places & self._solution.keys() - known.keys()):
            contrary = clauses.literal((place, not self._solution[place]))
            if clauses.refuted(core.literals, contrary) is not None and all(
                clauses.core_of([*some, contrary]) is None for some in fewer
            ):
                yield place, self._solution[place]


def _thought(rule: Rule) -> object:
    """What a rule is counted as: those of a group are one."""
    return rule.group or rule


def follow(model: Model, limits: Limits) -> Generator[Progress, None, list[Deduction]]:
    """Return the steps from the start to the solution. Raises UsageError where they do not lead
    there, or the limits are reached."""
    run, steps, decided = Run(limits), list[Deduction](), len(model.givens)
    for step in Reasoner(model).steps({}):
        steps.append(step)
        decided += len(step.concludes)
        run.nodes += 1
        if stopped := limits.reached(run.seconds, run.nodes):
            raise UsageError(f"no reasons to the end ({stopped})")
        yield Progress(run.nodes, run.seconds)
    if decided < len(model.places):
        raise UsageError("reasons do not lead to the end: the level has no single solution")
    return steps


def grade(steps: Sequence[Deduction]) -> Grade:
    """Return how hard a board is for a person: by its hardest step, and by how many there are that
    need more than one rule."""
    hardest = max((step.cost for step in steps), default=1)
    effort = sum(log2(step.cost) for step in steps)
    shares = {"one hard step": 1.6 * log2(hardest), "the number of steps": 0.6 * log2(1 + effort)}
    figures = {
        "steps": len(steps),
        "of several rules": sum(step.cost > 1 for step in steps),
        "most rules": hardest,
    }
    return Grade(round(min(10.0, 1 + sum(shares.values())), 1), figures, shares)
