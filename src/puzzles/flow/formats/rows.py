"""Rows of cells and nothing else, the way people and programs print boards; several boards a file.

A letter, a digit or a number is a dot. Empty cells are the first of `.`, `_`, `*`, `-`, `-1` and
`0` that the board has, or `x` or `o` where all else are pairs. `#`, and `*` beside `.`, is a
missing cell, `+` a bridge. A board without empty cells is a solved one: its dots are where the
lines of each colour end. `grids.rows` has the ways to print rows.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence

from puzzles.core.errors import LevelError, LevelTooLarge, Place, UsageError
from puzzles.core.formats import Format
from puzzles.core.places import Path, PlainPlaces
from puzzles.core.tables import Table, Values
from puzzles.flow.rules.levels import BRIDGE, EMPTY, LETTERS, MAX_SIDE, MISSING, format
from puzzles.flow.rules.model import Board, FlowLevel
from puzzles.grids.lines import ends
from puzzles.grids.rows import CROSSES, MOST, Row, RowPlaces, document, likely, square_of, twofold

EMPTIES = (EMPTY, "_", "*", "-", "-1", "0")  # an empty cell; the first of these that a board has is
# 1 … 9, A for 10 … z for 61: numbers that are small keep their face.
FACES = "123456789" + LETTERS[:52]
Cells = Sequence[Sequence[str]]
SIGNS = (MISSING, BRIDGE)
_CELL = re.compile(r"[A-Za-z0-9._#+]|\d+", re.ASCII)


def sniff(text: str) -> bool:
    """Return whether there are empty cells enough for the dots (a pipe has three cells or more), or
    all boards are solved."""
    empty, dots, solved = 0, 0, True
    for board in [] if _has_walls(text) else likely(text):
        rows = _with_signs(board)
        cells, blank = Counter(cell for row in rows for cell in row), empty_of(rows)
        empty += cells.pop(blank, 0)
        if not all(map(_CELL.fullmatch, cells)):
            return False
        dots += sum(count for cell, count in cells.items() if cell not in SIGNS)
        solved = solved and blank in ("", "0") and unsolved(rows) is not None
    return dots > 0 and (solved or dots <= 2 * empty)


def read(file: str, text: str) -> Table:
    """A level, or a pack with one for each board; one that is wrong is an error in its place."""
    if _has_walls(text):
        board = text if EMPTY in text else text.replace("0", EMPTY)
        return Table({"puzzle": "flow", "board": board}, PlainPlaces(file))
    return document(file, text, "flow", _keys)


def _has_walls(text: str) -> bool:
    """Return whether this is a board that is spread out to have its walls drawn: `-` then stands in
    lines of its own, or beside `.`."""
    if "|" in text or "-" not in text:
        return "|" in text
    dashed = (line for line in text.split("\n") if "-" in line)
    return "." in text or not any(map(str.isalnum, "".join(dashed)))


def _keys(board: list[Row], places: RowPlaces, path: Path) -> Values:
    """The keys of a board; LevelError at the cell that is wrong."""
    cells: Cells = _with_signs(board)
    place, cols = places.at(*path), max(map(len, cells))
    if max(cols, len(cells)) > MOST:  # of such a board not all is read
        raise LevelTooLarge(place, f"the board has over {MOST:,} rows or columns")
    check_size(cols, len(cells), place)
    empty = empty_of(cells)
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            if cell != empty and (cell == "_" or not _CELL.fullmatch(cell)):
                what = f"unknown character {cell!r}" if len(cell) == 1 else f"unknown cell {cell!r}"
                reason = f"{what}; a dot is a letter, a digit or a number"
                raise LevelError(places.inside(y, x, *path, "board"), reason)
    dots = Counter(cell for row in cells for cell in row if cell not in (empty, *SIGNS))
    several = not empty or (empty == "0" and len(dots) > 1)  # colours, of which 0 may be one
    solved = unsolved(cells) if several and set(dots.values()) != {2} else None
    if solved and empty and not any(count % 2 for count in dots.values()):
        boards = "one whose empty cells are 0, and a solved one with a colour 0"
        raise twofold(place, boards, "write . for empty cells, or another colour")
    if solved:
        cells, empty = solved, EMPTY
    return {"board": text_of(cells, empty, place, SIGNS)}


def write(level: FlowLevel) -> str:
    board = level.board
    needs = "bridges", "missing cells", "cells that must be filled"
    refuse("rows of characters have", board, *needs)
    if len(board.dots) == 2 * board.pairs > 2 * len(board.symbols):
        raise UsageError("rows of characters without an empty cell are a solved board")
    text = str(format(level)["board"])
    if "\n" not in text and square_of(len(text)):
        raise UsageError("one row of so many cells could be a square board")
    return text + "\n"


def _with_signs(board: list[Row]) -> Cells:
    """The cells of a board, with `#` for a `*` beside `.`."""
    cells = [row.cells for row in board]
    if not any(EMPTY in row for row in cells):
        return cells
    return [[MISSING if cell == "*" else cell for cell in row] for row in cells]


# What other formats share -------------------------------------------------------------------------


def empty_of(cells: Cells) -> str:
    """Return the sign of the empty cells of a board; an empty text if it has none."""
    found = set().union(*cells)
    if empty := next((empty for empty in EMPTIES if empty in found), ""):
        return empty
    count = Counter(cell for row in cells for cell in row)
    crosses = next((cross for cross in CROSSES if cross in found), "")
    pairs = {count[cell] for cell in found - {crosses}} == {2}
    return crosses if pairs and count[crosses] > 2 else ""


def check_size(cols: int, rows: int, place: Place) -> None:
    """Raises LevelTooLarge for a board that cannot be shown."""
    if max(cols, rows) > MAX_SIDE:
        raise LevelTooLarge(place, f"the board is {cols}×{rows}; the most is {MAX_SIDE}×{MAX_SIDE}")


def refuse(name: str, board: Board, *allowed: str) -> None:
    """Raises UsageError for the first thing that a board needs and a format lacks."""
    grid = board.grid
    needs = {
        "walls": board.walls,
        "rims that wrap": board.wrap,
        "hexagons": grid.kind == "hex",
        "bridges": board.bridges,
        "missing cells": grid.n < grid.rows * grid.cols,
        "`fill = false`": not board.fill,
        "cells that must be filled": board.fill,
    }
    for what, needed in needs.items():
        if needed and what not in allowed:
            raise UsageError(f"{name} no {what}")


def text_of(cells: Cells, empty: str, place: Place, signs: Collection[str] = ()) -> str:
    """The rows in the letters of a level file; `signs` stand for what they are there. A dot has its
    own letter, that of its number, or one that is free; LevelTooLarge, at `place`, if none is."""
    given = {empty: EMPTY, **{sign: sign for sign in signs}}
    dots = sorted({cell for row in cells for cell in row} - given.keys())
    if len(dots) > len(LETTERS):
        raise LevelTooLarge(place, f"{len(dots)} colours; the most is {len(LETTERS)}")
    faces = {dot: dot for dot in dots if len(dot) == 1 and dot in LETTERS}
    for dot in dots:
        numbered = dot.isdecimal() and len(dot) == 2 and int(dot) <= len(FACES)
        if numbered and FACES[int(dot) - 1] not in faces.values():
            faces[dot] = FACES[int(dot) - 1]
    free = iter([letter for letter in LETTERS if letter not in faces.values()])
    given |= {dot: faces.get(dot) or next(free) for dot in dots}
    return "\n".join("".join(given[cell] for cell in row) for row in cells)


def unsolved(cells: Cells) -> Cells | None:
    """The board of a solution: of each colour only the ends stay. None if it is no solution, or has
    a line that touches itself, whose ends are unclear."""
    if (dots := ends(cells, MISSING)) is None:
        return None
    board = [[EMPTY if cell != MISSING else cell for cell in row] for row in cells]
    for y, x in dots:
        board[y][x] = cells[y][x]
    return board


FORMAT = Format("flow-rows", "rows of characters", ".txt", sniff, read, write, True, "\n", "A..B")
