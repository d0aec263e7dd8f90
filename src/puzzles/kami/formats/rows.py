"""Rows of cells, as KAMI 1 boards are passed on: a letter or a number is a colour.

Letters that level files know keep their colours, others get those that are left. `.` is a missing
cell, or `_` in a board without `.`. `grids.rows` has the ways to print rows, and several boards.
"""

import re
from collections import Counter
from string import ascii_uppercase

from puzzles.core.errors import LevelError, UsageError
from puzzles.core.formats import Format
from puzzles.core.places import Path
from puzzles.core.tables import Table, Values
from puzzles.grids.grid import MISSING
from puzzles.grids.lines import ends
from puzzles.grids.rows import CROSSES, Board, RowPlaces, document, likely, square_of
from puzzles.kami.rules.levels import LETTERS, palette_of
from puzzles.kami.rules.levels import format as keys_of
from puzzles.kami.rules.model import MAX_COLOURS, KamiLevel

USUAL = {*LETTERS, *"123456789", MISSING, "_", "-1"}
_CELL = re.compile(r"[A-Za-z0-9._]|\d+|-1", re.ASCII)
_MISSING = (MISSING, "_", "-1")  # the first of these that a board has


def sniff(text: str) -> bool:
    """Return True if few colours make many cells, or letters and digits that Kami's boards are
    passed on with make most of a board; with other letters, lines that fill a board are a puzzle
    of lines. `0` is a colour, too, but a board that is mostly `0` may be one with empty cells."""
    cells, colours, missing, drawn, usual = 0, 0, 0, True, True
    for board in likely(text):
        kinds = Counter(cell for row in board for cell in row.cells)
        few = 1 < len(kinds.keys() - {*_MISSING}) <= MAX_COLOURS
        if not few or not all(map(_CELL.fullmatch, kinds)):
            return False
        counted = [count for cell, count in kinds.items() if cell not in (*_MISSING, "0")]
        cells, colours = cells + sum(counted), colours + len(counted)
        missing += sum(kinds[cell] for cell in _MISSING)
        crossed = max(kinds, key=lambda cell: kinds[cell]) in {*CROSSES}  # empty, perhaps
        if crossed and min(counted) < 2 >= sorted(counted)[-2]:  # pairs, cut
            return False
        drawn = drawn and ends([row.cells for row in board]) is not None
        usual = usual and kinds.keys() <= USUAL and len({len(row.cells) for row in board}) == 1
    filled = cells >= 3 * colours and (usual or not drawn)
    return cells > 0 and (filled or (usual and cells >= max(missing, 2 * colours)))


def read(file: str, text: str) -> Table:
    """A level, or a pack with one for each board; one that is wrong is an error in its place."""
    return document(file, text, "kami", _keys)


def _keys(board: Board, places: RowPlaces, path: Path) -> Values:
    """The keys of a board; LevelError at the cell that is wrong."""
    found = set().union(*(row.cells for row in board))
    for y, row in enumerate(board):
        for x, cell in enumerate(row.cells):
            if not _CELL.fullmatch(cell):
                reason = f"unknown cell {cell!r}; a colour is a letter, a digit or a number"
                raise LevelError(places.inside(y, x, *path, "board"), reason)
    missing = next((cell for cell in _MISSING if cell in found), MISSING)
    colours = sorted(found - {missing})
    if len(colours) > MAX_COLOURS:
        reason = f"{len(colours)} colours; a board has at most {MAX_COLOURS}"
        raise LevelError(places.at(*path), reason)
    free = iter([letter for letter in ascii_uppercase if letter not in colours])
    letters = {cell: cell if len(cell) == 1 else next(free) for cell in colours}
    given = {**letters, missing: MISSING}
    text = "\n".join("".join(given[cell] for cell in row.cells) for row in board)
    return {"board": text, "colours": palette_of(letters.values())}


def write(level: KamiLevel) -> str:
    if level.board.grid.kind != "square":
        raise UsageError("rows of characters are for square boards")
    if level.board.final is not None:
        raise UsageError("rows of characters cannot demand a final colour")
    letters = "".join(colour.letter for colour in level.board.palette)
    if not (letters.isascii() and letters.isalnum()):
        raise UsageError("rows of characters need a letter or digit for each colour")
    text = str(keys_of(level)["board"])
    if "\n" not in text and square_of(len(text)):
        raise UsageError("one row of so many cells could be a square board")
    return text + "\n"


FORMAT = Format("kami-rows", "rows of characters", ".txt", sniff, read, write, True, "\n", "RRWT")
