"""Takes a picture of the real app: runs it in a pseudo-terminal, presses keys, draws the cells.

    python bench/picture.py OUT.png 120x40 [KEYS…] [-- ARGUMENTS OF puzzles…]

KEYS are sent as they are; `<down>`, `<up>`, `<left>`, `<right>`, `<enter>`, `<esc>` are named keys,
`<2.5>` waits that many seconds and `<click X Y>` clicks. Your own settings and games are neither
seen nor touched, unless PUZZLES_CONFIG_DIR and PUZZLES_STATE_DIR say so. Block glyphs are drawn as
geometry, as a good terminal does, so that no font can put seams between cells.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyte
from PIL import Image, ImageDraw, ImageFont

from puzzles.ui.terminal.glyphs import ACROSS, DOWN, repertoire, wedge_mask
from terminal import Terminal

WIDTH, HEIGHT = 12, 24  # pixels a cell
HOMES = ("PUZZLES_CONFIG_DIR", "PUZZLES_STATE_DIR")
FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono{}.ttf"


# The sixteen colours as xterm has them, by pyte's names, one of which is misspelt.
SIXTEEN = {
    "black": "#000000",
    "red": "#cd0000",
    "green": "#00cd00",
    "brown": "#cdcd00",
    "blue": "#0000ee",
    "magenta": "#cd00cd",
    "cyan": "#00cdcd",
    "white": "#e5e5e5",
    "brightblack": "#7f7f7f",
    "brightred": "#ff0000",
    "brightgreen": "#00ff00",
    "brightbrown": "#ffff00",
    "brightblue": "#5c5cff",
    "bfightmagenta": "#ff00ff",
    "brightcyan": "#00ffff",
    "brightwhite": "#ffffff",
}


def _colour(name: str, default: str) -> str:
    return default if name == "default" else SIXTEEN.get(name, f"#{name}")


def draw(screen: pyte.Screen) -> Image.Image:
    """The screen as a picture."""
    glyphs, masks = repertoire("wedge")
    shapes = {
        glyph: Image.fromarray(mask.reshape(DOWN, ACROSS).astype(np.uint8) * 255)
        for glyph, mask in zip(glyphs, masks, strict=True)
    }
    fonts = {bold: ImageFont.truetype(FONTS.format("-Bold" if bold else ""), 20) for bold in (0, 1)}
    image = Image.new("RGB", (screen.columns * WIDTH, screen.lines * HEIGHT))
    pen = ImageDraw.Draw(image)
    for y in range(screen.lines):
        for x in range(screen.columns):
            cell = screen.buffer[y][x]
            front, back = _colour(cell.fg, "#e0e0e0"), _colour(cell.bg, "#121212")
            if cell.reverse:
                front, back = back, front
            left, top = x * WIDTH, y * HEIGHT
            pen.rectangle((left, top, left + WIDTH - 1, top + HEIGHT - 1), fill=back)
            if cell.data in shapes:
                mask = _smooth(cell.data, shapes[cell.data])
                image.paste(front, (left, top), mask)
            elif 0x2800 <= ord(cell.data[:1] or " ") < 0x2900:
                _braille(pen, left, top, ord(cell.data) - 0x2800, front)
            elif cell.data.strip():
                pen.text((left, top), cell.data, front, fonts[int(cell.bold)])
    return image


def _braille(pen: ImageDraw.ImageDraw, left: int, top: int, bits: int, colour: str) -> None:
    for dot in range(8):
        if bits >> dot & 1:
            column, row = (dot // 3, dot % 3) if dot < 6 else (dot - 6, 3)
            x, y = left + 2 + column * 6, top + 2 + row * 6
            pen.rectangle((x, y, x + 1, y + 1), fill=colour)


_sharp: dict[str, Image.Image] = {}


def _smooth(glyph: str, coarse: Image.Image) -> Image.Image:
    """The mask of a glyph at full size; diagonals from their exact geometry."""
    if glyph not in _sharp:
        if 0x1FB3C <= ord(glyph) <= 0x1FB67:
            fine = wedge_mask(glyph, WIDTH * 4, HEIGHT * 4).astype(np.uint8) * 255
            _sharp[glyph] = Image.fromarray(fine).resize((WIDTH, HEIGHT), Image.Resampling.BOX)
        else:
            _sharp[glyph] = coarse.resize((WIDTH, HEIGHT), Image.Resampling.NEAREST)
    return _sharp[glyph]


def main() -> None:
    words, _, arguments = " ".join(sys.argv[1:]).partition(" -- ")
    out, size, *keys = words.split(" ", 2)
    columns, rows = map(int, size.split("x"))
    with TemporaryDirectory() as folder:
        env = {name: os.environ.get(name, folder) for name in HOMES} | {"PUZZLES_GLYPHS": "wedge"}
        terminal = Terminal(columns, rows, arguments.split(), env)
        terminal.read(1.5)
        terminal.press("".join(keys))
        draw(terminal.screen).save(Path(out))
        terminal.close()


if __name__ == "__main__":
    main()
