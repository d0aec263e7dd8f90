"""Numberlink as solvers exchange it: any number of boards, each after a line with its size.

    # a comment
    5 2
    a...b
    a...b

The size is columns, then rows (`5 2`, `5x2`), or one number for both. Then come the rows, whose
cells may be words; or all cells in one line; or the two cells of a colour in each line, `(0, 1)
(4, 1)` or `A: (0, 1), (4, 1)`: column and row, from 0 or from 1, which shows by cells on the rim.
Empty cells are as in rows of characters; anything else but a blank is a dot. `0 0` ends a file.
Boards are to be filled by pipes that do not touch themselves, as such solvers take for granted, and
claim to have one solution of that kind.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, takewhile

from puzzles.core.errors import AmbiguousLevel, LevelError, UsageError
from puzzles.core.formats import MAX_LEVELS, Format
from puzzles.core.places import Path
from puzzles.core.tables import Table, Values
from puzzles.flow.formats import rows
from puzzles.flow.formats.rows import check_size, empty_of, refuse, text_of
from puzzles.flow.rules.levels import EMPTY, MISSING, UNTOUCHING
from puzzles.flow.rules.model import FlowLevel
from puzzles.grids.rows import Board, Line, Row, RowPlaces, characters, lines, words

_SIZE = re.compile(r"\s*(\d{1,5})(?:(?:\s*[xX×,]\s*|[ \t]+)(\d{1,5}))?\s*", re.ASCII)
_COLOURS = re.compile(r"\s*(\d{1,3})[ \t]+(?=\d+[ \t]+\d+\s*$)", re.ASCII)  # before a size
_FIRST = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*+([^\n]*)(?:\n([^\n]*))?")  # two lines
_CELLS = r"\(\s*(\d{1,5})\s*,\s*(\d{1,5})\s*\)"
_OPEN = r"(?:[\s\[{]|\((?=\s*\())*+"  # brackets before that of a cell
# A colour may have a name.
_PAIRS = re.compile(
    rf"{_OPEN}(?:['\"]?(\w+)['\"]?\s*+[:=,]?{_OPEN})?{_CELLS}[\s,;>–-]*+(?:to\s*)?"
    rf"{_CELLS}[\s\])}},;]*+",
    re.ASCII,
)


def sniff(text: str) -> bool:
    """Return whether a size comes first, and then what could be a board of that size; or pairs of
    cells, which need one."""
    first = _FIRST.match(text)
    assert first  # it may be empty
    size = _SIZE.fullmatch(first[1])
    if _COLOURS.match(first[1]):
        return bool(_PAIRS.fullmatch(first[2] or ""))
    if not size or first[2] is None:
        return bool(_PAIRS.fullmatch(first[1]))
    width, height = int(size[1]), int(size[2] or size[1])
    row = _row(text, first.span(2), width, height)
    return len(row.cells) in (width, width * height) or bool(_PAIRS.fullmatch(first[2]))


def read(file: str, text: str) -> Table:
    """A pack with a level for each board; one that is wrong is an error in its place."""
    reader = _Reader(file, text)
    levels = list(islice(reader.levels(), MAX_LEVELS + 1))
    keys = {"puzzle": "flow", "unique": UNTOUCHING, "level": levels}
    return Table(keys, reader.places)


def _row(text: str, line: Line, width: int, height: int) -> Row:
    """The row in a line: of words if there are blanks, or commas too many for cells."""
    found = text[slice(*line)].strip()
    fits = len(found) in (width, width * height)
    parted = any(map(str.isspace, found)) or ("," in found and not fits)
    return (words if parted else characters)(text, *line)


class _Reader:
    """Goes through the lines of a text, board by board."""

    def __init__(self, file: str, text: str) -> None:
        self.text, self.lines, self.next = text, lines(text), 0
        self.boards: dict[Path, Board] = {}
        self.starts: dict[Path, int] = {}
        self.places = RowPlaces(file, text, self.boards, self.starts)

    def levels(self) -> Iterator[Values | LevelError]:
        """The keys of each board, or what is wrong with it."""
        count = 0
        while self.next < len(self.lines):
            start, end = self.lines[self.next]
            line = self.text[start:end]
            self.next += 1
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            path, colours = ("level", count), _COLOURS.match(line)
            size = _SIZE.fullmatch(line, colours.end() if colours else 0)
            count_of_pairs = int(colours[1]) if colours else 0
            pairs = self.lines[self.next : self.next + count_of_pairs]
            if len(pairs) < count_of_pairs or not all(self._is_pair([pair]) for pair in pairs):
                size = None
            self.starts[path], count = start, count + 1
            if size and 0 in (int(size[1]), int(size[2] or size[1])):
                return
            try:
                yield {"title": f"Board {count}", "board": self._board(path, line, size)}
            except LevelError as error:
                yield error.with_traceback(None)

    def _board(self, path: Path, line: str, size: re.Match[str] | None) -> str:
        """The board whose size stands in the line before; goes on to the line after it."""
        place = self.places.at(*path)
        if not size:  # the next board begins after an empty line
            self.next += self._count(range(self.next, len(self.lines)))
            lacking = " of the board, as 5 5" if _PAIRS.fullmatch(line) else ", as 7 6"
            raise LevelError(place, f"here should be columns and rows{lacking}")
        width, height = int(size[1]), int(size[2] or size[1])
        body = self._body(width, height)
        self.next += len(body)
        check_size(width, height, place)
        if self._is_pair(body[:1]):
            self.boards[path] = self._paired(body, width, height)
            return text_of([row.cells for row in self.boards[path]], EMPTY, place)
        board = [_row(self.text, line, width, height) for line in body]
        if len(body) == 1 < height and len(board[0].cells) == width * height:
            board = self._folded(board[0], width, height)
        self.boards[path] = board
        for y, row in enumerate(board):
            if len(row.cells) != width:
                reason = f"this row has {len(row.cells)} cells; the size says {width}"
                raise LevelError(self.places.inside(y, width, *path, "board"), reason)
        if len(board) < height:
            raise LevelError(place, f"{len(board)} rows; the size says {height}")
        cells = [row.cells for row in board]
        empty = empty_of(cells)
        count = Counter(cell for row in cells for cell in row if cell != empty)
        if MISSING in count or max(count.values(), default=0) > 2:
            raise LevelError(place, "Numberlink has two dots of a colour, and no missing cells")
        return text_of(cells, empty, place)

    def _body(self, width: int, height: int) -> list[Line]:
        """The lines of a board: those of its rows, or one with all its cells, or pairs of cells."""
        first = self.lines[self.next : self.next + 1]
        if self._is_pair(first):
            rest = islice(self.lines, self.next, None)
            return list(takewhile(lambda line: "(" in self.text[slice(*line)], rest))
        if first and len(_row(self.text, first[0], width, height).cells) == width * height:
            return first
        count = self._count(range(self.next, min(self.next + height, len(self.lines))))
        return self.lines[self.next : self.next + count]

    def _is_pair(self, lines: list[Line]) -> bool:
        return bool(lines) and _PAIRS.fullmatch(self.text, *lines[0]) is not None

    def _count(self, numbers: range) -> int:
        """Count the lines before an empty one."""
        text = (self.text[slice(*self.lines[number])] for number in numbers)
        return sum(1 for _ in takewhile(str.strip, text))

    def _folded(self, row: Row, width: int, height: int) -> Board:
        """The rows of a board whose cells all stand in one."""
        if width != height:
            sides = f"one of {width} columns and {height} rows, and one of {height} and {width}"
            reason = f"this could be two boards: {sides}; break the line into rows"
            raise AmbiguousLevel(self.places.offset(row.start), reason)
        parts = [slice(i, i + width) for i in range(0, len(row.cells), width)]
        return [Row(row.cells[part], row.starts[part], row.end) for part in parts]

    def _paired(self, lines: list[Line], cols: int, rows: int) -> Board:
        """The rows of a board of this size, from its pairs of cells."""
        dots: list[tuple[str, int, int, int]] = []  # colour, column, row, offset
        for number, line in enumerate(lines, 1):
            match = _PAIRS.fullmatch(self.text, *line)
            if not match:
                reason = "a line has the two cells of a colour, as in (0, 0) (4, 1)"
                raise LevelError(self.places.offset(line[0]), reason)
            dots += [
                (match[1] or f"no {number}", int(match[x]), int(match[x + 1]), match.start(x) - 1)
                for x in (2, 4)
            ]
        fitting = [
            first
            for first in (0, 1)
            if all(0 <= x - first < cols and 0 <= y - first < rows for _, x, y, _ in dots)
        ]
        place = self.places.offset(dots[0][3])
        if not fitting:
            reason = f"a cell is not on a board of {cols}×{rows}, counted from 0 or from 1"
            raise LevelError(place, reason)
        if len(fitting) > 1:
            reason = (
                "this could be two boards: one whose cells count from 0, and one with cells from "
                "1 on; write the board as rows"
            )
            raise AmbiguousLevel(place, reason)
        (first,) = fitting
        cells = [[EMPTY] * cols for _ in range(rows)]
        starts = [[dots[0][3]] * cols for _ in range(rows)]
        for colour, x, y, offset in dots:
            if cells[y - first][x - first] != EMPTY:
                reason = f"there is a dot at ({x}, {y}) already"
                raise LevelError(self.places.offset(offset), reason)
            cells[y - first][x - first], starts[y - first][x - first] = colour, offset
        return [Row(row, offsets, offsets[-1]) for row, offsets in zip(cells, starts, strict=True)]


def write(level: FlowLevel) -> str:
    text, grid = rows.write(level), level.board.grid
    if level.board.pairs > len(level.board.symbols):
        raise UsageError("Numberlink has two dots of a colour")
    refuse("Numberlink's boards have", level.board, "cells that must be filled")
    return f"{grid.cols} {grid.rows}\n{text}"


FORMAT = Format(
    "numberlink",
    "Numberlink boards, each after its size",
    ".txt",
    sniff,
    read,
    write,
    many=True,
    example="7 6",
)
