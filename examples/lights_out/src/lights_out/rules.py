"""The rules, and a code for IDs. A position says of each light whether it is on; a move is the cell
that is pressed."""

from dataclasses import replace

import numpy as np

from puzzles.core.coding import Coder
from puzzles.core.par import graded
from puzzles.core.results import Status
from puzzles.core.solving import Step
from puzzles.core.tables import Values
from puzzles.core.words import many
from puzzles.grids import printing
from puzzles.grids.coding import code_grid
from puzzles.grids.scene import Scene, Sign
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import CellRules, SymbolLevel, SymbolState

ON, OFF, NONE = "*-."  # a light, and a place without one
INKS = {ON: "#ffd45e", OFF: "#3d4663", NONE: "#1b1d24"}
BARE = -1  # no ink
TURNED = {ON: OFF, OFF: ON}


def reach(level: SymbolLevel, cell: int) -> tuple[int, ...]:
    """The lights that a press of `cell` turns."""
    return (cell, *level.grid.graph.neighbours[cell])


class LightsOut(CellRules):
    def apply(self, state: SymbolState, cell: int) -> SymbolState:
        """The position after a press, which is never refused."""
        lights = list(state.cells)
        for light in reach(state.level, cell):
            lights[light] = TURNED[lights[light]]
        return state.after("".join(lights))

    def status(self, state: SymbolState) -> Status:
        """Won when no light is on."""
        lit = tuple(cell for cell, light in enumerate(state.cells) if light == ON)
        reason = f"{many(len(lit), 'light')} {'are' if len(lit) > 1 else 'is'} on"
        return graded(state.level.par, state.moves, [(reason, lit)] if lit else [])

    def text(self, state: SymbolState) -> str:
        return printing.text(self.scene(state))

    def scene(
        self,
        state: SymbolState,
        move: int | None = None,
        palette: str = "default",
        step: Step | None = None,
    ) -> Scene:
        """Lights as dots on bare paper, in the inks that `SymbolRules` gives to cells."""
        scene = super().scene(state, move, palette, step)
        lights = {cell: Sign("", ink) for cell, ink in enumerate(scene.cells.tolist())}
        return replace(scene, cells=np.full_like(scene.cells, BARE), signs=lights)

    def encode(self, level: SymbolLevel, coder: Coder) -> bool:
        code_grid(coder, level.grid, [SquareGrid])
        _code(coder, level.cells, level.par)
        return True

    def decode(self, coder: Coder) -> Values:
        grid = code_grid(coder, None, [SquareGrid])
        cells, par = _code(coder, OFF * grid.n, None)
        keys = {"board": grid.text(cells)}
        return keys if par is None else keys | {"par": par}


def _code(coder: Coder, cells: str, par: int | None) -> tuple[str, int | None]:
    """Write, or read, what stands in the cells, and the par if there is one."""
    cells = "".join(ON if coder.flag(light == ON, "lit") else OFF for light in cells)
    known = coder.flag(par is not None)
    return cells, coder.number(par or 0) if known else None


def _flaw(cells: str) -> str:
    return "" if ON in cells else "all lights are out already"


rules = LightsOut(SquareGrid, 400, INKS, _flaw, NONE, recoloured=False)
