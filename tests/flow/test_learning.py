"""The search that learns: against plain enumeration, and its clauses against a SAT solver."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np
import pytest
from pysat.solvers import Solver
from test_search import KINDS, canonical, enumeration, hard, random_problem, touches

import flow_data
from puzzles.flow.rules.problem import Problem, Solution, fault
from puzzles.flow.solver import clauses as learner
from puzzles.flow.solver import formula
from puzzles.flow.solver.learning import NOTHING, SLICE, Learning
from puzzles.library.catalogue import find
from sampling import slow


def every(problem: Problem, untouching: bool, work: int = SLICE) -> list[Solution]:
    """All solutions that are found, to the end."""
    run, solutions = Learning(problem, untouching), []
    while (result := run.advance(10**9, work)) != learner.EXHAUSTED:
        if result == learner.FOUND:
            solutions.append(run.paths())
    return solutions


def agree(kind: str, boards: int) -> None:
    """Compare all that is found on random boards with plain enumeration."""
    rng = random.Random(f"{kind} learned")
    solved = 0
    for _ in range(boards):
        problem = random_problem(rng, kind, fill=rng.random() < 0.7)
        solutions = list(enumeration(problem))
        for untouching in (False, True):
            wanted = [s for s in solutions if not (untouching and touches(problem, s))]
            if len(wanted) <= 100:
                found = every(problem, untouching)
                assert not any(fault(problem, s) for s in found)
                assert len(found) == len(wanted)
                assert {canonical(s) for s in found} == {canonical(s) for s in wanted}
                solved += bool(wanted)
    assert solved > boards // 3


@pytest.mark.parametrize("boards", [40, *slow(300)])
@pytest.mark.parametrize("kind", KINDS)
def test_enumeration_agrees(kind: str, boards: int) -> None:
    agree(kind, boards)


@pytest.mark.parametrize("digits", [0, 1])
def test_colours_may_share_a_number(digits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formula, "DIGITS", digits)
    agree("square", 40)


def test_long_loops_are_found_out():
    """Around the dots in the middle there is room for a loop, which no path may be."""
    board = flow_data.plain("..... .AAB. ....B .....")
    found = every(board, False)
    assert {canonical(s) for s in found} == {canonical(s) for s in enumeration(board)}


def test_slices_of_any_size_give_the_same_search() -> None:
    problem = find("flow/thirteen-and-fourteen/1").level.board.problem
    nodes = set()
    for work in (100, 10**9):
        run = Learning(problem, True)
        while run.advance(10**9, work) != learner.EXHAUSTED:
            pass
        nodes.add(run.nodes)
    assert len(nodes) == 1


def test_it_stops_after_so_many_decisions() -> None:
    run = Learning(hard(), False)
    for decisions in range(1, 4):
        assert run.advance(1) == learner.RUNNING
        assert run.nodes == decisions


# The clauses themselves.


def at_random(rng: random.Random, variables: int) -> list[list[int]]:
    """Clauses of three literals at random; about half of such formulas can be made true."""
    return [
        [2 * v + rng.randrange(2) for v in rng.sample(range(variables), 3)]
        for _ in range(round(4.26 * variables))
    ]


def forgetful(given: list[list[int]], variables: int) -> learner.Clauses:
    """A search that restarts all the time, and forgets most of what it learned."""
    rows = np.array(given, np.int32)
    room = learner.clauses(variables, [rows])
    assert learner.give(room, rows)
    room.at[learner.NODE_LIMIT] = 10**9
    return room


@pytest.mark.parametrize("formulas", [30, *slow(300)])
def test_what_is_learned_and_forgotten_excludes_nothing(formulas: int) -> None:
    rng, results = random.Random(7), []
    for _ in range(formulas):
        variables = rng.randint(60, 110)
        given = at_random(rng, variables)
        room = forgetful(given, variables)
        while (result := learner.go_on(room, NOTHING, 2_000)) == learner.RUNNING:
            room.at[learner.MOST] = 20
        with Solver("minisat22", [spelled(clause) for clause in given]) as judge:
            assert judge.solve() == (result == learner.FOUND)
        if result == learner.FOUND:
            assert all(any(room.value[v] > 0 for v in clause) for clause in given)
        results.append(result)
    assert min(map(results.count, (learner.FOUND, learner.EXHAUSTED))) > formulas // 5


@pytest.mark.parametrize("formulas", [30, *slow(300)])
def test_assumptions_that_cannot_hold_are_named(formulas: int) -> None:
    rng, refuted = random.Random(11), 0
    for _ in range(formulas):
        variables = rng.randint(60, 110)
        given = [clause for clause in at_random(rng, variables) if rng.random() < 0.9]
        room = forgetful(given, variables)
        with Solver("minisat22", [spelled(clause) for clause in given]) as judge:
            for _ in range(5):
                some = rng.sample(range(variables), 12)
                assumed = np.array([2 * v + rng.randrange(2) for v in some], np.int32)
                learner.give(room, np.empty((0, 1), np.int32))
                while (result := learner.go_on(room, assumed, 2_000)) == learner.RUNNING:
                    room.at[learner.MOST] = 20
                possible = judge.solve(assumptions=spelled(assumed.tolist()))
                assert (result == learner.FOUND) == possible
                if result == learner.FOUND:
                    assert all(room.value[v] > 0 for v in assumed)
                if result == learner.REFUTED:
                    blamed = room.clause[: room.at[learner.BLAMED]].tolist()
                    assert set(blamed) <= set(assumed.tolist())
                    assert not judge.solve(assumptions=spelled(blamed))
                    refuted += len(blamed) < len(assumed)
    assert refuted > formulas


def spelled(literals: Iterable[int]) -> list[int]:
    """As the judge writes them."""
    return [v // 2 + 1 if v % 2 == 0 else -(v // 2) - 1 for v in literals]


def test_the_arena_grows() -> None:
    rng = random.Random(3)
    given = at_random(rng, 150)
    small, large = forgetful(given, 150), forgetful(given, 150)
    small = small._replace(arena=small.arena[: small.at[learner.END] + 400].copy())
    results, grew = [], 0
    for room in (small, large):
        while True:
            before, room = len(room.arena), learner.grown(room)
            grew += len(room.arena) > before
            if (result := learner.go_on(room, NOTHING, 10**9)) != learner.RUNNING:
                break
        results.append((result, int(room.at[learner.NODES])))
    assert results[0] == results[1]
    assert grew > 1
