"""How a terminal shows boards: what it can draw with, and cells that are pointed at."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from puzzles.characters.paint import BLACK, RGB, WHITE, contrast, mix
from puzzles.characters.tones import FULL

SEEN = 3.0  # the contrast to a cell with which it is pointed at (WCAG 2 asks as much of signs)
LIGHT = 11.0  # the contrast to black from which a cell is darkened


class Look(NamedTuple):
    """The glyphs of a `tier`, and as many colours as a `depth` has (`characters.tones`); the
    colour around the board; whether letters stand on inks. A `thumbnail` shrinks to any size."""

    tier: str
    ground: RGB
    depth: str = FULL
    letters: bool = False
    thumbnail: bool = False


class Glow(NamedTuple):
    """A cell under cursor or pointer, or all of its area: how far to white or black it goes."""

    cell: int
    share: float
    area: bool = False


@lru_cache(maxsize=1024)
def seen_on(colour: RGB, least: float) -> RGB:
    """The look of a small cell that is pointed at: a dark one is lightened, a light one darkened,
    by `least` and until that is seen."""
    end = BLACK if contrast(colour, BLACK) > LIGHT else WHITE
    looks = (mix(colour, end, part) for part in np.arange(least, 1, 0.05).tolist())
    return next((look for look in looks if contrast(look, colour) >= SEEN), end)
