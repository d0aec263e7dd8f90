"""Positions have one key where they have the same components and colours, and only there."""

from __future__ import annotations

import random

import numpy as np

from puzzles.grids.graph import Graph
from puzzles.kami.solver import position
from puzzles.kami.solver.position import ONE


def test_positions_have_one_key_if_they_are_the_same():
    rng, again = random.Random(2), 0
    for _ in range(30):
        n = rng.randint(4, 8)
        graph = Graph.from_edges(n, [(rng.randrange(max(0, v - 3), v), v) for v in range(1, n)])
        colours = [v % 2 for v in graph.distances(0).tolist()]
        positions = position.positions_of(graph, colours, 3)
        seen: dict[tuple[int, int], object] = {}
        for _ in range(60):
            members = [{v} for v in range(n)]
            for slot in range(2):
                v = rng.choice(
                    [v for v in range(n) if positions.alive[slot, 0] >> np.uint64(v) & ONE]
                )
                colour = rng.randrange(3)
                for w in range(n):
                    if (
                        positions.near[slot, v, 0] >> np.uint64(w) & ONE
                        and positions.colour[slot, w] == colour
                    ):
                        members[v] |= members[w]
                key = position.child_key(positions, slot, v, colour)
                position.recolour(positions, slot, positions, slot + 1, v, colour)
                names = [w for w in range(n) if positions.alive[slot + 1, 0] >> np.uint64(w) & ONE]
                naive = sorted(
                    (sorted(members[w]), int(positions.colour[slot + 1, w])) for w in names
                )
                again += key in seen
                assert tuple(positions.key[slot + 1]) == key
                assert seen.setdefault(key, naive) == naive
        assert len({str(naive) for naive in seen.values()}) == len(seen)
    assert again > 100
