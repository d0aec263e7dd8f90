"""A board in an ID: its grid, which lights are on, and its par."""

from typing import Any

from lights_out.model import OFF, ON
from puzzles.core.coding import Coder
from puzzles.grids.coding import code_grid
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import SymbolLevel


def encode(level: SymbolLevel, coder: Coder) -> bool:
    code_grid(coder, level.grid, [SquareGrid])
    _code(coder, level.cells, level.par)
    return True


def decode(coder: Coder) -> dict[str, Any]:
    grid = code_grid(coder, None, [SquareGrid])
    cells, par = _code(coder, OFF * grid.n, None)
    keys = {"board": grid.text(cells)}
    return keys if par is None else keys | {"par": par}


def _code(coder: Coder, cells: str, par: int | None) -> tuple[str, int | None]:
    """Write, or read, what stands in the cells, and the par if there is one."""
    cells = "".join(ON if coder.flag(light == ON, "lit") else OFF for light in cells)
    known = coder.flag(par is not None)
    return cells, coder.number(par or 0) if known else None
