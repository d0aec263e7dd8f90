"""The SAT solver against another one and brute force, on random formulas, and what it learns."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np
import pytest
from pysat.solvers import Solver as Judge

from puzzles.sat.solver import (
    ASSIGNED,
    CONFLICTS,
    END,
    LITERALS,
    RUNNING,
    SATISFIED,
    UNSATISFIABLE,
    Solver,
)
from sampling import slow


def at_random(rng: random.Random, variables: int) -> list[list[int]]:
    """Clauses of three literals at random; about half of such formulas can be satisfied."""
    return [
        [2 * v + rng.randrange(2) for v in rng.sample(range(variables), 3)]
        for _ in range(round(4.26 * variables))
    ]


def solver_of(given: list[list[int]], variables: int) -> Solver:
    return Solver(variables, [np.array(given, np.int32)])


def spelled(literals: Iterable[int]) -> list[int]:
    """As the judge writes them."""
    return [v // 2 + 1 if v % 2 == 0 else -(v // 2) - 1 for v in literals]


def holds(solver: Solver, clause: list[int]) -> bool:
    return any(solver.values[literal >> 1] == 1 - 2 * (literal & 1) for literal in clause)


@pytest.mark.parametrize("formulas", [30, *slow(150)])
def test_another_solver_agrees(formulas: int) -> None:
    rng, results = random.Random(7), []
    for _ in range(formulas):
        variables = rng.randint(60, 110)
        given = at_random(rng, variables)
        solver = solver_of(given, variables)
        while (result := solver.advance(10**9, 2_000)) == RUNNING:
            pass
        with Judge("minisat22", [spelled(clause) for clause in given]) as judge:
            assert judge.solve() == (result == SATISFIED)
        if result == SATISFIED:
            assert all(holds(solver, clause) for clause in given)
        results.append(result)
    assert min(map(results.count, (SATISFIED, UNSATISFIABLE))) > formulas // 5


def test_every_solution_is_found_once() -> None:
    rng = random.Random(5)
    for _ in range(20):
        given = at_random(rng, 12)[:30]
        solver, found = solver_of(given, 12), set[tuple[int, ...]]()
        while (result := solver.advance(10**9, 10**9)) != UNSATISFIABLE:
            assert result == SATISFIED
            values = tuple(solver.values.tolist())
            assert values not in found
            found.add(values)
            opposite = [2 * v + (value > 0) for v, value in enumerate(values)]
            solver.add([np.array(opposite, np.int32)])
        every = [
            values
            for values in np.ndindex(*[2] * 12)
            if all(any(values[v >> 1] != v & 1 for v in clause) for clause in given)
        ]
        assert len(found) == len(every)


def asked(solver: Solver, assumptions: list[int]) -> int:
    while (result := solver.advance(10**9, 2_000, assumptions)) == RUNNING:
        pass
    return result


@pytest.mark.parametrize("formulas", [6, *slow(60)])
def test_another_solver_agrees_under_assumptions_and_on_what_contradicts(formulas: int) -> None:
    """One solver answers them all, while clauses are added; cores are solved anew."""
    rng, results, smaller = random.Random(13), [], 0
    for _ in range(formulas):
        given = at_random(rng, 60)[:200]
        solver = solver_of(given, 60)
        for _ in range(25):
            chosen = rng.sample(range(60), rng.randrange(20))
            assumptions = [2 * v + rng.randrange(2) for v in chosen]
            result, core = asked(solver, assumptions), solver.core
            with Judge("minisat22", [spelled(clause) for clause in given]) as judge:
                assert judge.solve(spelled(assumptions)) == (result == SATISFIED)
                if result == SATISFIED:
                    assert all(holds(solver, clause) for clause in given)
                    assert all(holds(solver, [literal]) for literal in assumptions)
                else:
                    assert set(core) <= {*assumptions}
                    assert not judge.solve(spelled(core))
                    smaller += len(core) < len(assumptions)
            results.append(result)
            more = at_random(rng, 60)[:1]
            given += more
            solver.add([np.array(clause, np.int32) for clause in more])
    assert min(map(results.count, (SATISFIED, UNSATISFIABLE))) > len(results) // 5
    assert smaller > len(results) // 10


def test_without_decisions_it_finds_what_propagation_refutes() -> None:
    rng, refuted = random.Random(17), 0
    for _ in range(150):
        given = at_random(rng, 12)[:35]
        assumptions = [2 * v + rng.randrange(2) for v in rng.sample(range(12), rng.randrange(1, 6))]
        solver = solver_of(given, 12)
        result, core = solver.advance(0, 10**9, assumptions), solver.core
        known = conflict(given, [literal ^ 1 for literal in assumptions]) is not None
        assert known == (result == UNSATISFIABLE)
        if known:
            refuted += 1
            assert not has_solution([*given, *([literal] for literal in core)], 12)
        assert not solver.decisions
        assert asked(solver, []) == (SATISFIED if has_solution(given, 12) else UNSATISFIABLE)
    assert 30 < refuted < 120


def test_clauses_that_are_added_on_the_way_are_propagated_like_all_others() -> None:
    """Whatever has been decided, as in a search that had them from the start."""
    rng, refuted, forced = random.Random(11), 0, 0
    for _ in range(60):
        given = at_random(rng, 30)[:90]
        assumed = [2 * v + rng.randrange(2) for v in rng.sample(range(30), 8)]
        solver = solver_of(given[:60], 30)
        for i in range(60, 90):
            result, before = solver.advance(0, 10**9, assumed), solver.values.copy()
            solver.add([np.array(given[i], np.int32)])
            result, fresh = solver.advance(0, 10**9, assumed), solver_of(given[: i + 1], 30)
            assert fresh.advance(0, 10**9, assumed) == result
            if result == UNSATISFIABLE:
                refuted += 1
                break
            assert solver.values.tolist() == fresh.values.tolist()
            forced += solver.values.tolist() != before.tolist()
    assert refuted > 10
    assert forced > 30


def test_what_was_assumed_is_decided_otherwise_once_it_is_not() -> None:
    """Or a search would try to keep rules that no longer count."""
    solver = Solver(2, [])
    assert solver.advance(9, 999, [0]) == SATISFIED
    assert [*solver.values] == [1, -1]
    assert solver.advance(9, 999) == SATISFIED
    assert [*solver.values] == [-1, -1]


def test_a_core_is_of_the_last_search_alone() -> None:
    """What contradicted before does not keep a contradiction without assumptions from being one."""
    solver = solver_of([[0, 2]], 2)
    assert (solver.advance(9, 99, [1, 3]), {*solver.core}) == (UNSATISFIABLE, {1, 3})
    assert (solver.advance(9, 99, [0]), solver.core) == (SATISFIED, [])
    solver.add([np.array([[literal]], np.int32)[0] for literal in (1, 3)])
    assert (solver.advance(9, 99), solver.core) == (UNSATISFIABLE, [])


def test_what_is_learned_is_forgotten_and_what_is_kept_is_not() -> None:
    """Then propagation refutes no more than it does at first; clauses that are kept stay."""
    rng, more = random.Random(19), 0
    for _ in range(12):
        given, extra = (
            [[*some, 0] for some in at_random(rng, 60)[:n]] for n in (240, 30)
        )  # nothing follows without 1
        one, other = solver_of(given, 60), solver_of(given + extra, 60)
        kept = [np.array(clause, np.int32) for clause in extra]
        one.add(kept)
        for first in range(2, 20):
            asked(one, [1, first])
        chosen = [rng.sample(range(1, 60), 12) for _ in range(20)]
        asks = [[1, *(2 * v + rng.randrange(2) for v in some)] for some in chosen]
        refuted = []
        for solver in (one, one, one, other):
            refuted.append([solver.advance(0, 10**9, some) for some in asks])
            one.forget(kept)
            kept = []
        more += refuted[0] != refuted[1]
        assert refuted[1] == refuted[2] == refuted[3]
        with Judge("minisat22", [spelled(clause) for clause in given + extra]) as judge:
            for some in asks:
                assert judge.solve(spelled(some)) == (asked(one, some) == SATISFIED)
    assert more


def test_equal_assumptions_go_on_and_others_keep_what_is_alike() -> None:
    given = at_random(random.Random(3), 110)
    assumptions, searched = [0, 3, 8, 21], []
    for work in (10**9, 50):
        solver = solver_of(given, 110)
        while solver.advance(10**9, work, assumptions) == RUNNING:
            pass
        searched.append(solver.decisions)
    assert searched[0] == searched[1]
    solver, works = solver_of([[0, 2, 4], [1, 3, 6]], 10), []
    for assumptions in ([1, 3], [1, 3, 9], [1, 3, 11, 9], [1, 2], [1]):
        assert solver.advance(0, 100, assumptions) == RUNNING
        values = [-1, -1, 1] if 3 in assumptions else [-1, int(2 in assumptions), 0]
        assert solver.values.tolist()[:3] == values
        works.append(solver.spent)
    assert 0 < works[0] == works[1] == works[2]


def test_clauses_that_contradict_are_found_out_at_once() -> None:
    for given in ([[0], [1]], [[]], [[0, 2], [0, 3], [1, 2], [1, 3]]):
        rows = [np.array([clause], np.int32).reshape(1, -1) for clause in given]
        assert Solver(2, rows).advance(10, 1000) == UNSATISFIABLE


def test_the_arena_grows() -> None:
    rng = random.Random(3)
    given = at_random(rng, 110)
    small, large = solver_of(given, 110), solver_of(given, 110)
    arena = small._state.arena[: small._state.counters[END] + 400].copy()
    small._state = small._state._replace(arena=arena)
    results = []
    for solver in (small, large):
        while (result := solver.advance(10**9, 10**9)) == RUNNING:
            pass
        results.append((result, solver.decisions))
    assert results[0] == results[1]
    assert len(small._state.arena) > len(arena)


# Brute force, and proofs: each clause that is learned follows by unit propagation alone from those
# before it (RUP: Goldberg & Novikov, 2003), and so does the contradiction at the end.


def has_solution(given: Iterable[list[int]], variables: int) -> bool:
    return any(
        all(any(values[v >> 1] != v & 1 for v in clause) for clause in given)
        for values in np.ndindex(*[2] * variables)
    )


def conflict(clauses: list[list[int]], false: Iterable[int]) -> set[int] | None:
    """The clauses that unit propagation needs for a conflict, where some literals are false; None
    where it comes to none."""
    why: dict[int, set[int]] = {literal: set() for literal in false}  # why each is false
    changed = True
    while changed:
        changed = False
        for number, clause in enumerate(clauses):
            open_literals = [literal for literal in clause if literal not in why]
            if len(open_literals) > 1 or any(literal ^ 1 in why for literal in open_literals):
                continue
            needed = {number}.union(*(why[literal] for literal in clause if literal in why))
            if not open_literals:
                return needed
            why[open_literals[0] ^ 1] = needed
            changed = True
    return None


def learned(solver: Solver) -> tuple[int, list[list[int]]]:
    """The result of a search, and all that it has learned on the way."""
    state, lemmas = solver._state, list[list[int]]()
    counters = state.counters
    while True:
        conflicts, end = counters[CONFLICTS], counters[END]
        result = solver.advance(10**9, 1)  # which ends with the next conflict
        if counters[CONFLICTS] > conflicts:
            size = int(state.arena[end]) if counters[END] > end else 0
            clause = state.arena[end + LITERALS : end + LITERALS + size]
            unit = state.trail[counters[ASSIGNED] - 1 :][:1]
            lemmas.append((clause if size else unit).tolist())
        if result != RUNNING:
            return result, lemmas


@pytest.mark.parametrize("formulas", [40, *slow(300)])
def test_what_is_learned_follows_and_refutes(formulas: int) -> None:
    rng, refuted, many = random.Random(11), 0, 0
    for _ in range(formulas):
        variables = rng.randint(6, 10)
        given = at_random(rng, variables) + at_random(rng, variables)[: 2 * variables]
        result, lemmas = learned(solver_of(given, variables))
        assert (result == SATISFIED) == has_solution(given, variables)
        clauses, needs = list(given), [{number} for number in range(len(given))]
        for lemma in [*lemmas, *[[]] * (result == UNSATISFIABLE)]:
            needed = conflict(clauses, lemma)
            assert needed is not None, lemma
            clauses.append(lemma)
            needs.append(set().union(*(needs[number] for number in needed)))
        many += len(lemmas) > 3
        if result == UNSATISFIABLE:  # what its proof rests on has no solution by itself
            refuted += 1
            assert not has_solution([given[number] for number in needs[-1]], variables)
    assert refuted > formulas // 5
    assert many > formulas // 5
