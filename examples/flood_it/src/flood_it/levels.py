"""Levels as text: a board of letters, a letter a colour."""

from flood_it.model import COLOURS
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import SymbolLevels

MOST_CELLS = 400


def _flaw(cells: str) -> str:
    several = len(set(cells)) > 1
    return "" if several else "the board has only one colour; it needs at least two"


levels = SymbolLevels(SquareGrid, MOST_CELLS, COLOURS, _flaw, missing="")
