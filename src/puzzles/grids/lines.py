"""Boards that lines fill: those of a symbol are one line, which touches itself nowhere."""

from collections.abc import Sequence

import numpy as np

from puzzles.grids.square import SquareGrid

Cell = tuple[int, int]  # row and column


def ends(rows: Sequence[Sequence[str]], missing: str = "") -> list[Cell] | None:
    """The two ends of every symbol's line; None if rows differ in length or the cells of a symbol
    are no such line. The symbol `missing` stands where no cell is."""
    if len({len(row) for row in rows}) != 1:
        return None
    grid = SquareGrid(np.array([[cell != missing for cell in row] for row in rows], dtype=np.bool_))
    symbols = [symbol for row in rows for symbol in row if symbol != missing]
    a, b = grid.graph.edges.T
    kinds = np.unique(symbols, return_inverse=True)[1]
    near = np.bincount(grid.graph.edges[kinds[a] == kinds[b]].ravel(), minlength=grid.n)
    tips, count = np.flatnonzero(near == 1).tolist(), len({*symbols})
    if not near.all() or near.max(initial=0) > 2 or len(tips) != 2 * count:
        return None
    if grid.graph.components(symbols).max(initial=-1) + 1 != count:
        return None
    return [grid.place(cell) for cell in tips]
