"""Addresses of puzz.link and its relatives, which end in `?akari/COLUMNS/ROWS/CELLS`.

Numbers in cells: `0` to `4` are one, `5` to `9` one and an empty cell, `a` to `e` one and two of
them; `g` to `z` are 1 to 20 empty cells, and `.` is a cell with a mark and no number. Borders:
five bits a character, from left to right those between columns, then those between rows.
"""

import re
from collections.abc import Callable, Sequence
from string import ascii_uppercase

import numpy as np

from puzzles.core.errors import LevelError, Place
from puzzles.core.formats import Format
from puzzles.core.places import PlainPlaces
from puzzles.core.results import Pair
from puzzles.core.tables import Table, Values
from puzzles.grids.graph import Graph
from puzzles.grids.layers import LayeredLevel

SITE = "https://puzz.link/p?"
EMPTY, MARKED = ".", "#"  # of what `numbers` gives
MOST = 10_000  # cells
_SIZE = re.compile(r"(\d{1,3})/(\d{1,3})/")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BITS = 5  # of borders in a character


def link_format(
    puzzle: str,
    title: str,
    names: Sequence[str],
    read: Callable[[str, int, int], Values],
    write: Callable[[LayeredLevel], str],
) -> Format:
    """The format of addresses of one kind, called by any of these names. `read` gives the keys of
    a level of what follows columns and rows, or raises ValueError; `write` is its opposite."""
    address = re.compile(rf"\s*\S*\?(?:{'|'.join(names)})(?:_edit|_play)?/(?:v:/)?")

    def table(file: str, text: str) -> Table:
        start = address.match(text)
        size = start and _SIZE.match(text, start.end())
        if not size or not 0 < int(size[1]) * int(size[2]) <= MOST:
            reason = f"an address of {title} goes on ?{names[0]}/COLUMNS/ROWS/CELLS"
            raise LevelError(Place(file), reason)
        try:
            keys = read(text[size.end() :].strip(), int(size[1]), int(size[2]))
        except ValueError as error:
            raise LevelError(Place.after(file, text[: size.end()]), str(error)) from None
        return Table({"puzzle": puzzle, **keys}, PlainPlaces(file))

    def url(level: LayeredLevel) -> str:
        return f"{SITE}{names[0]}/{level.grid.cols}/{level.grid.rows}/{write(level)}\n"

    return Format(f"{puzzle}-link", f"{title} on puzz.link", ".url", address.match, table, url)


def numbers(text: str, cols: int, rows: int, most: int = 4) -> str:
    """The board of an address with numbers in cells, `most` at most; raises ValueError."""
    cells = ""
    for char in text:
        value = int(char, 36) if char.isascii() and char.isalnum() else -1
        if char == ".":
            cells += MARKED
        elif 0 <= value < 15 and value % 5 <= most:
            cells += str(value % 5) + EMPTY * (value // 5)
        elif value > 15:
            cells += EMPTY * (value - 15)
        else:
            raise ValueError(f"{char!r} is no cell of such an address")
    if len(cells.rstrip(EMPTY)) > cols * rows:
        raise ValueError(f"more than {cols}×{rows} cells")
    return _rows(cells[: cols * rows].ljust(cols * rows, EMPTY), cols)


def numbered(cells: str) -> str:
    """The opposite of `numbers`, of the cells in one line."""

    def packed(match: re.Match[str]) -> str:
        run = len(match[0])
        if match[0][0] == EMPTY:
            return _DIGITS[run + 15]
        return EMPTY if match[0] == MARKED else _DIGITS[int(match[0][0]) + 5 * (run - 1)]

    return re.sub(r"\d\.{0,2}|\.{1,20}|#", packed, cells)


def borders(text: str, cols: int, rows: int) -> str:
    """The board of an address with borders, the regions lettered; raises ValueError."""
    try:
        bits = "".join(f"{int(char, 32):05b}" for char in text)
    except ValueError:
        raise ValueError("borders are digits and letters up to v") from None
    joined, at = list[Pair](), 0
    for pairs in _sides(cols, rows):
        if len(bits) < at + len(pairs):
            raise ValueError("borders are missing at the end")
        joined += [pair for pair, bit in zip(pairs, bits[at:], strict=False) if bit == "0"]
        at += -(-len(pairs) // _BITS) * _BITS  # each kind begins with a character of its own
    edges = np.array(joined, np.int32).reshape(-1, 2)
    regions = Graph.from_edges(cols * rows, edges).components().tolist()
    if max(regions) >= len(ascii_uppercase):
        raise ValueError(f"a board has at most {len(ascii_uppercase)} regions")
    return _rows("".join(ascii_uppercase[region] for region in regions), cols)


def bordered(cells: str, cols: int) -> str:
    """The opposite of `borders`, of the cells in one line."""
    text = ""
    for pairs in _sides(cols, len(cells) // cols):
        bits = "".join("1" if cells[a] != cells[b] else "0" for a, b in pairs)
        bits = bits.ljust(-(-len(bits) // _BITS) * _BITS, "0")
        text += "".join(_DIGITS[int(bits[i : i + _BITS], 2)] for i in range(0, len(bits), _BITS))
    return text


def _sides(cols: int, rows: int) -> tuple[list[Pair], list[Pair]]:
    """The pairs of cells between columns, and those between rows."""
    across = [(r * cols + c, r * cols + c + 1) for r in range(rows) for c in range(cols - 1)]
    return across, [(cell, cell + cols) for cell in range(cols * (rows - 1))]


def _rows(cells: str, cols: int) -> str:
    return "\n".join(cells[at : at + cols] for at in range(0, len(cells), cols))
