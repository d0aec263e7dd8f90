"""Takes off what only surrounds a picture: bars at its sides, as where it was made for another
screen, all of one colour and black, white or grey.
"""

from __future__ import annotations

import numpy as np

from puzzles.pictures.oklab import DARK, Array

SAME = 0.04  # how much a pixel of a bar may differ from its colour, in OKLab
SPECKS = 0.01  # share of the pixels of a row that may differ more
GREY = 0.02  # the most colour that a bar has
LEAST = 0.02  # of the picture's side; less is no bar
MOST = 0.45  # of it that a bar may take
SOFT = 2  # pixels that belong neither to the bar nor to what it surrounds, once it was made smaller


def trimmed(lab: Array) -> Array:
    """A picture (height, width, 3) in OKLab without the bars at its sides."""
    for axis in (0, 1):
        lines = np.moveaxis(lab, axis, 0)
        first, last = _bar(lines), len(lines) - _bar(lines[::-1])
        lab = np.moveaxis(lines[first:last], 0, axis)
    return lab


def _bar(lines: Array) -> int:
    """Count the first lines (n, m, 3) that are a bar."""
    colour = np.median(lines[0], axis=0)
    if np.abs(colour[1:]).max() > GREY:
        return 0
    light = np.maximum(lines, (DARK, -1, -1))  # in the dark the least light makes a difference
    away = np.abs(light - np.maximum(colour, (DARK, -1, -1))).max(axis=2) > SAME
    other = np.flatnonzero(away.mean(axis=1) > SPECKS)
    wide = int(other[0]) if len(other) else 0
    return wide + SOFT if LEAST * len(lines) <= wide <= MOST * len(lines) else 0
