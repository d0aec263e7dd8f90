"""Numberlink as solvers exchange it: any number of boards, each after a line with its size.

    # a comment
    5 2
    a...b
    ...ab

The size is columns, then rows; `.` is an empty cell, and any other character but a blank a dot.
`0 0` ends a file. Boards are to be filled, as such solvers do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from puzzles.core.errors import LevelError, Place, UsageError
from puzzles.core.formats import MAX_LEVELS, Format
from puzzles.core.places import GivenPlaces
from puzzles.core.tables import Table
from puzzles.flow.formats import rows
from puzzles.flow.levels import BRIDGE, EMPTY, LETTERS, MAX_SIDE, MISSING
from puzzles.flow.model import FlowLevel

_SIZE = re.compile(r"\s*(\d{1,5})[ \t]+(\d{1,5})\s*")
_FIRST = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*([^\n]*)\n([^\n]*)")  # two lines


def sniff(text: str) -> bool:
    """Whether a size comes first, and then a row of so many cells."""
    first = _FIRST.match(text)
    size = _SIZE.fullmatch(first[1]) if first else None
    return bool(first and size and re.fullmatch(r"\S+", row := first[2].rstrip())
                and len(row) == int(size[1]))  # fmt: skip


def read(file: str, text: str) -> Table:
    """A pack with a level for each board; one that is wrong is an error in its place."""
    levels: list[dict[str, Any] | LevelError] = []
    places: dict[tuple[str | int, ...], Place] = {}
    for number, found in islice(_boards(file, text.split("\n")), MAX_LEVELS + 1):
        places["level", len(levels)] = Place(file, number)
        levels.append(found)
    return Table({"puzzle": "flow", "level": levels}, GivenPlaces(file, places))


def _boards(file: str, lines: list[str]) -> Iterator[tuple[int, dict[str, Any] | LevelError]]:
    """The keys of each board, with the number of the line that has its size."""
    at, count = 0, 0
    while at < len(lines):
        number, line = at + 1, lines[at]
        at += 1
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        size = _SIZE.fullmatch(line)
        if not size:  # where the next board begins cannot be told
            yield number, LevelError(Place(file, number), "here should be columns and rows, as 7 6")
            return
        width, height = int(size[1]), int(size[2])
        if not width or not height:
            return
        count += 1
        board = [row.rstrip() for row in lines[at : at + height]]
        at += height
        try:
            yield number, _level(file, number, count, width, height, board)
        except LevelError as error:
            yield number, error.with_traceback(None)


def _level(
    file: str, number: int, count: int, width: int, height: int, board: list[str]
) -> dict[str, Any]:
    if max(width, height) > MAX_SIDE:
        reason = f"the board is {width}×{height}; the most is {MAX_SIDE}×{MAX_SIDE}"
        raise LevelError(Place(file, number), reason)
    for row, cells in enumerate(board, 1):
        if len(cells) != width:
            reason = f"this row has {len(cells)} cells; the size says {width}"
            raise LevelError(Place(file, number + row, min(len(cells), width) + 1), reason)
    if len(board) < height:
        raise LevelError(Place(file, number), f"{len(board)} rows; the size says {height}")
    dots = sorted(set("".join(board)) - {EMPTY})
    if len(dots) > len(LETTERS):
        raise LevelError(Place(file, number), f"{len(dots)} colours; the most is {len(LETTERS)}")
    # What is no letter or digit gets one that is free.
    free = (face for face in LETTERS if face not in dots)
    face = str.maketrans({dot: dot if dot in LETTERS else next(free) for dot in dots})
    return {"title": f"Board {count}", "board": "\n".join(board).translate(face)}


def write(level: FlowLevel) -> str:
    text, grid = rows.write(level), level.board.grid
    for what, symbol in (("missing cells", MISSING), ("bridges", BRIDGE)):
        if symbol in text:
            raise UsageError(f"Numberlink's boards have no {what}")
    return f"{grid.cols} {grid.rows}\n{text}"


FORMAT = Format(
    "numberlink", "Numberlink boards, each after its size", ".txt", sniff, read, write, many=True
)
