"""Turns a grid's geometry into character cells, once per size; a frame is then look-ups only.

A character cell shows at most two board cells, one as its foreground and one as its background,
split by a glyph. Boxes (how many characters one unit of the grid takes) are chosen so that the
splits are exact where the repertoire allows it. Pointing uses the same geometry as drawing.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from math import prod
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from puzzles.characters.glyphs import ACROSS, DOWN, best_glyph
from puzzles.grids.graph import Ints
from puzzles.grids.grid import Floats, Grid

# A turned board must be this much larger to be worth tilting one's head.
TURN_GAIN = 2.0


@dataclass(frozen=True)
class Box:
    """Characters per unit of the grid on screen. A board that lies on its side, its left side
    below, has so many units from there to the right one; others have none. Around it is a `margin`
    of characters: at its left, above, at its right, below."""

    width: float
    height: float
    on_side: float = 0.0
    margin: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    @property
    def turned(self) -> bool:
        """True if the board lies on its side."""
        return self.on_side > 0

    @property
    def lowered(self) -> bool:
        """True if rows of cells begin in the middle of characters."""
        return self.margin[1] % 1 > 0

    def size(self, grid: Grid) -> tuple[int, int]:
        """Width and height of the whole board in characters, with the margin."""
        x, y = reversed(grid.extent) if self.turned else grid.extent
        left, top, right, below = self.margin
        across, down = x * self.width + left + right, y * self.height + top + below
        return int(across + 0.5), int(down + 0.5)

    def fits(self, grid: Grid, width: int, height: int) -> bool:
        """True if the whole board fits into so many characters."""
        across, down = self.size(grid)
        return across <= width and down <= height

    def step(self, dx: int, dy: int) -> tuple[int, int]:
        """Convert a step on screen to one on the grid."""
        return (-dy, dx) if self.turned else (dx, dy)

    def units(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Convert characters on screen to units of the grid."""
        x, y = (x - self.margin[0]) / self.width, (y - self.margin[1]) / self.height
        return (self.on_side - y, x) if self.turned else (x, y)

    def characters(self, x: float, y: float) -> tuple[float, float]:
        """Convert units of the grid to characters on screen."""
        if self.turned:
            x, y = y, self.on_side - x
        return x * self.width + self.margin[0], y * self.height + self.margin[1]


Glyphs = npt.NDArray[np.str_]
# What there is at a point: the number of a cell, or a layer above a colour, eight bits a part.
LAYERED = np.dtype(np.uint32)
Layered = npt.NDArray[np.uint32]
Samples = TypeVar("Samples", Ints, Layered)
Sizes = list[tuple[float, float]]

# Upright and turned boxes by kind of grid, largest first; for triangles also by glyph tier.
_SQUARES: Sizes = [(8, 4), (6, 3), (4, 2), (3, 1.5), (2, 1)]
_NETWORK: Sizes = [(6, 3), (4, 2), (3, 1.5), (2, 1)]
_BLOCKS: tuple[Sizes, Sizes] = [(12, 3), (8, 2), (6, 1.5), (4, 1)], [(4, 4), (3, 3), (2, 2), (2, 1)]
_WEDGES: tuple[Sizes, Sizes] = (
    [(9, 3), (6, 2), (4.5, 1.5), (3, 1)],
    [(9, 6), (6, 4), (3, 2), (2, 2), (2, 1)],
)


def boxes(grid: Grid, tier: str, turned: bool) -> list[Box]:
    """The boxes a grid can be drawn with, largest first."""
    if grid.kind == "triangle":
        sizes = _WEDGES if tier == "wedge" else _BLOCKS
    else:
        sizes = (_NETWORK, []) if grid.kind == "network" else (_SQUARES, _SQUARES)
    return [Box(w, h, grid.extent[0] * turned) for w, h in sizes[turned]]


def choose_box(
    grid: Grid, tier: str, width: int, height: int, turn: bool | None = None, shrink: bool = False
) -> Box:
    """The largest box that fits width × height characters; turned if that is much larger.

    `turn` decides the direction if given. If nothing fits, the smallest box (and scrolling), or
    with `shrink` one scaled down until it does.
    """
    ways = [way for way in (False, True) if boxes(grid, tier, way)]
    if turn in ways:
        ways = [turn]
    upright, *turned = (_largest(grid, tier, width, height, way, shrink) for way in ways)

    def area(box: Box) -> int:
        return prod(box.size(grid)) if box.fits(grid, width, height) else 0

    return next((box for box in turned if area(box) > TURN_GAIN * area(upright)), upright)


def _largest(grid: Grid, tier: str, width: int, height: int, turned: bool, shrink: bool) -> Box:
    largest, *_, least = sizes = boxes(grid, tier, turned)
    found = next((box for box in sizes if box.fits(grid, width, height)), None)
    if found or not shrink:
        return found or least
    # The largest box is truest to the shape. Whole characters, so that the rim stays straight.
    w, h = largest.size(grid)
    scale = min(width / w, height / h)
    x, y = reversed(grid.extent) if turned else grid.extent
    return replace(largest, width=max(1, int(w * scale)) / x, height=max(1, int(h * scale)) / y)


@dataclass(frozen=True, eq=False)
class Picture:
    """Which board cells each character shows: arrays of shape (height, width).

    `back` fills the character, `front` the part that `glyph` covers; −1 is outside the board.
    """

    grid: Grid
    glyph: Glyphs
    front: Ints
    back: Ints

    @cached_property
    def places(self) -> list[Ints]:
        """For each cell the characters that it is seen in, row by row in one line; one twice that
        shows nothing else."""
        owners = np.concatenate([self.front.ravel(), self.back.ravel()])
        order = np.argsort(owners, kind="stable")
        ends = np.searchsorted(owners[order], range(self.grid.n + 1))
        places = (order % self.front.size).astype(np.int32)
        return [places[a:b] for a, b in pairwise(ends.tolist())]


@lru_cache(maxsize=64)
def rasterise(grid: Grid, box: Box, tier: str, merged: tuple[int, ...] | None = None) -> Picture:
    """The picture of a grid: every character sampled, its two main cells and their best glyph.

    `merged` names for each cell the one that is shown in its place: at sizes where cells are too
    small to tell apart, colours are what matters.
    """
    width, height = box.size(grid)
    samples = grid.locate(*box.units(*sample_points(width, height)))
    if merged is not None:
        samples = np.append(np.array(merged, dtype=np.int32), -1)[samples]

    return Picture(grid, *mosaic(samples.reshape(height, width, -1), tier))


def layered(colours: npt.ArrayLike, layer: npt.ArrayLike) -> Layered:
    """The samples of one or more colours, of shape (n, 3) and 0 to 255, in a layer or in one each,
    up to 255."""
    red, green, blue = np.asarray(colours).reshape(-1, 3).round().astype(LAYERED).T
    return np.asarray(np.asarray(layer) << 24 | red << 16 | green << 8 | blue, LAYERED)


def colours_of(samples: Layered) -> npt.NDArray[np.uint8]:
    """The colours of layered samples, on a last axis of 3."""
    parts = np.ascontiguousarray(samples, "<u4").view(np.uint8)
    return parts.reshape(*samples.shape, 4)[..., 2::-1]


def mosaic(samples: Samples, tier: str) -> tuple[Glyphs, Samples, Samples]:
    """Which glyphs show samples of shape (…, DOWN·ACROSS) best, and what is in front and at the
    back of each: the two samples that are commonest in a character. Of layered ones a third goes
    with the one whose colour is like its own."""
    *shape, _ = samples.shape
    samples = samples.reshape(-1, DOWN * ACROSS)
    front = samples[:, 0].copy()
    mask = samples == front[:, None]
    # The other one: the first sample that differs, or the same again.
    back = samples[np.arange(len(samples)), (~mask).argmax(axis=1)]
    mixed = np.flatnonzero(~mask.all(axis=1))
    several = (~mask[mixed] & (samples[mixed] != back[mixed, None])).any(axis=1)
    some = mixed[several]
    if len(some):
        main = [_two_main(each.tobytes(), samples.dtype) for each in samples[some]]
        front[some], back[some], mask[some] = map(np.array, zip(*main, strict=True))
    # In one order, so that what could be either is the same everywhere.
    turn = mixed[front[mixed] < back[mixed]]
    front[turn], back[turn], mask[turn] = back[turn], front[turn], ~mask[turn]
    glyphs = np.full(len(samples), " ")
    masks, step = mask[mixed].tobytes(), mask.shape[1]
    chosen = [best_glyph(masks[at : at + step], tier) for at in range(0, len(masks), step)]
    if chosen:
        glyphs[mixed] = [glyph for glyph, _ in chosen]
        swap = mixed[[swap for _, swap in chosen]]
        front[swap], back[swap] = back[swap], front[swap]
    front = np.where(glyphs == " ", back, front)
    return glyphs.reshape(shape), front.reshape(shape), back.reshape(shape)


def sample_points(width: int, height: int) -> tuple[Floats, Floats]:
    """The x and y of all samples, in characters, line by line; shape (characters, DOWN·ACROSS)."""
    xs = (np.arange(width * ACROSS) + 0.5) / ACROSS
    ys = (np.arange(height * DOWN) + 0.5) / DOWN
    x, y = (
        part.reshape(height, DOWN, width, ACROSS).transpose(0, 2, 1, 3)
        for part in np.meshgrid(xs, ys)
    )
    return x.reshape(-1, DOWN * ACROSS), y.reshape(-1, DOWN * ACROSS)


@lru_cache(maxsize=1 << 13)  # most characters of a board stay as they are
def _two_main(
    character: bytes, dtype: np.dtype[np.generic]
) -> tuple[int, int, npt.NDArray[np.bool_]]:
    """The two commonest samples of a character, and which of them all go with the first."""
    samples = np.frombuffer(character, dtype)
    kinds, counts = np.unique(samples, return_counts=True)
    order = np.argsort(-counts, kind="stable")[:3]
    first, second, third = kinds[order].tolist()
    most, more, less = counts[order].tolist()
    if dtype != LAYERED:
        if more == less and 2 * most > samples.size:
            # A tip between two others: none if one of them stood on both its sides.
            return first, first, np.ones(samples.size, dtype=np.bool_)
        return first, second, samples == first
    main = colours_of(kinds[order]).astype(int)
    away = np.abs(main - main[0]).sum(axis=1).tolist()
    if more == less and away[2] > away[1]:  # a line between two grounds
        second, main = third, main[[0, 2]]
    near, far = (np.abs(colours_of(samples) - each).sum(axis=1) for each in main[:2])
    return first, second, (samples == first) | (near < far)
