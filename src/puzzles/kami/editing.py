"""Boards as they are drawn: a missing cell has the colour NONE, and can become any other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from puzzles.core.errors import NOWHERE, UsageError
from puzzles.core.facets import Thing
from puzzles.core.tables import Table
from puzzles.grids.grid import LatticeGrid
from puzzles.kami.levels import DEFAULTS, LETTERS, MAX_CELLS, NONE, SHAPES, read
from puzzles.kami.model import Board, Colour, KamiLevel

GRIDS = ("triangle", "square")
PALETTE = (*(Colour(name, DEFAULTS[name], letter) for letter, name in LETTERS.items()), NONE)


def blank(kind: str, rows: int, cols: int) -> KamiLevel:
    """A board of one colour."""
    whole = SHAPES[kind].full(rows, cols)
    _need_room(whole)
    colours = np.zeros(whole.n, dtype=np.uint8)
    colours.flags.writeable = False
    return KamiLevel("", NOWHERE, Board(whole, PALETTE, colours, None), None, NOWHERE)


def sketch(level: KamiLevel) -> KamiLevel:
    """The level with a cell at every place; par and proof are no longer true of it."""
    board = level.board
    if not isinstance(board.grid, LatticeGrid):
        raise UsageError("a bare graph cannot be edited as a board")
    palette = (*(colour for colour in board.palette if colour != NONE), NONE)
    whole = type(board.grid).full(board.grid.rows, board.grid.cols)
    colours = np.full(whole.n, len(palette) - 1, dtype=np.uint8)
    colours[board.grid.row * board.grid.cols + board.grid.col] = board.colours
    colours.flags.writeable = False
    board = Board(whole, palette, colours, board.final)
    return replace(level, board=board, par=None, proof={}, difficulty=None)


def draft(table: Table) -> KamiLevel:
    return read(table, drawn=True)


def grid(drawn: KamiLevel) -> LatticeGrid:
    assert isinstance(drawn.board.grid, LatticeGrid)
    return drawn.board.grid


def things(drawn: KamiLevel) -> tuple[Thing, ...]:
    """The colours of the palette, and none."""
    return tuple(Thing(colour.letter, colour.name) for colour in drawn.board.palette)


def at(drawn: KamiLevel, cell: int) -> int:
    return int(drawn.board.colours[cell])


def put(drawn: KamiLevel, cells: Sequence[int], thing: int) -> KamiLevel:
    colours = drawn.board.colours.copy()
    colours[list(cells)] = thing
    colours.flags.writeable = False
    return replace(drawn, board=replace(drawn.board, colours=colours))


def recut(drawn: KamiLevel, grid: LatticeGrid, source: Sequence[int], thing: int) -> KamiLevel:
    _need_room(grid)
    old = np.append(drawn.board.colours, np.uint8(thing))
    colours = old[list(source)]
    colours.flags.writeable = False
    return replace(drawn, board=replace(drawn.board, grid=grid, colours=colours))


def _need_room(grid: LatticeGrid) -> None:
    if grid.n > MAX_CELLS:
        raise UsageError(f"a board has at most {MAX_CELLS:,} cells")
    if grid.kind == "triangle" and grid.rows < 2:
        raise UsageError("a triangle board needs at least two rows")
