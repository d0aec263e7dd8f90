"""Patterns as people draw them: stripes, rings, stars, tiles, and figures in the middle; and sheets
of dyed paper that go together.

Every cell has coordinates around the middle of the board: three that sum to nought on triangles
(in sides), two on squares (in cells). To make a pattern symmetric they are *folded*: each cell
takes those of one cell among its images. A pattern turns coordinates into labels, the same for
cells that are to look the same.
"""

from collections.abc import Callable
from itertools import starmap
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import tomli

from puzzles.grids.grid import LatticeGrid
from puzzles.grids.square import SquareGrid
from puzzles.kami.rules.model import Colour

Coordinates = npt.NDArray[np.float64]  # (n, 3) for triangles: cube; (n, 2) for squares
Values = npt.NDArray[np.float64]
Labels = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

# The members of a symmetry besides the identity, each as the signed places from which an image
# takes its coordinates (from 1). On triangles the first coordinate runs to the right.
TRIANGLE_SYMMETRIES: dict[str, tuple[tuple[int, ...], ...]] = {
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
SQUARE_SYMMETRIES: dict[str, tuple[tuple[int, ...], ...]] = {
    "none": (),
    "mirror": ((-1, 2),),
    "turn": ((-1, -2),),
    "both": ((-1, 2), (1, -2), (-1, -2)),
    "quarter": ((2, -1), (-2, 1), (-1, -2)),
}
# Half the width and half the height of the gems that lie in one another.
GEMS = ((1, 2), (1, 4), (2, 4), (2, 6), (3, 6), (3, 8), (4, 10), (4, 12))


def coordinates(grid: LatticeGrid) -> Coordinates:
    """Return the place of each cell, from the middle of the board."""
    row, col = grid.row.astype(float), grid.col.astype(float)
    if isinstance(grid, SquareGrid):
        return np.stack([col - (grid.cols - 1) / 2, row - (grid.rows - 1) / 2], axis=1)
    x = col + np.where((grid.row + grid.col) % 2 == 0, 1 / 3, 2 / 3) - grid.cols / 2
    y = row - (grid.rows - 1) / 2
    return np.stack([x, (y - x) / 2, -(y + x) / 2], axis=1)


def symmetries(grid: LatticeGrid) -> list[str]:
    """The symmetries that map the cells around the middle of a board to cells."""
    at = coordinates(grid)
    places = _places(at)
    return [
        name
        for name, images in _table(at).items()
        if all(_places(image_of(at, image)) == places for image in images)
    ]


def fold(at: Coordinates, symmetry: str) -> Coordinates:
    """Return coordinates that are the same for all images of a cell: the largest of theirs."""
    images = [at, *(image_of(at, image) for image in _table(at)[symmetry])]
    return np.array([max(cell) for cell in np.stack(images, axis=1).round(6).tolist()])


def image_of(at: Coordinates, image: tuple[int, ...]) -> Coordinates:
    """Return the coordinates of the images of cells."""
    return at[:, np.abs(image) - 1] * np.sign(image)


def _table(at: Coordinates) -> dict[str, tuple[tuple[int, ...], ...]]:
    return TRIANGLE_SYMMETRIES if at.shape[1] == 3 else SQUARE_SYMMETRIES


def _places(at: Coordinates) -> set[tuple[float, ...]]:
    """Return the places of points in their lattice."""
    return set(map(tuple, np.round(at % 1, 3) % 1))


def plane(at: Coordinates) -> tuple[Values, Values]:
    """Return how many columns cells are right of the middle, and how many rows below it."""
    return at[:, 0], at[:, 1] - at[:, 2] if at.shape[1] == 3 else at[:, 1]


# Measures ----------------------------------------------------------------------------------------
# Their values are cut into bands.


def stripes(at: Coordinates, rng: Random) -> Values:
    """Straight along a direction of the lattice, or slanting across squares."""
    x, y = at[:, 0], at[:, 1]
    return rng.choice((x, y, at[:, 2]) if at.shape[1] == 3 else (x, y, x + y, x - y))


def chevrons(at: Coordinates, rng: Random) -> Values:
    """Nested angles."""
    x, y = plane(at)
    slanted = y + np.abs(x) * rng.choice((1, -1))
    return np.asarray(slanted / 2 if at.shape[1] == 3 else slanted)


def zigzags(at: Coordinates, rng: Random) -> Values:
    """Up and down again, along the folds of triangles."""
    return _zigzag(at, rng.randint(2, 4))


def rings(at: Coordinates, _rng: Random) -> Values:
    """Hexagons or squares around the middle."""
    return np.asarray(np.abs(at).max(axis=1))


def peaks(at: Coordinates, rng: Random) -> Values:
    """Triangles, or squares that stand on a corner, around the middle."""
    if at.shape[1] == 3:
        return np.asarray((at * rng.choice((1, -1))).max(axis=1))
    return np.asarray(np.abs(at).sum(axis=1))


def stars(at: Coordinates, _rng: Random) -> Values:
    """Six-pointed stars, or crosses, around the middle."""
    return np.asarray(np.sort(np.abs(at), axis=1)[:, -2])


def kites(at: Coordinates, rng: Random) -> Values:
    """Rhombi around the middle, or oblongs."""
    if at.shape[1] == 3:
        a, b = rng.sample(range(3), 2)
        return np.asarray(np.maximum(np.abs(at[:, a]), np.abs(at[:, b])))
    return np.asarray(np.maximum(np.abs(at[:, 0]) * 2, np.abs(at[:, 1])))


def _zigzag(at: Coordinates, width: int) -> Values:
    x, y = plane(at)
    wave = np.minimum(x % (2 * width), -x % (2 * width))
    return np.asarray((y - wave) / 2 if at.shape[1] == 3 else y - np.floor(wave + 0.5))


CLOSED = rings, peaks, stars, kites  # around the middle
MEASURES = stripes, chevrons, zigzags, *CLOSED


# Patterns ----------------------------------------------------------------------------------------


def bands(at: Coordinates, rng: Random) -> Labels:
    """Bands of a measure."""
    measure = rng.choice(MEASURES)
    frayed = at.shape[1] == 2 and measure not in (rings, stars)  # narrow ones of them may slant
    return _cut(measure(at, rng), rng, 2 if frayed else 1)


def sectors(at: Coordinates, rng: Random) -> Labels:
    """Sectors, as of a cut stone, ring by ring."""
    return _faces(at, rng) + 6 * _cut(rings(at, rng), rng, 2)


def checks(at: Coordinates, rng: Random) -> Labels:
    """Big triangles or rhombi side by side; squares."""
    parts = np.floor(at / rng.randint(2, 4) + 1e-6).astype(np.int64)
    weights = rng.choice(((1, 2, 3), (0, 1, 2))) if at.shape[1] == 3 else (1, 2)
    return np.asarray(parts @ np.array(weights))


def planks(at: Coordinates, rng: Random) -> Labels:
    """Herringbone: planks that lean one way in one column and the other in the next."""
    width = rng.randint(2, 3)
    return _floor(_zigzag(at, width) / 2) + _floor(at[:, 0] / width)


def tiles(at: Coordinates, rng: Random) -> Labels:
    """Hexagons or squares side by side, of some kinds: cubes, stars, or with rings in them."""
    inner, kind = _tiled(at, rng.randint(2 if at.shape[1] == 3 else 3, 4))
    kinds = rng.choice((1, 1, 2, 3))
    if kinds == 3 and rng.random() < 0.5:
        return kind % 3
    if rng.random() < 0.3:
        return _faces(inner, rng) + 6 * (kind % kinds)
    value = rng.choice((rings, stars, peaks))(inner, rng)
    rims = np.unique(np.floor(value + 1e-6) if at.shape[1] == 3 else value).tolist()
    return np.asarray((value >= rng.choice(rims[1:] or rims)) + 6 * (kind % kinds))


PATTERNS = bands, bands, bands, bands, sectors, checks, planks, tiles, tiles


def pattern(at: Coordinates, rng: Random) -> Labels:
    """Any of them."""
    return rng.choice(PATTERNS)(at, rng)


def around(at: Coordinates, rng: Random) -> Labels:
    """Bands around the middle, or around the middles of tiles."""
    if rng.random() < 0.2:
        at = _tiled(at, rng.randint(3, 5))[0]
    return _cut(rng.choice(CLOSED)(at, rng), rng, 1)


def _faces(at: Coordinates, rng: Random) -> Labels:
    """Sectors around the middle, along the folds: six of triangles or the three faces of a cube."""
    face = np.abs(at).argmax(axis=1)
    sector = 2 * face + (np.take_along_axis(at, face[:, None], 1)[:, 0] > 0)
    cube = at.shape[1] == 3 and rng.random() < 0.5
    return np.asarray(np.array([2, 1, 0, 2, 1, 0])[sector] if cube else sector)


def _cut(value: Values, rng: Random, least: int) -> Labels:
    """Bands of equal width, beginning anywhere."""
    width = rng.randint(least, 3)
    return _floor((value + rng.randrange(width)) / width)


def _floor(values: Values) -> Labels:
    return np.floor(values + 1e-6).astype(np.int64)


def _tiled(at: Coordinates, size: int) -> tuple[Coordinates, Labels]:
    """Return coordinates from the middle of each cell's tile, and its kind: of three kinds no two
    tiles of one touch. Hexagons have sides of `size`, so that they follow the folds."""
    if at.shape[1] == 2:
        near = np.floor(at / size + 0.5)
        return at - near * size, np.asarray(near.sum(axis=1), np.int64)
    x, y = plane(at)
    inner, kind = at.copy(), np.zeros(len(at), np.int64)
    for step in (-1, 0, 1):
        j = np.round(y / (3 * size)) + step
        i = np.round((x - size * j) / (2 * size))
        dx, dy = x - 2 * size * i - size * j, y - 3 * size * j
        there = np.stack([dx, (dy - dx) / 2, -(dy + dx) / 2], axis=1)
        own = np.abs(there).max(axis=1) < size
        inner[own], kind[own] = there[own], ((i - j) % 3)[own]
    return inner, kind


# Figures -----------------------------------------------------------------------------------------
# Each gives the cells of shapes in one another around a corner of triangles, the largest first.


def gems(at: Coordinates, rng: Random) -> list[Mask]:
    """Long hexagons."""
    sizes = sorted(rng.sample(GEMS, rng.randint(2, 4)), reverse=True)
    return [_gem(*plane(at), w, h) for w, h in sizes]


def star(at: Coordinates, rng: Random) -> list[Mask]:
    """A star in a hexagon, and one in its heart."""
    far, points = rings(at, rng), stars(at, rng)
    shapes = [far < 5, points < 2, far < 2, points < 1, far < 1]
    return shapes[rng.randrange(2) :]


def chain(at: Coordinates, rng: Random) -> list[Mask]:
    """Three of a kind, one above the other."""
    x, y = plane(at)
    y = y - 10 * np.round(y / 10).clip(-1, 1)
    large, small = rng.choice((((2, 4), (1, 2)), ((3, 4), (1, 2)), ((4, 4), (2, 2))))
    return [_gem(x, y, *large), _gem(x, y, *small)]


def flower(at: Coordinates, rng: Random) -> list[Mask]:
    """Six petals around a heart."""
    out, across, back = fold(at, "six").T
    far, up = rings(at, rng), out - back - 6
    w, h = rng.choice(((1, 4), (1, 2), (2, 4)))
    return [far < 5, _gem(across, up, w, h), _gem(across, up, 1, 2), stars(at, rng) < 1, far < 1]


FIGURES: tuple[Callable[[Coordinates, Random], list[Mask]], ...] = gems, star, chain, flower


def _gem(x: Values, y: Values, w: int, h: int) -> Mask:
    """A hexagon half as wide as `w` and half as high as `h`: a rhombus where they are equal."""
    return np.asarray((np.abs(x) < w) & (np.abs(x) + np.abs(y) < h))


_PAPERS = tomli.loads(Path(__file__).with_name("papers.toml").read_text("utf-8"))
PALETTES = {name: tuple(starmap(Colour, colours)) for name, colours in _PAPERS.items()}
