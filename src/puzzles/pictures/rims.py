"""Takes off bars at the sides of a picture, as there are where it was made for another screen.

A bar is of one colour, black, white or grey, and wider than a rim but narrower than the picture.
"""

from __future__ import annotations

import numpy as np

from puzzles.pictures.oklab import DARK, Array

GREY = 0.02  # the most colour that a bar has, in OKLab
SAME = 0.04  # by which a pixel of a bar may differ from its colour, in OKLab
SPECKS = 0.01  # share of the pixels of a line of a bar that may differ more
NARROWEST, WIDEST = 0.02, 0.45  # of the picture's side that a bar takes
BLUR = 2  # lines between a bar and the picture, which resizing mixed out of both


def trimmed(lab: Array) -> Array:
    """Return a picture (height, width, 3) in OKLab without the bars at its sides."""
    for axis in (0, 1):
        lines = np.moveaxis(lab, axis, 0)
        first, last = _bar(lines), len(lines) - _bar(lines[::-1])
        lab = np.moveaxis(lines[first:last], 0, axis)
    return lab


def _bar(lines: Array) -> int:
    """Count the first lines (n, m, 3) that are a bar, or have a share in it."""
    colour = np.median(lines[0], axis=0)
    if np.abs(colour[1:]).max() > GREY:
        return 0
    # In the dark the least light makes a difference in OKLab: all that is dark counts as alike.
    darkest = (DARK, -1, -1)
    away = np.abs(np.maximum(lines, darkest) - np.maximum(colour, darkest)).max(axis=2)
    differs = (away > SAME).mean(axis=1) > SPECKS
    wide = int(differs.argmax())
    is_bar = NARROWEST <= wide / len(lines) <= WIDEST
    return wide + BLUR if is_bar else 0
