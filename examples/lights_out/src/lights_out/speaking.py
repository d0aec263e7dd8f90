"""Lights Out in words alone: which lights are on."""

from collections.abc import Iterable

from lights_out.model import NONE, ON, apply, move_parse, move_text
from puzzles.grids.symbols import SymbolState


def lines(state: SymbolState) -> tuple[str, ...]:
    """The size of the board, where there is no light, and the lights that are on."""
    grid = state.level.grid
    return (
        f"{grid.cols} columns and {grid.rows} rows of lights.",
        f"On: {_list(state, ON)}.",
        f"No lights: {_list(state, NONE)}.",
    )


def at(state: SymbolState, cell: int) -> str:
    """`b2 on`."""
    name = move_text(state, cell)
    return f"{name}, no light" if state.cells[cell] == NONE else f"{name} {_light(state, cell)}"


def about(state: SymbolState, name: str) -> str:
    """A light and what its press would leave."""
    cell = move_parse(state, name)
    return f"{at(state, cell)}; pressed, it leaves {_left(apply(state, cell))}"


def change(before: SymbolState, after: SymbolState) -> str:
    """`a1 off, a2 on; 3 on.`"""
    cells = [
        i
        for i, pair in enumerate(zip(before.cells, after.cells, strict=True))
        if pair[0] != pair[1]
    ]
    told = ", ".join(at(after, cell) for cell in cells)
    return f"{told}; {_left(after)}." if told else ""


move, parse = move_text, move_parse


def _light(state: SymbolState, cell: int) -> str:
    return "on" if state.cells[cell] == ON else "off"


def _left(state: SymbolState) -> str:
    return f"{state.cells.count(ON)} on"


def _list(state: SymbolState, symbol: str) -> str:
    cells: Iterable[int] = (i for i, light in enumerate(state.cells) if light == symbol)
    return ", ".join(move_text(state, cell) for cell in cells) or "none"
