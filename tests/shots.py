"""Boards as the games show them on a phone, drawn: what surrounds them is theirs, too."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from puzzles.flow.model import FlowLevel

DOTS = (
    "#ff0000", "#008d00", "#0c29fe", "#eae000", "#fb8900", "#00ffff", "#ff0ac9", "#a52a2a",
    "#800080", "#ffffff", "#9e9ebc", "#00ff00", "#bdb76b", "#00008b", "#008080", "#ff1493",
)  # fmt: skip


def flow_shot(
    level: FlowLevel, seed: int, line: str = "#3f7f3f", pipes: bool = False
) -> Image.Image:
    """A black board between dim lines, dim lights behind it, and signs, buttons and an
    advertisement above and below; with `pipes`, some are drawn, straight on from their dots."""
    random = np.random.default_rng(seed)
    width, height = 540, 1170
    picture = Image.new("RGB", (width, height), "black")
    pen = ImageDraw.Draw(picture)
    for _ in range(6):
        x, y = (int(random.integers(0, most)) for most in (width, height))
        colour = tuple(random.integers(0, 60, 3).tolist())
        pen.rectangle((x, y, x + int(random.choice([60, 500])), y + 60), fill=colour)
    picture = picture.filter(ImageFilter.GaussianBlur(25))
    pen = ImageDraw.Draw(picture)
    grid = level.board.grid
    cell = (width - 4) / grid.cols
    top = 300
    for i in range(grid.cols + 1):
        pen.line((2 + i * cell, top, 2 + i * cell, top + grid.rows * cell), line, 1)
    for i in range(grid.rows + 1):
        pen.line((2, top + i * cell, width - 2, top + i * cell), line, 1)
    for place, dot in enumerate(level.board.dots.tolist()):
        if dot < 0:
            continue
        x, y = 2 + (grid.col[place] + 0.5) * cell, top + (grid.row[place] + 0.5) * cell
        r = 0.35 * cell
        pen.ellipse((x - r, y - r, x + r, y + r), fill=DOTS[dot])
        if pipes and place + 1 < grid.n and grid.col[place + 1] and level.board.dots[place + 1] < 0:
            r = 0.17 * cell
            pen.rounded_rectangle((x - r, y - r, x + cell + r, y + r), r, DOTS[dot])
    pen.text((20, 80), f"level 17 {grid.cols}x{grid.rows}", "#00b000", font_size=40)
    pen.text((8, top - 40), "flows: 0/5    moves: 0   best: -    pipe: 0%", "white", font_size=24)
    bottom = top + grid.rows * cell + 60
    for x in (40, 270, 500):
        pen.ellipse((x - 28, bottom, x + 28, bottom + 56), outline="white", width=4)
        pen.ellipse((x - 12, bottom + 16, x + 12, bottom + 40), fill="#f0e040")
    pen.rectangle((0, height - 140, width, height - 70), fill="#f0f0f0")
    pen.rectangle((8, height - 132, 60, height - 78), fill="#d02030")
    pen.text((80, height - 120), "Play Store  Tower War", "black", font_size=26)
    return picture
