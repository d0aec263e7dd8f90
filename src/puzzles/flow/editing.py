"""Boards as they are edited: holes and bridges are written like dots, and can become any other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from puzzles.flow.levels import BRIDGE, LETTERS, MISSING, draft
from puzzles.flow.model import Board, FlowLevel

__all__ = ["draft", "edit", "sketch"]

SPARE = 2  # colours more than a board has, in case one was missed


def sketch(level: FlowLevel) -> FlowLevel:
    """The level with a cell at every place; its proof is no longer true of it."""
    board, old = level.board, level.board.grid
    grid = type(old).full(old.rows, old.cols)
    used = tuple(symbol for symbol in board.symbols if symbol not in (MISSING, BRIDGE))
    spare = [letter for letter in LETTERS if letter not in used][:SPARE]
    bridge = (BRIDGE,) if grid.kind == "square" else ()  # hexagons have none
    symbols = (*used, *spare, MISSING, *bridge)
    place = old.row * old.cols + old.col
    dots = np.full(grid.n, symbols.index(MISSING), dtype=np.int32)
    dots[place] = [symbols.index(board.symbols[dot]) if dot >= 0 else -1 for dot in board.dots]
    if board.bridges:
        dots[place[sorted(board.bridges)]] = symbols.index(BRIDGE)
    dots.flags.writeable = False
    walls = frozenset((int(place[a]), int(place[b])) for a, b in board.walls)
    drawn = Board(grid, symbols, dots, walls, frozenset(), board.wrap, board.fill)
    return replace(level, board=drawn, proof={})


def edit(drawn: FlowLevel, cell: int, by: int) -> FlowLevel:
    """A sketch with the next or previous symbol at a cell, after none and before none."""
    board = drawn.board
    dots = board.dots.copy()
    # −1 stands for an empty cell, one place before the first symbol.
    dots[cell] = (int(dots[cell]) + 1 + by) % (len(board.symbols) + 1) - 1
    dots.flags.writeable = False
    return replace(drawn, board=replace(board, dots=dots))
