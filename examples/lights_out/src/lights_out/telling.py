"""Lights Out in words: a press by where it is on the board."""

from puzzles.grids.symbols import SymbolState
from puzzles.grids.whereabouts import whereabouts


def renamed(state: SymbolState, text: str, palette: str) -> str:
    """Lights have no names that a palette could change."""
    return text


def move(state: SymbolState, move: int, turned: bool = False) -> str:
    """`b2, in the middle`, `a1, at the top left`."""
    grid = state.level.grid
    place = whereabouts(grid, [move], turned)
    return f"{grid.name(move)}, {'in' if place == 'middle' else 'at'} the {place}"
