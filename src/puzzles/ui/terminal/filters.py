"""The last change of styles before the terminal: dim text that can be read, greys, few colours.

Dim text is as dim as Textual has it, but never below a contrast of 3 : 1. Without colours each
becomes the grey that is as bright, so that what could be read on it still can be: Textual's own
grey of orange is darker than orange, and black letters vanish on it.
"""

import re
from abc import abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache

import numpy as np
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color, ColorParseError
from textual.filter import LineFilter

from puzzles.characters.paint import RGB, contrast, legible, luminance, mix
from puzzles.characters.tones import FEW, FULL, on_screen, tones
from puzzles.pictures.oklab import LIGHT
from puzzles.ui.terminal.styles import triple

LEAST = 3.0
DIMNESS = 0.5  # how much of the ground there is in dim text where that can be read
_TEXT = re.compile(r"[^\s\u2500-\u259f\u2800-\u28ff\U0001cc00-\U0001ceaf\U0001fb00-\U0001fbef]")


def readable(front: RGB, back: RGB, least: float = LEAST, depth: str = FULL) -> RGB:
    """`front`, or what is nearest to it on the way to black or white that can be read on `back`, as
    a terminal of this depth shows it."""
    end = legible(back)
    way = (on_screen(mix(front, end, share / 10), depth) for share in range(11))
    enough = (colour for colour in way if contrast(colour, back) >= least)
    return next(enough, on_screen(end, depth))


def faint(front: RGB, back: RGB) -> RGB:
    """`front` made dim on `back`, as far as it can still be read."""
    return readable(mix(front, back, DIMNESS), back, min(LEAST, contrast(front, back)))


# Colours of text, each made of one of a theme's, and of what is under it.
_READ = {
    "footer-key-foreground": ("footer-key-foreground", "footer-background"),
    "footer-description-foreground": ("footer-description-foreground", "footer-background"),
    "block-cursor-foreground": ("block-cursor-foreground", "block-cursor-background"),
    "border-foreground": ("foreground", "border"),
    "panel-accent": ("accent", "panel"),
    "panel-success": ("success", "panel"),
}


def readable_theme(variables: Mapping[str, str]) -> dict[str, str]:
    """The variables of a theme, with text that can be read: not every accent can on its panel."""
    changed = {}
    for name, (front, back) in _READ.items():
        changed[name] = variables[front]
        with suppress(ColorParseError):
            text, ground = Color.parse(variables[front]), Color.parse(variables[back])
            if not any(colour.auto or colour.ansi is not None for colour in (text, ground)):
                changed[name] = Color(*readable(text.rgb, ground.rgb)).hex
    return {**variables, **changed}


class Restyled(LineFilter):
    """Gives each style another look; the looks are kept."""

    def __init__(self) -> None:
        super().__init__()
        self._kept = lru_cache(maxsize=8192)(self.shown)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        ground = background.rgb
        return [
            Segment(text, style and self._kept(style, ground, bool(_TEXT.search(text))), control)
            for text, style, control in segments
        ]

    @abstractmethod
    def shown(self, style: Style, ground: RGB, text: bool) -> Style:
        """Return the look of a style on a ground; `text` is to be read."""


class Faint(Restyled):
    """Makes dim text faint, where Textual would halve its contrast whatever that was."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        dim = any(style is not None and style.dim for _, style, _ in segments)
        return super().apply(segments, background) if dim else segments

    def shown(self, style: Style, ground: RGB, text: bool) -> Style:
        front = triple(style.color) if style.dim else None
        if front is None:
            return style
        colour = faint(front, triple(style.bgcolor) or ground)
        return style + Style(dim=False, color=RichColor.from_rgb(*colour))


class Grey(Restyled):
    """Shows everything in greys."""

    def shown(self, style: Style, ground: RGB, text: bool) -> Style:
        exact = triple(style.color), triple(style.bgcolor)
        front, back = (colour and RichColor.from_rgb(*grey(colour)) for colour in exact)
        return style + Style.from_color(front or style.color, back or style.bgcolor)


def grey(colour: RGB) -> RGB:
    """The grey of a colour's luminance."""
    value = int(np.abs(LIGHT - luminance(colour)).argmin())
    return value, value, value


class Toned(Restyled):
    """Shows everything in the colours that the terminal has, text always to be read."""

    def __init__(self, depth: str) -> None:
        super().__init__()
        self._tones, self._depth = tones(depth), depth

    def shown(self, style: Style, ground: RGB, text: bool) -> Style:
        front, back = triple(style.color), triple(style.bgcolor)
        on = self._tones.nearest(back or ground)
        shown = Style.from_color(None, self._number(on) if back else None)
        if front is not None:
            if text and front != back:
                least = min(contrast(front, back or ground), LEAST)
                front = readable(front, self._tones[on], least, self._depth)
            number = self._tones.nearest(front)
            shown += Style.from_color(self._number(number))
            # Where colours are few, bold makes them brighter: black becomes grey.
            if self._depth == FEW and number < 8:
                shown += Style(bold=False)
        return style + shown

    def _number(self, index: int) -> RichColor:
        return RichColor.from_ansi(self._tones.numbers[index])
