"""What follows from the marks on a board, step by step, and why: as a person would find it.

First comes what one rule forces alone. Only where none forces anything, few rules are looked for
that do so together (`puzzles.sat.explaining`); a group of rules counts as one. Of equal reasons the
one next to the last step is taken. All that is concluded follows from the rules and marks of a step
and from nothing else, and no rule of it can be left out.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf, log2

from puzzles.core.errors import UsageError
from puzzles.core.results import Grade
from puzzles.core.solving import Limits, Progress, Run
from puzzles.grids.grid import Floats
from puzzles.logic.clauses import Clauses
from puzzles.logic.model import LIT, Deduction, Marks, Model, Rule, place_of
from puzzles.logic.wording import Wording
from puzzles.sat.explaining import Found

SMALL = 4  # rules, at most, of which all that they force is told at once


class Reasoner:
    """The steps of a board, whatever is marked on it."""

    def __init__(self, model: Model) -> None:
        self._model, self._wording, self._clauses = model, Wording(model), Clauses(model)
        self._solution = set[int]()
        self._always = [rule for rule in model.rules if rule.whole or not rule.places]
        self._about: dict[int, list[Rule]] = {place: [] for place in model.places}
        for rule in model.rules:
            for place in rule.places:
                self._about[place].append(rule)
        # What each rule forces alone, None where it is broken, on a board with the marks `seen`.
        self._forced: dict[Rule, list[Deduction] | None] = dict.fromkeys(model.rules)
        self._seen: Marks = {*model.places, *(~place for place in model.places)}

    def step(self, marks: Iterable[int], near: Iterable[int] = ()) -> Deduction | None:
        """Return the next step, close to some places if there is a choice; None if all that
        follows is marked, or the marks contradict."""
        known = self._model.givens.union(marks)
        away = self._model.grid.away([*map(place_of, near)])
        if (alone := self._alone(known)) is None:
            return None
        if alone:
            few = [one for one in alone if len(one.marks) <= SMALL] or alone
            closest = min(few, key=lambda one: away[[*map(place_of, one.concludes)]].min())
            return self._wording.alone(closest)
        return self._together(known, away)

    def steps(self, marks: Iterable[int]) -> Iterator[Deduction]:
        """Yield all steps from some marks on."""
        known, near = self._model.givens.union(marks), tuple[int, ...]()
        while (step := self.step(known, near)) is not None:
            yield step
            known.update(step.concludes)
            near = step.concludes

    def why(self, marks: Iterable[int], mark: int) -> Deduction | None:
        """Return why a mark follows from others, or None if it does not."""
        clauses, known = self._clauses, self._model.givens.union(marks)
        found = clauses.searched(clauses.assumed(known), clauses.number[mark])
        return found and self._told(clauses.minimal(found), known)

    def _alone(self, known: Marks) -> list[Deduction] | None:
        """Return what each rule forces alone, None if one is broken; rules of a group that rest on
        the same marks are one step. Only rules about places with new marks are asked anew."""
        changed = {place_of(mark) for mark in known ^ self._seen}
        for rule in {*self._always, *(rule for place in changed for rule in self._about[place])}:
            self._forced[rule] = None if rule.broken(known) else [*rule.forced(known)]
        self._seen = {*known}
        found = dict[object, list[Deduction]]()
        for rule, every in self._forced.items():
            if every is None:
                return None
            for one in every:
                alike = rule.thought, one.words, tuple(sorted(one.marks))
                found.setdefault(alike, []).append(one)
        return [*map(_merged, found.values())]

    def _together(self, known: Marks, away: Floats) -> Deduction | None:
        """Return the least of the reasons that need several rules."""
        clauses, fixed = self._clauses, self._clauses.assumed(known)
        if not (self._solution and known <= self._solution):
            if clauses.core_of(fixed, inf) is not None:
                return None
            self._solution = clauses.found()
        left = sorted(self._solution - known, key=lambda m: (away[place_of(m)], place_of(m)))
        found = clauses.least(fixed, clauses.numbers(left), self._telling)
        return found and self._told(found, known)

    def _telling(self, found: Found) -> bool:
        """Say if there is more to say of a core than which rules contradict."""
        step = self._clauses.deduction(found)
        return len(step.rules) <= LIT and bool(self._wording.end(step.rules, step.supposed)[1])

    def _told(self, found: Found, known: Marks) -> Deduction:
        """Return a core with all that it concludes, and words."""
        clauses, step = self._clauses, self._clauses.deduction(found)
        few = step.rules if len(step.rules) <= SMALL else ()
        places = {place for rule in few for place in rule.places}
        new = self._solution.difference(known, step.concludes)
        left = sorted((m for m in new if place_of(m) in places), key=place_of)
        also = clauses.besides(found.core, clauses.numbers(few), clauses.numbers(left))
        concludes = (*step.concludes, *(clauses.marks[each] for each in also))
        return self._wording.together(replace(step, concludes=concludes))


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
    """Return the steps to the solution. Raises UsageError if none lead there, or at the limits."""
    run, steps = Run(limits), list[Deduction]()
    for run.nodes, step in enumerate(Reasoner(model).steps(()), 1):
        steps.append(step)
        if stopped := limits.reached(run.seconds, run.nodes):
            raise UsageError(f"no reasons to the end ({stopped})")
        yield Progress(run.nodes, run.seconds)
    if len(model.givens) + sum(len(step.concludes) for step in steps) < len(model.places):
        raise UsageError("reasons do not lead to the end: the level has no single solution")
    return steps


def grade(steps: Sequence[Deduction | int]) -> Grade:
    """Return how hard a board is for a person: by its hardest step, and by how many there are that
    need more than one rule. A step may be told by the number of its rules."""
    costs = [step if isinstance(step, int) else step.cost for step in steps]
    hardest, effort = max(costs, default=1), sum(map(log2, costs))
    shares = {"one hard step": 1.6 * log2(hardest), "the number of steps": 0.6 * log2(1 + effort)}
    several = sum(cost > 1 for cost in costs)
    figures = {"steps": len(costs), "of several rules": several, "most rules": hardest}
    return Grade(round(min(10.0, 1 + sum(shares.values())), 1), figures, shares)
