"""New boards of Binairo: a full board at random, from which cells and signs are taken away."""

from dataclasses import replace
from random import Random

from puzzles.binairo.rules import FREE, declare
from puzzles.core.results import Pair
from puzzles.grids.layers import LayeredLevel
from puzzles.logic.generating import drawn, fitted
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
    return (yield from fitted((level, ones), declare, wish, rng, without))


def without(level: LayeredLevel, clues: set[int | Pair]) -> LayeredLevel:
    """The level without some givens, and the signs of some pairs."""
    cells = (FREE if cell in clues else symbol for cell, symbol in enumerate(level.cells))
    between = {pair: sign for pair, sign in level.between.items() if pair not in clues}
    return replace(level, cells="".join(cells), between=between)
