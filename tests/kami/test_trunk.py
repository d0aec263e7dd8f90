"""Trunks: what they find is a solution, and how much of it."""

from __future__ import annotations

import random

import pytest
from brute import optimum
from test_solver import network
from test_triple_bound import random_board

from puzzles.core.solving import Limits, answer
from puzzles.grids.graph import Graph
from puzzles.kami.rules import model
from puzzles.kami.solver import solve, trunk
from puzzles.kami.solver.search import RUNNING
from puzzles.kami.solver.trunk import Growth, Line, trunks
from sampling import slow


def found(graph: Graph, colours: list[int], width: int = 4, most: int = 60) -> list[Line]:
    return [line for line in trunks(graph, colours, width, most, 10**9) if line is not None]


def wins(graph: Graph, colours: list[int], line: Line) -> bool:
    state = network(colours, graph.edges.tolist(), palette=max(colours) + 1)
    for v, colour in line:
        assert state.colours[v] != colour
        state = model.apply(state, model.Move(v, colour))
    return state.won


@pytest.mark.parametrize("boards", [60, *slow(1000)])
def test_each_is_a_solution_and_shorter_than_those_before(boards):
    best = 0
    for seed in range(boards):
        rng = random.Random(seed)
        graph, colours = random_board(rng, rng.randint(2, 9), rng.randint(2, 4))
        lines = found(graph, colours)
        assert all(wins(graph, colours, line) for line in lines)
        lengths = [len(line) for line in lines]
        assert lengths == sorted(set(lengths), reverse=True)
        least = optimum(graph.neighbours, tuple(colours), max(colours) + 1)
        assert least <= lengths[-1]
        best += least == lengths[-1]
    assert best > boards * 0.95


def test_none_has_more_moves_than_wanted():
    for seed in range(20):
        graph, colours = random_board(random.Random(seed), 20, 4)
        best = len(found(graph, colours)[-1])
        assert not [line for line in found(graph, colours, most=best) if len(line) > best]
        assert not found(graph, colours, most=2)


def grown(growth: Growth, n: int) -> int:
    """The fewest moves with which any region grows to be the board."""
    lines = []
    for root in range(n):
        work = growth.grow(root, 20, n)
        while True:
            try:
                next(work)
            except StopIteration as end:
                lines.append(len(end.value[1]))
                break
    return min(lines)


def test_neighbours_that_take_the_trunks_colour_save_moves():
    colours = [3, 2, 1, 2, 3, 3, 0, 3]
    graph = network(colours, "0-1 0-3 1-2 3-4 3-5 5-6 6-7").region_graph
    growth = Growth(graph, colours)
    assert grown(growth, graph.n) == 4
    growth._merged = [[(0, 0)] * graph.n] * 4
    assert grown(growth, graph.n) == 5


def test_wider_layers_are_made_where_there_is_memory_only():
    graph, colours = random_board(random.Random(1), 40, 4)
    nothing, all_of_it = (sum(1 for _ in trunks(graph, colours, 16, 60, m)) for m in (0, 10**9))
    assert 0 < nothing < all_of_it


def test_large_boards_have_some_roots(monkeypatch):
    monkeypatch.setattr(trunk, "ROOTS", 3)
    graph, colours = random_board(random.Random(1), 40, 4)
    assert wins(graph, colours, found(graph, colours)[-1])


@pytest.mark.parametrize(("known", "widths"), [([], {4, 16, 64}), ([(0, 0)] * 4, {4, 16})])
def test_wider_beams_take_a_fifth_of_the_time_at_most(monkeypatch, known, widths):
    """Where each takes as long as it is wide, and the search never ends; less where a solution is
    known that is one move above the bound."""
    taken: list[int] = []

    def slow_trunks(*arguments):
        yield from trunks(*arguments)
        if known:
            yield known
        for _ in range(25 * arguments[2]):
            taken.append(arguments[2])
            yield None

    monkeypatch.setattr(solve, "trunks", slow_trunks)
    monkeypatch.setattr(solve.Search, "advance", lambda _search, _nodes: RUNNING)
    graph, colours = random_board(random.Random(1), 30, 4)
    state = network(colours, graph.edges.tolist(), palette=4)
    answer(solve.solve(state, Limits(), slices=9000))
    assert {*taken} == widths
    assert sum(width > 4 for width in taken) * 4 <= 9000
