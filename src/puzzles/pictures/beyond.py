"""Tells whether a board may go on beyond the picture: where a piece of a cell, too small to be
read, lies between the board and the picture's edge, and looks like the cells beside it. Above a bar
of colours, games fill a screen from side to side, and from its top: what lies there and is no whole
cell is a piece of one, unless it is margin.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puzzles.pictures.oklab import Array
from puzzles.pictures.strips import OFF, Cells, View

LEAST = 0.1  # of a cell; less shows nothing
ALIKE = 0.6  # share of the pixels of such a piece that look like cells beside it
WHOLE = 0.16  # columns by which what a screen shows may be away from a whole number
ENOUGH = 2000  # pixels of a piece, spread over it, tell what it looks like
MIDDLE = 0.15  # of a piece, from lines between cells: not looked at
CLOSE, SHARE = 0.9, 0.3  # rows above a board where that is cut off; part of its first row there


def goes_on(
    lab: Array, view: View, cells: Cells, there: npt.NDArray[np.bool_], barred: bool
) -> bool:
    """Return whether a board, the cells that are `there` in a picture (height, width, 3), may be
    cut off by it. A board that is `barred` ends above its bar."""
    ys, xs = np.nonzero(there)
    top, left, right = ys.min(), xs.min(), xs.max() + 1
    # Triangles lie in two strips, of which one may be cut off.
    bottom = ys.max() + (view.grid.kind == "square")
    u, v = view.u[0], view.v[:, 0]
    wide = u[-1] - u[0] + u[1] - u[0]
    broken = barred and abs(wide - round(wide)) > WHOLE
    across, down = (u >= left) & (u < right), (v >= top) & (v < bottom)
    colour = cells.colour
    sides = [
        (top - v[0], (v > top - 1) & (v < top - MIDDLE), across, (ys <= top + 1)),
        (left - u[0], down, (u > left - 1) & (u < left - MIDDLE), xs == left),
        (u[-1] - right, down, (u > right + MIDDLE) & (u < right + 1), xs == right - 1),
    ]
    if not barred:
        outer = (v > bottom + MIDDLE) & (v < bottom + 1)
        sides.append((v[-1] - bottom, outer, across, ys >= ys.max() - 1))
    for rest, rows, cols, beside in sides:
        seen = lab[np.ix_(rows, cols)]
        if not (LEAST < rest < 1 and seen.size):
            continue
        if broken and rows is down and not _margin(seen, v[rows], colour[there]):
            return True
        if _alike(seen, colour[ys[beside], xs[beside]]):
            return True
    return False


def begins_with(lab: Array, view: View, cells: Cells, there: npt.NDArray[np.bool_]) -> bool:
    """Return whether a board begins where the picture does, along a good part of its width."""
    ys, xs = np.nonzero(there)
    top, left, right = ys.min(), xs.min(), xs.max() + 1
    u, v = view.u[0], view.v[:, 0]
    if top - v[0] >= CLOSE or there[top, left:right].mean() <= SHARE:
        return False
    across = (u >= left) & (u < right)
    above = lab[np.ix_(v < top - MIDDLE, across)].swapaxes(0, 1)
    return not (
        top - v[0] > LEAST and above.size and _margin(above, u[across], cells.colour[there])
    )


def _margin(piece: Array, at: Array, colours: Array) -> bool:
    """Return whether a piece (length, width, 3) looks alike from one cell beside it to the next,
    and like none of these colours (n, 3); `at` are its coordinates along the board."""
    beside = np.floor(at)
    steps = np.diff([np.median(piece[beside == k], axis=(0, 1)) for k in np.unique(beside)], axis=0)
    return bool((np.abs(steps) < OFF).all()) and not _alike(piece, colours)


def _alike(piece: Array, colours: Array) -> bool:
    """Return whether most pixels of a piece look like one of these colours."""
    known = np.unique(colours.round(2), axis=0)
    pixels = piece.reshape(-1, 1, 3)
    away = np.abs(pixels[:: len(pixels) // ENOUGH + 1] - known).max(axis=2).min(axis=1)
    return bool((away < OFF).mean() > ALIKE)
