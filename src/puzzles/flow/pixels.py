"""Where each half-block pixel of a Flow board lies: in which cell, on which pipe arm, on the dot.

A character is two square pixels, one above the other. A cell's pipe is made of arms from its middle
towards its neighbours, so a frame only asks which arms are in use and in what colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

import numpy as np
import numpy.typing as npt

from puzzles.flow.model import HEX_STEPS, SQUARE_STEPS
from puzzles.grids.graph import Ints
from puzzles.grids.grid import LatticeGrid

Mask = npt.NDArray[np.bool_]

# Where each direction leads, in columns and rows of the grid.
VECTORS = {
    "right": (1.0, 0.0), "left": (-1.0, 0.0), "down": (0.0, 1.0), "up": (0.0, -1.0),
    "upright": (1.0, -0.5), "downright": (1.0, 0.5),
    "upleft": (-1.0, -0.5), "downleft": (-1.0, 0.5),
}  # fmt: skip


def ways_of(grid: LatticeGrid) -> tuple[str, ...]:
    """The directions of a grid; those drawn last lie on top at a bridge."""
    return HEX_STEPS if grid.kind == "hex" else tuple(reversed(SQUARE_STEPS))


@dataclass(frozen=True, eq=False)
class Pixels:
    """Arrays of shape (2 · height in characters, width): see the module's text.

    `cell` is −1 where there is none, and `hole` tells where one is missing. `arms` and `walls` (the
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
def pixels(grid: LatticeGrid, width: float, height: float) -> Pixels:
    """The pixels of a grid whose cells are `width` characters wide and `height` high."""
    columns, rows = grid.extent
    across, down = ceil(columns * width), ceil(rows * height) * 2
    x, y = np.meshgrid(np.arange(across) + 0.5, np.arange(down) + 0.5)
    cell = grid.locate(x / width, y / (2 * height))
    whole = type(grid).full(grid.rows, grid.cols)
    hole = (whole.locate(x / width, y / (2 * height)) >= 0) & (cell < 0)
    centres = np.array([grid.centre(c) for c in range(grid.n)] + [(0.0, 0.0)])
    dx = x - centres[cell, 0] * width
    dy = y - centres[cell, 1] * 2 * height
    half_x, half_y = width / 2, float(height)
    half_pipe = max(1.0, width / 6) + 0.05  # half as thick as the pixels allow
    inside = cell >= 0
    joint = np.hypot(dx, dy) < half_pipe * 1.1  # where the arms of a cell meet
    arms, walls = {}, {}
    for way in ways_of(grid):
        vx, vy = VECTORS[way][0] * width, VECTORS[way][1] * 2 * height
        length = np.hypot(vx, vy)
        along, aside = (dx * vx + dy * vy) / length, np.abs(dx * vy - dy * vx) / length
        arms[way] = inside & ((aside < half_pipe) & (along > 0) | joint)
        walls[way] = inside & (along > length / 2 - 1)
    if width < 2:
        dot = inside
    elif width < 8:  # a square without its corners is as round as so few pixels can be
        corner = np.abs(dx) / half_x + np.abs(dy) / half_y
        dot = inside & (np.maximum(np.abs(dx) / half_x, np.abs(dy) / half_y) < 1)
        dot &= corner < (1.45 if width < 6 else 1.6)
    else:
        dot = inside & (np.hypot(dx / half_x, dy / half_y) < 0.88)
    deck = inside & (np.abs(dy) < half_pipe + 1)
    return Pixels(cell, hole, arms, walls, dot, deck & (np.abs(dy) > half_pipe), deck)
