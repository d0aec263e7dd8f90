"""Tells whether a board may go on beyond the picture: where a piece of a cell, too small to be
read, lies between the board and the picture's edge, and looks like the cells beside it. Above a bar
of colours, games fill a screen from side to side: nothing lies there but whole cells.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puzzles.pictures.oklab import Array
from puzzles.pictures.strips import OFF, Cells, View

LEAST = 0.1  # of a cell; less shows nothing
ALIKE = 0.6  # share of the pixels of such a piece that look like cells beside it
WHOLE = 0.16  # columns by which what a screen shows may be away from a whole number
MIDDLE = 0.15  # of a piece, from lines between cells: not looked at


def goes_on(
    lab: Array, view: View, cells: Cells, there: npt.NDArray[np.bool_], barred: bool
) -> bool:
    """Whether a board, the cells that are `there` in a picture (height, width, 3), may be cut off
    by it. A board that is `barred` ends above its bar."""
    ys, xs = np.nonzero(there)
    top, left, right = ys.min(), xs.min(), xs.max() + 1
    # Triangles lie in two strips, of which one may be cut off.
    bottom = ys.max() + (view.grid.kind == "square")
    u, v = view.u[0], view.v[:, 0]
    if barred and abs((wide := u[-1] - u[0] + u[1] - u[0]) - round(wide)) > WHOLE:
        return True
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
        piece = lab[np.ix_(rows, cols)].reshape(-1, 3)
        if not (LEAST < rest < 1 and len(piece)):
            continue
        known = np.unique(colour[ys[beside], xs[beside]].round(2), axis=0)
        away = np.abs(piece[:, None] - known).max(axis=2).min(axis=1)
        if (away < OFF).mean() > ALIKE:
            return True
    return False
