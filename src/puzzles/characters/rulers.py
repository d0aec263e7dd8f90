"""Rulers beside a board: the names of columns and rows, as the names of places have them."""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from puzzles.characters.raster import Box
from puzzles.grids.grid import Grid, LatticeGrid, Ruler

STEPS = (1, 2, 5, 10, 20, 50)  # of this many names one stands, where there is no room for all


class Mark(NamedTuple):
    """A name, where on the picture it begins, and how much it takes: characters in the ruler above,
    lines in the one at the left."""

    name: str
    at: int
    takes: int
    pointed: bool


def least(grid: Grid, turned: bool) -> int:
    """Return the fewest columns of the ruler at the left; 0 where cells have no such names."""
    return max((len(name) for name, _ in grid.rulers[not turned]), default=0)


def rulers(grid: Grid, box: Box, pointed: int) -> tuple[list[Mark], list[Mark]]:
    """Return the rulers above the board and at its left; the cell `pointed` at is always named."""
    if not isinstance(grid, LatticeGrid):
        return [], []
    (columns, rows), turned = grid.rulers, box.turned
    row, col = grid.place(pointed) if pointed >= 0 else (-1, -1)
    lines = _marks(columns, lambda x: box.characters(x, 0)[turned], not turned, col)
    beside = _marks(rows, lambda y: box.characters(0, y)[not turned], turned, row)
    return (beside, lines) if turned else (lines, beside)


def _marks(ruler: Ruler, place: Callable[[float], float], across: bool, pointed: int) -> list[Mark]:
    """Return all names of a ruler, or regular ones that leave room between each other."""
    every = []
    for index, (name, at) in enumerate(ruler):
        takes = len(name) if across else 1
        begin = max(0, int(place(at) - takes / 2))
        every.append(Mark(name, begin, takes, index == pointed))

    def touch(one: Mark, other: Mark) -> bool:
        first, second = sorted((one, other), key=lambda mark: mark.at)
        return second.at - first.at - first.takes < across

    shown = next(
        some
        for some in (every[step - 1 :: step] for step in (*STEPS, len(every) + 1))
        if not any(touch(a, b) for a, b in pairwise(some))
    )
    here = [mark for mark in every if mark.pointed]
    return [mark for mark in shown if not any(touch(mark, each) for each in here)] + here
