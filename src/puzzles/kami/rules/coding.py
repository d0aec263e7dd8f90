"""A Kami board in an ID: its grid, its colours, and each cell as its neighbours let expect it.

Bare region graphs are left to the host.
"""

import re

import numpy as np

from puzzles.core.coding import Coder
from puzzles.core.errors import NOWHERE
from puzzles.core.tables import Values
from puzzles.grids.coding import code_grid
from puzzles.grids.grid import LatticeGrid
from puzzles.kami.rules.levels import KNOWN, MAX_CELLS, SHAPES, format
from puzzles.kami.rules.model import MAX_COLOURS, Board, Colour, KamiLevel, Move, State

_KINDS: list[type[LatticeGrid]] = [*SHAPES.values()]
# What texts of levels are likely to hold; part of the format of IDs, so it never changes.
DICTIONARY = (
    b'"]],"par":1,"final":"nodes":{"edges":[["walls":["bridges":["wrap":true,"fill":false,'
    b'"Black #2a2a30""Purple #7d4c8e""Orange #df7431""Green #6b9b52""Blue #2b3d63"'
    b'"Yellow #e6a52d""Teal #2c7f84""White #f3e5cb""Red #c0392f","colours":{"R":"'
    b'{"grid":"hex","grid":"triangle","grid":"square","board":"'
)


def encode(level: KamiLevel, coder: Coder) -> bool:
    board = level.board
    if not isinstance(board.grid, LatticeGrid) or board.grid.index.size > MAX_CELLS:
        return False
    grid = code_grid(coder, board.grid, _KINDS)
    coder.pick(len(board.palette) - 2, MAX_COLOURS - 1)
    for colour in board.palette:
        _colour(coder, colour)
    _cells(coder, grid, board.colours.tolist(), len(board.palette))
    _extras(coder, board.final, level.par, len(board.palette))
    return True


def decode(coder: Coder) -> Values:
    grid = code_grid(coder, None, _KINDS)
    palette = [_colour(coder, None) for _ in range(coder.pick(0, MAX_COLOURS - 1) + 2)]
    cells = np.array(_cells(coder, grid, [0] * grid.n, len(palette)), dtype=np.uint8)
    final, par = _extras(coder, None, None, len(palette))
    return format(KamiLevel("", NOWHERE, Board(grid, tuple(palette), cells, final), par, NOWHERE))


def code_move(state: State, move: Move | None, coder: Coder) -> Move:
    """A region by its number, and one of the colours that it has not."""
    region = coder.pick(int(state.region_of[move.cell]) if move else 0, state.region_graph.n)
    cell = int(state.region_cell[region])
    others = [c for c in range(len(state.board.palette)) if c != state.colours[cell]]
    return Move(cell, others[coder.pick(others.index(move.colour) if move else 0, len(others))])


def _colour(coder: Coder, colour: Colour | None) -> Colour:
    """Code a colour: one that needs no description, or a name, a look and a letter."""
    if coder.flag(colour in KNOWN, "known"):
        return KNOWN[coder.pick(KNOWN.index(colour) if colour else 0, len(KNOWN))]
    name = coder.text(colour.name if colour else "")
    code = bytes.fromhex(colour.look[1:]) if colour else bytes(3)
    look = bytes(coder.pick(part, 256) for part in code).hex()
    # The letter is often one of the name's.
    letter = colour.letter if colour else ""
    own = list(dict.fromkeys(re.sub(r"\W", "", name.upper())))
    at = coder.pick(own.index(letter) if letter in own else len(own), len(own) + 1)
    letter = own[at] if at < len(own) else coder.text(letter)
    return Colour(name, f"#{look}", letter)


def _cells(coder: Coder, grid: LatticeGrid, cells: list[int], colours: int) -> list[int]:
    near = grid.graph.neighbours
    for cell in range(grid.n):
        before = tuple(cells[other] for other in near[cell] if other < cell)
        cells[cell] = coder.pick(cells[cell], colours, before)
    return cells


def _extras(
    coder: Coder, final: int | None, par: int | None, colours: int
) -> tuple[int | None, int | None]:
    """The final colour and the par, each if there is one."""
    demanded = coder.flag(final is not None)
    final = coder.pick(final or 0, colours) if demanded else None
    graded = coder.flag(par is not None)
    return final, coder.number(par or 0) if graded else None
