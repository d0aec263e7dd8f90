"""The characters of a picture and their colours, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

import numpy as np
import numpy.typing as npt
from rich.segment import Segment
from textual.strip import Strip

from puzzles.ui.terminal.paint import RGB, legible, style

Colours = npt.NDArray[np.float64]  # shape (n, 3), 0 to 255


@dataclass
class Frame:
    """The picture on screen: arrays of shape (height, width), colours with a last axis of 3."""

    glyph: npt.NDArray[np.str_]
    front: npt.NDArray[np.uint8]
    back: npt.NDArray[np.uint8]
    bold: npt.NDArray[np.bool_]

    def write(
        self, x: int, y: int, text: str, colour: RGB | None = None, bold: bool = True
    ) -> None:
        """Put text over the picture, in `colour` or whatever is readable there."""
        for i, char in enumerate(text):
            if 0 <= y < self.glyph.shape[0] and 0 <= x + i < self.glyph.shape[1]:
                back: RGB = tuple(self.back[y, x + i].tolist())
                self.glyph[y, x + i] = char
                self.front[y, x + i] = legible(back) if colour is None else colour
                self.bold[y, x + i] = bold

    def part(self, left: int, top: int, width: int, height: int) -> Frame:
        """So much of the picture, from a column and a line on."""
        here = slice(top, top + height), slice(left, left + width)
        return Frame(self.glyph[here], self.front[here], self.back[here], self.bold[here])

    def inset(self, left: int, top: int, ground: RGB) -> Frame:
        """The picture with so much `ground` before and above it."""
        sides = ((top, 0), (left, 0))
        whole = Frame(
            np.pad(self.glyph, sides, constant_values=" "),
            np.pad(self.front, (*sides, (0, 0))),
            np.pad(self.back, (*sides, (0, 0))),
            np.pad(self.bold, sides),
        )
        for part in (whole.front, whole.back):
            part[:top] = part[:, :left] = ground
        return whole

    def changed(self, old: Frame | None) -> list[int]:
        """The rows that differ from an older frame."""
        if old is None or old.glyph.shape != self.glyph.shape:
            return list(range(self.glyph.shape[0]))
        differs = (self.glyph != old.glyph) | (self.bold != old.bold)
        differs |= (self.front != old.front).any(axis=2) | (self.back != old.back).any(axis=2)
        rows: list[int] = np.flatnonzero(differs.any(axis=1)).tolist()
        return rows

    def line(self, y: int) -> Strip:
        """One row, neighbouring characters of one style in one segment."""
        parts = (part[y].tolist() for part in (self.glyph, self.front, self.back, self.bold))
        segments = [
            Segment("".join(cell[0] for cell in run), style(tuple(front), tuple(back), bold))
            for (front, back, bold), run in groupby(zip(*parts, strict=True), itemgetter(1, 2, 3))
        ]
        return Strip(segments, self.glyph.shape[1])
