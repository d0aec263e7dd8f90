"""Boards as they are edited: a missing cell has the colour NONE, and can become any other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from puzzles.core.errors import UsageError
from puzzles.grids.grid import MISSING, LatticeGrid
from puzzles.kami.levels import draft
from puzzles.kami.model import Board, Colour, KamiLevel

__all__ = ["draft", "edit", "sketch"]

NONE = Colour("no cell", "#303034", MISSING)


def sketch(level: KamiLevel) -> KamiLevel:
    """The level with a cell at every place; par and proof are no longer true of it."""
    board = level.board
    if not isinstance(board.grid, LatticeGrid):
        raise UsageError("a bare graph cannot be edited as a board")
    palette = (*(colour for colour in board.palette if colour != NONE), NONE)
    grid = type(board.grid).full(board.grid.rows, board.grid.cols)
    colours = np.full(grid.n, len(palette) - 1, dtype=np.uint8)
    colours[board.grid.row * board.grid.cols + board.grid.col] = board.colours
    colours.flags.writeable = False
    board = Board(grid, palette, colours, board.final)
    return replace(level, board=board, par=None, proof={})


def edit(drawn: KamiLevel, cell: int, by: int) -> KamiLevel:
    """A sketch whose cell has the next or previous colour of the palette."""
    board = drawn.board
    colours = board.colours.copy()
    colours[cell] = (int(colours[cell]) + by) % len(board.palette)
    colours.flags.writeable = False
    return replace(drawn, board=replace(board, colours=colours))
