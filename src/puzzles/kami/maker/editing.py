"""Boards as they are drawn: a missing cell has the colour NONE, and can become any other."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from puzzles.core.errors import NOWHERE, UsageError
from puzzles.core.results import Demand, Thing
from puzzles.core.tables import Table
from puzzles.grids.graph import Ints
from puzzles.grids.grid import LatticeGrid
from puzzles.kami.generator.patterns import PALETTES
from puzzles.kami.rules.levels import DEFAULTS, KNOWN, MAX_CELLS, NONE, SHAPES, free_letter, read
from puzzles.kami.rules.model import MAX_COLOURS, Board, Colour, Colours, KamiLevel

GRIDS = ("triangle", "square")
ANY = "any"
SHEETS = {"dyes": tuple(DEFAULTS.items())} | {
    name: tuple((colour.name, colour.hex) for colour in sheet) for name, sheet in PALETTES.items()
}
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
        Thing(colour.letter, colour.name, "" if colour == NONE else colour.hex)
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


# Colours -----------------------------------------------------------------------------------


def add(drawn: KamiLevel, name: str, look: str) -> KamiLevel:
    board, last = drawn.board, len(drawn.board.palette) - 1
    if last == MAX_COLOURS:
        raise UsageError(f"a board has at most {MAX_COLOURS} colours")
    palette = (*board.palette[:-1], _dyed(board.palette, name, look), NONE)
    colours = np.where(board.colours == last, last + 1, board.colours)
    return _coloured(drawn, palette, colours, board.final)


def dye(drawn: KamiLevel, thing: int, name: str, look: str) -> KamiLevel:
    board = drawn.board
    if board.palette[thing] == NONE:
        raise UsageError("a hole has no colour")
    others = (*board.palette[:thing], *board.palette[thing + 1 :])
    palette = (*others[:thing], _dyed(others, name, look), *others[thing:])
    return _coloured(drawn, palette, board.colours, board.final)


def dye_all(drawn: KamiLevel, sheet: str) -> KamiLevel:
    """Return the sketch dyed from a sheet: the colours in use get its first ones."""
    board, new = drawn.board, SHEETS[sheet][:MAX_COLOURS]
    none = len(board.palette) - 1
    used = sorted({*np.unique(board.colours).tolist(), board.final} - {none, None})
    if len(used) > len(new):
        raise UsageError(f"the board has {len(used)} colours, and {sheet} has {len(new)}")
    palette: tuple[Colour, ...] = ()
    for name, look in new:
        palette += (_dyed((*palette, NONE), name, look),)
    become = {colour: i for i, colour in enumerate(used)} | {none: len(palette)}
    colours = np.array([become[colour] for colour in board.colours.tolist()])
    final = None if board.final is None else become[board.final]
    return _coloured(drawn, (*palette, NONE), colours, final)


def take(drawn: KamiLevel, thing: int) -> KamiLevel:
    """Return the sketch without a colour: its cells get the one before it, or else the second."""
    board = drawn.board
    if board.palette[thing] == NONE or len(board.palette) < 4:
        raise UsageError("a board keeps two colours and its holes")
    palette = (*board.palette[:thing], *board.palette[thing + 1 :])
    colours = np.where(board.colours >= max(thing, 1), board.colours - 1, board.colours)
    final = board.final
    if final is not None:
        final = None if final == thing else final - (final > thing)
    return _coloured(drawn, palette, colours, final)


def _dyed(others: Iterable[Colour], name: str, look: str) -> Colour:
    """Return a new colour beside others, with a letter of its own."""
    names, letters = zip(*((colour.name, colour.letter) for colour in others), strict=True)
    if name.casefold() in map(str.casefold, names):
        raise UsageError(f"{name} is there already")
    return Colour(name, look, free_letter(name, letters))


def _coloured(
    drawn: KamiLevel, palette: tuple[Colour, ...], colours: Ints | Colours, final: int | None
) -> KamiLevel:
    cells = colours.astype(np.uint8)
    return replace(drawn, board=Board(drawn.board.grid, palette, cells, final))


def _check_size(grid: LatticeGrid) -> None:
    if grid.n > MAX_CELLS:
        raise UsageError(f"a board has at most {MAX_CELLS:,} cells")
    if grid.kind == "triangle" and grid.rows < 2:
        raise UsageError("a triangle board needs at least two rows")
