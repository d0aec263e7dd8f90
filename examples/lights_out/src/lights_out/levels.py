"""Levels as text: a board of lights."""

from lights_out.model import NONE, OFF, ON
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import SymbolLevels


def _flaw(cells: str) -> str:
    return "" if ON in cells else "all lights are out already"


levels = SymbolLevels(SquareGrid, 400, ON + OFF, _flaw, NONE)
