"""New boards of Binairo: a full board at random, from which cells and signs are taken away."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from puzzles.binairo.rules import FREE, declare
from puzzles.core.results import Pair
from puzzles.grids.layers import LayeredLevel
from puzzles.logic.generating import drawn, thin
from puzzles.logic.playing import Made

SIGNED = 0.4  # of the boards have signs
SIGNS = 0.2  # of the pairs of cells of a board with signs


def made(rng: Random, blank: LayeredLevel, wish: int) -> Made:
    """A new level as hard as is wished, or None if a try came to nothing."""
    grid = blank.grid
    ones = yield from drawn(declare(blank), rng)
    cells = "".join("01"[cell in ones] for cell in range(grid.n))
    pairs: list[Pair] = grid.graph.edges.tolist() if rng.random() < SIGNED else []
    chosen = rng.sample(pairs, round(SIGNS * len(pairs)))
    between = {(a, b): "=" if cells[a] == cells[b] else "x" for a, b in chosen}
    level = replace(blank, cells=cells, between=between)
    return (yield from thin(level, clues(level), without, declare, wish, rng))


def clues(level: LayeredLevel) -> Sequence[int | Pair]:
    """The cells that are given, and the pairs with a sign."""
    return [*(c for c, symbol in enumerate(level.cells) if symbol != FREE), *level.between]


def without(level: LayeredLevel, clue: int | Pair) -> LayeredLevel:
    """The level without one of these."""
    if isinstance(clue, tuple):
        return replace(level, between={p: s for p, s in level.between.items() if p != clue})
    return replace(level, cells=level.cells[:clue] + FREE + level.cells[clue + 1 :])
