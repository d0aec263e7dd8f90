"""Walls and rims of boards that are drawn.

A board that wraps is open at all its rims, unless walls close them: so two sides that face each
other are closed, and two open.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from puzzles.core.results import Demand, Pair
from puzzles.flow.maker.laying import intact
from puzzles.flow.rules.model import Board, FlowLevel, passages
from puzzles.flow.rules.prints import VECTORS
from puzzles.grids.grid import LatticeGrid

# The ways out over the rims that are open, by what is said of them.
RIMS = {
    "closed": (),
    "left and right open": ("left", "right"),
    "top and bottom open": ("up", "down"),
    "all open": ("left", "right", "up", "down"),
}
FILL = "all have to be filled", "may stay empty"
TOUCH = "may touch themselves", "never touch themselves"


def sides(drawn: FlowLevel, cell: int) -> Mapping[int, tuple[float, float]]:
    around = passages(drawn.board.grid, drawn.board.wrap)
    return {other: VECTORS[way] for other, way in around[cell].items()}


def walls(drawn: FlowLevel) -> Collection[Pair]:
    return drawn.board.walls


def build(drawn: FlowLevel, pairs: Collection[Pair], whether: bool) -> FlowLevel:
    """Beside what is no cell there are no walls."""
    board = drawn.board
    near = passages(board.grid, board.wrap)
    known = {(min(a, b), max(a, b)) for a, b in pairs if b in near[a]}
    changed = board.walls | known if whether else board.walls - known
    return intact(replace(drawn, board=replace(board, walls=changed)))


def demands(drawn: FlowLevel) -> tuple[Demand, ...]:
    found = (
        Demand("cells", FILL, FILL[not drawn.board.fill]),
        Demand("pipes", TOUCH, TOUCH[drawn.untouching]),
    )
    if drawn.board.grid.kind != "square":
        return found
    return (Demand("rims", tuple(RIMS), rims(drawn.board)), *found)


def demand(drawn: FlowLevel, name: str, value: str) -> FlowLevel:
    if name == "pipes":
        return replace(drawn, untouching=value == TOUCH[1])
    if name == "cells":
        return replace(drawn, board=replace(drawn.board, fill=value == FILL[0]))
    return intact(replace(drawn, board=with_rims(drawn.board, value)))


def rims(board: Board) -> str:
    """Return the name in RIMS of the rims that are open."""
    over = _over(board.grid) if board.wrap else {}
    open_ = {way for (a, b), way in over.items() if (min(a, b), max(a, b)) not in board.walls}
    return next(name for name, ways in RIMS.items() if set(ways) == open_)


def with_rims(board: Board, value: str) -> Board:
    """The board with these rims open, and the others closed."""
    over = _over(board.grid)
    closed = {(min(a, b), max(a, b)) for (a, b), way in over.items() if way not in RIMS[value]}
    inner = board.walls - {(min(pair), max(pair)) for pair in over}
    wrap = bool(RIMS[value])
    return replace(board, wrap=wrap, walls=inner | closed if wrap else inner)


def _over(grid: LatticeGrid) -> dict[Pair, str]:
    """The passages over the rims of a square grid, both ways."""
    inside = passages(grid, False)
    return {
        (a, b): way
        for a, others in passages(grid, True).items()
        for b, way in others.items()
        if b not in inside[a]
    }
