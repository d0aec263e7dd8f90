"""No colours (NO_COLOR): each becomes the grey that is as bright, so that what could be read on it
still can be. Textual's own grey of orange is darker than orange, and black letters vanish on it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from puzzles.pictures.oklab import LIGHT
from puzzles.ui.terminal.paint import RGB, luminance, triple


def grey(colour: RGB) -> RGB:
    """The grey of a colour's luminance."""
    value = int(np.abs(LIGHT - luminance(colour)).argmin())
    return value, value, value


class Grey(LineFilter):
    """Shows everything in greys."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text, _shown(style), control) if style else Segment(text, style, control)
            for text, style, control in segments
        ]


@lru_cache(maxsize=8192)
def _shown(style: Style) -> Style:
    front, back = (_grey(colour) for colour in (style.color, style.bgcolor))
    return style + Style.from_color(front, back)


def _grey(colour: RichColor | None) -> RichColor | None:
    exact = triple(colour)
    return colour if exact is None else RichColor.from_rgb(*grey(exact))
