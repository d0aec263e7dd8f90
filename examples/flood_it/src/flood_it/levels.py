"""Levels as text: a board of letters, a letter a colour, and the par if it is known."""

from __future__ import annotations

from typing import Any

import numpy as np

from flood_it.model import FloodLevel
from puzzles.core.par import read_par
from puzzles.core.tables import Table
from puzzles.grids.square import SquareGrid
from puzzles.grids.text import read_board
from puzzles.library.levels import LEVEL_KEYS

MOST_CELLS = 400


def parse(table: Table) -> FloodLevel:
    """The level that `table` describes; LevelError, with its place, for anything wrong in it."""
    table.only([*LEVEL_KEYS, "puzzle", "board", "par"])
    grid, symbols = read_board(table, SquareGrid, MOST_CELLS, _fault, missing="")
    letters = "".join(sorted(set(symbols)))
    if len(letters) < 2:
        raise table.error("the board has only one colour; it needs at least two", "board")
    colours = np.array([letters.index(symbol) for symbol in symbols], dtype=np.int32)
    colours.flags.writeable = False
    title = table.line("title") or ""
    return FloodLevel(title, table.place(), grid, letters, colours, *read_par(table))


def _fault(symbol: str) -> str:
    return "" if symbol.isalpha() else "a colour is a letter"


def format(level: FloodLevel) -> dict[str, Any]:
    """The keys of `level`, as `parse` reads them."""
    board = level.grid.text([level.letters[colour] for colour in level.colours])
    par = {} if level.par is None else {"par": level.par}
    return {"title": level.title, "board": board, **par}


def facts(level: FloodLevel) -> dict[str, Any]:
    """What lists of levels show."""
    return {"size": level.grid.size, "colours": len(level.letters), "par": level.par}
