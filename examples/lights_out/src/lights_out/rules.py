"""The rules. A position says of each light whether it is on; a move is the cell that is pressed."""

from puzzles.core.par import graded
from puzzles.core.results import Status
from puzzles.core.words import many
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import CellRules, SymbolLevel, SymbolState

ON, OFF, NONE = "*-."  # a light, and a place without one
INKS = {ON: "#ffd45e", OFF: "#3d4663", NONE: "#1b1d24"}
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


def _flaw(cells: str) -> str:
    return "" if ON in cells else "all lights are out already"


rules = LightsOut(SquareGrid, 400, INKS, _flaw, NONE)
