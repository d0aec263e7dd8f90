"""Levels as text: a board of letters, a letter a colour, and the par if it is known."""

from __future__ import annotations

from typing import Any

import numpy as np

from flood_it.model import FloodLevel
from puzzles.core.par import read_par
from puzzles.core.tables import Table
from puzzles.grids.grid import LayoutError
from puzzles.grids.square import SquareGrid
from puzzles.library.levels import LEVEL_KEYS

MAX_SIDE = 20


def parse(table: Table) -> FloodLevel:
    """The level that `table` describes; LevelError, with its place, for anything wrong in it."""
    table.only([*LEVEL_KEYS, "puzzle", "board", "par"])
    text = table.get("board", str) or ""
    if not text.strip():
        raise table.error("a level needs a board", "board")
    if len(text) > 2 * MAX_SIDE**2:
        raise table.error(f"the most is {MAX_SIDE}×{MAX_SIDE} cells", "board")
    try:
        grid, symbols = SquareGrid.parse(text)
    except LayoutError as error:
        raise table.error_inside(error.reason, "board", error.row, error.col) from None
    rows = text.split("\n")
    for row, col in ((r, c) for r, line in enumerate(rows) for c in range(len(line.rstrip()))):
        if not rows[row][col].isalpha():
            raise table.error_inside("a colour is a letter", "board", row, col)
    if max(grid.rows, grid.cols) > MAX_SIDE:
        raise table.error(f"the board is {grid.size}; the most is {MAX_SIDE}×{MAX_SIDE}", "board")
    letters = "".join(sorted(set(symbols)))
    if len(letters) < 2:
        raise table.error("the board has only one colour; it needs at least two", "board")
    colours = np.array([letters.index(symbol) for symbol in symbols], dtype=np.int32)
    colours.flags.writeable = False
    place = table.error("").place
    return FloodLevel(table.line("title") or "", place, grid, letters, colours, *read_par(table))


def format(level: FloodLevel) -> dict[str, Any]:
    """The keys of `level`, as `parse` reads them."""
    board = level.grid.text([level.letters[colour] for colour in level.colours])
    par = {} if level.par is None else {"par": level.par}
    return {"title": level.title, "board": board, **par}


def facts(level: FloodLevel) -> dict[str, Any]:
    """What lists of levels show."""
    return {"size": level.grid.size, "colours": len(level.letters), "par": level.par}
