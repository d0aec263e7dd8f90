"""The rules. A position says of each light whether it is on; a move is the cell that is pressed."""

from puzzles.core.par import graded
from puzzles.core.puzzle import Status
from puzzles.grids.symbols import SymbolLevel, SymbolState

ON, OFF, NONE = "*-."  # a light, and a place without one
INKS = {ON: "#ffd45e", OFF: "#3d4663", NONE: "#1b1d24"}
TURNED = {ON: OFF, OFF: ON}


def start(level: SymbolLevel) -> SymbolState:
    return SymbolState(level, level.cells)


def reach(level: SymbolLevel, cell: int) -> tuple[int, ...]:
    """The lights that a press of `cell` turns."""
    return (cell, *level.grid.graph.neighbours[cell])


def apply(state: SymbolState, cell: int) -> SymbolState:
    """The position after a press, which is never refused."""
    lights = list(state.cells)
    for light in reach(state.level, cell):
        lights[light] = TURNED[lights[light]]
    return state.after("".join(lights))


def status(state: SymbolState) -> Status:
    """Won when no light is on."""
    lit = tuple(cell for cell, light in enumerate(state.cells) if light == ON)
    reason = f"{len(lit)} light{'s are' if len(lit) > 1 else ' is'} on"
    return graded(state.level.par, state.moves, [(reason, lit)] if lit else [])


def move_text(state: SymbolState, cell: int) -> str:
    """The name of the cell, as in `b2`."""
    return state.level.grid.name(cell)


def move_parse(state: SymbolState, text: str) -> int:
    return state.level.grid.cell(text)


def move_facts(state: SymbolState, cell: int) -> dict[str, str]:
    return {"cell": move_text(state, cell)}
