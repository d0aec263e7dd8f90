"""Takes pictures of the real app: runs it in a pseudo-terminal, presses keys, draws the cells.

    make pictures                   all pictures of the docs
    python bench/picture.py OUT.png 120x40 [KEYS…] [-- ARGUMENTS OF puzzles…]

A name that ends in .gif records the screen four times a second while the keys are pressed.
KEYS are sent as they are; `<down>`, `<up>`, `<left>`, `<right>`, `<home>`, `<enter>`, `<esc>` are
named keys, `<2.5>` waits that many seconds and `<click X Y>` clicks. Your own settings and games
are neither seen nor touched, unless PUZZLES_CONFIG_DIR and PUZZLES_STATE_DIR say so. Block glyphs
are drawn as geometry, as a good terminal does, so that no font can put seams between cells.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyte
from PIL import Image, ImageDraw, ImageFont

from helping import help_first
from puzzles.characters.glyphs import ACROSS, DOWN, repertoire, wedge_mask
from terminal import Terminal

WIDTH, HEIGHT = 12, 24  # pixels a cell
FRAME = 0.25  # seconds
DOCS = Path(__file__).parents[1] / "docs"
HOMES = ("PUZZLES_CONFIG_DIR", "PUZZLES_STATE_DIR")
FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono{}.ttf"


# The sixteen colours as xterm has them, by pyte's names: of a ground, it misspells one.
NAMES = (
    "black red green brown blue magenta cyan white brightblack brightred brightgreen brightbrown"
)
BRIGHT = "brightblue brightmagenta brightcyan brightwhite"
CODES = "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff"
SIXTEEN = dict(
    zip(f"{NAMES} {BRIGHT}".split(), f"{CODES} ff00ff 00ffff ffffff".split(), strict=True)
)


def _colour(name: str, default: str) -> str:
    return default if name == "default" else f"#{SIXTEEN.get(name.replace('bf', 'br'), name)}"


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


def typed(moves: str) -> str:
    """The keys that type some moves; a point in one stands for a blank."""
    return "".join(f":<0.5>{move.replace('.', ' ')}<enter><0.5>" for move in moves.split())


# The pictures of the docs: size, keys, and arguments of the command.
PICTURES = {
    "home.png": ("120x40", "<6>", ""),
    "today.png": ("120x40", "<1>2<enter><3><esc><1>2<8>", "kami/first-folds/1"),
    "make.png": ("120x40", "E<4>K<3><enter><5><esc><1><esc><1><esc><1>3<5>", "flow/first-pipes/12"),
    "you.png": ("80x24", "<1>2<enter><3><esc><1>4<3>", "kami/first-folds/1"),
    "play.png": ("100x32", "<1><down><down><right>", "kami/night-sky/crooked-halo"),
    "watch.png": ("100x32", "S<3>2<5><space><home>" + 9 * "<right>", "flow/warps/lost-luggage"),
    "kami-search.png": (
        "120x40",
        "S<3>4<6><space><home>" + 9 * "<right>",
        "kami/grand-folds/maze",
    ),
    "akari.png": (
        "120x40",
        "<3>" + typed("a1 c1 g1 d2 h2 g3 f4") + "H<2>H<2>",
        "akari/lamplight/boathouse",
    ),
    "binairo.png": (
        "120x40",
        "<3>" + typed("b1.1 c1.1 f1.1 g1.1 b2.1 d2.0 e2.1 f2.1 h2.1") + "H<2>H<2>",
        "binairo/balance/equinox",
    ),
    "stars.png": (
        "120x40",
        "S<3>2<4><space><home>" + 5 * "<right>",
        "stars/first-stars/night-garden",
    ),
    "loop.png": (
        "120x40",
        "<3>S<6>2<6><space><home>" + 44 * "<right>",
        "loop/first-loops/lighthouse",
    ),
    "maker.png": ("100x32", "E<3>", "flow/first-pipes/12"),
    "win.png": ("80x24", "<1>2<up><up><up><up><up><enter><2>", "kami/first-folds/2"),
    "demo.gif": (
        "80x24",
        "<1>1<up><up><enter><1>2<enter><1>H<1.5>H<1.5>H<1.5>S<4>",
        "kami/first-folds/9",
    ),
}


def take(out: Path, size: str, keys: str, arguments: str) -> None:
    """Run the app, press the keys, and write the picture or the film."""
    columns, rows = map(int, size.split("x"))
    with TemporaryDirectory() as folder:
        env = {name: os.environ.get(name, folder) for name in HOMES} | {"PUZZLES_GLYPHS": "wedge"}
        terminal = Terminal(columns, rows, arguments.split(), env)
        if not terminal.wait_for(lambda text: bool(text.strip())):
            sys.exit(f"{out.name}: the app drew nothing")
        terminal.read(1.5)
        if out.suffix == ".gif":
            _film(out, terminal, keys)
        else:
            terminal.press(keys)
            draw(terminal.screen).save(out, optimize=True)
        terminal.close()


def _film(out: Path, terminal: Terminal, keys: str) -> None:
    frames = [draw(terminal.screen)]
    for token in re.findall(r"<[^>]+>|.", keys):
        waits = float(token[1:-1]) if re.fullmatch(r"<[\d.]+>", token) else 0
        if not waits:
            terminal.press(token)
        for _ in range(max(1, round(waits / FRAME))):
            terminal.read(FRAME)
            frames.append(draw(terminal.screen))
    small = [frame.resize((frame.width * 2 // 3, frame.height * 2 // 3)) for frame in frames]
    palette = small[-1].quantize(128)
    small = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in small]
    small[0].save(
        out,
        save_all=True,
        append_images=small[1:],
        duration=int(FRAME * 1000),
        loop=0,
        optimize=True,
    )


def main() -> None:
    if len(sys.argv) == 1:
        for name, (size, keys, arguments) in PICTURES.items():
            print(name, flush=True)
            take(DOCS / name, size, keys, arguments)
        return
    words, _, arguments = " ".join(sys.argv[1:]).partition(" -- ")
    out, size, *pressed = words.split(" ", 2)
    take(Path(out), size, "".join(pressed), arguments)


if __name__ == "__main__":
    help_first(__doc__)
    main()
