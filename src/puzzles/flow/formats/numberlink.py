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

from puzzles.core.errors import AmbiguousLevel, LevelError, UsageError
from puzzles.core.formats import Format, each
from puzzles.core.places import Path
from puzzles.core.tables import Table, Values
from puzzles.flow.formats import rows
from puzzles.flow.formats.rows import check_size, empty_of, refuse, text_of
from puzzles.flow.rules.levels import EMPTY, MISSING, UNTOUCHING
from puzzles.flow.rules.model import FlowLevel
from puzzles.grids.rows import Board, Line, Row, RowPlaces, characters, lines, words

_SIZE = re.compile(  # perhaps after the number of colours
    r"\s*(?:(\d{1,3})[ \t]+(?=\d+[ \t]+\d+\s*$))?(\d{1,5})(?:(?:\s*[xX×,]\s*|[ \t]+)(\d{1,5}))?\s*",
    re.ASCII,
)
_REMARK = re.compile(r"[ \t]*(?:#.*)?")
_CELLS = r"\(\s*(\d{1,5})\s*,\s*(\d{1,5})\s*\)"
_OPEN = r"(?:[\s\[{]|\((?=\s*\())*+"  # brackets before that of a cell
# A colour may have a name.
_PAIRS = re.compile(
    rf"{_OPEN}(?:['\"]?(\w+)['\"]?\s*+[:=,]?{_OPEN})?{_CELLS}[\s,;>–-]*+(?:to\s*)?"
    rf"{_CELLS}[\s\])}},;]*+",
    re.ASCII,
)
_BARE = re.compile(r"()\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*", re.ASCII)


def sniff(text: str) -> bool:
    """Return whether a size comes first, and then what could be a board of that size; or pairs of
    cells, which need one."""
    size, body = next(((size, body) for _, size, body in _blocks(text)), (None, []))
    if not size:
        return bool(body and _pair(text, body[0]))
    if size[1]:
        return len(body) == int(size[1]) and all(_pair(text, line, True) for line in body)
    width, height = _sides(size)
    return bool(body) and (
        len(_row(text, body[0], width, height).cells) in (width, width * height)
        or bool(_pair(text, body[0]))
    )


def _blocks(text: str) -> Iterator[tuple[Line, re.Match[str] | None, list[Line]]]:
    """The first line of each board, the size in it, and the lines of the board; what has no size
    goes on to an empty line, and begins with its first line."""
    spans, at = lines(text), 0
    while at < len(spans):
        head, at = spans[at], at + 1
        line = text[slice(*head)]
        if _REMARK.fullmatch(line):
            continue
        size, end, part = _SIZE.fullmatch(line), len(spans), re.compile(r".*\S")
        if size:
            width, height = _sides(size)
            if not width or not height:
                return
            if at < end and _pair(text, spans[at]):
                part = re.compile(r".*\(")
            else:
                row = at < end and _row(text, spans[at], width, height).cells
                one = row and not size[1] and len(row) == width * height
                end = min(end, at + (1 if one else int(size[1] or height)))
        body = list[Line]()
        while at + len(body) < end and part.match(text, *spans[at + len(body)]):
            body.append(spans[at + len(body)])
        at += len(body)
        yield head, size, body if size else [head, *body]


def _sides(size: re.Match[str]) -> tuple[int, int]:
    return int(size[2]), int(size[3] or size[2])


def _pair(text: str, line: Line, bare: bool = False) -> re.Match[str] | None:
    """The two cells of a colour in a line; where nothing else can be meant they may be `bare`."""
    return _PAIRS.fullmatch(text, *line) or (_BARE.fullmatch(text, *line) if bare else None)


def _row(text: str, line: Line, width: int, height: int) -> Row:
    """The row in a line: of words if there are blanks, or commas too many for cells."""
    found = text[slice(*line)].strip()
    fits = len(found) in (width, width * height)
    parted = any(map(str.isspace, found)) or ("," in found and not fits)
    return (words if parted else characters)(text, *line)


def read(file: str, text: str) -> Table:
    """A pack with a level for each board; one that is wrong is an error in its place."""
    boards: dict[Path, Board] = {}
    starts: dict[Path, int] = {}
    places = RowPlaces(file, text, boards, starts)

    def keys(block: tuple[Line, re.Match[str] | None, list[Line]]) -> Values:
        head, size, body = block
        path = ("level", len(starts))
        starts[path] = head[0]
        place = places.at(*path)
        if not size:
            lacking = " of the board, as 5 5" if _pair(text, head) else ", as 7 6"
            raise LevelError(place, f"here should be columns and rows{lacking}")
        width, height = _sides(size)
        check_size(width, height, place)
        title = f"Board {len(starts)}"
        if body and (size[1] or _pair(text, body[0])):
            boards[path] = _paired(text, body, width, height, places)
            cells = [row.cells for row in boards[path]]
            return {"title": title, "board": text_of(cells, EMPTY, place)}
        board = [_row(text, line, width, height) for line in body]
        if len(board) == 1 < height and len(board[0].cells) == width * height:
            board = _folded(board[0], width, height, places)
        boards[path] = board
        for y, row in enumerate(board):
            if len(row.cells) != width:
                reason = f"this row has {len(row.cells)} cells; the size says {width}"
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


def _folded(row: Row, width: int, height: int, places: RowPlaces) -> Board:
    """The rows of a board whose cells all stand in one."""
    if width != height:
        sides = f"one of {width} columns and {height} rows, and one of {height} and {width}"
        reason = f"this could be two boards: {sides}; break the line into rows"
        raise AmbiguousLevel(places.offset(row.start), reason)
    parts = [slice(i, i + width) for i in range(0, len(row.cells), width)]
    return [Row(row.cells[part], row.starts[part], row.end) for part in parts]


def _paired(text: str, body: list[Line], cols: int, rows: int, places: RowPlaces) -> Board:
    """The rows of a board of this size, from its pairs of cells."""
    dots: list[tuple[str, int, int, int]] = []  # colour, column, row, offset
    for number, line in enumerate(body, 1):
        match = _pair(text, line, bare=True)
        if not match:
            reason = "a line has the two cells of a colour, as in (0, 0) (4, 1)"
            raise LevelError(places.offset(line[0]), reason)
        name = match[1] or f"no {number}"
        at = [max(match.start(x) - 1, line[0]) for x in (2, 4)]
        dots += [(name, int(match[x]), int(match[x + 1]), at[x > 2]) for x in (2, 4)]
    place = places.offset(dots[0][3])
    fitting = [
        first
        for first in (0, 1)
        if all(0 <= x - first < cols and 0 <= y - first < rows for _, x, y, _ in dots)
    ]
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
            raise LevelError(places.offset(offset), f"there is a dot at ({x}, {y}) already")
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
