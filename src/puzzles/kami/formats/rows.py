"""Rows of characters, as KAMI 1 boards are passed on: one line a row, a letter a colour.

Letters that level files know keep their colours, others get those that are left. `.` is a missing
cell.
"""

from __future__ import annotations

import re
from collections import Counter

from puzzles.core.errors import UsageError
from puzzles.core.formats import Format
from puzzles.core.places import PlainPlaces
from puzzles.core.tables import Table
from puzzles.grids.grid import MISSING
from puzzles.kami.levels import format as keys_of
from puzzles.kami.levels import palette_of
from puzzles.kami.model import MAX_COLOURS, KamiLevel

_CHARACTERS = re.compile(r"[A-Za-z0-9.]+(?: *\n[A-Za-z0-9.]+)+\s*")


def sniff(text: str) -> bool:
    """Whether few letters make many cells."""
    text = text.strip()
    if not _CHARACTERS.fullmatch(text):
        return False
    cells = Counter(filter(str.isalnum, text))
    return 1 < len(cells) <= MAX_COLOURS and cells.total() >= 3 * len(cells)


def read(file: str, text: str) -> Table:
    letters = sorted(set(text) - {MISSING, " ", "\n"})
    keys = {"puzzle": "kami", "board": text}
    # Too many colours, or a character that cannot be one, is for the parser to tell.
    colours = palette_of(letters) if len(letters) <= MAX_COLOURS else {}
    return Table({**keys, "colours": colours} if colours else keys, PlainPlaces(file))


def write(level: KamiLevel) -> str:
    if level.board.grid.kind != "square":
        raise UsageError("rows of characters are for square boards")
    if level.board.final is not None:
        raise UsageError("rows of characters cannot demand a final colour")
    if not all(colour.letter.isalnum() for colour in level.board.palette):
        raise UsageError("rows of characters need a letter or digit for each colour")
    return str(keys_of(level)["board"]) + "\n"


FORMAT = Format("kami-rows", "rows of characters", ".txt", sniff, read, write)
