"""The looks of each cell of a lattice in a picture, and the rows between which a board may lie.

Where the board begins and ends is not known. Cells are looked at in strips, one row step high:
where the board is, cells are of one colour within a strip, and those that lie in two strips go on
in the next one.
"""

from dataclasses import dataclass

import numpy as np

from puzzles.grids.grid import LatticeGrid
from puzzles.pictures.oklab import DARK, Array, Ints, Mask

OFF = 0.05  # how far a pixel may be from its cell's colour, in each axis of OKLab
MIXED = 0.25  # share of the pixels of a piece that may be further away
TORN = 0.45  # the same where a board ends, whose edge need not be straight
BROKEN = 0.3  # share of the pieces of a strip that may be mixed
SEEN = 0.6  # share of a piece that must be in the picture
CUT_OFF = 0.15  # of a column that may be missing


@dataclass(frozen=True)
class View:
    """The place of a lattice in a picture; all arrays have the picture's shape.

    `grid` covers the whole picture; `u`, `v` are its coordinates of every pixel, `inner` says
    which pixels are well inside a cell. `size` is how many of those a cell has in one strip.
    """

    grid: LatticeGrid
    u: Array
    v: Array
    inner: Mask
    size: float


@dataclass(frozen=True)
class Cells:
    """The looks of each cell, or of the pieces of each in the two strips that it may lie in; arrays
    of shape (rows, columns) or (rows, columns, 2).

    `there` are the cells that may be the board's, or the pieces that are seen; `colour` (…, 3) is
    what most of a cell shows, in OKLab, `mixed` the share of its pixels that look different,
    `grain` how much its pixels differ from those beside them.
    """

    there: Mask
    colour: Array
    mixed: Array
    grain: Array


def look(lab: Array, view: View, bottom: int) -> Cells:
    """Return the looks of each cell in a picture (height, width, 3) in OKLab; the board ends above
    the row of pixels `bottom`."""
    pieces, seen = _pieces(lab, view)
    first, last = _board_strips(pieces)
    last = min(last, round(view.v[0, 0] + bottom * (view.v[1, 0] - view.v[0, 0])))
    rows = np.arange(view.grid.rows)
    strip = np.stack([rows - 1, rows], axis=1)[:, None, :]
    use = pieces.there & (strip >= first) & (strip < last)
    weight = np.where(use, seen, 0) + 1e-12
    weight /= weight.sum(axis=2, keepdims=True)
    colour = (np.nan_to_num(pieces.colour) * weight[..., None]).sum(axis=2)
    mixed, grain = ((part * weight).sum(axis=2) for part in (pieces.mixed, pieces.grain))
    return Cells(np.asarray(use.any(axis=2)), colour, mixed, grain)


def toned(light: Array) -> Array:
    """Return the divisors of differences: paper's grain and shades grow with its lightness, noise
    and what is drawn on it do not; the root lies between."""
    return np.asarray(np.sqrt(np.maximum(light, DARK)))


def _pieces(lab: Array, view: View) -> tuple[Cells, Array]:
    """The pieces of all cells, and the share of each that is in the picture."""
    grid = view.grid
    cell = np.where(view.inner, grid.locate(view.u, view.v), -1)
    inside = cell >= 0
    cells = cell[inside]
    part = (np.floor(view.v[inside]).astype(int) - grid.row[cells] + 1).clip(0, 1)
    key = cells.astype(np.int64) * 2 + part
    n = 2 * grid.n
    own = lab[inside]
    colour = np.stack([_medians(key, own[:, axis], n) for axis in range(3)], axis=1)
    light = np.pad(lab[..., 0], 1, mode="edge")
    around = light[:-2, 1:-1] + light[2:, 1:-1] + light[1:-1, :-2] + light[1:-1, 2:]
    rough = np.abs(lab[..., 0] - around / 4) / toned(lab[..., 0])
    grain = np.nan_to_num(_medians(key, rough[inside], n))
    other = np.abs(own - colour[key]).max(axis=1) > OFF
    count = np.bincount(key, minlength=n)
    mixed = np.where(count, np.bincount(key, other, n) / np.maximum(count, 1), 1.0)
    seen = count / view.size
    # A column that the picture cuts off shows triangles only in part.
    cut = (grid.col + CUT_OFF < view.u.min()) | (grid.col + 1 - CUT_OFF > view.u.max())
    seen[np.repeat(cut, 2)] = 0
    shape = grid.rows, grid.cols, 2
    mixed, grain, seen = (part.reshape(shape) for part in (mixed, grain, seen))
    return Cells(seen >= SEEN, colour.reshape(*shape, 3), mixed, grain), seen


def _medians(key: Ints, values: Array, n: int) -> Array:
    """The median of the values (between −1 and 1) of each key from 0 to n − 1; NaN for none."""
    ordered = np.sort(key * 4.0 + values)
    count = np.bincount(key, minlength=n)
    middle = np.cumsum(count) - count + count // 2
    found = ordered[np.minimum(middle, max(len(ordered) - 1, 0))] if len(ordered) else np.zeros(n)
    return np.where(count, found - 4.0 * np.arange(n), np.nan)


def _board_strips(pieces: Cells) -> tuple[int, int]:
    """The first strip of the board and the one after its last."""
    seen = pieces.there
    bad = (pieces.mixed > MIXED) & seen
    # A strip holds the lower pieces of one row and the upper pieces of the next.
    there = seen[:, :, 1].sum(axis=1) + np.append(seen[1:, :, 0].sum(axis=1), 0)
    broken = bad[:, :, 1].sum(axis=1) + np.append(bad[1:, :, 0].sum(axis=1), 0)
    whole = (there >= 2) & (broken <= BROKEN * there)
    best, start = (0, 0), 0
    for strip in range(len(whole) + 1):
        if strip < len(whole) and whole[strip] and _goes_on(pieces, strip):
            continue
        if strip - start > best[1] - best[0]:
            best = start, strip
        start = strip + 1 if strip < len(whole) and not whole[strip] else strip
    return best


def _goes_on(pieces: Cells, row: int) -> bool:
    """Return True if the cells of a row that lie in two strips look the same in both."""
    both = pieces.there[row].all(axis=1) & (pieces.mixed[row] <= TORN).all(axis=1)
    step = np.abs(pieces.colour[row, :, 0] - pieces.colour[row, :, 1]).max(axis=1)[both]
    return bool((step < OFF).sum() >= 0.75 * len(step))
