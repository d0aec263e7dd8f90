"""Two speeds of one kernel, compiled and as the Python it is written in: the same answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from puzzles.core.solving import Answer
from puzzles.library.catalogue import find
from puzzles.running.question import Question
from puzzles.running.solver_process import SolverProcess
from sampling import slow

LEVELS = [
    "kami/first-folds/1", "kami/first-folds/9", "kami/paper-garden/1", "kami/paper-garden/5",
    "kami/squares/3", "kami/graphs/1", "flow/first-pipes/1", "flow/first-pipes/20", "flow/hexes/5",
    "flow/bridges/9", "flow/warps/3", "flow/walls/4",
]  # fmt: skip
SOME = LEVELS[::3]


def solved(speed: str, levels: list[str]) -> list[dict[str, object]]:
    """What the command says of the levels, but for the time it took."""
    done = subprocess.run(
        [sys.executable, "-m", "puzzles", "solve", "--json", *levels],
        env={**os.environ, "NUMBA_DISABLE_JIT": speed}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for answer in answers:
        del answer["seconds"]
    assert len(answers) == len(levels)
    assert "Warning" not in done.stderr
    return answers


@pytest.mark.parametrize("levels", [SOME, *slow(LEVELS)], ids=len)
def test_both_speeds_do_the_same_work(levels):
    assert solved("1", levels) == solved("0", levels)


@pytest.mark.parametrize("name", ["flow/hexes/5", *slow("kami/paper-garden/5")])
async def test_nobody_waits_for_the_compiler(name, tmp_path, monkeypatch):
    """With nothing compiled yet, the answer is there while the compiler is at work."""
    entry, solver = find(name), SolverProcess()
    question = Question(entry.pack.puzzle, entry.level)
    known = question.answer()
    monkeypatch.setenv("PUZZLES_CACHE_DIR", str(tmp_path))
    try:
        for _ in range(2):  # the second one finds the compiler at work
            events = [event async for event in solver.ask(question)]
            assert isinstance(events[-1], Answer)
            assert (events[-1].headline, events[-1].moves) == (known.headline, known.moves)
            assert solver._compiled._preparing, "it was answered before anything was compiled"
    finally:
        await solver.end()
