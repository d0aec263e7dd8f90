"""Tries a board that was read off a picture: what no level has speaks against the reading, and the
moves that the picture shows speak for it, unless they are proved too few.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from puzzles.core.reading import Reading
from puzzles.core.solving import Limits, answer
from puzzles.kami.rules.model import KamiLevel, start

SECONDS, PLAIN = 0.3, 3.0  # of solving, compiled and as plain Python
LEFT = 0.5  # of the doubt in a board that may be solved within its moves
# What is left of the confidence for each cell that may be another, and for however many: a board
# that can be corrected is still worth to be shown.
CELL, CELLS = 0.95, 0.7
# The most that it may be, and why.
ALONE = 0.8, "a colour on one cell alone"
CHEQUERED = 0.2, "a chequered pattern"
JOINED = 0.15  # share of neighbours of one colour; of levels a third are, and more
NOT_WITHIN = 0.5  # for a board that takes more moves than the picture shows


def tried(reading: Reading, moves: int | None) -> Reading:
    """The reading of a Kami level, surer or less sure by what becomes of it. A board that may be
    solved within the `moves` that the picture shows has them as its par."""
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
    if _too_few(level, moves):
        return reading.lowered(NOT_WITHIN, f"not solved in the {moves} moves that it shows")
    if not reading.doubtful and not reading.reasons:
        reading = replace(reading, confidence=1 - LEFT * (1 - reading.confidence))
    return replace(reading, level=replace(level, par=moves))


def _too_few(level: KamiLevel, moves: int) -> bool:
    """Return whether this number of moves is proved too small."""
    from puzzles.kami.solver.solve import within
    from puzzles.running import kernels

    limits = Limits(seconds=PLAIN if kernels.PLAIN else SECONDS)
    found = answer(within(start(level), moves, limits))
    return found.proved and found.moves is None
