"""Reasons of random rules: each follows, and nothing of it can be spared."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from pysat.solvers import Solver as Judge
from test_sat import at_random, spelled

from puzzles.sat.explaining import Explainer, Found
from puzzles.sat.patterns import Pattern

N = 40


class Rules(Explainer):
    """Clauses, each of which counts if its selector is true."""

    def __init__(self, clauses: list[list[int]]) -> None:
        super().__init__(N, len(clauses), lambda: ())
        pattern = Pattern.of(3, 0, [(0, 1, 2)])
        own = self.extend((pattern, clause, i) for i, clause in enumerate(clauses))
        self.selectors = dict(zip(own, clauses, strict=True))

    def cost(self, found: Found) -> int:
        return len(found.core & self.selectors.keys())

    def near(self, literal: int) -> Iterable[int]:
        return sorted(range(N), key=lambda v: abs(v - (literal >> 1)))

    def parts(self, found: Found) -> Iterator[list[int]]:
        yield from ([each] for each in sorted(found.core, reverse=True))

    def refutes(self, found: Iterable[int], contrary: int) -> bool:
        """Whether another solver refutes a contrary by these rules and marks."""
        some = [*found]
        clauses = [spelled(self.selectors[each]) for each in some if each in self.selectors]
        marks = [each for each in some if each not in self.selectors]
        with Judge("minisat22", clauses) as judge:
            return not judge.solve(spelled([*marks, contrary]))


def test_the_least_reason_follows_and_nothing_of_it_can_be_spared() -> None:
    """Whether it is found by propagation, by cases or by a search."""
    rng, told = random.Random(5), {"one": 0, "cases": 0, "search": 0}
    for _ in range(120):
        clauses = at_random(rng, N)[: rng.choice([152, 168])]
        rules, marks = Rules(clauses), [2 * v + rng.randrange(2) for v in rng.sample(range(N), 1)]
        fixed = [*marks, *rules.selectors]
        with Judge("minisat22", [*map(spelled, clauses)]) as judge:
            if not judge.solve(spelled(marks)):
                continue
            free = {*range(2 * N)} - {*marks, *(mark ^ 1 for mark in marks)}
            left = [each for each in sorted(free) if not judge.solve(spelled([*marks, each ^ 1]))]
        if [*rules.refuted(fixed, [(each ^ 1, each ^ 1) for each in left])]:
            told["one"] += 1
        elif [*rules.refuted(fixed, [(each ^ 1, 2 * v) for each in left for v in range(N)])]:
            told["cases"] += 1
        elif left:
            told["search"] += 1
        found = rules.least(fixed, left, lambda _: True)
        assert (found is None) == (not left)
        if found is None:
            continue
        assert found.literal in left
        assert {*fixed} >= found.core
        assert rules.refutes(found.core, found.literal ^ 1)
        for each in found.core:
            assert not rules.refutes(found.core - {each}, found.literal ^ 1)
    assert min(told.values()) >= 10


def test_steps_that_are_soon_seen_lead_only_to_what_follows() -> None:
    """And cost as many kinds of rules as the first reason does, or else the least."""
    rng, led, stuck, differ = random.Random(8), 0, 0, 0
    for _ in range(150):
        solution = [2 * v + rng.randrange(2) for v in range(N)]
        some = [clause for _ in range(rng.choice([1, 2, 3])) for clause in at_random(rng, N)]
        clauses = [clause for clause in some if {*clause} & {*solution}]
        marks = rng.sample(solution, rng.choice([1, 3, 6]))
        rules, same, other = Rules(clauses), Rules(clauses), Rules(clauses)
        for selector in rules.selectors:
            rules._state.kind[selector >> 1] = selector >> 1
            same._state.kind[selector >> 1] = N
        fixed, left = [*marks, *rules.selectors], [each for each in solution if each not in marks]
        steps = rules.ease(fixed, left)
        with Judge("minisat22", [*map(spelled, clauses)]) as judge:
            fit = not any(judge.solve(spelled([*marks, each ^ 1])) for each in left)
        if steps is None:
            stuck += 1
            assert same.ease(fixed, left) is None
            continue
        assert fit
        assert {*(same.ease(fixed, left) or ())} <= {1}
        if not steps:
            continue
        led += 1
        other.advance(0, 10**6, fixed)
        values = other.values
        known = [each for each in left if values[each >> 1]]
        fixed[:0] = known  # what follows at once is as good as marked
        pairs = [(each ^ 1, each ^ 1) for each in left if each not in known]
        costs = [other.cost(Found(0, core)) for _, core in other.refuted(fixed, pairs)]
        differ += steps[0] != (1 if 1 in costs else min(costs))
    assert differ <= led // 10
    assert min(led, stuck) >= 10
