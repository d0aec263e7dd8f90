"""Reads a board off a picture as the host draws it: lights in two colours, with gaps between.

The rows and columns in which there are pixels of a light's colour are the rows and columns of the
board; of all places where they cross, those are cells that are filled.
"""

import numpy as np
from numpy.typing import NDArray

from lights_out.rules import INKS, NONE, OFF, ON, rules
from puzzles.core.errors import Place
from puzzles.core.reading import Reading
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import SymbolLevel
from puzzles.pictures.oklab import oklab

NEAR = 0.04  # of OKLab, in each axis: so near is a pixel to its light's colour
LEAST = 0.025  # share of such pixels in a row of the picture that goes through a light
FEW = 4  # cells
LEAST_SIDE = 5  # pixels of a light
DOUBT = 0.1  # share of a light's pixels that have another colour than the rest
GAP = 0.14  # around a light, as a share of its cell
UNEVEN = 0.3  # of the pitch: how much lights may differ


def read(pixels: NDArray[np.float64]) -> Reading | None:
    """The board, if there is one; sure if lights are alike, in line, and of one colour each."""
    inks = np.array([list(bytes.fromhex(INKS[light][1:])) for light in ON + OFF], dtype=np.uint8)
    seen = np.abs(pixels[:, :, None] - oklab(inks)).max(axis=3) < NEAR
    rows, cols = (_runs(seen.any(axis=2).mean(axis=axis) > LEAST) for axis in (1, 0))
    if len(rows) * len(cols) < FEW:
        return None
    row, col = _places(rows), _places(cols)
    if row is None or col is None or (row[-1] + 1) * (col[-1] + 1) > rules.most:
        return None
    inside = [[seen[_inner(*down), _inner(*across)] for across in cols] for down in rows]
    share = np.array([[part.mean(axis=(0, 1)) for part in line] for line in inside])
    board = np.full((row[-1] + 1, col[-1] + 1), NONE)
    light = np.array([ON, OFF])[share.argmax(axis=2)]
    board[np.ix_(row, col)] = np.where(share.max(axis=2) > 0.5, light, NONE)
    grid, cells = SquareGrid.parse("\n".join(map("".join, board.tolist())), NONE)
    level = SymbolLevel("", Place(""), grid, "".join(cells))
    doubt = np.minimum(share, 1 - share).max(axis=2)
    doubtful = [(int(row[i]), int(col[j])) for i, j in np.argwhere(doubt > DOUBT)]
    whole = SquareGrid.full(*board.shape)
    names = {whole.at(*place): whole.name(whole.at(*place)) for place in doubtful}
    return Reading(level, float((1 - 2 * doubt.mean()) * (doubt <= DOUBT).mean()), names)


def _runs(there: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Where each stretch of True begins and ends, shape (n, 2)."""
    return np.flatnonzero(np.diff(np.pad(there, 1).astype(int))).reshape(-1, 2)


def _inner(start: int, stop: int) -> slice:
    """A stretch without its ends, where colours mix and lights are round."""
    rim = max(1, (stop - start) // 4)
    return slice(start + rim, stop - rim)


def _places(runs: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Which row of the board each run is; None if they are not alike or not equally far apart."""
    sides = runs[:, 1] - runs[:, 0]
    pitch = np.median(sides) / (1 - 2 * GAP)
    middle = runs.mean(axis=1)
    steps = np.diff(middle, prepend=middle[0]) / pitch
    even = np.ptp(sides) <= UNEVEN * pitch and np.abs(steps - steps.round()).max() <= UNEVEN
    return steps.round().astype(int).cumsum() if even and sides.min() >= LEAST_SIDE else None
