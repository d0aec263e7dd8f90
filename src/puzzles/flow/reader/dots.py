"""Finds the dots of a Flow board in a picture: round spots of one colour and one size.

Where the cells are known, a dot shows by the ring around it, along which the colour changes at
once; where they are not, every round spot is found that stands out from the ground, and the places
of those of one size show how far apart the cells are.
"""

from dataclasses import dataclass

import numpy as np

from puzzles.pictures.clusters import components
from puzzles.pictures.oklab import DARK, Array, Mask
from puzzles.pictures.ruled import Ruled

BIN = 0.07  # of OKLab, in which colours count as one
STANDS_OUT = 0.08  # from the ground, in OKLab
SMALLEST = 7  # pixels across a dot
ALIKE = 0.2  # how much the sizes of dots may differ
CLOSEST, WIDEST = 1.05, 2.4  # the pitch in dots' diameters
ON_GRID = 0.95  # how well dots keep to a grid, 1 exactly
MIN_DOTS = 4
RADII = np.arange(0.16, 0.47, 0.02)  # of the pitch, where the rim of a dot may be
RIM = 3  # radii that the change of colour takes at most
ANGLES = 32
BROKEN = 0.2  # of the rim, where a pipe begins
FAINT, CERTAIN = 0.04, 0.12  # a change of less is none, one of more is certain


@dataclass(frozen=True)
class Dots:
    """Round spots: their middles in pixels, shape (n, 2) as (x, y), and their common diameter."""

    centres: Array
    diameter: float


def on_cells(lab: Array, lines: Ruled) -> tuple[Array, float]:
    """Measure how strongly the rim of a dot shows in each cell, shape (rows, columns), in OKLab,
    and the radius of the dots in widths of a cell."""
    angle = np.arange(ANGLES) * 2 * np.pi / ANGLES
    x, y = (
        (first + step * (np.arange(count)[:, None, None] + 0.5 + RADII[:, None] * along))
        .astype(int)
        .clip(0, most - 1)
        for first, step, count, along, most in (
            (lines.x, lines.width, lines.cols, np.cos(angle), lab.shape[1]),
            (lines.y, lines.height, lines.rows, np.sin(angle), lab.shape[0]),
        )
    )
    seen = lab[y[:, None], x]  # rows, columns, radii, angles
    # In the dark the least light makes a difference; it is no dot.
    dark = np.minimum(seen[..., :1].clip(0) / DARK, 1)
    seen = np.concatenate([np.maximum(seen[..., :1], DARK), seen[..., 1:] * dark], axis=-1)
    change = np.sqrt(((seen[:, :, RIM:] - seen[:, :, :-RIM]) ** 2).sum(axis=-1))
    round_ = np.quantile(change, BROKEN, axis=-1)
    rim = int(np.minimum(round_, CERTAIN).sum(axis=(0, 1)).argmax())
    radius = float(RADII[rim : rim + RIM + 1].mean())
    return np.asarray(round_[:, :, max(0, rim - 1) : rim + 2].max(axis=2)), radius


def find_dots(lab: Array, ground: Array) -> Dots | None:
    """The round spots of one size that stand out from the ground, if there are enough."""
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
    return Dots(found[kept, :2], float(np.median(sizes[kept])))


def ground_of(lab: Array) -> Array:
    """Return the ground under the dots: the commonest colour, under light that changes smoothly."""
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
    labels, height = components(mask), mask.shape[0]
    ys, xs = np.nonzero(mask)
    # A row of a part counts from its first pixel to its last: letters and rings have no holes.
    rows, row = np.unique(labels[mask] * height + ys, return_inverse=True)
    first, last = np.full(len(rows), mask.shape[1]), np.full(len(rows), -1)
    np.minimum.at(first, row, xs)
    np.maximum.at(last, row, xs)
    _, start = np.unique(rows // height, return_index=True)
    left, right = np.minimum.reduceat(first, start), np.maximum.reduceat(last, start)
    top, bottom = (extreme.reduceat(rows % height, start) for extreme in (np.minimum, np.maximum))
    area = np.add.reduceat(last - first + 1, start)
    wide, high = right - left + 1.0, bottom - top + 1.0
    fill = area / (wide * high)
    size = (wide + high) / 2
    round_ = (np.abs(np.log(wide / high)) < 0.22) & (fill > 0.7) & (fill < 0.87)
    round_ &= (size >= SMALLEST) & (size < min(mask.shape) / 3)
    middle = np.stack([(left + right + 1) / 2, (top + bottom + 1) / 2, size], axis=1)
    return np.asarray(middle[round_])


def pitch_of(dots: Dots) -> tuple[float, Mask]:
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


def colour_of(lab: Array, centre: Array, radius: float) -> Array:
    """The colour of a dot, seen between its middle, where a letter may be, and its rim."""
    x, y = centre
    r = radius
    left, top = max(0, int(x - r)), max(0, int(y - r))
    part = lab[top : int(y + r) + 1, left : int(x + r) + 1]
    ys, xs = np.mgrid[0 : part.shape[0], 0 : part.shape[1]]
    away = np.hypot(xs + left + 0.5 - x, ys + top + 0.5 - y) / r
    return np.asarray(np.median(part[(away > 0.5) & (away < 0.8)], axis=0))
