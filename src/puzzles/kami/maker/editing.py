"""Boards as they are drawn: a missing cell has the colour NONE, and can become any other."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from puzzles.core.errors import NOWHERE, UsageError
from puzzles.core.results import Demand, Thing
from puzzles.core.tables import Table
from puzzles.grids.grid import LatticeGrid
from puzzles.kami.rules.levels import KNOWN, MAX_CELLS, NONE, SHAPES, read
from puzzles.kami.rules.model import Board, KamiLevel

GRIDS = ("triangle", "square")
ANY = "any"
PALETTE = (*KNOWN, NONE)


def blank(kind: str, rows: int, cols: int) -> KamiLevel:
    """Return a board of one colour."""
    whole = SHAPES[kind].full(rows, cols)
    _check_size(whole)
    colours = np.zeros(whole.n, dtype=np.uint8)
    return KamiLevel("", NOWHERE, Board(whole, PALETTE, colours, None), None, NOWHERE)


def sketch(level: KamiLevel) -> KamiLevel:
    """Return the level with a cell at every place, without par and proof, which may be false."""
    board = level.board
    if not isinstance(board.grid, LatticeGrid):
        raise UsageError("a bare graph cannot be edited as a board")
    palette = (*(colour for colour in board.palette if colour != NONE), NONE)
    whole = type(board.grid).full(board.grid.rows, board.grid.cols)
    colours = np.full(whole.n, len(palette) - 1, dtype=np.uint8)
    colours[board.grid.row * board.grid.cols + board.grid.col] = board.colours
    board = Board(whole, palette, colours, board.final)
    return replace(level, board=board, par=None, proof={}, difficulty=None)


def draft(table: Table) -> KamiLevel:
    return read(table, drawn=True)


def grid(drawn: KamiLevel) -> LatticeGrid:
    assert isinstance(drawn.board.grid, LatticeGrid)
    return drawn.board.grid


def things(drawn: KamiLevel) -> tuple[Thing, ...]:
    """Return the colours of the palette, and the hole."""
    return tuple(
        Thing(colour.letter, colour.name, "" if colour == NONE else colour.look)
        for colour in drawn.board.palette
    )


def at(drawn: KamiLevel, cell: int) -> int:
    return int(drawn.board.colours[cell])


def put(drawn: KamiLevel, cells: Sequence[int], thing: int) -> KamiLevel:
    colours = drawn.board.colours.copy()
    colours[list(cells)] = thing
    return replace(drawn, board=replace(drawn.board, colours=colours))


def recut(drawn: KamiLevel, grid: LatticeGrid, source: Sequence[int], thing: int) -> KamiLevel:
    _check_size(grid)
    old = np.append(drawn.board.colours, np.uint8(thing))
    colours = old[list(source)]
    return replace(drawn, board=replace(drawn.board, grid=grid, colours=colours))


# The whole board ---------------------------------------------------------------------------


def demands(drawn: KamiLevel) -> tuple[Demand, ...]:
    board = drawn.board
    names = [colour.name for colour in board.palette[:-1]]
    value = ANY if board.final is None else board.palette[board.final].name
    return (Demand("final colour", (ANY, *names), value),)


def demand(drawn: KamiLevel, name: str, value: str) -> KamiLevel:
    names = [colour.name for colour in drawn.board.palette]
    final = None if value == ANY else names.index(value)
    return replace(drawn, board=replace(drawn.board, final=final))


def _check_size(grid: LatticeGrid) -> None:
    if grid.n > MAX_CELLS:
        raise UsageError(f"a board has at most {MAX_CELLS:,} cells")
    if grid.kind == "triangle" and grid.rows < 2:
        raise UsageError("a triangle board needs at least two rows")
