"""Every puzzle solves a sample of its boards with kernels that stay inside their arrays, and each
kernel is compiled once."""

from __future__ import annotations

import subprocess
import sys

import pytest

from puzzles.library import registry
from puzzles.running import compile_state, kernels

pytestmark = pytest.mark.slow
SOLVE = """
import sys
from puzzles.core.solving import Limits
from puzzles.library.catalogue import library
entries = [entry for entry in library().entries() if entry.pack.puzzle.id == sys.argv[1]]
for entry in entries[:: len(entries) // 8]:
    puzzle = entry.pack.puzzle
    for _ in puzzle.solver.solve(puzzle.start(entry.level), Limits(nodes=100)):
        pass
    for _ in puzzle.solver.check(entry.level, Limits(nodes=10)):  # by the same kernels
        pass
"""


def solve(puzzle: str) -> None:
    command = [sys.executable, "-c", SOLVE, puzzle]
    done = subprocess.run(command, capture_output=True, text=True, timeout=250)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("puzzle", registry.plugins()[0])
def test_no_index_is_outside(puzzle, monkeypatch):
    """Plain Python looks at each index, which compiled code does not."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    solve(puzzle)


@pytest.mark.skipif(kernels.PLAIN, reason="there is no compiler")
@pytest.mark.parametrize("puzzle", registry.plugins()[0])
def test_no_kernel_is_compiled_twice(puzzle, compiled_children):
    """As it would be for a constant and a variable, or for rows and columns."""
    solve(puzzle)
    kept = {
        file.name.split(".")[-2]  # the number of a kernel's versions, from 1 on
        for package in compile_state.packages(puzzle)
        for file in compile_state.folder(package).rglob("*.nbc")
    }
    assert kept == {"1"}
