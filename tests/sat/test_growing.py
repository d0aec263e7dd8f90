"""A search to which clauses are added, against one that has them all; counts, against counting."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import pytest
from pysat.solvers import Solver as Judge
from test_sat import at_random, spelled

from puzzles.sat import patterns
from puzzles.sat.growing import GrowingSolver
from puzzles.sat.patterns import Pattern
from puzzles.sat.solver import SATISFIED, UNSATISFIABLE, Solver

N = 12


def growing(clauses: list[list[int]]) -> GrowingSolver:
    """A search that has every other clause, and asks for the rest."""

    def broken() -> Iterator[tuple[int, ...]]:
        value = {2 * v: sign for v, sign in enumerate(solver.values.tolist())}
        value |= {literal + 1: -sign for literal, sign in value.items()}
        for clause in clauses[1::2]:
            if all(value[literal] < 0 for literal in clause):
                yield tuple(clause)

    solver = GrowingSolver(N, 0, broken)
    solver.forget([np.array(clause, np.int32) for clause in clauses[::2]])
    return solver


def test_what_contradicts_is_found_and_nothing_of_it_can_be_spared() -> None:
    rng, small, refuted = random.Random(3), 0, 0
    for _ in range(150):
        clauses = at_random(rng, N)[:45]
        assumptions = [2 * v + rng.randrange(2) for v in rng.sample(range(N), 6)]
        solver = growing(clauses)
        with Judge("minisat22", [spelled(clause) for clause in clauses]) as judge:
            possible = judge.solve(spelled(assumptions))
            core = solver.core_of(assumptions)
            assert (core is None) == possible
            for _, alone in solver.refuted(assumptions[:5], [(assumptions[5],) * 2]):
                assert not judge.solve(spelled(sorted(alone)))
                refuted += 1
            if core is None or len(core) < 2:
                continue
            kept, *others = core
            least = solver.smaller(others, kept, [[literal] for literal in others])
            assert not judge.solve(spelled([kept, *least]))
            for literal in least:
                assert judge.solve(spelled([kept, *(least - {literal})]))
            small += len(least) < len(others)
    assert small > 3
    assert refuted > 30


def test_what_propagation_refutes_in_both_cases_is_found() -> None:
    """Or alone, with a core, as another solver propagates; of a literal that it refutes alone no
    cases are asked, and none of a variable that follows. Broken clauses only add to that."""
    rng, told, more = random.Random(6), {"alone": 0, "cases": 0}, 0
    for _ in range(150):
        clauses = at_random(rng, N)[:40]
        first, *fixed = (2 * v + rng.randrange(2) for v in rng.sample(range(N), 4))
        others = [2 * v for v in range(N) if not {2 * v, 2 * v + 1} & {first, *fixed}]
        pairs = [(a, b) for a in (first, first ^ 1) for b in (a, *others)]
        solver = GrowingSolver(N, 0, lambda: ())
        solver.forget([np.array(clause, np.int32) for clause in clauses])
        with Judge("minisat22", [spelled(clause) for clause in clauses]) as judge:
            possible, _ = judge.propagate(spelled(fixed))
            found = dict(solver.refuted(fixed, pairs))
            for k, (a, b) in enumerate(pairs if possible else []):
                alone, follows = judge.propagate(spelled([*fixed, a]))
                cases = [judge.propagate(spelled([*fixed, a, b ^ i]))[0] for i in (0, 1)]
                free = not {*follows} & {*spelled([b, b ^ 1])}
                assert (k in found) == (not alone if a == b else alone and free and not any(cases))
                told["alone" if a == b else "cases"] += k in found
            for k, core in found.items():
                a, b = pairs[k]
                assert core <= {*fixed, a, b, b ^ 1}
                assert not judge.solve(spelled(sorted(core - {b, b ^ 1} | {a})))
            every = dict(growing(clauses).refuted(fixed, pairs))
            assert not any(judge.solve(spelled([*fixed, pairs[k][0]])) for k in every)
        more += len(every)
    assert min(*told.values(), more) > 50


@pytest.mark.parametrize("few", [0, 50])
def test_counts_are_kept_and_propagated(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As told by sets, and by steps."""
    monkeypatch.setattr(patterns, "FEW", few)
    for n in range(5):
        for allowed in (s for k in range(n + 2) for s in combinations(range(n + 1), k)):
            pattern = patterns.counted.__wrapped__(n, frozenset(allowed))
            top = n + pattern.own
            solver = Solver(top + 1, [np.ascontiguousarray(rows) for rows in pattern.rows])
            for ways in product((0, 1), repeat=n):
                marks = [2 * i + way for i, way in enumerate(ways)]
                fits = n - sum(ways) in allowed
                for selected in (True, False):
                    assumed = [2 * top + (not selected), *marks]
                    expected = SATISFIED if fits or not selected else UNSATISFIABLE
                    assert solver.advance(99, 10**9, assumed) == expected
                # All but one mark say what the last one is, without a search.
                other = n - sum(ways) + (-1 if n and ways[-1] == 0 else 1)
                forced = n > 0 and fits and other not in allowed
                solver.advance(0, 10**9, [2 * top, *marks[:-1]])
                assert not forced or solver.values[n - 1] == (-1 if ways[-1] else 1)


def test_rules_that_come_later_are_kept_like_others_where_there_is_room() -> None:
    rng = random.Random(4)
    for _ in range(50):
        clauses = at_random(rng, N)[:60]
        solver = GrowingSolver(N, len(clauses), lambda: ())
        pattern = Pattern.of(3, 0, [(0, 1, 2)])
        own = [*solver.extend((pattern, clause, 0) for clause in clauses[:40])]
        solver.core_of(own)  # what is learned is forgotten
        own += solver.extend((pattern, clause, 0) for clause in clauses[40:])
        assert own == [*range(2 * N, 2 * (N + len(clauses)), 2)]
        assert not solver.extend([(pattern, clauses[0], 0)])
        chosen = sorted(rng.sample(range(len(clauses)), 50))
        with Judge("minisat22", [spelled(clauses[i]) for i in chosen]) as judge:
            assert (solver.core_of([own[i] for i in chosen]) is None) == judge.solve()
