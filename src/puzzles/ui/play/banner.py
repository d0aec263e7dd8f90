"""The word for the best result in large letters, for a moment over a board that is won."""

from __future__ import annotations

from contextlib import suppress
from itertools import zip_longest

from textual.widget import Widget
from textual.widgets import Static

SHOWN = 3.0  # seconds, unless a key or a click comes first
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def large(word: str) -> str:
    """Return a word in capitals of four lines, drawn with half blocks."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default_imagefont()
    image = Image.new("1", (20 * len(word), 20))
    at = 0.0
    for letter in word.upper():
        ImageDraw.Draw(image).text((at, 0), letter, 1, font)
        at += font.getlength(letter) + 1
    width, height = (image := image.crop(image.getbbox())).size
    rows = [[int(bool(image.getpixel((x, y)))) for x in range(width)] for y in range(height)]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=[0] * width)
    return "\n".join("".join(map(HALVES.__getitem__, zip(*pair, strict=True))) for pair in pairs)


class Banner(Static):
    """Lies over the middle of its first sibling; not shown at first."""

    def __init__(self) -> None:
        super().__init__(id="banner", markup=False)
        self.display = False

    def show(self, word: str) -> None:
        """Show a word for a moment, as large as there is room for."""
        assert isinstance(self.parent, Widget)
        over = self.parent.children[0].region - self.parent.content_region.offset
        text = " ".join(word.upper())
        with suppress(ImportError):  # where there is no Pillow, as on a page
            if (drawn := large(word)).index("\n") + 6 <= over.width:
                text = drawn
        self.update(text)
        lines = text.split("\n")
        width, height = len(lines[0]) + 6, len(lines) + 2  # with its padding
        aside, above = (over.width - width) // 2, (over.height - height) // 2
        self.styles.offset = over.x + aside, over.y + above
        self.display = True
        self.set_timer(SHOWN, self.hide)

    def hide(self) -> None:
        self.display = False
