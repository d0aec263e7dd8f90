"""Faint text that can be read: as dim as Textual has it, but never below a contrast of 3 : 1."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color, ColorParseError
from textual.filter import LineFilter

from puzzles.ui.terminal.paint import RGB, contrast, legible, mix, triple

LEAST = 3.0
DIMNESS = 0.5  # how much of the ground there is in dim text where that can be read
_NOT_DIM = Style(dim=False)


def readable(front: RGB, back: RGB, least: float = LEAST) -> RGB:
    """`front`, or what is nearest to it on the way to black or white that can be read on `back`."""
    ends = (mix(front, legible(back), share / 10) for share in range(11))
    return next((colour for colour in ends if contrast(colour, back) >= least), legible(back))


def faint(front: RGB, back: RGB) -> RGB:
    """`front` made dim on `back`, as far as it can still be read."""
    return readable(mix(front, back, DIMNESS), back, min(LEAST, contrast(front, back)))


# Colours of text in Textual's themes, and of what is under it.
_PAIRS = {
    "footer-key-foreground": "footer-background",
    "footer-description-foreground": "footer-background",
    "block-cursor-foreground": "block-cursor-background",
}


def readable_theme(variables: Mapping[str, str]) -> dict[str, str]:
    """The variables of a theme, with text that can be read: not every accent can on its panel."""
    changed = {}
    for front, back in _PAIRS.items():
        with suppress(ColorParseError):
            text, ground = Color.parse(variables[front]), Color.parse(variables[back])
            if not any(colour.auto or colour.ansi is not None for colour in (text, ground)):
                changed[front] = Color(*readable(text.rgb, ground.rgb)).hex
    return {**variables, **changed}


class Faint(LineFilter):
    """Makes dim text faint, where Textual would halve its contrast whatever that was."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        ground = background.rgb
        return [
            Segment(text, _shown(style, ground), control) if style and style.dim else segment
            for segment in segments
            for text, style, control in (segment,)
        ]


@lru_cache(maxsize=1024)
def _shown(style: Style, ground: RGB) -> Style:
    front = triple(style.color)
    if front is None:
        return style
    colour = faint(front, triple(style.bgcolor) or ground)
    return style + _NOT_DIM + Style.from_color(RichColor.from_rgb(*colour))
