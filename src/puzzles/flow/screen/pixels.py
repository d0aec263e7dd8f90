"""The place of each sample of a Flow board on screen: in which cell, on which pipe arm, on the dot.

Distances are in widths of a character, which is twice as high as wide. A cell's pipe is made of
arms from its middle towards its neighbours, so a frame only asks which arms are in use and in what
colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.model import HEX_STEPS, SQUARE_STEPS
from puzzles.flow.rules.prints import VECTORS
from puzzles.grids.graph import Ints
from puzzles.grids.grid import Floats, LatticeGrid

ACROSS, DOWN = 6, 12  # samples of a character, as `ui.glyphs` has them
# How much smaller than its cell a dot is, where there is ROOM: about as little as the glyphs of a
# tier can leave between two dots, and what makes them round.
LESS = {"half": 0.6, "block": 0.95, "sextant": 0.55, "wedge": 0.5}
ROOM = 6  # widths of a character across a cell
FINE, COARSE = 0.05, 0.25  # how far it reaches over a smaller one; in large blocks less is a cross
Mask = npt.NDArray[np.bool_]


def ways_of(grid: LatticeGrid) -> tuple[str, ...]:
    """The directions of a grid; those drawn last lie on top at a bridge."""
    return HEX_STEPS if grid.kind == "hex" else tuple(reversed(SQUARE_STEPS))


@dataclass(frozen=True, eq=False)
class Pixels:
    """Arrays of shape (characters, DOWN·ACROSS), line by line: see the module's text.

    `cell` is −1 where there is none, and `hole` is where one is missing. `arms` and `walls` (the
    rim towards a neighbour) go by direction, `dot` is the round patch of a dot, `rails` the edges
    of a bridge's deck.
    """

    cell: Ints
    hole: Mask
    arms: dict[str, Mask]
    walls: dict[str, Mask]
    dot: Mask
    rails: Mask
    deck: Mask


@lru_cache(maxsize=32)
def pixels(grid: LatticeGrid, width: float, height: float, tier: str) -> Pixels:
    """The samples of a grid whose cells are `width` characters wide and `height` high, to be drawn
    in the glyphs of a tier."""
    fine = tier != "half"  # half a column can be drawn
    columns, rows = grid.extent
    across, down = ceil(columns * width), int(rows * height + 0.5)
    x, y = _samples(across, down)
    cell = grid.locate(x / width, y / height)
    whole = type(grid).full(grid.rows, grid.cols)
    hole = (whole.locate(x / width, y / height) >= 0) & (cell < 0)
    centres = np.array([grid.centre(c) for c in range(grid.n)] + [(0.0, 0.0)])
    dx = x - centres[cell, 0] * width
    dy = 2 * (y - centres[cell, 1] * height)
    size = min(width, 2 * height)
    half_pipe = max(1.0, size / 6)
    # An upright pipe has whole columns, and an odd number of them, where there are no others.
    whole_columns = not fine and width % 2 == 1
    upright = max(1.5, half_pipe) if whole_columns else half_pipe
    inside = cell >= 0
    # Where the arms of a cell meet: a corner between square cells, a round bend between hexagons.
    if grid.kind == "hex":
        joint = np.hypot(dx, dy) < half_pipe
    else:
        joint = (np.abs(dx) < upright) & (np.abs(dy) < half_pipe)
    arms, walls = {}, {}
    for way in ways_of(grid):
        vx, vy = VECTORS[way][0] * width, VECTORS[way][1] * 2 * height
        length = np.hypot(vx, vy)
        along, aside = (dx * vx + dy * vy) / length, np.abs(dx * vy - dy * vx) / length
        arms[way] = inside & ((aside < (half_pipe if vx else upright)) & (along > 0) | joint)
        walls[way] = inside & (along > length / 2 - (0.5 if fine and not vy else 1))
    dot = inside & ((np.hypot(dx, dy) < dot_radius(width, height, tier)) | (size < 4))
    deck = inside & (np.abs(dy) < half_pipe + 1)
    return Pixels(cell, hole, arms, walls, dot, deck & (np.abs(dy) > half_pipe), deck)


def dot_radius(width: float, height: float, tier: str) -> float:
    """Return the radius of a dot in a cell: so that it is round, and apart from the next one."""
    size = min(width, 2 * height)
    if size >= ROOM:
        return size / 2 - LESS[tier]
    return size / 2 + (COARSE if tier == "half" and width % 2 == 1 else FINE)


def _samples(width: int, height: int) -> tuple[Floats, Floats]:
    """The places of all samples, in characters, shape (characters, DOWN·ACROSS)."""
    xs = (np.arange(width * ACROSS) + 0.5) / ACROSS
    ys = (np.arange(height * DOWN) + 0.5) / DOWN
    x, y = (
        part.reshape(height, DOWN, width, ACROSS).transpose(0, 2, 1, 3)
        for part in np.meshgrid(xs, ys)
    )
    return x.reshape(-1, DOWN * ACROSS), y.reshape(-1, DOWN * ACROSS)
