"""Kernels that run as plain Python: the small numbers of numpy would wrap around there."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

CODE = """
from puzzles.core.solving import UNLIMITED
from puzzles.library.catalogue import find
for name in ("kami/lanterns/garland", "kami/paper-garden/anemone"):
    entry = find(name)
    state = entry.pack.puzzle.start(entry.level)
    *_, end = entry.pack.puzzle.tutor.trace(state, "why not fewer", UNLIMITED)
    print(end.headline)
"""


LARGE = """
from random import Random
from puzzles.grids.graph import Graph
from puzzles.kami.solver.search import BUDGET, Search
from puzzles.kami.solver.position import WORK
rng, colours = Random(1), []
for v in range(144):
    near = {colours[w] for w in ([v - 1] * (v % 12 > 0) + [v - 12] * (v > 11))}
    colours.append(rng.choice([c for c in range(5) if c not in near]))
edges = [(v, v + 1) for v in range(144) if v % 12 < 11] + [(v, v + 12) for v in range(132)]
search = Search(Graph.from_edges(144, edges), colours, -1, 30, 10**9)
search.begin(30)
search.advance(10**9)
print(WORK - search.stack.counters[BUDGET])
"""

PROVED = """
from puzzles.core.solving import Limits
from puzzles.kami.rules.model import start
from puzzles.kami.solver.solve import solve
from puzzles.library.catalogue import find
*_, answer = solve(start(find("kami/paper-garden/tumbling-blocks").level), Limits(nodes=20))
print(len(answer.moves), answer.proved)
"""


def plain(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.slow
def test_the_bounds_of_a_large_position_are_given_up_in_plain_python():
    """Else nothing else would happen for minutes, where all is one process."""
    assert 0 < int(plain(LARGE)) < 4_000_000


@pytest.mark.slow
def test_triples_prove_a_level_in_plain_python():
    """With triples for 40 regions at most, minutes were not enough."""
    assert plain(PROVED) == "8 True\n"


@pytest.mark.slow
def test_the_witness_of_four_regions_in_plain_python():
    assert plain(CODE).count("need 5 moves to become one") == 2
