"""Addresses of puzz.link and its relatives, which end in `?KIND/COLUMNS/ROWS/CELLS`; a line each.

Numbers in cells: `0` to `4` are one, `5` to `9` one and an empty cell, `a` to `e` one and two of
them; `g` to `z` are 1 to 20 empty cells, and `.` is a cell with a mark and no number. Borders:
five bits a character, from left to right those between columns, then those between rows.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Self

import numpy as np

from puzzles.core.errors import LevelError, LevelTooLarge, Place
from puzzles.core.formats import Format, each
from puzzles.core.places import Path, Places
from puzzles.core.results import Pair
from puzzles.core.tables import Table, Values
from puzzles.grids.graph import Graph
from puzzles.grids.grid import LatticeGrid
from puzzles.grids.layers import LayeredLevel
from puzzles.grids.rows import CODE, expanded

SITE = "https://puzz.link/p?"
EMPTY, MARKED = ".#"  # of what `cells` gives, beside numbers
MOST_SIDE = 100
_SIZE = re.compile(r"(?P<cols>\d{1,5})/(?P<rows>\d{1,5})/", re.ASCII)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BITS = 5  # of borders in a character


@dataclass(frozen=True)
class Address:
    """What an address says: its kind, perhaps with a `v:` (a rule less), columns and rows, and the
    code of the cells, which begins at an offset of the text."""

    kind: str
    cols: int
    rows: int
    file: str
    text: str
    start: int

    @classmethod
    def after(cls, kind: str, file: str, size: re.Match[str]) -> Self:
        """The address in a text that has this size, groups called cols and rows; LevelError for one
        that no board has."""
        cols, rows = int(size["cols"]), int(size["rows"])
        place = Place.after(file, size.string[: size.start("cols")])
        if not cols or not rows:
            raise LevelError(place, f"no board is {cols}×{rows}")
        if max(cols, rows) > MOST_SIDE:
            most = f"{MOST_SIDE}×{MOST_SIDE}"
            raise LevelTooLarge(place, f"the board is {cols}×{rows}; the most is {most}")
        return cls(kind, cols, rows, file, size.string, size.end())

    @property
    def code(self) -> str:
        return self.text[self.start :].rstrip()

    def error(self, reason: str, at: int = 0) -> LevelError:
        """A fault in the code."""
        return LevelError(Place.after(self.file, self.text[: at or self.start]), reason)

    def cells(self, of: Callable[[str], str], codes: str = ".") -> str:
        """The rows of cells: of each of the `codes`, empty cells or what `of` gives. LevelError at
        the one for which that raises ValueError. At the end empty cells may lack, or be too many.
        """
        found, most = "", self.cols * self.rows
        for match in re.compile(codes, re.DOTALL).finditer(self.text.rstrip(), self.start):
            code, full = match[0], len(found) > most
            try:
                found += EMPTY * (int(code, 36) - 15) if "g" <= code <= "z" else of(code)
            except ValueError as error:
                raise self.error(str(error), match.start()) from None
            if full or found[most:].strip(EMPTY):
                raise self.error(f"more than {self.cols}×{self.rows} cells", match.start())
        return self.board(found[:most].ljust(most, EMPTY))

    def board(self, cells: str) -> str:
        starts = range(0, len(cells), self.cols)
        return "\n".join(cells[at : at + self.cols] for at in starts)


def link_format(
    puzzle: str,
    title: str,
    kinds: Sequence[str],
    read: Callable[[Address], Values],
    write: Callable[..., str],
    name: str = "",
) -> Format:
    """The format of addresses of these kinds, called by `name`. `read` gives the keys of a level,
    or raises LevelError; `write` gives the `address` of one."""
    site = rf"\s*+(?:https?://[^\s?]+|[^\s?/]*)\?(?:[a-z]\+)?({'|'.join(kinds)})(?:_edit|_play)?/"
    start = re.compile(rf"{site}(v:)?/?")

    def keys(file: str, text: str, at: int) -> Values:
        head = start.match(text, at)
        size = head and _SIZE.match(text, head.end())
        if not head or not size:
            reason = f"an address of {title} goes on ?{kinds[0]}/COLUMNS/ROWS/CELLS"
            raise LevelError(Place.after(file, text[:at]), reason)
        return read(Address.after(head[1] + (head[2] or ""), file, size))

    def table(file: str, text: str) -> Table:
        lines = text.split("\n")
        links = [y for y, line in enumerate(lines) if line.strip()]
        for y in links:
            if not start.match(lines[y]):
                raise LevelError(Place(file, y + 1), f"here should be an address of {title}")
        if len(links) == 1:
            return Table({"puzzle": puzzle, **keys(file, text.rstrip(), 0)}, Places(file))
        levels = each(
            lambda at: {
                **keys(file, "\n" * at[1] + lines[at[1]], at[1]),
                "title": f"Board {at[0]}",
            },
            enumerate(links, 1),
        )
        places: dict[Path, Place | int] = {
            ("level", i): Place(file, y + 1) for i, y in enumerate(links)
        }
        return Table({"puzzle": puzzle, "level": levels}, Places(file, places))

    about = f"{title} on puzz.link"
    name, example = name or f"{puzzle}-link", f"{SITE}{kinds[0]}/"
    return Format(name, about, ".url", start.match, table, write, example=example)


def address(kind: str, grid: LatticeGrid, code: str) -> str:
    """The address of a board, in whose code empty cells and marks are packed."""
    code = re.sub(r"\.{1,20}", lambda run: _DIGITS[len(run[0]) + 15], code).replace(MARKED, ".")
    return f"{SITE}{kind}/{grid.cols}/{grid.rows}/{code}\n"


def numbers(given: Address, most: int = 4) -> str:
    """The board of an address with numbers in cells, `most` at most; raises LevelError."""

    def cells(char: str) -> str:
        value = _DIGITS[:15].find(char)
        if char == ".":
            return MARKED
        if value < 0 or value % 5 > most:
            raise ValueError(f"{char!r} is no cell of such an address")
        return str(value % 5) + EMPTY * (value // 5)

    return given.cells(cells)


def numbered(cells: str) -> str:
    """The opposite of `numbers`, of the cells in one line."""
    return re.sub(r"(\d)(\.{0,2})", lambda cell: _DIGITS[int(cell[1]) + 5 * len(cell[2])], cells)


def borders(given: Address, code: str) -> str:
    """The board of an address with borders, which stand in `code`, the regions lettered; raises
    LevelError."""
    try:
        bits = "".join(f"{int(char, 32):05b}" for char in code)
    except ValueError:
        raise given.error("borders are digits and letters up to v") from None
    joined, at = list[Pair](), 0
    for pairs in _sides(given.cols, given.rows):
        if len(bits) < at + len(pairs):
            raise given.error("borders are missing at the end")
        joined += [pair for pair, bit in zip(pairs, bits[at:], strict=False) if bit == "0"]
        at += -(-len(pairs) // _BITS) * _BITS  # each kind begins with a character of its own
    edges = np.array(joined, np.int32).reshape(-1, 2)
    regions = Graph.from_edges(given.cols * given.rows, edges).components().tolist()
    if max(regions) >= len(ascii_uppercase):
        raise given.error(f"a board has at most {len(ascii_uppercase)} regions")
    return given.board("".join(ascii_uppercase[region] for region in regions))


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


def code_format(puzzle: str, title: str, most: int) -> Format:
    """The format of codes whose digits are clues, `most` at most. Where each digit stands twice
    the digits are dots."""

    def sniff(text: str) -> bool:
        code = CODE.fullmatch(text.strip())
        digits = re.findall(r"\d", code[3]) if code else []
        return any(digits.count(digit) != 2 for digit in digits) and int(max(digits)) <= most

    def read(file: str, text: str) -> Table:
        code = CODE.fullmatch(text.strip())
        rows = expanded(code) if code else []
        if not rows:
            raise LevelError(Place(file), "a code is a size and as many cells, as 3x2:1b2a")
        return Table({"puzzle": puzzle, "board": "\n".join(rows)}, Places(file))

    def write(level: LayeredLevel) -> str:
        code = re.sub(r"\.{1,26}", lambda run: _DIGITS[len(run[0]) + 9], level.cells)
        return f"{level.grid.cols}x{level.grid.rows}:{code}\n"

    about = f"{title} as digits and letters"
    return Format(f"{puzzle}-code", about, ".txt", sniff, read, write, example="3x2:1b2a")
