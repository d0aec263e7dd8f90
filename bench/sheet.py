"""Draws all levels of packs small, side by side, to judge them by eye.

    python bench/sheet.py OUT.png PACK [PACK …]

PACK is a file or the name of a pack. Under each board stand its number, target and difficulty.
"""

from __future__ import annotations

import sys

import numpy as np
from PIL import Image, ImageDraw

from puzzles.core.library import Entry, all_of

BOX, PER_ROW, TEXT = 170, 10, 14


def draw(entry: Entry) -> Image.Image:
    """One board in a box."""
    board = entry.level.board
    grid, scale = board.grid, 2
    width, height = grid.extent
    # Triangles' columns are as wide as √3 row steps, hexagons' as ¾ · 2⁄√3 of their height.
    wide = {"triangle": 3**0.5, "hex": 0.866}.get(grid.kind, 1.0)
    unit = scale * (BOX - 10) / max(width * wide, height)
    image = Image.new("RGB", (scale * BOX, scale * (BOX + TEXT)), "#181818")
    pen = ImageDraw.Draw(image)
    for cell in range(grid.n):
        shape = [(x * wide * unit, min(max(y, 0), height) * unit) for x, y in grid.outline(cell)]
        if hasattr(board, "colours"):
            pen.polygon(shape, board.palette[board.colours[cell]].hex)
            continue
        pen.polygon(shape, "#2a2a2a", "#505050")
        x, y = np.array(grid.centre(cell)) * unit * np.array([wide, 1])
        if board.dots[cell] >= 0:
            from puzzles.flow.palette import ink

            r = unit * 0.3
            pen.ellipse((x - r, y - r, x + r, y + r), ink(int(board.dots[cell])))
        elif cell in board.bridges:
            pen.text((x - 6, y - 10), "+", "white")
    for a, b in getattr(board, "walls", ()):
        (ax, ay), (bx, by) = (np.array(grid.centre(c)) * unit for c in (a, b))
        if abs(ax - bx) + abs(ay - by) < 1.5 * unit:
            mx, my, dx, dy = (ax + bx) / 2, (ay + by) / 2, (by - ay) / 2, (bx - ax) / 2
            pen.line((mx - dx, my - dy, mx + dx, my + dy), "#ffd040", 6)
    facts = entry.pack.puzzle.facts(entry.level)
    words = [str(value) for key, value in facts.items() if key != "size" and value is not None]
    text = f"{entry.index + 1}: {' · '.join(words)}"
    pen.text((0, scale * (BOX - 6)), text, "white", font_size=22)
    return image.resize((BOX, BOX + TEXT))


def main() -> None:
    out, *names = sys.argv[1:]
    boards = [draw(entry) for name in names for entry in all_of(name)]
    rows = -(-len(boards) // PER_ROW)
    sheet = Image.new("RGB", (PER_ROW * BOX, rows * (BOX + TEXT)), "#181818")
    for i, board in enumerate(boards):
        sheet.paste(board, (i % PER_ROW * BOX, i // PER_ROW * (BOX + TEXT)))
    sheet.save(out)


if __name__ == "__main__":
    main()
