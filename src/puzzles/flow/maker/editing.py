"""Boards as they are drawn: holes and bridges are written like dots, and can become any other.

A board that wraps is open at all its rims, unless walls close them: so two sides that face each
other are closed, and two open. A board may be drawn by its solution: its pipes are paths of cells,
and where each ends there are dots. Strokes are those of a game, on the board that the sketch stands
for.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter

import numpy as np

from puzzles.core.errors import NOWHERE, UsageError
from puzzles.core.results import Demand, Pair, SideBrush, Sides, Thing, WayBrush
from puzzles.core.tables import Table, Values
from puzzles.flow.rules.hand import Stroke
from puzzles.flow.rules.levels import BRIDGE, EMPTY, LETTERS, MAX_SIDE, MISSING, SHAPES, read
from puzzles.flow.rules.model import Board, FlowLevel, State, passages, steps_over
from puzzles.flow.rules.problem import Path
from puzzles.flow.rules.scene import VECTORS, pipe_inks
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
    """Return a board without dots."""
    whole = SHAPES[kind].full(rows, cols)
    _check_size(whole)
    return FlowLevel("", NOWHERE, Board(whole, _symbols((), kind), np.full(whole.n, -1, np.int32)))


def sketch(level: FlowLevel) -> FlowLevel:
    """Return the level with a cell at every place, without its proof, which may be false."""
    board, old = level.board, level.board.grid
    whole = type(old).full(old.rows, old.cols)
    symbols = _symbols(board.symbols, old.kind)
    place = old.row * old.cols + old.col
    dots = np.full(whole.n, symbols.index(MISSING), dtype=np.int32)
    dots[place] = [symbols.index(board.symbols[dot]) if dot >= 0 else -1 for dot in board.dots]
    if board.bridges:
        dots[place[sorted(board.bridges)]] = symbols.index(BRIDGE)
    parted = frozenset((int(place[a]), int(place[b])) for a, b in board.walls)
    painted = zip(board.symbols, board.painted, strict=True)
    inks = {symbol: number for symbol, number in painted if symbol not in NAMES}
    drawn = Board(whole, symbols, dots, parted, frozenset(), board.wrap, board.fill, inks)
    return replace(level, board=drawn, proof={}, difficulty=None)


def draft(table: Table) -> FlowLevel:
    drawn = read(table, drawn=True)
    whole = sketch(drawn)
    return intact(replace(whole, pipes=tuple(pipe for pipe in drawn.pipes if len(pipe) > 1)))


def grid(drawn: FlowLevel) -> LatticeGrid:
    return drawn.board.grid


def things(drawn: FlowLevel) -> tuple[Thing, ...]:
    """Return the eraser, a dot of each letter and of a few more, a hole, a bridge."""
    symbols = drawn.board.symbols
    dots = [
        Thing(s, NAMES[s]) if s in NAMES else Thing(s, f"dot {s}", ink, 2)
        for s, ink in zip(symbols, pipe_inks(drawn.board), strict=True)
    ]
    return (Thing(EMPTY, "eraser"), *dots)


def at(drawn: FlowLevel, cell: int) -> int:
    return int(drawn.board.dots[cell]) + 1


def put(drawn: FlowLevel, cells: Sequence[int], thing: int) -> FlowLevel:
    """Place `thing` at `cells`; using the last free letter adds another."""
    dots = drawn.board.dots.copy()
    dots[list(cells)] = thing - 1
    return intact(_dotted(drawn, dots))


def _dotted(drawn: FlowLevel, dots: Ints) -> FlowLevel:
    """Return the sketch with other dots; once all letters are used, it has more letters."""
    changed = replace(drawn, board=replace(drawn.board, dots=dots))
    letters = sum(symbol not in NAMES for symbol in drawn.board.symbols)
    return changed if len({*dots.tolist()} & {*range(letters)}) < letters else sketch(changed)


def recut(drawn: FlowLevel, grid: LatticeGrid, source: Sequence[int], thing: int) -> FlowLevel:
    """Return the sketch on another grid: walls and pipes move with their cells, open rims stay."""
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
    """Return the letters in use, a few free ones, and what else may stand at a cell."""
    letters = [symbol for symbol in used if symbol not in NAMES]
    spare = [letter for letter in LETTERS if letter not in letters][:SPARE]
    bridge = (BRIDGE,) if kind == "square" else ()  # hexagons have none
    return (*letters, *spare, MISSING, *bridge)


# Walls and rims ----------------------------------------------------------------------------------


def sides(drawn: FlowLevel, cell: int) -> Sides:
    around = passages(drawn.board.grid, drawn.board.wrap)
    return {other: VECTORS[way] for other, way in around[cell].items()}


def build(drawn: FlowLevel, pairs: Collection[Pair], present: bool) -> FlowLevel:
    """Return the sketch with or without these walls; pairs that do not touch are ignored."""
    board = drawn.board
    near = passages(board.grid, board.wrap)
    known = {(min(a, b), max(a, b)) for a, b in pairs if b in near[a]}
    changed = board.walls | known if present else board.walls - known
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
    over = steps_over(board.grid) if board.wrap else {}
    open_ = {way for (a, b), way in over.items() if (min(a, b), max(a, b)) not in board.walls}
    return next(name for name, ways in RIMS.items() if set(ways) == open_)


def with_rims(board: Board, value: str) -> Board:
    """Return the board with these rims open, and the others closed."""
    over = steps_over(board.grid)
    closed = {(min(a, b), max(a, b)) for (a, b), way in over.items() if way not in RIMS[value]}
    inner = board.walls - {(min(pair), max(pair)) for pair in over}
    wrap = bool(RIMS[value])
    return replace(board, wrap=wrap, walls=inner | closed if wrap else inner)


# Solutions ----------------------------------------------------------------------------------------


def keys(drawn: FlowLevel) -> Values:
    """Return the pipes, as names of cells."""
    name = drawn.board.grid.name
    pipes = [" ".join(map(name, pipe)) for pipe in drawn.pipes]
    return {"pipes": pipes} if pipes else {}


@lru_cache(maxsize=16)
def _written(board: Board, symbol: str) -> frozenset[int]:
    dots = board.dots.tolist()
    return frozenset(c for c, dot in enumerate(dots) if dot >= 0 and board.symbols[dot] == symbol)


@lru_cache(maxsize=8)
def _played(board: Board) -> Board:
    """Return the board that a sketch stands for, with the same cells: none leads to a hole."""
    gone, bridges = _written(board, MISSING), _written(board, BRIDGE)
    dots = board.dots.copy()
    dots[[*gone, *bridges]] = -1
    around = {pair for pair in board.joined if not gone.isdisjoint(pair)}
    return replace(board, dots=dots, walls=board.walls | around, bridges=bridges)


def intact(drawn: FlowLevel) -> FlowLevel:
    """Return the sketch without walls at places where there is no cell, and without pipes that
    something stands in the way of, or that end nowhere."""
    gone = _written(drawn.board, MISSING)
    walls = frozenset(wall for wall in drawn.board.walls if gone.isdisjoint(wall))
    if walls != drawn.board.walls:
        drawn = replace(drawn, board=replace(drawn.board, walls=walls))
    if not drawn.pipes:
        return drawn
    board = _played(drawn.board)
    paths = ((pipe, _path(board, pipe)) for pipe in drawn.pipes)
    kept = (
        pipe
        for pipe, path in paths
        if path and not board.stray(path) and board.dot_at[path[-1]] >= 0
    )
    return replace(drawn, pipes=tuple(kept))


def _path(board: Board, cells: Path) -> Path:
    """Return the vertices of a pipe that runs through these cells; () if it cannot."""
    if any(step not in board.joined for step in pairwise(cells)):
        return ()
    return cells[0], *(board.vertex(b, board.joined[a, b]) for a, b in pairwise(cells))


def lay(drawn: FlowLevel, way: Sequence[int]) -> FlowLevel:
    """Return the sketch after the hand drew along `way`; a new pipe gets the first free letter."""
    board, dots, start = _played(drawn.board), drawn.board.dots.copy(), way[0]
    pipes = [_path(board, pipe) for pipe in drawn.pipes]
    around = [pipe for pipe in pipes if start in (board.cell_of[v] for v in pipe)]
    own = next((pipe for pipe in around if start in (pipe[0], pipe[-1])), (around or [()])[0])
    if not own and start in _written(drawn.board, MISSING) | board.bridges:
        return drawn
    path: Path = (start,)
    letters = (i for i, symbol in enumerate(drawn.board.symbols) if symbol not in NAMES)
    colour = next((i for i in letters if i not in dots), 0)
    if dots[start] >= 0:
        colour = int(dots[start])
    if own:  # go on from its end; or from its middle, and it is cut there
        pipes.remove(own)
        own = own[::-1] if start == own[0] else own
        colour = int(dots[own[0]])
        dots[[own[0], own[-1]]] = -1
        path = own[: [board.cell_of[v] for v in own].index(start) + 1]
    colours = {pipe[0]: int(dots[pipe[0]]) for pipe in pipes} | {path[0]: colour}
    # The dots of other colours do not stop it.
    own_dots = np.where(dots == colour, dots, -1)
    own_dots[path[0]] = colour
    level = FlowLevel("", NOWHERE, replace(board, dots=own_dots))
    stroke = Stroke(State(level, tuple(pipes)), path)
    for cell in way[1:]:
        stroke.reach(cell)
    stroke.path, stroke.moved = _off_bridges(board, stroke.path), True
    kept = [_off_bridges(board, pipe) for pipe in stroke.state.pipes]
    for pipe in (*pipes, stroke.path):
        dots[[v for v in pipe if v < len(dots) and v not in board.bridges]] = -1
    kept = [pipe for pipe in kept if len(pipe) > 1]
    for pipe in kept:
        dots[[pipe[0], pipe[-1]]] = colours[pipe[0]]
    laid = tuple(tuple(board.cell_of[v] for v in pipe) for pipe in kept)
    return _dotted(replace(drawn, pipes=laid), dots)


def _off_bridges(board: Board, path: Path) -> Path:
    """Return a path without its end on bridges, where nothing ends."""
    while path and board.cell_of[path[-1]] in board.bridges:
        path = path[:-1]
    return path


BRUSHES = (
    SideBrush("|", "wall", sides=sides, drawn=attrgetter("board.walls"), draw=build),
    WayBrush("~", "solution", sides=sides, draw=lay, words="Where it ends there are dots."),
)
