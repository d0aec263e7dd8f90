"""Rulers: the names of columns and rows beside a board, as the names of places have them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from puzzles.grids.grid import Grid, LatticeGrid, Point, Ruler

STEPS = (1, 2, 5, 10, 20, 50)  # of this many names one stands, where there is no room for all
TOP = 1  # lines above the board


@dataclass(frozen=True)
class Mark:
    """A name, where on the picture it begins, and how much it takes: characters in the ruler above,
    lines in the one at the left."""

    name: str
    at: int
    takes: int
    pointed: bool = False

    def touches(self, other: Mark, apart: int) -> bool:
        """Return whether two marks are less than so much `apart`."""
        first, second = sorted((self, other), key=lambda mark: mark.at)
        return second.at - first.at - first.takes < apart


def least(grid: Grid, turned: bool) -> int:
    """Return the fewest columns of the ruler at the left; 0 where names of cells have no columns
    and rows."""
    return max((len(name) for name, _ in grid.rulers[not turned]), default=0)


def rulers(
    grid: Grid, characters: Callable[[float, float], Point], turned: bool, pointed: int
) -> tuple[list[Mark], list[Mark]]:
    """Return the rulers above the board and at its left. `characters` takes points of the grid to
    points of the picture; the names of the cell `pointed` at (−1 for none) are there always."""
    if not isinstance(grid, LatticeGrid):
        return [], []
    columns, rows = grid.rulers
    col, row = (int(grid.col[pointed]), int(grid.row[pointed])) if pointed >= 0 else (-1, -1)
    lines = _marks(columns, lambda x: characters(x, 0)[turned], not turned, col)
    beside = _marks(rows, lambda y: characters(0, y)[not turned], turned, row)
    return (beside, lines) if turned else (lines, beside)


def _marks(ruler: Ruler, place: Callable[[float], float], across: bool, pointed: int) -> list[Mark]:
    """All the names of a ruler, or regular ones that leave room between each other."""
    every = [_mark(name, place(at), across) for name, at in ruler]
    apart = int(across)
    shown = next(
        some
        for some in (every[step - 1 :: step] for step in (*STEPS, len(every) + 1))
        if not any(a.touches(b, apart) for a, b in pairwise(some))
    )
    if pointed < 0:
        return shown
    here = replace(every[pointed], pointed=True)
    return [mark for mark in shown if not mark.touches(here, apart)] + [here]


def _mark(name: str, middle: float, across: bool) -> Mark:
    takes = len(name) if across else 1
    return Mark(name, max(0, int(middle - takes / 2)), takes)
