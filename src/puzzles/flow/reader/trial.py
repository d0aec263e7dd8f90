"""Tries a board that was read off a picture: whatever no level has speaks against the reading.

A level is at least LEAST cells high and wide, has an even number of dots of each colour, two but
for a few levels, and is solved in exactly one way.
"""

from __future__ import annotations

import numpy as np

from puzzles.core.reading import Reading
from puzzles.core.solving import Limits, last
from puzzles.flow.rules.problem import Problem

LEAST = 4
SECONDS = 1.0  # of solving
SMALL = 0.5  # what is left of the confidence in a board under LEAST
# The most that it may be, by how many solutions there are, and why.
FAULTS = {0: (0.5, "no solution"), 2: (0.8, "two solutions"), None: (0.9, "not solved")}
ALONE = 0.5  # the most with a dot too many


def tried(reading: Reading) -> Reading:
    """The reading of a Flow level, less sure for every fault its board has."""
    board = reading.level.board
    if min(board.grid.rows, board.grid.cols) < LEAST:
        reading = reading.lowered(SMALL * reading.confidence, f"a board under {LEAST} × {LEAST}")
    count = np.bincount(board.dots[board.dots >= 0])
    if (count % 2).any():
        reading = reading.lowered(ALONE, "dots without a partner")
    else:
        found = _solutions(board.problem)
        if found == 1:
            return reading
        reading = reading.lowered(*FAULTS[found])
    paired = 2 * float((count == 2).sum()) / int(count.sum())
    if paired < 0.5:
        reading = reading.lowered(paired * reading.confidence, "most dots not in pairs")
    return reading


def _solutions(problem: Problem) -> int | None:
    """Count the solutions, up to two; None if that took too long.

    Where there are solutions in which no pipe touches itself, only those count: levels are made
    with them in mind, and they are found at once.
    """
    from puzzles.flow.solver.settle import Question, Settled, settle

    for untouching in (True, False):
        question = Question(problem, 2, untouching)
        settled = last(settle(question, Limits(seconds=SECONDS)), Settled)
        found = len(settled.solutions)
        if found == 2 or not settled.complete:
            return 2 if found == 2 else None
        if found:
            return 1
    return 0
