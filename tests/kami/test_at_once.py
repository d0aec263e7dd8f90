"""What is known of a large board without a search."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from test_solver import level, network
from test_triple_bound import random_board

from puzzles.core.errors import UsageError
from puzzles.core.solving import Limits, answer
from puzzles.kami.rules import model
from puzzles.kami.solver import at_once
from puzzles.kami.solver import solve as solver
from puzzles.kami.solver.at_once import grown_line, radius_bound
from puzzles.kami.solver.solve import LARGE, MAX_REGIONS, solve
from puzzles.kami.tutor import difficulty


@pytest.mark.parametrize("searches", [1, 3, 30])
def test_the_radius_is_bounded_from_below(monkeypatch, searches):
    monkeypatch.setattr(at_once, "SEARCHES", searches)
    rng = random.Random(11)
    exact = 0
    for _ in range(60):
        graph, _ = random_board(rng, 14, 3)
        bound, middle = radius_bound(graph)
        radius = min(int(graph.distances(v).max()) for v in range(graph.n))
        assert bound <= radius <= int(graph.distances(middle).max())
        exact += bound == radius
    assert exact == 60 or searches < 30


def test_a_region_that_grows_wins():
    rng = random.Random(12)
    for _ in range(40):
        graph, colours = random_board(rng, 14, 4)
        state = network([int(c) for c in colours], graph.edges.tolist())
        for v, colour in grown_line(graph, colours, rng.randrange(graph.n)):
            state = model.apply(state, model.Move(v, colour))
        assert state.won


def path(n: int, colours: int) -> model.State:
    return network([v % colours for v in range(n)], [(v - 1, v) for v in range(1, n)])


def test_a_long_path_is_proved_without_a_search():
    found = answer(solve(path(700, 2), Limits(seconds=0)))
    assert (len(found.moves), found.proved, found.stopped, found.nodes) == (350, True, "", 0)


def test_a_board_too_large_is_bounded_and_refused_in_words():
    state = path(MAX_REGIONS + 1, 3)
    found = answer(solve(state, Limits()))
    least, most = found.lower_bound, len(found.moves)
    assert MAX_REGIONS // 2 == least < most
    assert (found.proved, found.stopped) == (False, "board too large")
    said = "the board is too large: 1,000 connected regions are the limit"
    assert found.headline == f"best known {most}, at least {least}; {said}"
    with pytest.raises(UsageError, match=r"par is not known: best known .* too large"):
        list(difficulty.grade(level_of(state)))


def level_of(state: model.State) -> model.KamiLevel:
    return level(state.board.grid, state.colours.tolist(), len(state.board.palette))


def test_nobody_rates_a_board_whose_par_is_not_proved(monkeypatch):
    state = path(4, 2)
    best = answer(solve(state, Limits()))
    best = replace(best, proved=False, stopped="node limit")
    monkeypatch.setattr(difficulty, "solve", lambda state, limits: iter([best]))
    with pytest.raises(UsageError, match="node limit"):
        list(difficulty.grade(level_of(state)))


def test_large_boards_say_that_they_prepare_before_they_search(monkeypatch):
    """So that a command leaves plain Python before it takes seconds (`running.blocking`)."""
    monkeypatch.setattr(solver, "LARGE", 5)
    first = next(iter(solve(path(9, 3), Limits())))
    assert first.preparing
    assert (first.lower_bound, first.best) == (4, len(first.moves))
    assert LARGE < MAX_REGIONS


def test_a_limit_before_the_first_solution_leaves_one(monkeypatch):
    monkeypatch.setattr(solver, "LARGE", 5)
    edges = [(v - 1, v) for v in range(1, 27) if v % 9]
    state = network([v % 3 for v in range(27)], edges)
    found = answer(solve(state, Limits(seconds=0)))
    for move in found.moves:
        state = model.apply(state, move)
    assert state.won
    assert found.stopped == "time limit"
