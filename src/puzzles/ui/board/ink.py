"""How a terminal shows boards: what it can draw with, and cells that are pointed at."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from puzzles.grids.graph import Ints
from puzzles.ui.board.frame import Colours
from puzzles.ui.terminal.paint import BLACK, RGB, WHITE, contrast, mix
from puzzles.ui.terminal.tones import FULL

SEEN = 3.0  # the contrast to a cell with which it is pointed at (WCAG 2 asks as much of signs)
LIGHT = 11.0  # the contrast to black from which a cell is darkened


class Look(NamedTuple):
    """The glyphs of a `tier`, and as many colours as a `depth` has (`ui.terminal.tones`); the
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


def lighten(colours: Colours, lit: Iterable[int], shade: Ints, mark: float) -> None:
    """Light up, of all cells' colours, those that are pointed at, with `mark` of white at least."""
    several = len(lit := tuple(lit)) > 1
    for cell in lit:
        red, green, blue = colours[cell].astype(int).tolist()
        colours[cell] = _marked((red, green, blue), mark, several and bool(shade[cell] % 2))


@lru_cache(maxsize=1024)
def _marked(colour: RGB, mark: float, hatched: bool) -> RGB:
    """The look of a cell that is pointed at: a dark one is lightened, a light one darkened, until
    that is seen; light ones that are `hatched` stay, so that the region stays paper."""
    end = BLACK if contrast(colour, BLACK) > LIGHT else WHITE
    if end == BLACK and hatched:
        return colour
    looks = (mix(colour, end, part) for part in np.arange(mark, 1, 0.05).tolist())
    return next((look for look in looks if contrast(look, colour) >= SEEN), end)


def towards(colour: Colours) -> float:
    """White for dark colours, black for light ones."""
    return 255.0 if colour @ (0.299, 0.587, 0.114) < 140 else 0.0
