"""Draws all levels of packs small, side by side, to judge them by eye.

    python bench/sheet.py OUT.png PACK [PACK …]

PACK is a file or the name of a pack. Under each board stand its number, target and difficulty.
"""

from __future__ import annotations

import sys
from pathlib import Path

from puzzles.core.drawing import Drawing, sheet
from puzzles.library.catalogue import Entry, find_pack
from puzzles.pictures.raster import png

LONG = 1800  # pixels
SIDE = 10.0  # units: boards of all sizes are drawn equally large


def part(entry: Entry) -> tuple[str, Drawing]:
    """A level's caption and its board."""
    puzzle = entry.pack.puzzle
    facts = puzzle.facts(entry.level)
    words = [str(value) for key, value in facts.items() if key != "size" and value is not None]
    board = puzzle.draws.draw(puzzle.start(entry.level))
    scale = SIDE / max(board.width, board.height)
    shapes = board.moved(scale, 0, 0)
    return f"{entry.index + 1}: {' · '.join(words)}", Drawing(SIDE, SIDE, shapes, board.paper)


def main() -> None:
    out, *names = sys.argv[1:]
    packs = map(find_pack, names)
    parts = [part(Entry(pack, i)) for pack in packs for i in range(len(pack.levels))]
    Path(out).write_bytes(png(sheet(", ".join(names), parts), LONG))


if __name__ == "__main__":
    main()
