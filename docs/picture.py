"""Takes a picture of the real app: runs it in a pseudo-terminal, presses keys, draws the cells.

    python docs/picture.py OUT.png 120x40 [KEYS…] [-- ARGUMENTS OF puzzles…]

KEYS are sent as they are; `<down>`, `<up>`, `<left>`, `<right>`, `<enter>`, `<esc>` are named keys,
`<2.5>` waits that many seconds and `<click X Y>` clicks. Block glyphs are drawn as geometry, as a
good terminal does, so that no font can put seams between cells.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import numpy as np
import pexpect
import pyte
from PIL import Image, ImageDraw, ImageFont

from puzzles.ui.glyphs import ACROSS, DOWN, repertoire

WIDTH, HEIGHT = 12, 24  # pixels a cell
FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono{}.ttf"
NAMED = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "enter": "\r",
         "esc": "\x1b", "space": " "}  # fmt: skip


class Terminal:
    """The app in a terminal of `columns` × `rows` that exists only in memory."""

    def __init__(self, columns: int, rows: int, arguments: list[str], env: dict[str, str]) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._child = pexpect.spawn(
            sys.executable, ["-m", "puzzles", *arguments], dimensions=(rows, columns), env=env
        )

    def read(self, seconds: float) -> None:
        """Take in what the app draws for this long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                data = self._child.read_nonblocking(1 << 16, timeout=0.05)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                return
            # pyte does not know some private modes and would print parts of them.
            self._stream.feed(re.sub(rb"\x1b\[[<>=?][0-9;]*[a-zA-Z$]*[pu]|\x1bP.*?\x1b\\", b"", data))

    def press(self, keys: str) -> None:
        for token in re.findall(r"<[^>]+>|.", keys):
            name = token[1:-1]
            if re.fullmatch(r"[\d.]+", name):
                self.read(float(name))
            elif name.startswith("click "):
                x, y = map(int, name.split()[1:])
                self._child.send(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")
            else:
                self._child.send(NAMED.get(name, token))
            self.read(0.15)

    def text(self) -> str:
        return "\n".join(self.screen.display)

    def close(self) -> None:
        self._child.close(force=True)


def _colour(name: str, default: str) -> str:
    if re.fullmatch("[0-9a-f]{6}", name):
        return f"#{name}"
    return default if name == "default" else name.removeprefix("bright")


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
            from puzzles.ui.glyphs import wedge_mask

            fine = wedge_mask(glyph, WIDTH * 4, HEIGHT * 4).astype(np.uint8) * 255
            _sharp[glyph] = Image.fromarray(fine).resize((WIDTH, HEIGHT), Image.Resampling.BOX)
        else:
            _sharp[glyph] = coarse.resize((WIDTH, HEIGHT), Image.Resampling.NEAREST)
    return _sharp[glyph]


def main() -> None:
    words, _, arguments = " ".join(sys.argv[1:]).partition(" -- ")
    out, size, *keys = words.split(" ", 2)
    columns, rows = map(int, size.split("x"))
    import os

    env = {"COLORTERM": "truecolor", "PUZZLES_GLYPHS": "wedge"} | os.environ | {"TERM": "xterm-256color"}
    terminal = Terminal(columns, rows, arguments.split(), env)
    terminal.read(1.5)
    terminal.press("".join(keys))
    draw(terminal.screen).save(Path(out))
    terminal.close()


if __name__ == "__main__":
    main()
