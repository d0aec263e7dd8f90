"""New boards of Akari: walls and lamps at random, then numbers are taken away."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from puzzles.akari.rules import FREE, NUMBERS, WALL, declare
from puzzles.grids.layers import LayeredLevel
from puzzles.grids.places import runs
from puzzles.logic.generating import thin
from puzzles.logic.playing import Made

WALLS = 0.22  # of the cells


def made(rng: Random, blank: LayeredLevel, wish: int) -> Made:
    """A new level as hard as is wished, or None if a try came to nothing."""
    level = full(rng, blank)
    return (yield from thin(level, clues(level), without, declare, wish, rng))


def full(rng: Random, blank: LayeredLevel) -> LayeredLevel:
    """A board at random, alike when turned by half, with a number on each wall."""
    grid = blank.grid
    walls = {*rng.sample(range(grid.n), round(WALLS / 2 * grid.n))}
    walls |= {grid.n - 1 - cell for cell in walls}
    free = [cell for cell in range(grid.n) if cell not in walls]
    lines = [*runs(grid, free)]
    lit, lamps = set[int](), set[int]()
    for cell in rng.sample(free, len(free)):
        if cell not in lit:
            lamps.add(cell)
            lit.update(*(run for run in lines if cell in run))
    near = grid.graph.neighbours
    cells = (str(len(lamps & {*near[c]})) if c in walls else FREE for c in range(grid.n))
    return replace(blank, cells="".join(cells))


def clues(level: LayeredLevel) -> Sequence[int]:
    """The walls with a number."""
    return [cell for cell, symbol in enumerate(level.cells) if symbol in NUMBERS]


def without(level: LayeredLevel, clue: int) -> LayeredLevel:
    """The level with no number on a wall."""
    return replace(level, cells=level.cells[:clue] + WALL + level.cells[clue + 1 :])
