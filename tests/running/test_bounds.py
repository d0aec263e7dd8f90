"""Both puzzles solve a sample of their boards with kernels that check each index."""

from __future__ import annotations

import subprocess
import sys

import pytest

from puzzles.running import kernels

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1200),
    pytest.mark.skipif(kernels.PLAIN, reason="there is no compiler"),
]
OUTSIDE = """
import numpy as np
from puzzles.running import kernels
def item(a, i):
    return a[i]
print(kernels.compiled(item)(np.arange(3), -1), flush=True)
kernels.compiled(item)(np.arange(3), 3)
"""
SOLVE = """
import sys
from puzzles.core.solving import Limits
from puzzles.library.catalogue import library
entries = [entry for entry in library().entries() if entry.pack.puzzle.id == sys.argv[1]]
for entry in entries[:: len(entries) // 12]:
    puzzle = entry.pack.puzzle
    for _ in puzzle.solve(puzzle.start(entry.level), Limits(nodes=2000)):
        pass
    for _ in puzzle.check(entry.level, Limits(nodes=2000)):
        pass
"""


def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=1100
    )


@pytest.fixture(autouse=True)
def checked(monkeypatch, tmp_path, compiled_children):
    """Compiled code of its own, which checks each index."""
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    monkeypatch.setenv("NUMBA_OPT", "0")  # which compiles in two thirds of the time
    monkeypatch.setenv("PUZZLES_CACHE_DIR", str(tmp_path))


def test_an_index_outside_is_found():
    """And a negative one counts from the end."""
    done = run(OUTSIDE)
    assert done.stdout == "2\n"
    assert "IndexError" in done.stderr


@pytest.mark.parametrize("puzzle", ["flow", "kami"])
def test_no_index_is_outside(puzzle, tmp_path):
    """And no kernel is compiled twice, for a constant and for a variable."""
    done = run(SOLVE, puzzle)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.rglob("*.1.nbc"))
    assert not list(tmp_path.rglob("*.2.nbc"))
