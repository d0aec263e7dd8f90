"""The bound by sets against the optimum and its own definition, and in the search."""

from __future__ import annotations

import random
from itertools import combinations, product

import numpy as np
import pytest
from test_quad_bound import bounds_of, joined_by_definition
from test_triple_bound import MOST, bound_of, raised_and_tight, random_board

from puzzles.grids.graph import Graph
from puzzles.kami.solver import search, set_bound, set_growth, set_questions
from puzzles.kami.solver.pair_bound import pair_bound, pair_tables
from puzzles.kami.solver.position import positions_of
from puzzles.kami.solver.triple_bound import triple_bound, triple_tables
from sampling import slow

MEMORY = 1_000_000_000
SIZE = 8


class Sets:
    """How many moves join sets of a board's regions."""

    def __init__(self, graph: Graph, colour: list[int], colours: int) -> None:
        _, bound, (self._pairs, triples) = bound_of(positions_of(graph, colour, 1), 0, colours)
        self.questions = set_questions.questions_of(self._pairs, triples, MOST)
        set_questions.prepare(self.questions, bound, MOST)

    def moves(self, regions: tuple[int, ...]) -> int:
        members = np.array([self._pairs.number[v] for v in regions])
        for number in range(MOST):
            if set_bound.joinable_colours(self.questions, members, 15, number, False):
                return number
        raise AssertionError


@pytest.mark.parametrize("seed", [1, *slow(*range(2, 6))])
def test_a_set_takes_what_its_definition_says(seed: int) -> None:
    rng = random.Random(seed)
    colours = rng.randint(2, 4)
    graph, colour = random_board(rng, SIZE, colours)
    sets, least = Sets(graph, colour, colours), joined_by_definition(graph, colour, colours, 6)
    for regions in (s for size in (4, 5, 6) for s in combinations(range(SIZE), size)):
        assert sets.moves(regions) == least[frozenset(regions)]


def test_a_tree_may_be_finished_on_both_sides_of_a_pivot() -> None:
    edges = [(0, 1), (1, 2), (1, 3), (3, 4), (4, 5), (5, 6), (5, 7), (7, 8)]
    sets = Sets(Graph.from_edges(9, edges), [3, 2, 0, 3, 0, 1, 0, 2, 1], 4)
    assert {sets.moves(s) for s in combinations(range(9), 7) if {0, 2, 6, 8} <= {*s}} == {4}


def test_what_a_larger_position_left_in_memory_is_not_seen() -> None:
    star = Graph.from_edges(70, [(0, v) for v in range(1, 70)]), [0] + [1] * 69
    board = random_board(random.Random(3), 14, 4)

    def joined(*boards: tuple[Graph, list[int]]) -> list[int]:
        """The colours in which the last board's quadruples are joined by so many moves."""
        pairs, triples = pair_tables(70, 4, MOST), triple_tables(70, 4, MOST)
        sets = set_questions.questions_of(pairs, triples, MOST)
        for graph, colour in boards:
            positions, counts = positions_of(graph, colour, 1), np.bincount(colour, minlength=4)
            bound, _ = pair_bound(positions, 0, counts, -1, MOST, pairs)
            bound, _ = triple_bound(pairs, triples, bound, MOST)
            set_questions.prepare(sets, bound, MOST)
        return [
            int(set_bound.joinable_colours(sets, np.array(four), 15, moves, False))
            for four in combinations(range(14), 4)
            for moves in range(bound)
        ]

    assert joined(board) == joined(star, board)


def test_the_pivots_to_try_are_those_that_pairs_allow() -> None:
    graph, colour = random_board(random.Random(1), SIZE, 4)
    sets = Sets(graph, colour, 4).questions
    for size, c, moves in product((4, 5), range(-1, 4), range(2, 6)):
        for members in combinations(range(SIZE), size):
            sets.members[0, :size] = members
            question = {set_bound.COUNT: size, set_bound.COLOUR: c, set_bound.MOVES: moves}
            sets.question[0, [*question]] = [*question.values()]
            set_bound.find_pivots(sets, 0)
            for p in range(SIZE):
                set_bound.fill_half_bounds(sets, 0, size, p)
                few = np.maximum(sets.half_bounds[0, 1 : (1 << size) - 1], 1)
                allowed = c in (-1, sets.pairs.colour[p]) and min(few + few[::-1]) <= moves
                assert bool(int(sets.pivots_left[0, 0]) >> p & 1) == allowed


def test_different_sets_are_different_questions() -> None:
    graph, colour = random_board(random.Random(1), SIZE, 4)
    sets, entries, asked = Sets(graph, colour, 4), set(), 0
    questions = [
        (c, s) for size in (4, 5) for s in combinations(range(SIZE), size) for c in range(-1, 4)
    ]
    for c, members in questions:
        sets.questions.members[0, : len(members)] = members
        for moves in range(MOST):
            answer = set_bound.answer_or_ask(sets.questions, 0, len(members), c, moves)
            if answer == set_bound.UNKNOWN:
                asked += 1
                entries.add(int(sets.questions.question[0, set_bound.ENTRY]))
                break
    assert len(entries) == asked > 500


@pytest.mark.parametrize("boards", [40, *slow(200)])
def test_it_lies_between_the_quadruple_bound_and_the_optimum(boards: int) -> None:
    def both(graph: Graph, colour: list[int], colours: int) -> tuple[int, int]:
        _, quad = bounds_of(graph, colour, colours)
        return quad, max([quad, *set_growth.grown_bounds(graph, colour, MOST)])

    _, tight = raised_and_tight(boards, both)
    assert tight > boards * 24 // 25


def test_more_than_four_regions_can_need_more_than_any_four() -> None:
    graph, colour = random_board(random.Random(3), 14, 4)
    *_, bound = set_growth.grown_bounds(graph, colour, MOST)
    assert bounds_of(graph, colour, 4)[1] < bound


def long_search(goal: int = -1, memory: int = MEMORY) -> tuple[search.Search, int]:
    """A search that takes many slices, and its limit; to be grown beside."""
    graph, colour = random_board(random.Random(1), 40, 4)
    limit = bounds_of(graph, colour, 4)[1]
    run = search.Search(graph, colour, goal, 20, memory)
    run.begin(limit)
    return run, limit


def test_a_bound_above_the_iteration_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    run, limit = long_search()
    bounds = [(limit, False), (limit, False), (limit + 1, False)]
    monkeypatch.setattr(search, "set_bounds", lambda *_: iter(bounds))
    run.grow_sets()
    while run._lower < limit:  # which does not rule out as many moves
        assert run.advance(1, 1) == search.RUNNING
    assert run.advance(1, 1) == search.RUNNING
    results = [run.advance(1, 1)]
    while results[-1] == search.RUNNING:
        results.append(run.advance(1, 1))
    assert results[-1] == search.EXHAUSTED
    assert len(results) <= 5
    run.begin(limit + 1)
    assert run.advance(1, 1) == search.RUNNING


@pytest.mark.parametrize(("goal", "memory"), [(0, MEMORY), (-1, 1_000_000)])
def test_nothing_grows_where_a_colour_is_demanded_or_memory_is_short(
    monkeypatch: pytest.MonkeyPatch, goal: int, memory: int
) -> None:
    run, _ = long_search(goal, memory)
    monkeypatch.setattr(search, "set_bounds", lambda *_: iter([(99, False)]))
    run.grow_sets()
    assert [run.advance(1, 1) for _ in range(3)] == [search.RUNNING] * 3
