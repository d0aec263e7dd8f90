"""Patterns as people draw them: stripes, rings, stars, tiles, folded into a symmetry.

A `Sheet` gives every cell coordinates around the middle of the board. To make a pattern symmetric
all coordinates are *folded*: each cell takes those of one cell among its images, whatever is then
made of them. A motif turns coordinates into labels, the same for cells that are to look the same.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import numpy.typing as npt

from puzzles.grids.grid import LatticeGrid
from puzzles.grids.square import SquareGrid

Coordinates = npt.NDArray[np.float64]  # (n, 3) for triangles: cube; (n, 2) for squares
Labels = npt.NDArray[np.int64]
Motif = Callable[[Coordinates, Random], Labels]

# The members of a symmetry besides the identity, each as the signed places from which an image
# takes its coordinates (from 1). On triangles the first coordinate runs to the right.
TRIANGLE_SYMMETRIES = {
    "none": (),
    "mirror": ((-1, -3, -2),),
    "turn": ((-1, -2, -3),),
    "both": ((-1, -3, -2), (1, 3, 2), (-1, -2, -3)),
    "three": ((2, 3, 1), (3, 1, 2)),
    "six": tuple(
        tuple(sign * i for i in order)
        for order in ((1, 2, 3), (2, 3, 1), (3, 1, 2), (1, 3, 2), (2, 1, 3), (3, 2, 1))
        for sign in (1, -1)
    ),
}
SQUARE_SYMMETRIES = {
    "none": (),
    "mirror": ((-1, 2),),
    "turn": ((-1, -2),),
    "both": ((-1, 2), (1, -2), (-1, -2)),
    "quarter": ((2, -1), (-2, 1), (-1, -2)),
}


def coordinates(grid: LatticeGrid) -> Coordinates:
    """Return the place of each cell, from the middle of the board: in cells, or in sides of
    triangles."""
    row, col = grid.row.astype(float), grid.col.astype(float)
    if isinstance(grid, SquareGrid):
        return np.stack([col - (grid.cols - 1) / 2, row - (grid.rows - 1) / 2], axis=1)
    x = col + np.where((grid.row + grid.col) % 2 == 0, 1 / 3, 2 / 3) - grid.cols / 2
    y = row - (grid.rows - 1) / 2
    return np.stack([x, (y - x) / 2, -(y + x) / 2], axis=1)


def symmetries(grid: LatticeGrid) -> list[str]:
    """The symmetries that map the cells around the middle of a board to cells."""
    at = coordinates(grid)
    table = SQUARE_SYMMETRIES if isinstance(grid, SquareGrid) else TRIANGLE_SYMMETRIES
    places = _places(at)
    return [
        name
        for name, images in table.items()
        if all(_places(_image(at, image)) == places for image in images)
    ]


def _places(at: Coordinates) -> set[tuple[float, ...]]:
    """Return the places of points in their lattice."""
    return set(map(tuple, np.round(at % 1, 3) % 1))


def _image(at: Coordinates, image: tuple[int, ...]) -> Coordinates:
    return np.stack([at[:, abs(i) - 1] * np.sign(i) for i in image], axis=1)


def fold(grid: LatticeGrid, symmetry: str) -> Coordinates:
    """Coordinates that are the same for all images of a cell."""
    at = coordinates(grid)
    table = SQUARE_SYMMETRIES if isinstance(grid, SquareGrid) else TRIANGLE_SYMMETRIES
    best = np.round(at, 6)
    for image in table[symmetry]:
        other = np.round(_image(at, image), 6)
        differ = other != best
        first = differ.argmax(axis=1)
        rows = np.arange(len(best))
        larger = differ.any(axis=1) & (other[rows, first] > best[rows, first])
        best = np.where(larger[:, None], other, best)
    return best


# Motifs ------------------------------------------------------------------------------------------
# Each works on both lattices: cube coordinates have a third one, which squares lack.


def _bands(value: npt.NDArray[np.float64], rng: Random, least: int = 1, most: int = 3) -> Labels:
    """Bands of equal width, beginning anywhere."""
    width = rng.randint(least, most)
    return np.floor((value + rng.randrange(width)) / width + 1e-6).astype(np.int64)


def stripes(at: Coordinates, rng: Random) -> Labels:
    """Straight along a direction of the lattice, or slanting across squares."""
    if at.shape[1] == 3:
        return _bands(at[:, rng.randrange(3)], rng)
    axis = rng.randrange(4)
    value = at[:, axis] if axis < 2 else at[:, 0] + at[:, 1] * (1 if axis == 2 else -1)
    return _bands(value, rng, 2)


def chevrons(at: Coordinates, rng: Random) -> Labels:
    """Nested angles."""
    if at.shape[1] == 3:
        return _bands(np.maximum(at[:, 1], -at[:, 2]) * rng.choice((1, -1)), rng)
    return _bands(at[:, 1] + np.abs(at[:, 0]) * rng.choice((1, -1)), rng, 2)


def zigzags(at: Coordinates, rng: Random) -> Labels:
    """Bands that go up and down again."""
    period = rng.randint(2, 4)
    x = at[:, 0] % (2 * period)
    wave = np.minimum(x, 2 * period - x)
    if at.shape[1] == 3:
        # Half a side down for each column: along the lattice's own lines.
        return _bands((at[:, 1] - at[:, 2] - wave) / 2, rng)
    return _bands(at[:, 1] - np.floor(wave + 0.5), rng, 2)


def rings(at: Coordinates, rng: Random) -> Labels:
    """Hexagons or squares around the middle."""
    return _bands(np.abs(at).max(axis=1), rng)


def peaks(at: Coordinates, rng: Random) -> Labels:
    """Triangles, or squares that stand on a corner, around the middle."""
    if at.shape[1] == 3:
        return _bands((at * rng.choice((1, -1))).max(axis=1), rng)
    return _bands(np.abs(at).sum(axis=1), rng, 1)


def stars(at: Coordinates, rng: Random) -> Labels:
    """Six-pointed stars, or crosses, around the middle."""
    return _bands(np.sort(np.abs(at), axis=1)[:, -2], rng, 1, 2)


def kites(at: Coordinates, rng: Random) -> Labels:
    """Rhombi around the middle, or oblongs."""
    if at.shape[1] == 3:
        a, b = rng.choice(((1, 2), (0, 1), (0, 2)))
        return _bands(np.maximum(np.abs(at[:, a]), np.abs(at[:, b])), rng)
    return _bands(np.maximum(np.abs(at[:, 0]) * 2, np.abs(at[:, 1])), rng, 2)


def checks(at: Coordinates, rng: Random) -> Labels:
    """Big triangles or rhombi side by side; tiles."""
    size = rng.randint(2, 4)
    parts = np.floor(at / size + 1e-6).astype(np.int64)
    if at.shape[1] == 3 and rng.random() < 0.5:
        return np.asarray(parts[:, 1] + 2 * parts[:, 2])
    return np.asarray((parts * np.array([1, 2, 3])[: at.shape[1]]).sum(axis=1))


def blocks(at: Coordinates, rng: Random) -> Labels:
    """Sectors, as of a cut stone, ring by ring."""
    sector = np.abs(at).argmax(axis=1)
    if rng.random() < 0.5:
        sector = 2 * sector + (np.take_along_axis(at, sector[:, None], 1)[:, 0] > 0)
    return np.asarray(sector + 6 * _bands(np.abs(at).max(axis=1), rng, 2, 3))


def flowers(at: Coordinates, rng: Random) -> Labels:
    """Small rings around points that lie in rows, as tiles or flowers do."""
    size = rng.randint(3, 5)
    near = _nearest(at / size)
    rest = at - near * size
    shape = rng.choice((rings, peaks, stars))
    kind = (near[:, 0] - near[:, 1]).astype(np.int64) % rng.choice((1, 2, 3))
    return np.minimum(shape(rest, rng), rng.randint(1, 2)) + 4 * kind


def _nearest(at: Coordinates) -> Coordinates:
    """The lattice point next to each point (cube rounding: redblobgames.com/grids/hexagons)."""
    near = np.round(at + 1e-6)
    if at.shape[1] == 3:
        off = np.abs(near - at)
        worst = off.argmax(axis=1)
        rows = np.arange(len(at))
        near[rows, worst] -= near.sum(axis=1)
    return near


_ALL = stripes, chevrons, zigzags, rings, peaks, stars, kites, checks, blocks, flowers
MOTIFS: dict[str, Motif] = {motif.__name__: motif for motif in _ALL}
