"""Numberlink as puzz.link, pzv.jp and their relatives write it: URLs, and the files of pzprv3.

A URL ends in `?numlin/COLUMNS/ROWS/CELLS`, or `?arukone/…`: letters, and all cells are passed. A
cell is its number in hexadecimal (`-` before two digits, `+` before three); `g` to `z` are 1 to 20
empty cells. A file has the lines `pzprv3`, `numlin`, rows, columns, and the rows of cells, with a
blank between them and `.` for an empty one; slashes may stand for the ends of lines. What is left
of a file, the lines drawn so far, is not read. Cells may stay empty in Numberlink: `fill = false`.
"""

import re
from collections.abc import Sequence
from itertools import islice

from puzzles.core.errors import LevelError, Place
from puzzles.core.formats import MAX_LEVELS, Format
from puzzles.core.places import Path, Places
from puzzles.core.tables import Table, Values
from puzzles.flow.formats.rows import FACES, check_size, refuse
from puzzles.flow.rules.levels import EMPTY, LETTERS
from puzzles.flow.rules.model import FlowLevel

SITE = "https://puzz.link/p?"
_URL = re.compile(
    r"\s*(?:https?://[^\s?]+|[^\s?/]*)\?(?:[a-z]\+)?(?:numlin|arukone)(?:_edit|_play)?/"
)
_BODY = re.compile(r"(?:v:/)?(\d{1,5})/(\d{1,5})(?:/|$)", re.MULTILINE)
_CELL = re.compile(
    r"(?P<number>[0-9a-f]|-[0-9a-f]{2}|\+[0-9a-f]{3})|(?P<empty>[g-z])|(?P<wrong>.)", re.DOTALL
)
_FILE = re.compile(r"\s*pzprv3(?:\.\d+)?\s*[/\n]\s*numlin\s*[/\n]")
_EMPTY = "ghijklmnopqrstuvwxyz"  # 1 to 20 cells
_TOKEN = re.compile(r"[^\s/]+")


def read_url(file: str, text: str) -> Table:
    """The board of a URL, or a pack of those of several, a line each; LevelError at the character
    that is wrong."""
    lines = text.split("\n")
    links = [y for y, line in enumerate(lines) if line.strip()]
    if len(links) < 2 or not all(_URL.match(lines[y]) for y in links):
        return _url(file, text.rstrip())
    levels: list[Values | LevelError] = []
    for number, y in enumerate(links[: MAX_LEVELS + 1], 1):
        try:
            keys = _url(file, "\n" * y + lines[y].rstrip()).values
            levels.append({**keys, "title": f"Board {number}"})
        except LevelError as error:
            levels.append(error.with_traceback(None))
    places: dict[Path, Place | int] = {
        ("level", i): Place(file, y + 1) for i, y in enumerate(links)
    }
    return Table({"puzzle": "flow", "level": levels}, Places(file, places))


def _url(file: str, text: str) -> Table:
    address = _URL.match(text)
    size = _BODY.match(text, address.end()) if address else None
    if not size:
        raise LevelError(Place(file), "a numlin URL goes on …?numlin/COLUMNS/ROWS/CELLS")
    cols, rows = _sides(file, text, size.start(1), size[1], size[2])
    cells: list[int] = []
    for cell in _CELL.finditer(text, size.end()):
        if wrong := cell["wrong"]:
            reason = f"{wrong!r} is no cell of a numlin URL"
            reason = "a dot needs a number" if wrong == "." else reason
            raise LevelError(Place.after(file, text[: cell.start()]), reason)
        number, empty = cell["number"], cell["empty"]
        cells += [int(number.lstrip("-+"), 16)] if number else [0] * (int(empty, 36) - 15)
        if len(cells) > cols * rows:
            reason = f"more than {cols}×{rows} cells"
            raise LevelError(Place.after(file, text[: cell.start()]), reason)
    # Empty cells at the end may be left out.
    cells += [0] * (cols * rows - len(cells))
    letters = "arukone" in text[: size.start()]
    filled = letters and not size[0].startswith("v:")  # `v:`: a rule less
    faces = LETTERS[:52] if letters else FACES
    return _table(file, text, len(text), cols, cells, faces, filled)


def read_file(file: str, text: str) -> Table:
    """The board of a file; LevelError at the word that is wrong in it."""
    start = _FILE.match(text)
    words = _TOKEN.finditer(text, start.end() if start else 0)
    size = list(islice(words, 2))
    if not start or len(size) < 2 or not all(word[0].isdecimal() for word in size):
        raise LevelError(Place(file), "a pzprv3 file goes on: numlin, rows, columns, cells")
    cols, rows = _sides(file, text, size[0].start(), size[1][0], size[0][0])
    cells: list[int] = []
    for word in words:
        if len(cells) == cols * rows:
            break
        if word[0] != EMPTY and not (word[0].isdecimal() and len(word[0]) < 5):
            reason = "a dot needs a number" if word[0] == "-" else f"{word[0][:20]!r} is no cell"
            raise LevelError(Place.after(file, text[: word.start()]), reason)
        cells.append(0 if word[0] == EMPTY else int(word[0]))
    if len(cells) < cols * rows:
        reason = f"the file ends after {len(cells)} of {cols * rows} cells"
        raise LevelError(Place.after(file, text), reason)
    return _table(file, text, size[0].start(), cols, cells)


def _sides(file: str, text: str, offset: int, width: str, height: str) -> tuple[int, int]:
    place = Place.after(file, text[:offset])
    if len(width) > 5 or len(height) > 5 or not (int(width) and int(height)):
        raise LevelError(place, f"no board is {width[:9]}×{height[:9]}")
    check_size(int(width), int(height), place)
    return int(width), int(height)


def _table(
    file: str,
    text: str,
    offset: int,
    cols: int,
    cells: Sequence[int],
    signs: str = FACES,
    fill: bool = False,
) -> Table:
    place = Place.after(file, text[:offset])
    if max(cells) > len(signs):
        raise LevelError(place, f"number {max(cells)}; the highest is {len(signs)}")
    faces = "".join(signs[cell - 1] if cell else EMPTY for cell in cells)
    board = "\n".join(faces[i : i + cols] for i in range(0, len(cells), cols))
    title = f"Numberlink {cols}×{len(cells) // cols}"
    keys = {"puzzle": "flow", "title": title, "board": board, "fill": fill}
    return Table(keys, Places(file, {("board",): place}))


def _numbers(level: FlowLevel) -> list[list[int]]:
    """The rows of a board as numbers, 0 where there is none; UsageError if it is no Numberlink."""
    board, grid = level.board, level.board.grid
    refuse("numlin has", board, "`fill = false`")
    numbered = set(board.symbols) <= set(FACES) and any(map(str.isdigit, board.symbols))
    number = [FACES.index(s) + 1 if numbered else i + 1 for i, s in enumerate(board.symbols)]
    cells = [number[dot] if dot >= 0 else 0 for dot in board.dots]
    return [cells[i : i + grid.cols] for i in range(0, grid.n, grid.cols)]


def write_url(level: FlowLevel) -> str:
    rows = _numbers(level)
    body, empty = "", 0
    for cell in [cell for row in rows for cell in row] + [-1]:
        if empty and (cell or empty == 20):
            body, empty = body + _EMPTY[empty - 1], 0
        if cell > 0:
            body += f"{cell:x}" if cell < 16 else f"-{cell:x}"
        empty += not cell
    return f"{SITE}numlin/{len(rows[0])}/{len(rows)}/{body}\n"


def write_file(level: FlowLevel) -> str:
    rows = _numbers(level)
    lines = ["".join(f"{cell or EMPTY} " for cell in row) for row in rows]
    # No line is drawn yet between neighbours in rows, and then in columns.
    across = ["0 " * (len(rows[0]) - 1)] * len(rows)
    down = ["0 " * len(rows[0])] * (len(rows) - 1)
    head = ["pzprv3", "numlin", str(len(rows)), str(len(rows[0]))]
    return "\n".join([*head, *lines, *across, *down, ""])


URL = Format("numlin", "Numberlink as a puzz.link URL", ".url", _URL.match, read_url, write_url)
FILE = Format("pzprv3", "Numberlink as a pzprv3 file", ".txt", _FILE.match, read_file, write_file)
