"""Finds a board that is ruled: thin straight lines, equally far apart both ways, from rim to rim.

A pixel lies on a level line if it differs alike from those a little above and below it. In each row
the segment counts in which most pixels do (the maximum-sum segment, after J. Kadane), so that a
pipe over a line does no harm and text makes no line. Lines that begin and end together, evenly
spaced, are a board's; where they end, it ends, whether its rim shows or is the picture's edge.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np

from puzzles.pictures.oklab import Array

OUT = 0.03  # lightness by which a line differs from what lies on both of its sides
SIDES = (2, 3, 4)  # pixels from the middle of a line to what lies beside it
BESIDE = 1.5  # pixels on a line that make up for one that is not
SHORT = 0.25  # of the picture's shorter side; no board is smaller
LEAST = 9.0  # pixels between lines
ENDS = 0.02  # of their length, and a few pixels, by which the ends of lines may differ
COVERED = 0.8  # of the way between the ends that a line must run
EVEN = 0.12  # of the pitch that lines may be away from where they belong
SHOWN = 0.75  # share of the inner lines that must be seen
SQUARE = 0.15  # by which cells may be wider than high, or higher


@dataclass(frozen=True)
class Ruled:
    """The place of a board: the corner of its first cell in pixels (x, y), the width and height of
    a cell, and the number of rows and columns; `shown` is the share of the lines between them that
    were seen (0 to 1)."""

    x: float
    y: float
    width: float
    height: float
    rows: int
    cols: int
    shown: float


@dataclass(frozen=True)
class _Lines:
    """Parallel lines between the same two ends: how far they lie from the first pixel (n), and
    where the ends are, in pixels."""

    at: Array
    begin: float
    end: float


def ruled(lab: Array) -> Ruled | None:
    """The board of lines in a picture (height, width, 3) in OKLab, if there is one."""
    light = lab[..., 0]
    found = list[Ruled]()
    for level, upright in product(_lines(light), _lines(light.T)):
        across = _spaced(upright.at, level.begin, level.end)
        down = _spaced(level.at, upright.begin, upright.end)
        if across is not None and down is not None:
            (x, width, cols, seen), (y, height, rows, also) = across, down
            if abs(width / height - 1) <= SQUARE:
                found.append(Ruled(x, y, width, height, rows, cols, (seen + also) / 2))
    return max(found, key=lambda board: board.shown * board.rows * board.cols, default=None)


def _lines(light: Array) -> list[_Lines]:
    """The level lines, each time those that run between the same ends, or nearly."""
    segments = _segments(light)
    rest, found = segments, []
    while len(rest):
        lengths = rest[:, 2] - rest[:, 1]
        away = np.abs(rest[:, None, 1:] - rest[None, :, 1:]).max(axis=2)
        alike = away <= (ENDS * lengths + SIDES[-1])[:, None]
        own = alike[(alike @ lengths).argmax()]
        begin, end = np.median(rest[own, 1:], axis=0)
        # Something else may lengthen a line or hide a part of it.
        common = np.minimum(segments[:, 2], end) - np.maximum(segments[:, 1], begin)
        at = segments[common >= COVERED * (end - begin), 0]
        found.append(_Lines(at, float(begin), float(end)))
        rest = rest[~own]
    return found


def _segments(light: Array) -> Array:
    """Return the lines from left to right: y, and x of both ends, shape (n, 3)."""
    height = len(light)
    most = SIDES[-1]
    padded = np.pad(light, ((most, most), (0, 0)), mode="edge")
    above, below = (
        [light - padded[most + sign * away :][:height] for away in SIDES] for sign in (-1, 1)
    )
    out = np.max([np.minimum(a, b) for a, b in zip(above, below, strict=True)], axis=0)
    score = np.pad(np.where(out > OUT, 1, -BESIDE), ((0, 0), (1, 0)))
    score[:, 0] = 0
    sums = score.cumsum(axis=1)
    gain = sums - np.minimum.accumulate(sums, axis=1)
    end = gain.argmax(axis=1)
    best = gain.max(axis=1)
    rows = np.flatnonzero(best > SHORT * min(light.shape))
    found = []
    for y in rows:
        near = rows[np.abs(rows - y) <= most]
        if best[y] < best[near].max() or (near[best[near] == best[y]][0] < y):
            continue
        line = near[(np.abs(near - y) <= 2)]
        at = np.average(line, weights=best[line]) + 0.5
        begin = sums[y, : end[y] + 1].argmin()
        found.append((at, begin, end[y]))
    return np.array(found, dtype=float).reshape(-1, 3)


def _spaced(at: Array, begin: float, end: float) -> tuple[float, float, int, float] | None:
    """The finest even division from `begin` to `end` whose inner lines are among `at`: where the
    first cell begins, how wide cells are, how many, and the share of those lines that was seen."""
    found = None
    for cells in range(2, int((end - begin) / LEAST) + 1):
        pitch = (end - begin) / cells
        where = (at - begin) / pitch
        line = np.round(where)
        inner = (np.abs(where - line) <= EVEN) & (line > 0) & (line < cells)
        shown = len(np.unique(line[inner])) / (cells - 1)
        if shown >= SHOWN:
            first = float(np.median((at - line * pitch)[inner]))
            found = first, pitch, cells, shown
    return found
