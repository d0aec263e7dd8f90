"""Sheets as people draw them: layers of paper, each in its shape, the later over the earlier.

A layer is a line: its images, its paper, its pattern, its shape, its copies. `docs/sheets.md` has
the words; for example

    N ground                            one paper everywhere
    CSM cubes 2 in gem 5,14 4 9         three papers as cubes, within a long hexagon
    | R poly 1,6 3,4 3,8 by 3 0,6       a triangle and its mirror image, three times downwards

Points are corners of triangles: columns from the left, half sides from the top, `x + y` odd. What
goes up, down, or one up or down for each column follows the folds of the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from puzzles.core.errors import UsageError
from puzzles.grids.grid import MISSING
from puzzles.grids.triangle import TriangleGrid
from puzzles.kami.rules.model import Board, Colour

Plane = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Labels = npt.NDArray[np.int64]
Point = tuple[float, float]
Polygon = list[Point]

Map = tuple[float, float, float, float]

# Linear maps about the middle that keep the folds: (dx, dy) to (a dx + b dy, c dx + d dy).
_ONCE: Map = (1, 0, 0, 1)
_MIRROR, _FLIP, _HALF = (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1)
_THIRDS = [(-0.5, -0.5, 1.5, -0.5), (-0.5, 0.5, -1.5, -0.5)]
_SIXTHS = [(0.5, -0.5, 1.5, 0.5), (0.5, 0.5, -1.5, 0.5)]
IMAGES: dict[str, list[Map]] = {
    "|": [_ONCE, _MIRROR],
    "-": [_ONCE, _FLIP],
    "+": [_ONCE, _MIRROR, _FLIP, _HALF],
    "~": [_ONCE, _HALF],
    "%": [_ONCE, *_THIRDS],
    "*": [_ONCE, _HALF, *_THIRDS, *_SIXTHS],
}


@dataclass(frozen=True)
class Cells:
    """The middles of a board's cells."""

    grid: TriangleGrid
    x: Plane
    y: Plane

    @classmethod
    def of(cls, grid: TriangleGrid) -> Cells:
        right = (grid.row + grid.col) % 2 == 0
        x = grid.col.astype(float) + np.where(right, 1 / 3, 2 / 3)
        return cls(grid, x, grid.row.astype(float))

    @property
    def middle(self) -> Point:
        return self.grid.cols / 2, (self.grid.rows - 1) / 2


# Patterns ----------------------------------------------------------------------------------------
# Each gives the cells labels from where they are, (x, y) from the middle of the pattern. A label
# is the number of a paper, and begins again after the last one.


def _cube(x: Plane, y: Plane) -> tuple[Plane, Plane, Plane]:
    return x, (y - x) / 2, -(y + x) / 2


def _far(x: Plane, y: Plane) -> Plane:
    """Return the size of the hexagon around the middle on whose rim a point is."""
    a, b, c = _cube(x, y)
    return np.maximum(np.abs(a), np.maximum(np.abs(b), np.abs(c)))


def _floor(values: Plane) -> Labels:
    return np.floor(values + 1e-9).astype(np.int64)


def _hexagon(x: Plane, y: Plane, s: int) -> tuple[Plane, Plane, Labels]:
    """For each point its place in its hexagon of side s, and which of three kinds that is: no two
    of a kind touch."""
    at_x, at_y, kind = np.zeros_like(x), np.zeros_like(y), np.zeros(len(x), np.int64)
    j0 = np.round(y / (3 * s))
    for dj in (-1, 0, 1):
        j = j0 + dj
        i = np.round((x - s * j) / (2 * s))
        dx, dy = x - 2 * s * i - s * j, y - 3 * s * j
        own = _far(dx, dy) < s
        at_x[own], at_y[own], kind[own] = dx[own], dy[own], ((i - j) % 3)[own]
    return at_x, at_y, kind


def hexes(x: Plane, y: Plane, s: int) -> Labels:
    """Hexagons of three kinds."""
    return _hexagon(x, y, s)[2]


def combs(x: Plane, y: Plane, s: int) -> Labels:
    """Hexagons of rings, from the inmost."""
    at_x, at_y, _ = _hexagon(x, y, s)
    return _floor(_far(at_x, at_y))


def _face(x: Plane, y: Plane) -> Labels:
    return np.where(y < -np.abs(x), 0, np.where(x < 0, 1, 2)).astype(np.int64)


def cubes(x: Plane, y: Plane, s: int) -> Labels:
    """Cubes: the faces above, on the left, on the right."""
    return _face(*_hexagon(x, y, s)[:2])


def boxes(x: Plane, y: Plane, s: int) -> Labels:
    """Cubes of three kinds: nine papers, as for `cubes` each."""
    at_x, at_y, kind = _hexagon(x, y, s)
    return _face(at_x, at_y) + 3 * kind


def basket(x: Plane, y: Plane, s: int, t: int) -> Labels:
    """Strips of width t that go over and under in three directions: two papers for each."""
    at_x, at_y, _ = _hexagon(x, y, s)
    face = _face(at_x, at_y)
    a, b, c = _cube(at_x, at_y)
    strip = np.select([face == 0, face == 1], [c, a], b)
    return 2 * face + _floor(strip / t) % 2


def stars(x: Plane, y: Plane, s: int) -> Labels:
    """Stars whose tips touch: their middles, their tips, and what is between."""
    label = np.full(len(x), 2, np.int64)
    j0 = np.round(y / (6 * s))
    for dj in (-1, 0, 1):
        j = j0 + dj
        i0 = np.round((x - 2 * s * j) / (4 * s))
        for di in (-1, 0, 1):
            i = i0 + di
            parts = np.array(_cube(x - 4 * s * i - 2 * s * j, y - 6 * s * j))
            # A star is two triangles: all parts above -s, or all below s.
            inside = (parts > -s).all(axis=0) | (parts < s).all(axis=0)
            label = np.where(inside, np.where(np.abs(parts).max(axis=0) < s, 0, 1), label)
    return label


def triangles(x: Plane, y: Plane, s: int) -> Labels:
    """Triangles: three kinds that point right, three that point left."""
    a, b, c = (_floor(part / s) for part in _cube(x, y))
    return np.asarray(np.where(a + b + c == -1, 0, 3) + (a - b) % 3)


def argyle(x: Plane, y: Plane, h: int) -> Labels:
    """Rhombi of four kinds."""
    return 2 * (_floor((y + x) / h) % 2) + _floor((y - x) / h) % 2


def parquet(x: Plane, y: Plane, w: int, h: int) -> Labels:
    """Herringbone: planks that lean one way in one column and the other in the next."""
    return zigzag(x, y, w, h) + _floor(x / w)


def zigzag(x: Plane, y: Plane, w: int, h: int) -> Labels:
    """Bands that go up and down again."""
    rest = x % (2 * w)
    return _floor((y + np.minimum(rest, 2 * w - rest)) / h)


def chevrons(x: Plane, y: Plane, h: int) -> Labels:
    """Bands that come down from the middle."""
    return _floor((y - np.abs(x)) / h)


def slopes(x: Plane, y: Plane, h: int) -> Labels:
    """Bands from the upper left to the lower right."""
    return _floor((y - x) / h)


def columns(x: Plane, y: Plane, w: int) -> Labels:
    return _floor(x / w)


def rings(x: Plane, y: Plane, t: int) -> Labels:
    """Hexagons around the middle."""
    return _floor(_far(x, y) / t)


def rays(x: Plane, y: Plane, t: int) -> Labels:
    """Six sectors around the middle, from the top to the right; a paper on with each ring."""
    angle = np.arctan2(y * 0.5, x * 3**0.5 / 2)
    return _floor((angle + np.pi / 2) / (np.pi / 3)) + _floor(_far(x, y) / t)


def scales(x: Plane, y: Plane, s: int, t: int) -> Labels:
    """Scales of rings of width t, from the inmost, the lower over the upper."""
    label = np.zeros(len(x), np.int64)
    j0 = np.floor(y / s)
    for dj in (-2, -1, 0, 1, 2, 3):  # the lowest last
        j = j0 + dj
        odd = s * (j % 2)
        i = np.round((x - odd) / (2 * s))
        far = _far(x - odd - 2 * s * i, y - s * j)
        label = np.where(far < s, _floor(far / t), label)
    return label


_TILES = hexes, combs, cubes, boxes, basket, stars, triangles, argyle
_BANDS = parquet, zigzag, chevrons, slopes, columns, rings, rays, scales
PATTERNS: dict[str, Callable[..., Labels]] = {each.__name__: each for each in (*_TILES, *_BANDS)}


# Shapes ------------------------------------------------------------------------------------------


def _shape(word: str, rest: list[str]) -> list[Polygon]:
    """Return the cells that a word and its numbers cover: those inside one of some polygons."""
    if word == "poly":
        return [[_point(text) for text in rest]]
    (x, y), sizes = _point(rest[0]), [float(text) for text in rest[1:]]
    if word == "star":  # by the side of the hexagon within
        (s,) = sizes
        return [
            [(x - s, y - 3 * s), (x + 2 * s, y), (x - s, y + 3 * s)],
            [(x + s, y - 3 * s), (x - 2 * s, y), (x + s, y + 3 * s)],
        ]
    if word == "hex":
        (w,) = sizes
        h = 2 * w
    elif word == "gem":  # half its width, half its height
        w, h = sizes
    else:
        raise UsageError(f"unknown shape {word!r}; known are poly, hex, gem, star")
    return [
        [
            (x, y - h),
            (x + w, y - h + w),
            (x + w, y + h - w),
            (x, y + h),
            (x - w, y + h - w),
            (x - w, y - h + w),
        ]
    ]


def _box(step: Point, rest: list[str]) -> list[Polygon]:
    """The faces of a box, above, left and right, from its near upper corner: as many sides to the
    right, to the left, and down."""
    x, y = (a + b for a, b in zip(_point(rest[0]), step, strict=True))
    w, d, h = map(float, rest[1:])
    return [
        [(x, y), (x + w, y - w), (x + w - d, y - w - d), (x - d, y - d)],
        [(x, y), (x - d, y - d), (x - d, y - d + 2 * h), (x, y + 2 * h)],
        [(x, y), (x + w, y - w), (x + w, y - w + 2 * h), (x, y + 2 * h)],
    ]


def _point(text: str) -> Point:
    x, y = text.split(",")
    return float(x), float(y)


def _inside(polygon: Polygon, cells: Cells) -> Mask:
    """Return the middles inside a polygon: a ray to the right crosses its rim an odd number of
    times. ValueError for a rim that leaves the folds on the board."""
    odd = np.zeros(len(cells.x), np.bool_)
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        beyond = max(y1, y2) < 0 or min(y1, y2) > cells.grid.rows - 1
        if not beyond and ((x1 + y1) % 2 != 1 or abs(x2 - x1) not in (0, abs(y2 - y1))):
            raise ValueError(f"{x1:g},{y1:g} to {x2:g},{y2:g} is no fold")
        if y1 != y2:
            between = (y1 > cells.y) != (y2 > cells.y)
            odd ^= between & (cells.x < x1 + (cells.y - y1) * (x2 - x1) / (y2 - y1))
    return odd


def _frame(cells: Cells, side: float, ends: float) -> Mask:
    x, y = cells.x, cells.y
    inner = (x > side) & (x < cells.grid.cols - side)
    return np.asarray(~(inner & (y > ends - 0.5) & (y < cells.grid.rows - ends - 0.5)))


# Layers ------------------------------------------------------------------------------------------


def drawn(text: str, size: tuple[int, int] = (10, 29)) -> tuple[TriangleGrid, list[str]]:
    """The board that the layers of `text` cover, columns by rows, and a letter for each cell.

    Raises UsageError for a line that is no layer, and for cells that nothing covers.
    """
    cols, rows = size
    grid = TriangleGrid.full(rows, cols)
    cells = Cells.of(grid)
    papers = np.full(grid.n, " ")
    for line in text.strip().splitlines():
        try:
            _lay(line.split(), cells, papers)
        except (ValueError, IndexError, TypeError, KeyError) as error:
            raise UsageError(f"no layer: {line!r} ({error})") from None
    if (papers == " ").any():
        raise UsageError("the layers leave cells bare")
    present = np.zeros((rows, cols), np.bool_)
    shown = papers != MISSING
    present[grid.row[shown], grid.col[shown]] = True
    return TriangleGrid(present), papers[shown].tolist()


def board(text: str, palette: Sequence[Colour], size: tuple[int, int] = (10, 29)) -> Board:
    """A board drawn from layers in the papers of a palette."""
    grid, letters = drawn(text, size)
    used = [colour for colour in palette if colour.letter in letters]
    places = {colour.letter: place for place, colour in enumerate(used)}
    if unknown := set(letters) - set(places):
        raise UsageError(f"the palette has no {', '.join(sorted(unknown))}")
    colours = np.array([places[letter] for letter in letters], np.uint8)
    return Board(grid, tuple(used), colours)


def _lay(words: list[str], cells: Cells, papers: npt.NDArray[np.str_]) -> None:
    """Put one layer over `papers`."""
    images = IMAGES[words.pop(0)] if words[0] in IMAGES else [_ONCE]
    letters, *words = words
    steps: list[Point] = [(0, 0)]
    while "by" in words[-3:]:
        *words, _, number, step = words
        dx, dy = _point(step)
        steps = [(x + i * dx, y + i * dy) for i in range(int(number)) for x, y in steps]
    if words[0] == "box":
        for at in steps:
            for letter, face in zip(letters, _box(at, words[1:]), strict=True):
                papers[_inside(face, cells)] = letter
        return
    labels = np.zeros(len(papers), np.int64)
    if words[0] in PATTERNS:
        cut = words.index("in") if "in" in words else len(words)
        labels = _labels(words[:cut], cells)
        words = words[cut + 1 :] or ["ground"]
    word, *rest = words
    if word == "ground":
        covered = np.ones(len(papers), np.bool_)
    elif word == "frame":
        covered = _frame(cells, *map(float, rest))
    else:
        covered = np.zeros(len(papers), np.bool_)
        for polygon in _shape(word, rest):
            for image in _copies(polygon, images, steps, cells.middle):
                covered |= _inside(image, cells)
    papers[covered] = np.array(list(letters))[labels % len(letters)][covered]


def _labels(words: list[str], cells: Cells) -> Labels:
    """Return the cells as a pattern's name, its numbers and its middle, if any, make them."""
    x, y = next((_point(word) for word in words if "," in word), cells.middle)
    sizes = [int(word) for word in words[1:] if "," not in word]
    return PATTERNS[words[0]](cells.x - x, cells.y - y, *sizes)


def _copies(
    polygon: Polygon, images: list[Map], steps: list[Point], middle: Point
) -> list[Polygon]:
    """A polygon at each step, and the images of each."""
    mx, my = middle
    return [
        [
            (mx + a * (x + dx - mx) + b * (y + dy - my), my + c * (x + dx - mx) + d * (y + dy - my))
            for x, y in polygon
        ]
        for a, b, c, d in images
        for dx, dy in steps
    ]
