"""Tries a board that was read off a picture: what no level has speaks against the reading, and a
solution within the moves that the picture shows speaks for it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from puzzles.core.reading import Reading
from puzzles.core.solving import Limits, answer
from puzzles.kami.model import KamiLevel, start

SECONDS = 0.3  # of solving
LEFT = 0.5  # of the doubt in a board that is solved within its moves
# What is left of the confidence for each cell that may be another, and for however many: a board
# that can be corrected is still worth to be shown.
CELL, CELLS = 0.95, 0.7
# The most that it may be, and why.
ALONE = 0.8, "a colour on one cell alone"
CHEQUERED = 0.2, "a chequered pattern"
JOINED = 0.15  # share of neighbours of one colour; of levels a third are, and more
NOT_WITHIN = 0.5  # for a board that takes more moves than the picture shows


def tried(reading: Reading, moves: int | None) -> Reading:
    """The reading of a Kami level, surer or less sure by what becomes of it. A board that is solved
    within the `moves` that the picture shows, or may be, has them as its par."""
    level = reading.level
    certain = max(CELLS, CELL ** len(reading.doubtful))
    reading = replace(reading, confidence=reading.confidence * certain)
    if (np.bincount(level.board.colours) == 1).any():
        reading = reading.lowered(*ALONE)
    a, b = level.board.grid.graph.edges.T
    if (level.board.colours[a] == level.board.colours[b]).sum() < JOINED * len(a):
        reading = reading.lowered(*CHEQUERED)
    if moves is None:
        return reading
    solved = _solved(level, moves)
    if solved is False:
        return reading.lowered(NOT_WITHIN, f"not solved in the {moves} moves that it shows")
    if solved and not reading.doubtful and not reading.reasons:
        reading = replace(reading, confidence=1 - LEFT * (1 - reading.confidence))
    return replace(reading, level=replace(level, par=moves))


def _solved(level: KamiLevel, moves: int) -> bool | None:
    """Whether so many moves are enough; None if that took too long, or a compiler."""
    from puzzles.kami.solver.beam import fill
    from puzzles.kami.solver.search import advance
    from puzzles.kami.solver.solve import within
    from puzzles.running.kernels import is_kept

    if not (is_kept(advance) and is_kept(fill)):
        return None
    found = answer(within(start(level), moves, Limits(seconds=SECONDS)))
    return found.moves is not None if found.proved else None
