"""The search that only sets cut: against the optimum, and the positions it goes through."""

from __future__ import annotations

import random
from itertools import product

import pytest
from brute import optimum
from test_triple_bound import MOST, random_board

from puzzles.grids.graph import Graph
from puzzles.kami.solver import set_growth
from puzzles.kami.solver.set_growth import grown_bounds
from puzzles.kami.solver.set_questions import Members
from puzzles.kami.solver.set_search import Move, Position, SetSearch, set_bounds
from sampling import slow


def start(rng: random.Random, n: int, colours: int) -> Position:
    graph, colour = random_board(rng, n, colours)
    return Position(graph, colour)


def painted(position: Position) -> list[int]:
    """The colour of each region."""
    return [position.colours[v] for v in position.component_of]


def recoloured(graph: Graph, colours: list[int], move: Move) -> list[int]:
    """The regions' colours after a move, by filling."""
    region, stack = {move[0]}, [move[0]]
    while stack:
        more = [
            w
            for w in graph.neighbours[stack.pop()]
            if w not in region and colours[w] == colours[move[0]]
        ]
        region.update(more)
        stack += more
    return [move[1] if v in region else c for v, c in enumerate(colours)]


@pytest.mark.parametrize("seed", range(10))
def test_a_position_is_what_filling_leaves(seed: int) -> None:
    rng = random.Random(seed)
    board = position = start(rng, 14, 4)
    while position.graph.n > 1:
        move = rng.choice(position.moves)
        wanted = recoloured(board.graph, painted(position), move)
        position = position.after(move)
        assert painted(position) == wanted
        assert position.graph.n == board.graph.components(wanted).max() + 1
        assert {position.names[v] for v in position.component_of} == {
            position.component_of.index(v) for v in range(position.graph.n)
        }
        for a, b in board.graph.edges.tolist():
            v, w = position.component_of[a], position.component_of[b]
            assert v == w or w in position.graph.neighbours[v]
            assert (v == w) == (wanted[a] == wanted[b])


@pytest.mark.parametrize("seed", range(10))
def test_independent_moves_can_change_places(seed: int) -> None:
    position = start(random.Random(seed), 10, 3)
    pairs = [(a, b) for a, b in product(position.moves, repeat=2) if position.independent(a, b)]
    assert len(pairs) > 50
    for a, b in pairs:
        assert painted(position.after(a).after(b)) == painted(position.after(b).after(a))


def boards(number: int) -> list[tuple[Graph, list[int], list[Members], int]]:
    """Boards, with sets that need most and the optimum."""
    found = []
    for seed in range(number):
        rng = random.Random(seed)
        graph, colour = random_board(rng, rng.randint(5, 9), rng.randint(3, 4))
        sets: list[Members] = []
        bound = max(grown_bounds(graph, colour, MOST, sets))
        best = optimum(graph.neighbours, tuple(colour), max(colour) + 1)
        assert bound <= best
        sets = sets or [tuple(sorted(rng.sample(range(graph.n), 4)))]
        found.append((graph, colour, sets, best))
    return found


def refuted(search: SetSearch, limit: int) -> bool:
    """Return True if a search proves that so many moves are not enough."""
    work = search.refute(limit)
    while True:
        try:
            assert next(work) == (limit, True)
        except StopIteration as end:
            return end.value


@pytest.mark.parametrize("number", [12, *slow(40)])
def test_it_refutes_what_is_less_than_the_optimum_and_nothing_else(number: int) -> None:
    for graph, colour, sets, best in boards(number):
        search = SetSearch(graph, colour, MOST, sets)
        for limit in (best - 1, best, best + 1):
            assert refuted(search, limit) == (limit < best)


def test_sets_that_need_as_many_moves_rule_moves_out() -> None:
    """Without them more positions would be looked at."""
    graph, colour = random_board(random.Random(3), 14, 4)
    sets: list[Members] = []
    bound = max(grown_bounds(graph, colour, MOST, sets))
    assert sets
    looked_at = []
    for some in (sets, []):
        search = SetSearch(graph, colour, MOST, some)
        assert refuted(search, bound - 1)
        looked_at.append(len(search._ruled_out))
    assert looked_at[0] < looked_at[1]


def test_bounds_rise_below_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_growth, "MOST_VAIN", 0)
    graph, colour = random_board(random.Random(3), 14, 4)
    *_, quadruples = grown_bounds(graph, colour, MOST)
    *_, (bound, _) = told = list(set_bounds(graph, colour, MOST))
    assert bound == quadruples + 1
    assert {below for _, below in told} == {False, True}
