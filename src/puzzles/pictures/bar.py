"""Finds the bar that games show below a board: its colours side by side, and buttons.

The colours are equally wide, each of one piece, and begin or end at the picture's rim; the lines
between them and between the buttons run from the bar's top to its bottom and end together. A
corner that is turned up, which tells the colour in use, and paper's grain do no harm.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from puzzles.pictures.oklab import Array, Mask

EDGE = 0.03  # contrast within two pixels, in any axis of OKLab
LEAST = 0.05  # of the picture's height; no bar is lower
GAP = 2  # pixels that a line may lack
FEW = 6  # columns of pixels that are lines; fewer are no bar
LINE = 0.5  # of the bar's height that a line between two colours must run
LONG = 0.45  # of the picture's width that the edge of a bar takes
AWAY = 2.5  # pixels that a line may be away from where it belongs
MOST = 8  # colours
LEAST_ROOM, MOST_ROOM = 0.4, 0.9  # of the picture's width that the colours may take
CORNER = 0.35  # of the height of a colour where a corner may be turned up
RIM = 0.1  # of the width of a colour, and of its height, that is not looked at
OFF, SPECKS = 0.05, 0.15  # what a pixel may be off its colour, and the share that may be more off
DISTINCT = 0.03  # by which any two colours differ


@dataclass(frozen=True)
class Bar:
    """`colours` (n, 3) in OKLab, from left to right; the rows of pixels from `top` to `bottom`
    (exclusive), and the columns from `left` to `right` where the buttons are."""

    colours: Array
    top: int
    bottom: int
    left: int
    right: int


def find_bar(lab: Array) -> Bar | None:
    """The bar in the lower half of a picture (height, width, 3) in OKLab, if there is one."""
    # Where the colour changes from left to right, three pixels wide.
    change = np.abs(lab[:, 2:] - lab[:, :-2]).max(axis=2) > EDGE
    change = np.pad(change, ((0, 0), (2, 2)))
    edge = change[:, :-2] | change[:, 1:-1] | change[:, 2:]
    width = lab.shape[1]
    for top, bottom in _rows(lab, edge):
        share = edge[top:bottom].mean(axis=0)
        column = np.flatnonzero(share > LINE)
        runs = np.split(column, np.flatnonzero(np.diff(column) > 1) + 1) if len(column) else []
        lines = np.array([np.average(run + 0.5, weights=share[run]) for run in runs])
        for begin, end, count in _divisions(lines, width):
            colours = _colours(lab[top:bottom, begin:end], count)
            left, right = (end, width) if begin == 0 else (0, begin)
            if colours is not None:
                return Bar(colours, top, bottom, left, right)
    return None


def _rows(lab: Array, edge: Mask) -> Iterator[tuple[int, int]]:
    """The rows between which upright lines run together, the lowest first."""
    height = len(lab)
    half = height // 2
    low = edge[half:]
    n = len(low)
    number = np.arange(1, n + 1)[:, None]
    above = np.maximum.accumulate(np.where(low, number, 0), axis=0)
    below = n + 1 - np.maximum.accumulate(np.where(low[::-1], number, 0), axis=0)[::-1]
    closed = (above > 0) & (below <= n) & (below - above <= GAP + 1)
    length = number - np.maximum.accumulate(np.where(closed, 0, number), axis=0)
    ends = closed & ~np.pad(closed, ((0, 1), (0, 0)))[1:] & (length >= LEAST * height)
    # The lowest line in each column.
    column = np.flatnonzero(ends.any(axis=0))
    end = n - ends[::-1, column].argmax(axis=0)
    begin = end - length[end - 1, column]
    # Where lines of the board go on in the bar, its edge tells the two apart.
    level = np.abs(lab[2:] - lab[:-2]).max(axis=2) > EDGE
    cuts = 2 + np.flatnonzero(level.mean(axis=1) > LONG)
    while len(end):
        together = np.abs(end - end.max()) <= GAP + 1
        if together.sum() >= FEW:
            top, bottom = (half + int(np.median(at[together])) for at in (begin, end))
            inner = cuts[(cuts > top + GAP) & (cuts < bottom - LEAST * height)]
            yield int(inner.max(initial=top)), bottom
        begin, end = begin[~together], end[~together]


def _divisions(lines: Array, width: int) -> Iterator[tuple[int, int, int]]:
    """Yield where equally wide colours may begin and end, and their number; what takes most room
    first. All lines between their ends part two of them."""
    found = []
    for ends_at_rim in (True, False):
        away = width - lines if ends_at_rim else lines
        away = away[away > AWAY]
        for room in away[(away > LEAST_ROOM * width) & (away < MOST_ROOM * width)]:
            for count in range(2, MOST + 1):
                inner = room / count * np.arange(1, count)
                off = np.abs(away[away < room - AWAY, None] - inner)
                if off.size and max(off.min(axis=0).max(), off.min(axis=1).max()) <= AWAY:
                    found.append((round(float(room)), count, ends_at_rim))
    for room, count, ends_at_rim in sorted(found, reverse=True):
        yield (width - room, width, count) if ends_at_rim else (0, room, count)


def _colours(part: Array, count: int) -> Array | None:
    """The colours of equal pieces of a bar, if each is of one and no two are alike."""
    height, width = part.shape[:2]
    step = width / count
    part = part[int(CORNER * height) : int((1 - RIM) * height)]
    found: list[Array] = []
    for i in range(count):
        own = part[:, int((i + RIM) * step) : int((i + 1 - RIM) * step) + 1].reshape(-1, 3)
        colour = np.median(own, axis=0)
        if (np.abs(own - colour).max(axis=1) > OFF).mean() > SPECKS:
            return None
        if any(np.abs(colour - other).max() < DISTINCT for other in found):
            return None
        found.append(colour)
    return np.array(found)
