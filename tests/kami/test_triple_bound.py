"""The triple bound against the optimum and its own definition, and the filter of moves by pairs."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest
from brute import optimum

from puzzles.grids.graph import Graph
from puzzles.kami.solver import pair_bound, position, triple_bound
from puzzles.kami.solver.position import Positions
from sampling import sampled, slow

MOST = 20


def random_board(rng: random.Random, n: int, colours: int) -> tuple[Graph, list[int]]:
    """A connected graph whose neighbours differ in colour."""
    edges = {(rng.randrange(max(0, v - 5), v), v) for v in range(1, n)}
    colour = [0] * n
    for _, v in sorted(edges, key=lambda edge: edge[1]):
        before = {colour[a] for a, b in edges if b == v}
        colour[v] = rng.choice([c for c in range(colours) if c not in before])
    more = {(a, b) for b in range(n) for a in range(b) if b - a < 5 and rng.random() < 0.15}
    edges |= {(a, b) for a, b in more if colour[a] != colour[b]}
    return Graph.from_edges(n, sorted(edges)), colour


def bound_of(positions: Positions, slot: int, colours: int) -> tuple[int, int, tuple]:
    """The pair and the triple bound of a position, and the tables as they left them."""
    n = positions.near.shape[1]
    counts = np.zeros(colours, np.int64)
    position.colour_bound(positions, slot, counts, -1)
    pairs = pair_bound.pair_tables(n, colours, MOST)
    triples = triple_bound.triple_tables(n, colours, MOST)
    pair, _ = pair_bound.pair_bound(positions, slot, counts, -1, MOST, pairs)
    triple, _ = triple_bound.triple_bound(pairs, triples, pair, MOST)
    return pair, triple, (pairs, triples)


def by_definition(graph: Graph, colour: list[int], colours: int) -> int:
    """The bound by its recurrence, over all edges, without pivots or rows of bits."""
    n = graph.n
    least = {(x, x, x, colour[x]): 0 for x in range(n)}
    edges = [(a, b) for a in range(n) for b in graph.neighbours[a]]

    def lower(x: int, y: int, z: int, c: int, value: int) -> bool:
        changed = False
        for triple in set(permutations((x, y, z))):
            if least.get((*triple, c), MOST) > value:
                least[*triple, c] = value
                changed = True
        return changed

    changed = True
    while changed:
        changed = False
        for (x, y, z, _), value in list(least.items()):
            for d in range(colours):
                changed |= lower(x, y, z, d, value + 1)
        for a, b in edges:
            branches = [(x, c, value) for (x, y, z, c), value in least.items() if y == z == a]
            trees = [(y, z, c, value) for (x, y, z, c), value in least.items() if x == b]
            for x, c, value in branches:
                for y, z, d, more in trees:
                    if c == d:
                        changed |= lower(x, y, z, c, value + more)
    return max(
        min(least[x, y, z, c] for c in range(colours))
        for x in range(n)
        for y in range(n)
        for z in range(n)
    )


@pytest.mark.parametrize("seed", sampled(range(12), range(3, 10)))
def test_it_is_what_its_definition_says(seed: int) -> None:
    rng = random.Random(seed)
    colours = rng.randint(3, 4)
    graph, colour = random_board(rng, rng.randint(4, 7), colours)
    positions = position.positions_of(graph, colour, 1)
    _, triple, _ = bound_of(positions, 0, colours)
    assert triple == by_definition(graph, colour, colours)


def raised_and_tight(
    boards: int, both: Callable[[Graph, list[int], int], tuple[int, int]]
) -> tuple[int, int]:
    """On how many random boards the second of two bounds is above the first, and on how many it is
    the optimum; it is never below the one or above the other."""
    raised = tight = 0
    for seed in range(boards):
        rng = random.Random(seed)
        colours = rng.randint(3, 4)
        graph, colour = random_board(rng, rng.randint(3, 9), colours)
        weak, strong = both(graph, colour, colours)
        best = optimum(graph.neighbours, tuple(colour), colours)
        assert weak <= strong <= best
        raised += strong > weak
        tight += strong == best
    return raised, tight


@pytest.mark.parametrize("boards", [30, *slow(150)])
def test_it_lies_between_the_pair_bound_and_the_optimum(boards: int) -> None:
    def both(graph: Graph, colour: list[int], colours: int) -> tuple[int, int]:
        return bound_of(position.positions_of(graph, colour, 1), 0, colours)[:2]

    raised, tight = raised_and_tight(boards, both)
    assert raised > boards // 10
    assert tight > boards * 3 // 4


@pytest.mark.parametrize("boards", [60, *slow(300)])
def test_every_move_that_lowers_the_pair_bound_is_allowed(boards: int) -> None:
    lowered = forbidden = 0
    for seed in range(boards):
        rng = random.Random(seed)
        colours = rng.randint(3, 5)
        graph, colour = random_board(rng, rng.randint(6, 12), colours)
        positions = position.positions_of(graph, colour, 2)
        bound, _, (pairs, _) = bound_of(positions, 0, colours)
        allowed = np.ones((graph.n, colours), np.bool_)
        pair_bound.reducing_moves(pairs, -1, bound, allowed)
        for v in range(graph.n):
            for c in {colour[w] for w in graph.neighbours[v]}:
                position.recolour(positions, 0, positions, 1, v, c)
                after, *_ = bound_of(positions, 1, colours)
                assert allowed[v, c] or after >= bound
                lowered += after < bound
                forbidden += not allowed[v, c]
    assert lowered > 5
    assert forbidden > lowered


def test_a_large_board_keeps_the_pair_bound() -> None:
    graph, colour = random_board(random.Random(1), triple_bound.MOST_COMPONENTS + 1, 4)
    pair, triple, _ = bound_of(position.positions_of(graph, colour, 1), 0, 4)
    assert pair == triple
