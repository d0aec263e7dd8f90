"""Numberlink as puzz.link, pzv.jp and their relatives write it: URLs, and the files of pzprv3.

A URL ends in `?numlin/COLUMNS/ROWS/CELLS`, or `?arukone/…`: letters, and all cells are passed. A
cell is its number in hexadecimal (`-` before two digits, `+` before three); `g` to `z` are 1 to 20
empty cells. A file has the lines `pzprv3`, `numlin`, rows, columns, and the rows of cells, with a
blank between them and `.` for an empty one; slashes may stand for the ends of lines. What is left
of a file, the lines drawn so far, is not read. Cells may stay empty in Numberlink: `fill = false`.
"""

import re
from itertools import islice

from puzzles.core.errors import LevelError, Place
from puzzles.core.formats import Format
from puzzles.core.places import Places
from puzzles.core.tables import Table, Values
from puzzles.flow.formats.rows import FACES, refuse
from puzzles.flow.rules.levels import EMPTY, LETTERS
from puzzles.flow.rules.model import FlowLevel
from puzzles.grids.links import Address, address, link_format

_CODES = r"[0-9a-f]|-[0-9a-f]{2}|\+[0-9a-f]{3}|."
_FILE = re.compile(
    r"\s*+pzprv3(?:\.\d+)?\s*[/\n]\s*numlin[\s/]+(?:(?P<rows>\d{1,5})[\s/]+(?P<cols>\d{1,5})[\s/]+)?",
    re.ASCII,
)


def _face(number: str, base: int = 10, faces: str = FACES) -> str:
    """The character of a number, or of none; raises ValueError for what is neither."""
    digits = re.fullmatch("[-+]?([0-9]+)" if base == 10 else "[-+]?([0-9a-f]+)", number)
    if not digits:
        number = number[:20]
        raise ValueError("a dot needs a number" if number in ".-" else f"{number!r} is no cell")
    if (value := int(digits[1], base)) > len(faces):
        raise ValueError(f"number {value}; the highest is {len(faces)}")
    return f"{EMPTY}{faces}"[value]


def _keys(given: Address, board: str, fill: bool = False) -> Values:
    title = f"Numberlink {given.cols}×{given.rows}"
    return {"puzzle": "flow", "title": title, "board": board, "fill": fill}


def read_url(given: Address) -> Values:
    """The keys of an address; LevelError at the cell that is wrong."""
    faces = LETTERS[:52] if given.kind.startswith("arukone") else FACES
    board = given.cells(lambda code: _face(code, 16, faces), _CODES)
    return _keys(given, board, fill=given.kind == "arukone")


def read_file(file: str, text: str) -> Table:
    """The board of a file; LevelError at the word that is wrong in it."""
    start = _FILE.match(text)
    if not (start and start[1]):
        raise LevelError(Place(file), "a pzprv3 file goes on: numlin, rows, columns, cells")
    given = Address.after("numlin", file, start)
    cells, most = "", given.cols * given.rows
    for word in islice(re.compile(r"[^\s/]+").finditer(text, given.start), most):
        try:
            cells += EMPTY if word[0] == EMPTY else _face(word[0])
        except ValueError as error:
            raise given.error(str(error), word.start()) from None
    if len(cells) < most:
        raise given.error(f"the file ends after {len(cells)} of {most} cells", len(text))
    return Table(_keys(given, given.board(cells)), Places(file, {("board",): Place(file)}))


def _numbers(level: FlowLevel) -> list[list[int]]:
    """The rows of a board as numbers, 0 where there is none; UsageError if it is no Numberlink."""
    board, grid = level.board, level.board.grid
    refuse("numlin has", board, "`fill = false`")
    numbered = set(board.symbols) <= set(FACES) and any(map(str.isdigit, board.symbols))
    number = [FACES.index(s) + 1 if numbered else i + 1 for i, s in enumerate(board.symbols)]
    cells = [number[dot] if dot >= 0 else 0 for dot in board.dots]
    return [cells[i : i + grid.cols] for i in range(0, grid.n, grid.cols)]


def write_url(level: FlowLevel) -> str:
    cells = [cell for row in _numbers(level) for cell in row]
    code = "".join(f"-{cell:x}" if cell > 15 else f"{cell:x}" if cell else EMPTY for cell in cells)
    return address("numlin", level.board.grid, code)


def write_file(level: FlowLevel) -> str:
    rows = _numbers(level)
    lines = ["".join(f"{cell or EMPTY} " for cell in row) for row in rows]
    # No line is drawn yet between neighbours in rows, and then in columns.
    across = ["0 " * (len(rows[0]) - 1)] * len(rows)
    down = ["0 " * len(rows[0])] * (len(rows) - 1)
    head = ["pzprv3", "numlin", str(len(rows)), str(len(rows[0]))]
    return "\n".join([*head, *lines, *across, *down, ""])


URL = link_format("flow", "Numberlink", ("numlin", "arukone"), read_url, write_url, "numlin")
FILE = Format("pzprv3", "Numberlink as a pzprv3 file", ".txt", _FILE.match, read_file, write_file)
