"""Symmetries against trying every permutation, and what they are for: positions with one key."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np

from puzzles.grids.graph import Graph
from puzzles.kami.solver import position
from puzzles.kami.solver.position import ONE
from puzzles.kami.solver.symmetry import MOST, Symmetry, symmetries


def random_graph(rng: random.Random, n: int) -> tuple[Graph, list[int]]:
    """A connected graph; few edges and colours, so that there are symmetries."""
    edges = [(rng.randrange(max(0, v - 2), v), v) for v in range(1, n)]
    edges += [(a, b) for b in range(n) for a in range(b) if rng.random() < 0.1]
    return Graph.from_edges(n, edges), [rng.randrange(2) for _ in range(n)]


def keeps(graph: Graph, colours: list[int], symmetry: Symmetry) -> bool:
    edges = {frozenset(edge) for edge in graph.edges.tolist()}
    return {
        frozenset((symmetry[a], symmetry[b])) for a, b in graph.edges.tolist()
    } == edges and all(colours[symmetry[v]] == colour for v, colour in enumerate(colours))


def test_all_are_found_and_no_others():
    rng, several = random.Random(1), 0
    for _ in range(150):
        graph, colours = random_graph(rng, rng.randint(2, 6))
        found = symmetries(graph, colours)
        assert found[0] == tuple(range(graph.n))
        assert len(found) == len(set(found))
        every = {p for p in permutations(range(graph.n)) if keeps(graph, colours, p)}
        assert set(found) == every if len(every) <= MOST else set(found) < every
        several += len(every) > 1
    assert several > 30


def test_too_many_leave_a_group():
    star = Graph.from_edges(9, [(0, v) for v in range(1, 9)])
    found = set(symmetries(star, [1] + [0] * 8))
    assert 20 < len(found) <= MOST
    assert all(tuple(a[b[v]] for v in range(9)) in found for a in found for b in found)


def test_a_large_board_is_left_alone():
    path = Graph.from_edges(1000, [(v - 1, v) for v in range(1, 1000)])
    assert symmetries(path, [v % 2 for v in range(1000)]) == [tuple(range(1000))]


def test_positions_have_one_key_if_they_are_images_of_each_other():
    rng, alike = random.Random(2), 0
    for _ in range(30):
        n = rng.randint(4, 8)
        graph = Graph.from_edges(n, [(rng.randrange(max(0, v - 3), v), v) for v in range(1, n)])
        colours = [v % 2 for v in graph.distances(0).tolist()]
        group = symmetries(graph, colours)
        room = position.positions(graph, colours, 3, group)
        canonical: dict[tuple[int, int], object] = {}
        for _ in range(60):
            members = [{v} for v in range(n)]
            for slot in range(2):
                v = rng.choice([v for v in range(n) if room.alive[slot, 0] >> np.uint64(v) & ONE])
                colour = rng.randrange(3)
                for w in range(n):
                    if (
                        room.near[slot, v, 0] >> np.uint64(w) & ONE
                        and room.colour[slot, w] == colour
                    ):
                        members[v] |= members[w]
                key = position.child_key(room, slot, v, colour, room, slot + 1)
                position.recolour(room, slot, room, slot + 1, v, colour)
                names = [w for w in range(n) if room.alive[slot + 1, 0] >> np.uint64(w) & ONE]
                naive = min(
                    sorted(
                        (sorted(g[x] for x in members[w]), int(room.colour[slot + 1, w]))
                        for w in names
                    )
                    for g in group
                )
                assert canonical.setdefault(key, naive) == naive
        alike += len(group) > 1
        assert len({str(naive) for naive in canonical.values()}) == len(canonical)
    assert alike > 10
