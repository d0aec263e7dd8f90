"""The characters of a picture and their colours, as arrays."""

import numpy as np
import numpy.typing as npt

from puzzles.characters.paint import RGB, legible

Colours = npt.NDArray[np.float64]  # shape (n, 3), 0 to 255


CELL = np.dtype([("glyph", "U1"), ("front", "u1", 3), ("back", "u1", 3), ("bold", "?")])


class Frame:
    """The picture on screen: `cells` of shape (height, width), and each part of them as an array,
    colours with a last axis of 3."""

    def __init__(self, cells: npt.NDArray[np.void]) -> None:
        self.cells = cells
        self.glyph: npt.NDArray[np.str_] = cells["glyph"]
        self.front: npt.NDArray[np.uint8] = cells["front"]
        self.back: npt.NDArray[np.uint8] = cells["back"]
        self.bold: npt.NDArray[np.bool_] = cells["bold"]

    @classmethod
    def of(
        cls, glyph: npt.NDArray[np.str_], front: npt.NDArray[np.uint8], back: npt.NDArray[np.uint8]
    ) -> "Frame":
        """The picture of these parts, nothing bold."""
        frame = cls(np.zeros(glyph.shape, CELL))
        frame.glyph[:], frame.front[:], frame.back[:] = glyph, front, back
        return frame

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

    def inset(self, left: int, top: int, ground: RGB) -> "Frame":
        """The picture with so much `ground` before and above it."""
        height, width = self.cells.shape
        whole = np.full((top + height, left + width), np.array((" ", ground, ground, False), CELL))
        whole[top:, left:] = self.cells
        return Frame(whole)

    def changed(self, old: "Frame | None") -> list[int]:
        """The rows that differ from an older frame."""
        if old is None or old.cells.shape != self.cells.shape:
            return list(range(self.cells.shape[0]))
        rows: list[int] = np.flatnonzero((self.cells != old.cells).any(axis=1)).tolist()
        return rows
