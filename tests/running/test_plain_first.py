"""A command with one question answers as plain Python, or has a compiled process answer."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
import sys
from puzzles.cli import main
from puzzles.running import blocking, compile_state

blocking.TRIED, compile_state.kernels_missing = {tried}, lambda puzzle: False
code = main({arguments})
print(code, "numba" in sys.modules, "puzzles.running.child_pool" in sys.modules)
"""
EASY = (["solve", "kami/first-folds/9"], "proved optimal: 4 moves")
COUNT = (["count", "flow/hexes/3"], "1 solution")
LONG = (["solve", "kami/grand-folds/maze"], "proved optimal: 13 moves")


@pytest.mark.parametrize(
    ("arguments", "says", "tried", "elsewhere"),
    [
        (*EASY, 60, False),
        (*COUNT, 60, False),
        pytest.param(*LONG, 0, True, marks=pytest.mark.slow),
    ],
)
def test_no_compiler_is_loaded(arguments, says, tried, elsewhere, compiled_children) -> None:
    code = CODE.format(tried=tried, arguments=arguments)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    assert says in done.stdout
    assert done.stdout.endswith(f"\n0 False {elsewhere}\n")
