"""Colours as (red, green, blue) triples: mixing, and text that stays readable."""

from functools import lru_cache

from puzzles.pictures.oklab import LIGHT

RGB = tuple[int, int, int]
WHITE: RGB = (255, 255, 255)
BLACK: RGB = (0, 0, 0)
MIDDLE = 0.18  # how bright the grey is that is as far from black as from white (WCAG 2)
_LIGHT: list[float] = LIGHT.tolist()


def rgb(code: str) -> RGB:
    """The triple of `#rrggbb`."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(a: RGB, b: RGB, share: float) -> RGB:
    """`a` with `share` (0 to 1) of `b` in it."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


def luminance(colour: RGB) -> float:
    """Return how bright a colour is beside white, 0 to 1 (WCAG 2)."""
    red, green, blue = (_LIGHT[part] for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, two: RGB) -> float:
    """Return how much brighter the lighter one of two colours is, 1 to 21 (WCAG 2)."""
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=4096)
def legible(ground: RGB) -> RGB:
    """Black or white, whichever is read better on `ground`: 4.5 : 1 at least."""
    return max(BLACK, WHITE, key=lambda text: contrast(text, ground))
