"""New boards of Akari: walls and lamps at random, numbers are taken away, and walls are moved."""

from dataclasses import replace
from random import Random

from puzzles.akari.rules import FREE, WALL, declare
from puzzles.grids.layers import LayeredLevel
from puzzles.grids.places import runs
from puzzles.logic.generating import fitted
from puzzles.logic.playing import Board, Made

WALLS = 0.22  # of the cells


def made(rng: Random, blank: LayeredLevel, wish: int) -> Made:
    """A new level as hard as is wished, or None if a try came to nothing."""
    return (yield from fitted(full(rng, blank), declare, wish, rng, without, changed))


def full(rng: Random, blank: LayeredLevel) -> Board:
    """A board at random, alike when turned by half, with a number on each wall."""
    n = blank.grid.n
    walls = {*rng.sample(range(n), round(WALLS / 2 * n))}
    return lit(rng, blank, walls | {n - 1 - cell for cell in walls}, frozenset())


def changed(board: Board, _: frozenset[int], rng: Random) -> Board:
    """A board with two walls elsewhere."""
    level, lamps = board
    walls, n = {c for c, symbol in enumerate(level.cells) if symbol != FREE}, level.grid.n
    old, new = rng.choice(sorted(walls)), rng.choice([c for c in range(n) if c not in walls])
    walls = walls - {old, n - 1 - old} | {new, n - 1 - new}
    return lit(rng, level, walls, lamps)


def lit(rng: Random, level: LayeredLevel, walls: set[int], lamps: frozenset[int]) -> Board:
    """A board with these walls, on which lamps stay that can, and others light the rest."""
    grid = level.grid
    free = [cell for cell in range(grid.n) if cell not in walls]
    near, lines, dark, chosen = grid.graph.neighbours, [*runs(grid, free)], {*free}, set[int]()
    stay = sorted(lamps - walls)
    for cell in (*rng.sample(stay, len(stay)), *rng.sample(free, len(free))):
        if cell in dark:
            chosen.add(cell)
            dark.difference_update({cell}, *(run for run in lines if cell in run))
    cells = (str(len(chosen & {*near[c]})) if c in walls else FREE for c in range(grid.n))
    return replace(level, cells="".join(cells)), frozenset(chosen)


def without(level: LayeredLevel, walls: set[int]) -> LayeredLevel:
    """The level with no number on some walls."""
    cells = (WALL if cell in walls else symbol for cell, symbol in enumerate(level.cells))
    return replace(level, cells="".join(cells))
