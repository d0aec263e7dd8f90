"""Boards as they are drawn: holes and bridges are written like dots, and can become any other.

A board that wraps is open at all its rims, unless walls close them: so two sides that face each
other are closed, and two open.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from puzzles.core.errors import NOWHERE, UsageError
from puzzles.core.results import Demand, Pair, Thing
from puzzles.core.tables import Table
from puzzles.flow.maker.laying import intact, laid
from puzzles.flow.rules.levels import BRIDGE, EMPTY, LETTERS, MAX_SIDE, MISSING, SHAPES, read
from puzzles.flow.rules.model import Board, FlowLevel, passages
from puzzles.flow.rules.palette import pipe_inks
from puzzles.flow.rules.prints import VECTORS
from puzzles.grids.graph import Ints
from puzzles.grids.grid import LatticeGrid

GRIDS = tuple(SHAPES)
SPARE = 2  # colours more than a board has
NAMES = {MISSING: "hole", BRIDGE: "bridge"}
# The ways out over the rims that are open, by what is said of them.
RIMS = {
    "closed": (),
    "left and right open": ("left", "right"),
    "top and bottom open": ("up", "down"),
    "all open": ("left", "right", "up", "down"),
}
FILL = "all have to be filled", "may stay empty"
TOUCH = "may touch themselves", "never touch themselves"


def blank(kind: str, rows: int, cols: int) -> FlowLevel:
    """A board without dots."""
    whole = SHAPES[kind].full(rows, cols)
    _check_size(whole)
    return FlowLevel("", NOWHERE, Board(whole, _symbols((), kind), np.full(whole.n, -1, np.int32)))


def sketch(level: FlowLevel) -> FlowLevel:
    """The level with a cell at every place; its proof is no longer true of it."""
    board, old = level.board, level.board.grid
    whole = type(old).full(old.rows, old.cols)
    symbols = _symbols(board.symbols, old.kind)
    place = old.row * old.cols + old.col
    dots = np.full(whole.n, symbols.index(MISSING), dtype=np.int32)
    dots[place] = [symbols.index(board.symbols[dot]) if dot >= 0 else -1 for dot in board.dots]
    if board.bridges:
        dots[place[sorted(board.bridges)]] = symbols.index(BRIDGE)
    parted = frozenset((int(place[a]), int(place[b])) for a, b in board.walls)
    drawn = Board(whole, symbols, dots, parted, frozenset(), board.wrap, board.fill)
    return replace(level, board=drawn, proof={}, difficulty=None)


def draft(table: Table) -> FlowLevel:
    drawn = read(table, drawn=True)
    whole = sketch(drawn)
    return intact(replace(whole, pipes=tuple(pipe for pipe in drawn.pipes if len(pipe) > 1)))


def grid(drawn: FlowLevel) -> LatticeGrid:
    return drawn.board.grid


def things(drawn: FlowLevel) -> tuple[Thing, ...]:
    """The eraser, a dot of each letter and of a few more, a hole, a bridge."""
    symbols = drawn.board.symbols
    dots = [
        Thing(s, NAMES[s]) if s in NAMES else Thing(s, f"dot {s}", ink)
        for s, ink in zip(symbols, pipe_inks(len(symbols)), strict=False)
    ]
    return (Thing(EMPTY, "eraser"), *dots)


def at(drawn: FlowLevel, cell: int) -> int:
    return int(drawn.board.dots[cell]) + 1


def put(drawn: FlowLevel, cells: Sequence[int], thing: int) -> FlowLevel:
    """With the last letter that there was, there is one more."""
    dots = drawn.board.dots.copy()
    dots[list(cells)] = thing - 1
    return intact(_dotted(drawn, dots))


def lay(drawn: FlowLevel, way: Sequence[int]) -> FlowLevel:
    board = drawn.board
    used = {*board.dots.tolist()}
    spare = (i for i, symbol in enumerate(board.symbols) if i not in used and symbol not in NAMES)
    pipes, dots = laid(drawn, way, next(spare, 0))
    return _dotted(replace(drawn, pipes=pipes), dots)


def _dotted(drawn: FlowLevel, dots: Ints) -> FlowLevel:
    """The sketch with other dots; once all letters are used, there are more."""
    changed = replace(drawn, board=replace(drawn.board, dots=dots))
    letters = sum(symbol not in NAMES for symbol in drawn.board.symbols)
    return changed if len({*dots.tolist()} & {*range(letters)}) < letters else sketch(changed)


def recut(drawn: FlowLevel, grid: LatticeGrid, source: Sequence[int], thing: int) -> FlowLevel:
    """Walls and pipes go along with their cells; rims that are open stay so."""
    _check_size(grid)
    board, old = drawn.board, np.append(drawn.board.dots, np.int32(thing - 1))
    new = {cell: i for i, cell in enumerate(source) if cell >= 0}
    moved = ((new[a], new[b]) for a, b in board.walls if a in new and b in new)
    changed = replace(board, grid=grid, dots=old[list(source)], walls=frozenset())
    parted = frozenset((min(pair), max(pair)) for pair in moved if pair in changed.joined)
    changed = replace(changed, walls=parted)
    if {*source} != {*range(board.grid.n)}:  # or else the rims were turned with the board
        changed = with_rims(changed, rims(board)) if board.wrap else changed
    pipes = tuple(tuple(new[cell] for cell in pipe) for pipe in drawn.pipes if {*pipe} <= {*new})
    return intact(replace(drawn, board=changed, pipes=pipes))


def _check_size(grid: LatticeGrid) -> None:
    if max(grid.rows, grid.cols) > MAX_SIDE:
        raise UsageError(f"a board is at most {MAX_SIDE}×{MAX_SIDE}")


def _symbols(used: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """The letters that are used and some that are not, and what else may stand at a cell."""
    letters = [symbol for symbol in used if symbol not in NAMES]
    spare = [letter for letter in LETTERS if letter not in letters][:SPARE]
    bridge = (BRIDGE,) if kind == "square" else ()  # hexagons have none
    return (*letters, *spare, MISSING, *bridge)


# Walls and rims ----------------------------------------------------------------------------------


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
