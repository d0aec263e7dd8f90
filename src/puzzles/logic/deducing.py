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
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from math import inf, log2

import numpy as np

from puzzles.core.errors import UsageError
from puzzles.core.results import Grade
from puzzles.core.solving import Limits, Progress, Run
from puzzles.grids.graph import Ints
from puzzles.logic.clauses import Clauses
from puzzles.logic.model import LIT, Deduction, Marks, Model, Rule, place_of
from puzzles.logic.wording import Wording, supposed

TRIED = 8  # cores that are made minimal, the smallest first, in search for the least,
LARGE = 200  # until they have had more rules and marks than that
SMALL = 4  # rules, at most, of which all that they force is told at once
EASY = 2  # rules, at most, of a reason that has no rival of two cases,
NEAR, CASES = 24, 8  # for which so many marks near the last step are tried, and places by each


class Reasoner:
    """The steps of a board, whatever is marked on it. What it works on are cores, deductions that
    have no words yet."""

    def __init__(self, model: Model, solution: Collection[int] = ()) -> None:
        """Begin with a model, and what is set in its one solution, if that is known."""
        self._model, self._wording = model, Wording(model)
        self._solution = model.filled(solution) if solution else set[int]()
        self._centres = np.array([model.grid.centre(place) for place in range(model.grid.n)])
        self._always = [rule for rule in model.rules if rule.whole or not rule.places]
        self._about: dict[int, list[Rule]] = {place: [] for place in model.places}
        for rule in model.rules:
            for place in rule.places:
                self._about[place].append(rule)
        # What each rule forces alone, None where it is broken, on a board with the marks `seen`.
        self._forced: dict[Rule, list[Deduction] | None] = dict.fromkeys(model.rules)
        self._seen: Marks = {*model.places, *(~place for place in model.places)}

    @cached_property
    def _clauses(self) -> Clauses:
        return Clauses(self._model)

    def step(self, marks: Iterable[int], near: Iterable[int] = ()) -> Deduction | None:
        """Return the next step, close to some places if there is a choice; None if all that
        follows is marked, or the marks contradict."""
        known, away = self._model.givens.union(marks), self._away(near)
        if (alone := self._alone(known)) is None:
            return None
        if alone:
            few = [one for one in alone if len(one.marks) <= SMALL] or alone
            return self._wording.alone(min(few, key=lambda one: _least(away, one.concludes)))
        return self._together(known, away)

    def closed(self, marks: Iterable[int], most: int) -> set[int]:
        """The marks, and what follows from them, one after the other, for reasons that need at most
        so many rules, as far as that is soon seen. The solution has to be known."""
        known, before, clauses = self._model.givens.union(marks), -1, self._clauses
        while before < len(known) < len(self._model.places):
            before, fixed = len(known), self._fixed(known)
            if clauses.refuted(fixed) is None:
                known |= clauses.found()
            for forced in (each for rule in self._always for each in rule.forced(known)):
                known |= {*forced.concludes}
            if len(known) == before:
                cores = (self._refuted(fixed, mark) for mark in self._left(known))
                known |= {m for core in cores if core and core.cost <= most for m in core.concludes}
        return known

    def steps(self, marks: Iterable[int]) -> Iterator[Deduction]:
        """Yield all steps from some marks on."""
        known, near = self._model.givens.union(marks), tuple[int, ...]()
        while (step := self.step(known, near)) is not None:
            yield step
            known.update(step.concludes)
            near = step.concludes

    def why(self, marks: Iterable[int], mark: int) -> Deduction | None:
        """Return why a mark follows from others, or None if it does not."""
        known = self._model.givens.union(marks)
        core = self._searched(self._fixed(known), mark)
        return core and self._told(self._minimal(core), known)

    def _away(self, marks: Iterable[int]) -> list[float]:
        """How far each place is from the nearest of some marks, 0 if there are none."""
        away = [self._centres - self._centres[place_of(mark)] for mark in marks]
        nearest = np.hypot(*np.array(away).T).min(axis=1) if away else np.zeros(len(self._centres))
        return nearest.round(3).tolist()

    def _left(self, known: Marks) -> list[int]:
        """The marks of the solution that are not known."""
        return sorted(self._solution - known, key=place_of)

    # One rule alone.

    def _alone(self, known: Marks) -> list[Deduction] | None:
        """Return what each rule forces alone, None if one is broken; rules of a group that rest on
        the same marks are one step. Only those are asked anew that are about places with other
        marks than they had before."""
        changed = {place_of(mark) for mark in known ^ self._seen}
        for rule in {*self._always, *(rule for place in changed for rule in self._about[place])}:
            self._forced[rule] = None if rule.broken(known) else [*rule.forced(known)]
        self._seen = {*known}
        found = defaultdict[object, list[Deduction]](list)
        for rule, every in self._forced.items():
            if every is None:
                return None
            for one in every:
                found[rule.thought, one.words, tuple(sorted(one.marks))].append(one)
        return [*map(_merged, found.values())]

    # Several rules.

    def _together(self, known: Marks, away: Sequence[float]) -> Deduction | None:
        """Return the least of the reasons that need several rules."""
        clauses, fixed = self._clauses, self._fixed(known)
        if not (self._solution and known <= self._solution):
            if clauses.core_of(fixed, inf) is not None:
                return None
            self._solution = clauses.found()
        clauses.unlearn()  # or propagation would go by what was learned, which is of many rules
        left = sorted(self._left(known), key=lambda mark: away[place_of(mark)])
        cores = [*filter(None, (self._refuted(fixed, mark) for mark in left))]
        if not any(core.cost <= EASY for core in cores):
            for i in range(0, len(left), NEAR):
                cores += self._by_cases(fixed, left, left[i : i + NEAR])
                if cores:
                    break
        if not cores:  # nothing that propagation finds
            found = (self._searched(fixed, mark) for mark in left)
            cores = [*islice(filter(None, found), TRIED)]
        tried, looked_at = list[Deduction](), 0
        for core in sorted(cores, key=lambda core: core.cost)[:TRIED]:
            looked_at += len(core.rules) + len(core.marks)
            if tried and looked_at > LARGE:
                break
            tried.append(self._minimal(core))
            if tried[-1].cost <= EASY and self._telling(tried[-1]):
                break
        cost = min((core.cost for core in tried), default=0)
        least = [core for core in tried if core.cost == cost]
        return self._told(next(filter(self._telling, least), least[0]), known) if least else None

    def _fixed(self, known: Marks) -> Ints:
        """The assumptions that all rules count, where some marks are."""
        numbers = self._clauses.numbers
        return np.array([*sorted(numbers(known)), *numbers(self._model.rules)], np.int32)

    def _refuted(self, fixed: Ints, mark: int, *cases: int) -> Deduction | None:
        """Return why a mark follows, as far as propagation refutes its contrary; or all of some
        cases of that."""
        found, clauses = set[int](), self._clauses
        for case in [[clauses.number[each]] for each in cases] or [[]]:
            core = clauses.refuted(fixed, clauses.number[~mark], *case)
            if core is None:
                return None
            found.update({*core}.difference(case))
        return self._core(mark, found)

    def _by_cases(
        self, fixed: Ints, left: Sequence[int], some: Iterable[int]
    ) -> Iterator[Deduction]:
        """Yield why some marks follow, as far as propagation refutes their contrary together with
        both marks of a free place close by; one that is easy is enough."""
        places = {*map(place_of, left)}
        for mark in some:
            near = sorted(places - {place_of(mark)}, key=self._away([mark]).__getitem__)
            self._clauses.refuted(fixed, self._clauses.number[~mark])
            decided = {*map(place_of, self._clauses.found())}  # these places have only one case
            for place in (place for place in near[:CASES] if place not in decided):
                if found := self._refuted(fixed, mark, place, ~place):
                    yield found
                    if found.cost <= EASY:
                        return

    def _searched(self, fixed: Ints, mark: int) -> Deduction | None:
        """Return why a mark follows, if it does, by a search."""
        self._clauses.unlearn()  # or later cores would be larger
        core = self._clauses.core_of([*fixed, self._clauses.number[~mark]])
        return None if core is None else self._core(mark, core)

    def _core(self, mark: int, numbers: Iterable[int]) -> Deduction:
        """What rules out the contrary of a mark, of literals of the solver."""
        against = self._clauses.number[~mark]
        things = [self._clauses.meaning[each] for each in sorted(numbers) if each != against]
        rules = tuple(thing for thing in things if isinstance(thing, Rule))
        marks = tuple(thing for thing in things if isinstance(thing, int))
        return Deduction(rules, marks, (mark,))

    def _minimal(self, core: Deduction) -> Deduction:
        """Leave out of a core what is not needed: groups of rules, rules, marks, far ones first."""
        away, number = self._away(core.concludes), self._clauses.number

        def far(thing: int | Rule) -> float:
            return _least(away, thing.literals if isinstance(thing, Rule) else [thing])

        things: list[int | Rule] = sorted((*core.rules, *core.marks), key=number.__getitem__)
        groups = defaultdict[object, list[int]](list)
        for thing in sorted(things, key=far, reverse=True):
            groups[thing.thought if isinstance(thing, Rule) else thing].append(number[thing])
        everything = self._clauses.numbers(things)
        whole = [several for several in groups.values() if len(several) > 1]
        single = [[literal] for several in groups.values() for literal in several]
        single.sort(key=lambda one: isinstance(self._clauses.meaning[one[0]], int))
        (mark,), parts = core.concludes, (*whole, *single)
        return self._core(mark, self._clauses.smaller(everything, number[~mark], parts))

    def _telling(self, core: Deduction) -> bool:
        """Say if there is more to say of a core than which rules contradict."""
        return len(core.rules) <= LIT and bool(self._wording.end(core.rules, supposed(core))[1])

    def _told(self, core: Deduction, known: Marks) -> Deduction:
        """Return a core with all that it concludes, and words."""
        concludes = (*core.concludes, *self._besides(core, known))
        return self._wording.together(replace(core, concludes=concludes))

    def _besides(self, core: Deduction, known: Marks) -> Iterator[int]:
        """Yield what else the same rules and marks force, each needing all of the rules."""
        clauses, few = self._clauses, core.rules if len(core.rules) <= SMALL else ()
        all_of = sorted(clauses.numbers((*core.rules, *core.marks)))
        fewer = [[each for each in all_of if each != clauses.number[rule]] for rule in few]
        places = {place for rule in few for place in rule.places}
        for mark in self._left({*known, *core.concludes}):
            if place_of(mark) in places:
                contrary = clauses.number[~mark]
                if clauses.refuted(all_of, contrary) is not None and all(
                    clauses.core_of([*some, contrary]) is None for some in fewer
                ):
                    yield mark


def _least(away: Sequence[float], marks: Iterable[int]) -> float:
    """How far the nearest of some marks is."""
    return min((away[place_of(mark)] for mark in marks), default=0.0)


def _merged(same: Sequence[Deduction]) -> Deduction:
    """Return one step of what rules of a group force, without those that add nothing."""
    needed = [*same]
    for one in same:
        others = {mark for two in needed if two is not one for mark in two.concludes}
        if others.issuperset(one.concludes):
            needed.remove(one)
    concludes = sorted({mark for each in needed for mark in each.concludes}, key=place_of)
    rules = tuple(rule for each in needed for rule in each.rules)
    return replace(needed[0], rules=rules, concludes=tuple(concludes))


def follow(model: Model, limits: Limits) -> Generator[Progress, None, list[Deduction]]:
    """Return the steps from the start to the solution. Raises UsageError where they do not lead
    there, or the limits are reached."""
    run, steps, decided = Run(limits), list[Deduction](), len(model.givens)
    for step in Reasoner(model).steps(()):
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
