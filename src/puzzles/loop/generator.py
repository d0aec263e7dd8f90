"""New boards of Loop: an area grows at random, its rim is the loop, then numbers are taken away."""

from dataclasses import replace
from random import Random

from puzzles.grids.grid import LatticeGrid
from puzzles.grids.layers import LayeredLevel
from puzzles.grids.sides import sides_of
from puzzles.logic.generating import fitted
from puzzles.logic.playing import Board, Made
from puzzles.loop.rules import NONE, declare

SHARE = 0.55  # of the cells lie inside
EVEN = 0.5  # of the boards have numbers in places that are alike when turned by half
# The cells around one, in a circle: rows and columns from it.
AROUND = (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)


def made(rng: Random, blank: LayeredLevel, wish: int) -> Made:
    """A new level as hard as is wished, or None if a try came to nothing."""
    n, even = blank.grid.n, rng.random() < EVEN

    def alike(cell: int) -> int:
        return min(cell, n - 1 - cell) if even else cell

    return (yield from fitted(full(rng, blank), declare, wish, rng, without, alike=alike))


def full(rng: Random, blank: LayeredLevel) -> Board:
    """A board at random with all its numbers; a loop around a single cell has none."""
    grid = blank.grid
    sides, inside = sides_of(grid), _area(grid, rng)
    beside = (inside.intersection(sides.beside(side)) for side in range(sides.n))
    rim = frozenset(side for side, cells in enumerate(beside) if len(cells) == 1)
    numbers = (len(rim.intersection(sides.around(cell))) for cell in range(grid.n))
    cells = "".join(str(number) if number < 4 else NONE for number in numbers)
    return replace(blank, cells=cells), rim


def _area(grid: LatticeGrid, rng: Random) -> set[int]:
    """Cells that hang together, as all others do with what is around the board; rather thin."""
    inside, tried, near = {rng.randrange(grid.n)}, set[int](), grid.graph.neighbours
    while len(inside) < SHARE * grid.n:
        rim = sorted({o for c in inside for o in near[c]} - inside - tried)
        if not rim:
            break
        some = rng.sample(rim, min(3, len(rim)))
        cell = min(some, key=lambda each: len(inside.intersection(near[each])))
        row, col = divmod(cell, grid.cols)
        ring = [grid.at(row + dy, col + dx) in inside for dy, dx in AROUND]
        if sum(ring[i] and not ring[i - 1] for i in range(len(ring))) == 1:
            inside.add(cell)
            tried.clear()
        else:
            tried.add(cell)  # it would close a ring, or touch at a corner
    return inside


def without(level: LayeredLevel, numbers: set[int]) -> LayeredLevel:
    """The level without the numbers of some cells."""
    cells = (NONE if cell in numbers else symbol for cell, symbol in enumerate(level.cells))
    return replace(level, cells="".join(cells))
