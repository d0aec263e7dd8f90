"""Reads the number that stands among the signs of a bar: light digits side by side, or dark ones on
a light disc.

A digit is a connected part of the picture that looks like one in print: both are brought to one
size, and the correlation of their pixels tells how alike they are (template matching).
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from puzzles.pictures.clusters import components
from puzzles.pictures.oklab import Array, Mask

CONTRAST = 0.3  # of lightness between signs and what they stand on
LOW, HIGH = 0.1, 0.36  # of the bar's height that a digit may be
LEAST = 7  # pixels; lower digits look alike
NARROW, WIDE = 0.2, 0.85  # of its height that a digit may be wide
ROUND = 0.85  # a disc's width in heights, or its height in widths, at least
SIZE = (8, 12)  # to which digits are brought
ALIKE, CLEARER = 0.4, 0.04  # the least correlation with a digit, and its lead over any other
HOLE = 0.3  # what every hole that one has and the other lacks takes off it
SPECK = 0.01  # of its rectangle; less is no hole
LEVEL, APART = 0.15, 0.6  # of their height that digits may be out of line, and apart


@dataclass(frozen=True)
class _Sign:
    """A connected part: its rectangle of pixels (exclusive ends), and its pixels in that."""

    top: int
    bottom: int
    left: int
    right: int
    shape: Mask

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def wide(self) -> float:
        """The width by the height."""
        return (self.right - self.left) / self.height

    def holds(self, other: "_Sign") -> bool:
        upright = self.top < other.top < other.bottom < self.bottom
        return upright and self.left < other.left < other.right < self.right

    def is_beside(self, other: "_Sign") -> bool:
        off = max(abs(self.top - other.top), abs(self.bottom - other.bottom))
        apart = other.left - self.right
        return off <= LEVEL * self.height + 1 and 0 <= apart <= APART * self.height


def number(bar: Array) -> int | None:
    """The number above 0 on a part of a bar (height, width, 3) in OKLab, if there is just one."""
    light = bar[..., 0]
    ground, signs = np.quantile(light, (0.2, 0.995))
    if signs - ground < CONTRAST:
        return None
    lit = light > (ground + signs) / 2
    bright = _signs(lit)
    discs = [sign for sign in bright if ROUND < sign.wide < 1 / ROUND]
    dark = [sign for sign in _signs(~lit) if any(disc.holds(sign) for disc in discs)]
    groups = (*_groups(bright, len(bar)), *_groups(dark, len(bar)))
    read = [[_digit(sign) for sign in group] for group in groups]
    numbers = [int("".join(map(str, digits))) for digits in read if None not in digits]
    found = [number for number in numbers if number]
    return found[0] if len(found) == 1 else None


def _signs(mask: Mask) -> list[_Sign]:
    """The connected parts of a mask that do not touch its rim."""
    numbers = components(mask)
    found = []
    for part in np.unique(numbers[mask]):
        ys, xs = np.nonzero(numbers == part)
        top, bottom, left, right = ys.min(), ys.max() + 1, xs.min(), xs.max() + 1
        if top > 0 and left > 0 and bottom < mask.shape[0] and right < mask.shape[1]:
            shape = numbers[top:bottom, left:right] == part
            found.append(_Sign(int(top), int(bottom), int(left), int(right), shape))
    return found


def _groups(signs: list[_Sign], height: int) -> list[list[_Sign]]:
    """Those that may be digits, of a bar so high, as they stand side by side."""
    groups: list[list[_Sign]] = []
    for sign in sorted(signs, key=lambda sign: sign.left):
        high = max(LEAST, LOW * height) <= sign.height <= HIGH * height
        if high and NARROW <= sign.wide <= WIDE:
            group = next((group for group in groups if group[-1].is_beside(sign)), None)
            if group is None:
                groups.append(group := [])
            group.append(sign)
    return groups


def _digit(sign: _Sign) -> int | None:
    """The digit that a sign looks like, clearly."""
    own, holes = _look(sign.shape)
    scores = [(own * seen).mean() - HOLE * abs(holes - count) for seen, count in _printed()]
    best, next_ = np.argsort(scores)[::-1][:2]
    clear = scores[best] >= ALIKE and scores[best] - scores[next_] >= CLEARER
    return int(best) if clear else None


def _look(shape: Mask) -> tuple[Array, int]:
    """The pixels of a sign at one size, with mean 0 and deviation 1, and how many holes it has."""
    small = Image.fromarray(shape.astype(np.float32)).resize(SIZE, Image.Resampling.BOX)
    pixels = np.asarray(small, dtype=np.float64)
    around = components(~np.pad(shape, 1))
    sizes = np.bincount(around[~np.pad(shape, 1)])
    holes = int((sizes[np.arange(len(sizes)) != around[0, 0]] >= SPECK * shape.size).sum())
    return (pixels - pixels.mean()) / (pixels.std() + 1e-9), holes


@cache
def _printed() -> list[tuple[Array, int]]:
    found = []
    for digit in "0123456789":
        page = Image.new("L", (96, 96))
        ImageDraw.Draw(page).text((20, 10), digit, 255, ImageFont.load_default(64))
        box = page.getbbox()
        assert box
        found.append(_look(np.asarray(page.crop(box)) > 127))
    return found
