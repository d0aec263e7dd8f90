"""Colours as (red, green, blue) triples: mixing, and text that stays readable."""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color
from rich.style import Style

RGB = tuple[int, int, int]
WHITE: RGB = (255, 255, 255)
BLACK: RGB = (0, 0, 0)


def rgb(code: str) -> RGB:
    """The triple of `#rrggbb`."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(a: RGB, b: RGB, share: float) -> RGB:
    """`a` with `share` (0 to 1) of `b` in it."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def luminance(colour: RGB) -> float:
    """Perceived brightness, 0 to 255 (ITU-R BT.601 weights)."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def contrast(colour: RGB) -> RGB:
    """Black or white, whichever is readable on `colour`."""
    return BLACK if luminance(colour) > 127 else WHITE


@lru_cache(maxsize=8192)
def style(front: RGB, back: RGB, bold: bool = False) -> Style:
    """A Rich style of two colours."""
    return Style(color=Color.from_rgb(*front), bgcolor=Color.from_rgb(*back), bold=bold or None)
