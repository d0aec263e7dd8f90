"""Reads a Flow board off a picture: coloured dots of one size on a grid of squares.

Dots are round spots that stand out from what is around them. Their places tell the grid; what lies
between them is read in `ground`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from puzzles.core.errors import Place
from puzzles.core.reading import Reading
from puzzles.flow.ground import MAX_SIDE, Layout, bridges, holes, layout, walls
from puzzles.flow.levels import LETTERS
from puzzles.flow.model import Board, Edge, FlowLevel
from puzzles.grids.square import SquareGrid
from puzzles.pictures.oklab import DARK, Array

Mask = npt.NDArray[np.bool_]

BIN = 0.07  # of OKLab, in which colours count as one
STANDS_OUT = 0.08  # from the ground, in OKLab
SMALLEST = 7  # pixels across a dot
ALIKE = 0.2  # how much the sizes of dots may differ
CLOSEST, WIDEST = 1.05, 2.4  # the pitch in dots' diameters
ON_GRID = 0.95  # how well dots keep to a grid, 1 exactly
MIN_DOTS = 4
SAME = 0.03  # how much the colours of two pairs may differ that are one colour


@dataclass(frozen=True)
class _Dots:
    """Round spots: their middles in pixels, shape (n, 2) as (x, y), and their common diameter."""

    centres: Array
    diameter: float


def read(pixels: Array) -> Reading | None:
    """The board in a picture (height, width, 3) in OKLab, if there is one."""
    ground = _ground(pixels)
    dots = _find_dots(pixels, ground)
    if dots is None:
        return None
    pitch, kept = _pitch(dots)
    centres = dots.centres[kept]
    if pitch == 0 or len(centres) > len(LETTERS):
        return None
    lit = _evenly_lit(pixels, ground)
    at = layout(lit, centres, pitch)
    if max(at.rows, at.cols) > MAX_SIDE:
        return None
    col, row = np.round((centres - (at.x, at.y)) / pitch).astype(int).T
    place = row * at.cols + col
    if len(np.unique(place)) < len(place):
        return None
    order = np.argsort(place)
    colour, doubtful = _pairs([_colour(lit, centres[i], dots.diameter / 2) for i in order])
    places = np.full(at.rows * at.cols, -1, dtype=np.int32)
    places[place[order]] = colour
    missing, hazy = holes(lit, at)
    empty = (places < 0).reshape(at.rows, at.cols)
    board = _board(lit, at, places, max(colour) + 1, ~(missing & empty))
    hazy &= empty
    spread = np.abs((centres - (at.x, at.y)) / pitch % 1)
    spread = np.minimum(spread, 1 - spread)
    confidence = (1 - len(doubtful) / len(colour)) * (1 - 3 * float(spread.mean()))
    confidence *= float(kept.mean()) * (1.0 if at.lined else 0.6)
    confidence *= 1 - sqrt(hazy.mean())  # few cells that may be holes hide others
    full = SquareGrid.full(at.rows, at.cols)
    look_at = {*place[order][doubtful].tolist(), *np.flatnonzero(hazy).tolist()}
    level = FlowLevel("", Place(""), board)
    return Reading(level, max(0.0, confidence), {cell: full.name(cell) for cell in sorted(look_at)})


def _board(
    lab: Array, at: Layout, places: npt.NDArray[np.int32], colours: int, there: Mask
) -> Board:
    """The board with dots at its places (a colour each, −1 without), and what lies between them."""
    grid = SquareGrid(there)
    dots = places[there.ravel()]
    dots.flags.writeable = False
    decks = bridges(lab, at)[there] & (dots < 0)
    upright, level = walls(lab, at)
    # Where a board wraps around, some sides of its rim are walls and others are not.
    rim = np.concatenate([upright[:, 0], upright[:, -1], level[0], level[-1]])
    wrap = bool(there.all() and rim.any() and not rim.all())
    cell = np.cumsum(there).reshape(there.shape) - 1
    edges: set[Edge] = set()
    for sides, cells, has in ((upright, cell, there), (level.T, cell.T, there.T)):
        inner = sides[:, 1:-1] & has[:, :-1] & has[:, 1:]
        pairs = [cells[:, :-1][inner], cells[:, 1:][inner]]
        if inner.mean() > 0.5:  # lines of the grid, not walls
            continue
        if wrap:
            closed = sides[:, 0] & sides[:, -1]
            pairs = [np.append(pairs[0], cells[closed, 0]), np.append(pairs[1], cells[closed, -1])]
        edges.update((int(a), int(b)) for a, b in zip(*pairs, strict=True))
    symbols = tuple(LETTERS[:colours])
    decked = frozenset(np.flatnonzero(decks).tolist())
    return Board(grid, symbols, dots, frozenset(edges), decked, wrap)


def _evenly_lit(lab: Array, ground: Array) -> Array:
    """The picture without the changes of light that the ground shows."""
    light = ground[..., 0]
    if light.min() < DARK:  # too dark to tell
        return lab
    return np.asarray(lab * (np.median(light) / light)[..., None])


def _find_dots(lab: Array, ground: Array) -> _Dots | None:
    away = np.sqrt(((lab - ground) ** 2 * (0.7, 1, 1)).sum(axis=2))
    found = _spots(away > STANDS_OUT)
    if len(found) < MIN_DOTS:
        return None
    # The size that most spots have; larger ones rather than smaller, which are letters and icons.
    sizes = found[:, 2]
    near = np.abs(np.log(sizes[:, None] / sizes[None])) < ALIKE / 2
    size = sizes[(near.sum(axis=1) * sizes).argmax()]
    kept = np.abs(sizes / size - 1) < ALIKE
    if kept.sum() < MIN_DOTS:
        return None
    return _Dots(found[kept, :2], float(np.median(sizes[kept])))


def _ground(lab: Array) -> Array:
    """What lies under the dots: the commonest colour, under light that changes smoothly."""
    height, width = lab.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    some, at = lab[::4, ::4].reshape(-1, 3), terms[::4, ::4].reshape(-1, 6)
    bins, count = np.unique((some / BIN).round().astype(int), axis=0, return_counts=True)
    ground = np.broadcast_to(bins[count.argmax()] * BIN, some.shape)
    for near in (1.5 * STANDS_OUT, STANDS_OUT, 0.8 * STANDS_OUT):
        own = np.abs(some - ground).max(axis=1) < near
        factors = np.linalg.lstsq(at[own], some[own], rcond=None)[0]
        ground = at @ factors
    return np.asarray(terms @ factors)


def _spots(mask: Mask) -> Array:
    """The round connected parts of a mask: x and y of the middle, and diameter; shape (n, 3)."""
    labels = _components(mask)
    ys, xs = np.nonzero(mask)
    numbers, part = np.unique(labels[mask], return_inverse=True)
    n = len(numbers)
    left, top = np.full(n, mask.shape[1]), np.full(n, mask.shape[0])
    right, bottom = np.full(n, -1), np.full(n, -1)
    for ends, at, extreme in ((left, xs, np.minimum), (right, xs, np.maximum),
                              (top, ys, np.minimum), (bottom, ys, np.maximum)):  # fmt: skip
        extreme.at(ends, part, at)
    wide, high = right - left + 1.0, bottom - top + 1.0
    # A row counts from its first pixel to its last: letters and rings have no holes.
    first: dict[tuple[int, int], int] = {}
    last: dict[tuple[int, int], int] = {}
    for p, y, x in zip(part.tolist(), ys.tolist(), xs.tolist(), strict=True):
        first.setdefault((p, y), x)
        last[p, y] = x
    area = np.zeros(n)
    for key, x in first.items():
        area[key[0]] += last[key] - x + 1
    fill = area / (wide * high)
    size = (wide + high) / 2
    round_ = (np.abs(np.log(wide / high)) < 0.22) & (fill > 0.7) & (fill < 0.87)
    round_ &= (size >= SMALLEST) & (size < min(mask.shape) / 3)
    middle = np.stack([(left + right + 1) / 2, (top + bottom + 1) / 2, size], axis=1)
    return np.asarray(middle[round_])


def _components(mask: Mask) -> npt.NDArray[np.int64]:
    """A number for each connected part of a mask, the same for all of its pixels."""
    # Runs of pixels in a row; those that touch runs of the next row belong together.
    begins = mask & ~np.pad(mask, ((0, 0), (1, 0)))[:, :-1]
    run = np.cumsum(begins).reshape(mask.shape) - 1
    touch = mask[:-1] & mask[1:]
    a, b = np.unique(np.stack([run[:-1][touch], run[1:][touch]]), axis=1)
    part = np.arange(int(begins.sum()))
    while len(a):
        # Every part joins the least one that it touches, and that one's, to the end.
        np.minimum.at(part, np.maximum(part[a], part[b]), np.minimum(part[a], part[b]))
        while not np.array_equal(part, further := part[part]):
            part = further
        apart = part[a] != part[b]
        a, b = a[apart], b[apart]
    return np.where(mask, part[run] if len(part) else run, len(part))


def _pitch(dots: _Dots) -> tuple[float, Mask]:
    """The distance of cells (0 if dots do not lie on a grid), and which dots keep to it."""
    span = float(np.ptp(dots.centres, axis=0).max()) + 1
    best, pitch = 0.0, dots.diameter * CLOSEST
    found = 0.0
    while pitch <= dots.diameter * WIDEST:
        turns = np.exp(2j * np.pi * dots.centres / pitch)
        fits = float(np.abs(turns.mean(axis=0)).min())
        if fits > best:
            best, found = fits, pitch
        pitch *= 1 + pitch / span / 40
    if best < 0.8:
        return 0.0, np.zeros(len(dots.centres), dtype=bool)
    turns = np.exp(2j * np.pi * dots.centres / found)
    off = np.abs(np.angle(turns / turns.mean(axis=0))) / (2 * np.pi)
    kept = (off < 0.15).all(axis=1)
    return (found if best > ON_GRID or kept.sum() > MIN_DOTS else 0.0), kept


def _colour(lab: Array, centre: Array, radius: float) -> Array:
    """The colour of a dot, seen between its middle, where a letter may be, and its rim."""
    x, y = centre
    r = radius
    left, top = max(0, int(x - r)), max(0, int(y - r))
    part = lab[top : int(y + r) + 1, left : int(x + r) + 1]
    ys, xs = np.mgrid[0 : part.shape[0], 0 : part.shape[1]]
    away = np.hypot(xs + left + 0.5 - x, ys + top + 0.5 - y) / r
    return np.asarray(np.median(part[(away > 0.5) & (away < 0.8)], axis=0))


def _pairs(colours: Sequence[Array]) -> tuple[list[int], list[int]]:
    """A number for the colour of each dot, in order of appearance, and which dots are doubtful."""
    lab = np.array(colours)
    seen = lab * (0.8, 1, 1)
    away = np.sqrt(((seen[:, None] - seen[None]) ** 2).sum(axis=2))
    np.fill_diagonal(away, np.inf)
    # Dots come in pairs: the two most alike first.
    number = [-1] * len(lab)
    doubtful = []
    middles: list[Array] = []
    free = away.copy()
    while np.isfinite(free).any():
        a, b = np.unravel_index(free.argmin(), free.shape)
        if free[a, b] > 0.15:
            break
        if free[a, b] > 0.07:
            doubtful += [int(a), int(b)]
        middle = (seen[a] + seen[b]) / 2
        same = [i for i, m in enumerate(middles) if np.linalg.norm(m - middle) < SAME]
        number[a] = number[b] = same[0] if same else len(middles)
        if not same:
            middles.append(middle)
        for i in (a, b):
            free[i], free[:, i] = np.inf, np.inf
    for i, n in enumerate(number):
        if n < 0:
            doubtful.append(i)
            number[i] = len(middles)
            middles.append(seen[i])
    order = {n: i for i, n in enumerate(dict.fromkeys(number))}
    return [order[n] for n in number], doubtful
