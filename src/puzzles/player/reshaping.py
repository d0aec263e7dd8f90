"""A board's grid made larger or smaller, moved, turned or turned over.

Each gives the new grid, and for each of its cells the old one whose thing it gets, or −1.
"""

from __future__ import annotations

import numpy as np

from puzzles.core.errors import UsageError
from puzzles.grids.grid import LatticeGrid
from puzzles.grids.symmetry import copies
from puzzles.player.patterns import matrix

# How far a board must move for its cells to fit on a grid again, in rows and columns.
STEPS = {"square": (1, 1), "triangle": (2, 2), "hex": (1, 2)}

Reshaped = tuple[LatticeGrid, list[int]]


def resized(grid: LatticeGrid, side: str, by: int) -> Reshaped:
    """Add rows or columns at a side, or take them away. Raises UsageError if nothing is left."""
    upright = side in ("top", "bottom")
    if side in ("top", "left"):
        by *= STEPS[grid.kind][0 if upright else 1]
    rows, cols = grid.rows + by * upright, grid.cols + by * (not upright)
    if min(rows, cols) < 1:
        raise UsageError("nothing would be left of the board")
    return _shifted(grid, rows, cols, by * (side == "top"), by * (side == "left"))


def moved(grid: LatticeGrid, dx: int, dy: int) -> Reshaped:
    """Move everything by a step; what goes over the rim is lost."""
    tall, wide = STEPS[grid.kind]
    return _shifted(grid, grid.rows, grid.cols, dy * tall, dx * wide)


def _shifted(grid: LatticeGrid, rows: int, cols: int, down: int, right: int) -> Reshaped:
    whole = type(grid).full(rows, cols)
    source = [
        int(grid.index[r, c]) if 0 <= r < grid.rows and 0 <= c < grid.cols else -1
        for r, c in zip(whole.row - down, whole.col - right, strict=True)
    ]
    return whole, source


def turned(grid: LatticeGrid, mirrored: bool) -> Reshaped:
    """Turn the grid to the right by as little as can be; or turn it over, left to right where that
    is possible. Raises UsageError where it fits on no grid."""
    found: list[tuple[float, LatticeGrid, list[int]]] = []
    for whole, source in list(copies(grid))[1:]:
        linear = matrix(grid, source, whole)
        if (np.linalg.det(linear) < 0) == mirrored:
            angle = np.arctan2(linear[1, 0], linear[0, 0]) % (2 * np.pi)
            found.append((float(abs(angle - np.pi) if mirrored else angle), whole, source))
    if not found:
        raise UsageError("a board of this kind and size cannot be turned like that")
    _, whole, source = min(found, key=lambda each: each[0])
    return whole, source
