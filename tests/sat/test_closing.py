"""A loop that lines close, against networkx."""

from __future__ import annotations

import random

import networkx as nx
import numpy as np

from puzzles.sat.closing import Closing


def test_a_loop_is_found_wherever_lines_close_one() -> None:
    """It is one: each of its points has two of its lines, and they hang together."""
    rng, closing = random.Random(2), 0
    for _ in range(300):
        graph = nx.gnm_random_graph(9, 16, seed=rng.randrange(10**6))
        ends = {3 * place + 1: edge for place, edge in enumerate(graph.edges)}
        find, values = Closing(ends), np.zeros(3 * len(ends) + 1, np.int8)
        for _ in range(3):  # what was asked before changes nothing
            for place in ends:
                values[place] = rng.choice([-1, 0, 0, 1, 1])
            lines = nx.Graph([ends[place] for place in ends if values[place] > 0])
            found = find.loop(values)
            assert (found is None) == (not lines)
            found = found or []
            assert bool(found) == bool(nx.cycle_basis(lines))
            closing += bool(found)
            assert all(values[place] > 0 for place in found)
            loop = nx.Graph([ends[place] for place in found])
            assert loop.number_of_edges() == len(found) == len({*found})
            assert not found or (nx.is_connected(loop) and {d for _, d in loop.degree} == {2})
    assert 200 < closing < 800
