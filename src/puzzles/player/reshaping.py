"""A board's grid made larger or smaller, moved, turned or turned over; and the symmetries that a
drawing on it may have: a mirror, a turn, or both, as a kaleidoscope has them.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from puzzles.core.errors import UsageError
from puzzles.grids.grid import LatticeGrid
from puzzles.grids.symmetry import copies

Image = Sequence[int]  # for each cell the one that comes to lie there
Reshaped = tuple[LatticeGrid, list[int]]  # for each cell the old one whose thing it gets, or −1

# How far a board must move for its cells to fit on a grid again, in rows and columns.
STEPS = {"square": (1, 1), "triangle": (2, 2), "hex": (1, 2)}


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


# Symmetries ----------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def symmetry_groups(grid: LatticeGrid) -> list[tuple[str, tuple[Image, ...]]]:
    """Return the non-trivial symmetry groups of a grid, the simple ones first: the name of each
    and its permutations of cells. Two turns or mirrors about a point generate any such group."""
    size = grid.rows, grid.cols
    images = [source for whole, source in copies(grid) if (whole.rows, whole.cols) == size]
    number = {tuple(image): i for i, image in enumerate(images)}
    after = [[number[tuple(one[cell] for cell in other)] for other in images] for one in images]
    groups: dict[frozenset[int], None] = {}
    others = range(1, len(images))
    for pair in (*zip(others, others, strict=True), *combinations(others, 2)):
        group = {0, *pair}
        while more := {after[a][b] for a in group for b in group} - group:
            group |= more
        groups.setdefault(frozenset(group))
    maps = [matrix(grid, image) for image in images]
    return [
        (_words([maps[i] for i in sorted(group)]), tuple(images[i] for i in sorted(group)))
        for group in groups
    ]


def _words(group: Sequence[Any]) -> str:
    """A group of linear maps in words: one of its mirrors, and its least turn."""
    mirrors = [each for each in group if np.linalg.det(each) < 0]
    turns = len(group) - len(mirrors)
    words = []
    for mirror in mirrors[:1]:
        angle = round(float(np.degrees(np.arctan2(mirror[1, 0], mirror[0, 0])))) % 360
        named = {180: "left and right", 0: "top and bottom"}
        words.append(named.get(angle, f"mirrored at {angle // 2}°"))
    return ", ".join([*words, *[f"turned by {360 // turns}°"] * (turns > 1)])


def matrix(grid: LatticeGrid, source: Image, onto: LatticeGrid | None = None) -> Any:
    """The linear map that takes the cells of `source` to where they come to lie."""
    there = _centred(onto or grid, range(len(source)))
    here = _centred(grid, source)
    return np.linalg.lstsq(here, there, rcond=None)[0].T


def _centred(grid: LatticeGrid, cells: Iterable[int]) -> Any:
    points = np.array([grid.centre(cell) for cell in cells]) * (1, grid.aspect)
    return points - points.mean(axis=0)
