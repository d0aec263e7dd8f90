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


@pytest.mark.slow
def test_the_witness_of_four_regions_in_plain_python():
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert done.stderr == ""
    assert done.stdout.count("need 5 moves to become one") == 2
