"""The search that learns, against plain enumeration."""

from __future__ import annotations

import random

import pytest
from naive import fault
from test_search import KINDS, canonical, enumeration, hard, random_problem, touches

import flow_data
from puzzles.flow.rules.problem import Problem, Solution
from puzzles.flow.solver import learning
from puzzles.flow.solver.learning import SLICE, Learning
from puzzles.flow.solver.search import EXHAUSTED, FOUND, RUNNING
from puzzles.library.catalogue import find
from sampling import slow


def every(problem: Problem, untouching: bool, work: int = SLICE) -> list[Solution]:
    """All solutions that are found, to the end."""
    run, solutions = Learning(problem, untouching), []
    while (result := run.advance(10**9, work)) != EXHAUSTED:
        if result == FOUND:
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


@pytest.mark.parametrize("boards", [40, *slow(150)])
@pytest.mark.parametrize("kind", KINDS)
def test_enumeration_agrees(kind: str, boards: int) -> None:
    agree(kind, boards)


@pytest.mark.parametrize("digits", [0, 1])
def test_colours_may_share_a_number(digits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "DIGITS", digits)
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
        while run.advance(10**9, work) != EXHAUSTED:
            pass
        nodes.add(run.nodes)
    assert len(nodes) == 1


def test_it_stops_after_so_many_decisions() -> None:
    run = Learning(hard(), False)
    for decisions in range(1, 4):
        assert run.advance(1) == RUNNING
        assert run.nodes == decisions
