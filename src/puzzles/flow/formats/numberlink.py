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

from puzzles.core.errors import LevelError, Place, UsageError
from puzzles.core.formats import Format, each
from puzzles.core.places import Path
from puzzles.core.tables import Table, Values
from puzzles.flow.formats import rows
from puzzles.flow.formats.rows import Cells, check_size, empty_of, refuse, text_of
from puzzles.flow.rules.levels import EMPTY, MISSING, UNTOUCHING
from puzzles.flow.rules.model import FlowLevel
from puzzles.grids.rows import Board, Line, Row, RowPlaces, lines, row_of, twofold

_SIZE = re.compile(  # perhaps after the number of colours
    r"\s*(?:(\d{1,3})[ \t]+(?=\d+[ \t]+\d+\s*$))?(\d{1,5})(?:(?:\s*[xX×,]\s*|[ \t]+)(\d{1,5}))?\s*",
    re.ASCII,
)
_REMARK = re.compile(r"[ \t]*(?:#.*)?")
_FULL, _ROUND = re.compile(r".*\S"), re.compile(r".*\(")  # lines
_CELLS = r"\(\s*(\d{1,5})\s*,\s*(\d{1,5})\s*\)"
_OPEN = r"(?:[\s\[{]|\((?=\s*\())*+"  # brackets before that of a cell
# A colour may have a name.
_PAIRS = re.compile(
    rf"{_OPEN}(?:['\"]?(\w+)['\"]?\s*+[:=,]?{_OPEN})?{_CELLS}[\s,;>–-]*+(?:to\s*)?"
    rf"{_CELLS}[\s\])}},;]*+",
    re.ASCII,
)
_BARE = re.compile(r"()\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*", re.ASCII)
Block = tuple[Line, re.Match[str] | None, list[Line]]


def sniff(text: str) -> bool:
    """Return whether a size comes first, and then what could be a board of that size; or pairs of
    cells, which need one."""
    size, body = next(((size, body) for _, size, body in _blocks(text)), (None, []))
    if size and size[1]:
        return len(body) == int(size[1]) and all(_pair(text, line, True) for line in body)
    fits = size and body and len(_row(text, size, body[0]).cells) in _lengths(size)
    return bool(body and (fits or _pair(text, body[0])))


def _blocks(text: str) -> Iterator[Block]:
    """The first line of each board, the size in it, and the lines of the board; what has no size
    goes on to an empty line, and begins with its first line."""
    spans, at = lines(text), 0
    while at < len(spans):
        first, size = at, _SIZE.fullmatch(text, *spans[at])
        at += 1
        if _REMARK.fullmatch(text, *spans[first]):
            continue
        if size and 0 in _lengths(size):
            return
        end, part = len(spans), _FULL
        if size and at < end and _pair(text, spans[at]):
            part = _ROUND
        elif size:
            cells = len(_row(text, size, spans[at]).cells) if at < end else 0
            one = not size[1] and cells == _lengths(size)[1]
            end = min(end, at + (1 if one else int(size[1] or size[3] or size[2])))
        while at < end and part.match(text, *spans[at]):
            at += 1
        yield spans[first], size, spans[first + bool(size) : at]


def _lengths(size: re.Match[str]) -> tuple[int, int]:
    """How many cells a row of this size has, and the board."""
    return int(size[2]), int(size[2]) * int(size[3] or size[2])


def _pair(text: str, line: Line, bare: bool = False) -> re.Match[str] | None:
    """The two cells of a colour in a line; where nothing else can be meant they may be `bare`."""
    return _PAIRS.fullmatch(text, *line) or (_BARE.fullmatch(text, *line) if bare else None)


def _row(text: str, size: re.Match[str], line: Line) -> Row:
    """The row in a line: of words if there are blanks, or commas too many for cells."""
    found = text[slice(*line)].strip()
    commas = "," in found and len(found) not in _lengths(size)
    return row_of(text, *line, commas or len(found.split()) > 1)


def read(file: str, text: str) -> Table:
    """A pack with a level for each board; one that is wrong is an error in its place."""
    boards: dict[Path, Board] = {}
    starts: dict[Path, int] = {}
    places = RowPlaces(file, text, boards, starts)

    def keys(block: Block) -> Values:
        head, size, body = block
        path = ("level", len(starts))
        starts[path] = head[0]
        place = places.at(*path)
        if not size:
            lacking = " of the board, as 5 5" if _pair(text, head) else ", as 7 6"
            raise LevelError(place, f"here should be columns and rows{lacking}")
        width, height = int(size[2]), int(size[3] or size[2])
        check_size(width, height, place)
        title = f"Board {len(starts)}"
        if body and (size[1] or _pair(text, body[0])):
            cells = _paired(text, body, width, height, places)
            return {"title": title, "board": text_of(cells, EMPTY, place)}
        board = boards[path] = [_row(text, size, line) for line in body]
        if len(board) == 1 < height and len(board[0].cells) == width * height:
            if width != height:
                sides = f"one of {width} columns and {height} rows, and one of {height} and {width}"
                raise twofold(places.offset(board[0].at[0]), sides, "break the line into rows")
            (line,), ends = board, range(width, width**2 + 1, width)
            board[:] = [Row(line.cells[n - width : n], line.at[n - width : n + 1]) for n in ends]
        for y, line in enumerate(board):
            if len(line.cells) != width:
                reason = f"this row has {len(line.cells)} cells; the size says {width}"
                raise LevelError(places.inside(y, width, *path, "board"), reason)
        if len(board) < height:
            raise LevelError(place, f"{len(board)} rows; the size says {height}")
        cells = [row.cells for row in board]
        empty = empty_of(cells)
        count = Counter(cell for row in cells for cell in row if cell != empty)
        if MISSING in count or max(count.values(), default=0) > 2:
            raise LevelError(place, "Numberlink has two dots of a colour, and no missing cells")
        return {"title": title, "board": text_of(cells, empty, place)}

    levels = each(keys, _blocks(text))
    return Table({"puzzle": "flow", "unique": UNTOUCHING, "level": levels}, places)


def _paired(text: str, body: list[Line], cols: int, rows: int, places: RowPlaces) -> Cells:
    """The cells of a board of this size, from its pairs of them."""
    dots: list[tuple[str, int, int, Place]] = []  # colour, column, row
    for number, line in enumerate(body, 1):
        match = _pair(text, line, bare=True)
        if not match:
            reason = "a line has the two cells of a colour, as in (0, 0) (4, 1)"
            raise LevelError(places.offset(line[0]), reason)
        for x in (2, 4):
            place = places.offset(max(match.start(x) - 1, line[0]))
            dots.append((match[1] or f"no {number}", int(match[x]), int(match[x + 1]), place))
    _, across, down, _ = zip(*dots, strict=True)
    beyond = max(max(across) - cols, max(down) - rows)
    fitting = [first for first in (0, 1) if beyond < first <= min(across + down)]
    if not fitting:
        reason = f"a cell is not on a board of {cols}×{rows}, counted from 0 or from 1"
        raise LevelError(dots[0][3], reason)
    if len(fitting) > 1:
        sides = "one whose cells count from 0, and one with cells from 1 on"
        raise twofold(dots[0][3], sides, "write the board as rows")
    cells = [[EMPTY] * cols for _ in range(rows)]
    for colour, x, y, place in dots:
        if cells[y - fitting[0]][x - fitting[0]] != EMPTY:
            raise LevelError(place, f"there is a dot at ({x}, {y}) already")
        cells[y - fitting[0]][x - fitting[0]] = colour
    return cells


def write(level: FlowLevel) -> str:
    text, grid = rows.write(level), level.board.grid
    if level.board.pairs > len(level.board.symbols):
        raise UsageError("Numberlink has two dots of a colour")
    refuse("Numberlink's boards have", level.board, "cells that must be filled")
    return f"{grid.cols} {grid.rows}\n{text}"


FORMAT = Format(
    "numberlink", "Numberlink, each after its size", ".txt", sniff, read, write, True, "", "7 6"
)
