"""The quadruple bound against the optimum and its own definition."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest
from test_triple_bound import MOST, bound_of, raised_and_tight, random_board

from puzzles.grids.graph import Graph
from puzzles.kami.solver import set_questions
from puzzles.kami.solver.position import positions_of
from puzzles.kami.solver.search import PATIENCE
from puzzles.kami.solver.set_bound import find_far_quadruple
from sampling import slow

Regions = frozenset[int]


def bounds_of(
    graph: Graph, colour: list[int], colours: int, patience: int = PATIENCE
) -> tuple[int, int]:
    """The triple and the quadruple bound of a board, the latter with so many steps."""
    _, triple, (pairs, triples) = bound_of(positions_of(graph, colour, 1), 0, colours)
    sets = set_questions.questions_of(pairs, triples, MOST)
    set_questions.prepare_quadruples(sets, triple, MOST)
    quad = triple
    while find_far_quadruple(sets, -1, quad, patience):
        quad += 1
    return triple, quad


def by_definition(graph: Graph, colour: list[int], colours: int) -> int:
    """The bound by its recurrence. A part of a tree with four leaves has no more of its own, so
    sets of one to four are all that is joined."""
    return max(joined_by_definition(graph, colour, colours, 4).values())


def joined_by_definition(
    graph: Graph, colour: list[int], colours: int, leaves: int
) -> dict[Regions, int]:
    """The fewest moves that join each set of up to so many regions, in the colours that take the
    fewest at least, over all edges and colours."""
    sets = [frozenset(s) for k in range(1, leaves + 1) for s in combinations(range(graph.n), k)]
    edges = [(a, b) for a in range(graph.n) for b in graph.neighbours[a]]
    parts = {s: parted(s, edges, leaves) for s in sets}
    least = {(frozenset((x,)), colour[x]): 0 for x in range(graph.n)}
    fewest = {s: 0 for s, _ in least}
    for moves in range(1, MOST):
        least = dict.fromkeys(product(fewest, range(colours)), moves) | least
        changed = True
        while changed:
            changed = False
            for s, c in product(sets, range(colours)):
                if (s, c) not in least and any(
                    least.get((one, c), MOST) + least.get((other, c), MOST) <= moves
                    for one, other in parts[s]
                ):
                    least[s, c] = moves
                    fewest.setdefault(s, moves)
                    changed = True
        if len(fewest) == len(sets):
            return fewest
    raise AssertionError


def parted(s: Regions, edges: list[tuple[int, int]], leaves: int) -> set[tuple[Regions, Regions]]:
    """A set in two, each with an end of an edge, along which they are joined."""
    return {
        (frozenset((*part, a)), s.difference(part) | {b})
        for k in range(1, len(s))
        for part in combinations(s, k)
        for a, b in edges
        if max(k + (a not in part), len(s) - k + (b in part or b not in s)) <= leaves
    }


@pytest.mark.parametrize("seed", [*range(4), *slow(*range(4, 20))])
def test_it_is_what_its_definition_says(seed: int) -> None:
    rng = random.Random(seed)
    colours = rng.randint(3, 4)
    graph, colour = random_board(rng, rng.randint(5, 7), colours)
    assert bounds_of(graph, colour, colours)[1] == by_definition(graph, colour, colours)


@pytest.mark.parametrize("boards", [30, *slow(150)])
def test_it_lies_between_the_triple_bound_and_the_optimum(boards: int) -> None:
    raised, tight = raised_and_tight(boards, bounds_of)
    assert raised > boards // 50
    assert tight > boards * 9 // 10


def test_a_stretch_may_reach_two_pivots_and_contain_neither() -> None:
    # The middle, recoloured, joins four of one colour: one move, and none of them in the stretch.
    star = Graph.from_edges(5, [(0, v) for v in range(1, 5)])
    assert bounds_of(star, [1, 0, 0, 0, 0], 2) == (1, 1)


def test_what_takes_too_long_to_tell_is_not_claimed() -> None:
    rng = random.Random(16)
    colours = rng.randint(3, 4)
    graph, colour = random_board(rng, rng.randint(3, 9), colours)
    assert bounds_of(graph, colour, colours) == (3, 4)
    assert bounds_of(graph, colour, colours, 0) == (3, 3)


def test_it_ends_where_there_is_room_for_few_answers() -> None:
    graph, colour = random_board(random.Random(3), 14, 4)
    _, triple, (pairs, triples) = bound_of(positions_of(graph, colour, 1), 0, 4)
    sets = set_questions.questions_of(pairs, triples, MOST, 16)
    set_questions.prepare_quadruples(sets, triple, MOST)
    quad = bounds_of(graph, colour, 4)[1]
    assert not find_far_quadruple(sets, -1, quad, PATIENCE)
    find_far_quadruple(sets, -1, quad - 1, PATIENCE)  # it may say no, but it does say so
    assert sets.counters[set_questions.ASKED] <= 16
