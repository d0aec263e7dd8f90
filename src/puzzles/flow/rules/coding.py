"""A Flow board in an ID: its grid, what stands in each cell, its letters and its walls."""

from typing import Any

import numpy as np

from puzzles.core.coding import Coder
from puzzles.core.errors import NOWHERE
from puzzles.core.tables import Values
from puzzles.flow.rules.levels import LETTERS, SHAPES, format, own_inks
from puzzles.flow.rules.model import Board, FlowLevel, Move, State
from puzzles.flow.rules.problem import Path
from puzzles.grids.coding import code_grid

_KINDS = [*SHAPES.values()]
_EMPTY, _BRIDGE, _NEW, _PARTNER, _TWIN = range(5)  # what a cell can be; the last three are dots


def encode(level: FlowLevel, coder: Coder) -> bool:
    if level.untouching:  # the code was settled before there was that claim
        return False
    board = level.board
    grid = code_grid(coder, board.grid, _KINDS)
    coder.flag(board.wrap)
    coder.flag(board.fill)
    cells = [-2 if cell in board.bridges else dot for cell, dot in enumerate(board.dots.tolist())]
    _cells(coder, cells)
    _letters(coder, board.symbols, len(board.symbols))
    open_board = Board(grid, board.symbols, board.dots, wrap=board.wrap)
    _walls(coder, open_board, board.walls)
    _ending(coder, [*own_inks(board).values()], 0, level.proof.get("fillings", 1))
    return True


def decode(coder: Coder) -> Values:
    grid = code_grid(coder, None, _KINDS)
    wrap, fill = coder.flag(False), coder.flag(False)
    cells = _cells(coder, [None] * grid.n)
    symbols = _letters(coder, (), max(cells) + 1)
    dots = np.maximum(cells, -1).astype(np.int32)
    bridges = frozenset(cell for cell, kind in enumerate(cells) if kind == -2)
    walls = frozenset(_walls(coder, Board(grid, symbols, dots, wrap=wrap), None))
    inks, fillings = _ending(coder, [], len(symbols), 1)
    proof = {"fillings": fillings} if fillings != 1 else {}
    own = dict(zip(symbols, inks, strict=False))  # none, or one for each
    board = Board(grid, symbols, dots, walls, bridges, wrap, fill, own)
    return format(FlowLevel("", NOWHERE, board, proof))


def code_move(state: State, move: Move | None, coder: Coder) -> Move:
    """A dot by its number, then where the path goes on from each vertex: as the pipe that is there,
    straight on, or another way; or nowhere."""
    board, told = state.board, move.path if move else ()
    dots = np.flatnonzero(board.dot_at >= 0).tolist()
    path: Path = (dots[coder.pick(dots.index(told[0]) if told else 0, len(dots))],)
    pipe = next((pipe for pipe in state.pipes if pipe[0] == path[0]), ())
    colour, straight = board.dot_at[path[0]], ""
    while len(path) == 1 or board.dot_at[path[-1]] < 0:
        last, at = path[-1], len(path)
        there = pipe[at] if path == pipe[:at] and at < len(pipe) else -1
        ways = {v: board.ways[last, v] for v in board.graph.neighbours[last] if v not in path}
        ahead = [v for v in ways if board.dot_at[v] in (-1, colour)]
        ahead.sort(key=lambda v: (v != there, ways[v] != straight, v))
        choice = ahead.index(told[at]) if at < len(told) else len(ahead)
        known = bool(ahead) and ahead[0] == there, straight in map(ways.get, ahead)
        choice = coder.pick(choice, len(ahead) + 1, known)
        if choice == len(ahead):
            break
        straight, path = ways[ahead[choice]], (*path, ahead[choice])
    return Move(path)


def _cells(coder: Coder, cells: list[Any]) -> list[int]:
    """Each cell: −1 empty, −2 a bridge, or the colour of its dot, numbered as they turn up."""
    counts: list[int] = []  # dots of each colour so far
    for at, cell in enumerate(cells):
        kind = 0
        if cell is not None:
            kind = -1 - cell if cell < 0 else _NEW
            if 0 <= cell < len(counts):
                kind = _PARTNER if counts[cell] % 2 else _TWIN
        kind = coder.pick(kind, 5, "cell")
        if kind in (_EMPTY, _BRIDGE):
            cells[at] = -1 - kind
            continue
        if kind == _NEW:
            counts.append(0)
            cells[at] = len(counts) - 1
        else:
            likely = [c for c, dots in enumerate(counts) if dots % 2 == (kind == _PARTNER)]
            if not likely:
                raise ValueError("a dot without a partner")
            cells[at] = likely[
                coder.pick(likely.index(cell) if cell is not None else 0, len(likely))
            ]
        counts[cells[at]] += 1
    return cells


def _letters(coder: Coder, symbols: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The letter of each colour: usually those of the alphabet in order."""
    if coder.flag(symbols == tuple(LETTERS[: len(symbols)]), "letters"):
        return tuple(LETTERS[:count])
    given = [LETTERS.index(symbol) for symbol in symbols] or [0] * count
    return tuple(LETTERS[coder.pick(letter, len(LETTERS))] for letter in given)


def _walls(
    coder: Coder, board: Board, walls: frozenset[tuple[int, int]] | None
) -> list[tuple[int, int]]:
    """The passages of the open board that are closed."""
    if not coder.flag(bool(walls), "walls"):
        return []
    passages = sorted({(min(pair), max(pair)) for pair in board.joined})
    return [pair for pair in passages if coder.flag(pair in (walls or ()), "wall")]


def _ending(coder: Coder, inks: list[int], colours: int, fillings: int) -> tuple[list[int], int]:
    """The inks of the colours, if the board has its own, and the number of solutions that the level
    claims to have. The number 1 can be written in two ways: inks follow the longer one."""
    if coder.flag(not inks and fillings == 1, "one"):
        return [], 1
    number = coder.number(1 if inks else fillings)
    if number != 1:
        return [], number
    inks = [coder.pick(ink, len(LETTERS)) for ink in inks or [0] * colours]
    one = coder.flag(fillings == 1, "one")
    return inks, 1 if one else coder.number(fillings)
