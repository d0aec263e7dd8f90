"""KAMI 2's level text: one level, its fields between `|`.

    version|palette|low x|low y|width|length|cells|moves|…|solution

A row of the text has 2 × width triangles. Consecutive ones share a side, and an odd one touches
the one before it in the next row: rows are the board's columns, each one step further up than the
one before. `cells` is run-length text: a digit is a colour and 0 a missing cell; a letter after it
makes a run of 3 (`a`) or more, `X` and two digits one of that length.
"""

import re

import numpy as np

from puzzles.core.errors import LevelError, Place, UsageError
from puzzles.core.formats import Format
from puzzles.core.places import Places
from puzzles.core.tables import Table, Values
from puzzles.grids.triangle import TriangleGrid
from puzzles.kami.rules.levels import MAX_CELLS, palette_of
from puzzles.kami.rules.model import KamiLevel

MOST_PLACES = 8 * MAX_CELLS  # with cells or without
_TEXT = re.compile(r"\s*\d+\|[^|\n]*\|-?\d+\|-?\d+\|")
_FIELDS = re.compile(rf"{_TEXT.pattern}{r'([^|]*)[|]' * 3}([^|]*)")
_RUN = re.compile(r"(\d)(?:([a-z])|X(\d\d))?|(.)", re.ASCII | re.DOTALL)


def read(file: str, text: str) -> Table:
    """The level; LevelError at the field that is wrong."""
    found, places = _FIELDS.match(text.rstrip()), Places(file, {}, text)
    if not found:
        start = len(text) - len(text.lstrip()) if _TEXT.match(text) else 0
        reason = "a level of KAMI 2 is 8 fields or more with | between them"
        raise LevelError(places.offset(start), reason)
    width, length, cells, moves = found.groups()
    at, at_length, at_cells, at_moves = (places.offset(found.start(n)) for n in (1, 2, 3, 4))
    if not (re.fullmatch(r"\d{1,5}", width, re.ASCII) and int(width) > 0):
        raise LevelError(at, "the width is a whole number, at least 1")
    if not re.fullmatch(r"\d{1,6}", length, re.ASCII) or not 0 < int(length) <= MOST_PLACES:
        raise LevelError(at_length, f"a board has 1 to {MOST_PLACES:,} places")
    digits = _expand(cells, at_cells, int(length))
    if len(digits) % (2 * int(width)):
        raise LevelError(at_length, f"{len(digits)} places make no rows of {2 * int(width)}")
    # The text's rows are columns of the board, which is cut to the cells that exist.
    sheared = np.array(list(digits)).reshape(-1, 2 * int(width))
    row, x = np.nonzero(sheared != "0")
    if not len(row):
        raise LevelError(at_cells, "the board has no cells")
    down, across = x + row, row
    # Whether a triangle points left or right goes by the parity of its row and column.
    shift = int(down.min() + across.min()) % 2
    down, across = down - down.min() + shift, across - across.min()
    rows, cols = max(int(down.max()) + 1, 2), int(across.max()) + 1
    if rows * cols > MOST_PLACES:
        raise LevelError(at_cells, f"the board is too large; it may have {MAX_CELLS:,} cells")
    board = np.full((rows, cols), "0")
    board[down, across] = sheared[row, x]
    keys: Values = {
        "puzzle": "kami",
        "grid": "triangle",
        "board": TriangleGrid(board != "0").text(board[board != "0"].tolist()),
        "colours": palette_of(sorted(set(digits) - {"0"})),
    }
    if re.fullmatch(r"0*[1-9]\d{0,3}", moves):  # 0: not known
        keys["par"] = int(moves)
    return Table(keys, Places(file, {("board",): at_cells, ("par",): at_moves}))


def _expand(cells: str, at: Place, length: int) -> str:
    """The digits of run-length text that must come to `length`."""
    digits = ""
    for run in _RUN.finditer(cells):
        if run[4]:
            place = Place(at.file, at.line, at.col + run.start())
            raise LevelError(place, f"{run[4]!r} is no cell; cells are digits and their runs")
        digits += run[1] * (ord(run[2]) - ord("a") + 3 if run[2] else int(run[3] or 1))
        if len(digits) > length:
            break
    if len(digits) != length:
        more = "more" if len(digits) > length else f"only {len(digits):,}"
        raise LevelError(at, f"the level has {length:,} places; these are {more}")
    return digits


def write(level: KamiLevel) -> str:
    board, grid = level.board, level.board.grid
    if not isinstance(grid, TriangleGrid):
        raise UsageError("KAMI 2's boards have triangles")
    if board.final is not None:
        raise UsageError("KAMI 2's levels cannot demand a final colour")
    x = grid.row - grid.col
    x = x - x.min() + x.min() % 2  # an even triangle stays even
    width = int(x.max()) // 2 + 1
    if grid.cols * 2 * width > MOST_PLACES:
        raise UsageError("the board is too wide for KAMI 2's slanted rows")
    sheared = np.full((grid.cols, 2 * width), "0")
    letters = [colour.letter for colour in board.palette]
    kept = set(letters) <= set("123456789")
    digits = letters if kept else [str(i + 1) for i in range(len(letters))]
    sheared[grid.col, x] = [digits[colour] for colour in board.colours]
    low = f"{-(width // 2)}|{-(grid.cols // 2)}"
    text = re.sub(r"(\d)\1{2,98}", _packed, "".join(sheared.ravel().tolist()))
    return f"01|Default|{low}|{width}|{sheared.size}|{text}|{level.par or 0}||0|\n"


def _packed(run: re.Match[str]) -> str:
    """A run of a digit, three or more, as `_expand` reads it."""
    count = len(run[0])
    return run[1] + (f"X{count:02}" if count > 28 else chr(ord("a") + count - 3))


FORMAT = Format("kami2", "KAMI 2's level text", ".puz", _TEXT.match, read, write)
