"""Colours and characters as Rich and Textual have them."""

from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from puzzles.characters.frame import Frame
from puzzles.characters.paint import RGB


def triple(colour: Color | None) -> RGB | None:
    """The triple of a Rich colour, unless it is one of the terminal's own."""
    return None if colour is None else colour.triplet


@lru_cache(maxsize=8192)
def style(front: RGB, back: RGB, bold: bool = False, does: str = "") -> Style:
    """A Rich style of two colours; a click on what has it does an action."""
    ink, ground = Color.from_rgb(*front), Color.from_rgb(*back)
    meta = {"@click": does} if does else None
    return Style(color=ink, bgcolor=ground, bold=bold or None, meta=meta)


def line(frame: Frame, y: int) -> Strip:
    """Return a row of a picture, neighbouring characters of one style in one segment."""
    parts = (part[y].tolist() for part in (frame.glyph, frame.front, frame.back, frame.bold))
    segments = [
        Segment("".join(cell[0] for cell in run), style(tuple(front), tuple(back), bold))
        for (front, back, bold), run in groupby(zip(*parts, strict=True), itemgetter(1, 2, 3))
    ]
    return Strip(segments, frame.glyph.shape[1])
