"""Boards as the two cells of each colour, a line for each: `(0, 1) (4, 1)` or `A: (0, 1), (4, 1)`.

A cell is its column, then its row. They count from 0 or from 1, which shows by cells on the rim.
"""

from __future__ import annotations

import re

from puzzles.core.errors import AmbiguousLevel, LevelError
from puzzles.flow.rules.levels import EMPTY
from puzzles.grids.rows import Board, Line, Row, RowPlaces

_PAIR = r"\(\s*(\d{1,5})\s*,\s*(\d{1,5})\s*\)"
_OPEN = r"(?:[\s\[{]|\((?=\s*\())*+"  # brackets before that of a cell
# A colour may have a name.
LINE = re.compile(
    rf"{_OPEN}(?:['\"]?(\w+)['\"]?\s*+[:=,]?{_OPEN})?{_PAIR}[\s,;>–-]*+(?:to\s*)?"
    rf"{_PAIR}[\s\])}},;]*+",
    re.ASCII,
)


def board(text: str, lines: list[Line], cols: int, rows: int, places: RowPlaces) -> Board:
    """The rows of a board of this size; LevelError at what is wrong."""
    dots: list[tuple[str, int, int, int]] = []  # colour, column, row, offset
    for number, line in enumerate(lines, 1):
        match = LINE.fullmatch(text, *line)
        if not match:
            reason = "a line has the two cells of a colour, as in (0, 0) (4, 1)"
            raise LevelError(places.offset(line[0]), reason)
        dots += [
            (match[1] or f"no {number}", int(match[x]), int(match[x + 1]), match.start(x) - 1)
            for x in (2, 4)
        ]
    first = _first(dots, cols, rows, places)
    cells = [[EMPTY] * cols for _ in range(rows)]
    starts = [[dots[0][3]] * cols for _ in range(rows)]
    for colour, x, y, offset in dots:
        if cells[y - first][x - first] != EMPTY:
            raise LevelError(places.offset(offset), f"there is a dot at ({x}, {y}) already")
        cells[y - first][x - first], starts[y - first][x - first] = colour, offset
    return [Row(row, offsets, offsets[-1]) for row, offsets in zip(cells, starts, strict=True)]


def _first(dots: list[tuple[str, int, int, int]], cols: int, rows: int, places: RowPlaces) -> int:
    """The number of the first column and row, 0 or 1."""
    outside = {
        first: [
            dot
            for dot in dots
            if not (first <= dot[1] < first + cols and first <= dot[2] < first + rows)
        ]
        for first in (0, 1)
    }
    fitting = [first for first, beyond in outside.items() if not beyond]
    if not fitting:
        first = 0 if any(0 in dot[1:3] for dot in dots) else 1
        _, x, y, offset = outside[first][0]
        reason = f"({x}, {y}) is not on a board of {cols}×{rows} that counts from {first}"
        raise LevelError(places.offset(offset), reason)
    if len(fitting) > 1:
        reason = (
            "this could be two boards: one whose cells count from 0, and one with cells from "
            "1 on; write the board as rows"
        )
        raise AmbiguousLevel(places.offset(dots[0][3]), reason)
    return fitting[0]
