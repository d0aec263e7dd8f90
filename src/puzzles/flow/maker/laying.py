"""Boards that are drawn by their solutions: pipes are drawn, and where each ends there are dots.

On a sketch bridges and missing cells are written like dots (`editing`), and its pipes are paths of
cells. Strokes are those of a game, on the board that the sketch stands for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

import numpy as np

from puzzles.core.errors import NOWHERE
from puzzles.core.tables import Values
from puzzles.flow.rules.levels import BRIDGE, MISSING
from puzzles.flow.rules.model import Board, FlowLevel, State
from puzzles.flow.rules.problem import Path
from puzzles.flow.rules.stroke import Stroke
from puzzles.grids.graph import Ints


def keys(drawn: FlowLevel) -> Values:
    """The pipes, as names of cells."""
    name = drawn.board.grid.name
    pipes = [" ".join(map(name, pipe)) for pipe in drawn.pipes]
    return {"pipes": pipes} if pipes else {}


@lru_cache(maxsize=8)
def holes(board: Board) -> frozenset[int]:
    """The places of a sketch where there is no cell."""
    return _written(board, MISSING)


def _written(board: Board, symbol: str) -> frozenset[int]:
    """The cells of a sketch with this sign."""
    if symbol not in board.symbols:
        return frozenset()
    return frozenset(np.flatnonzero(board.dots == board.symbols.index(symbol)).tolist())


@lru_cache(maxsize=8)
def _played(board: Board) -> Board:
    """The board that a sketch stands for, with the same cells: none leads to a missing one."""
    gone, bridges = holes(board), _written(board, BRIDGE)
    dots = board.dots.copy()
    dots[[*gone, *bridges]] = -1
    around = {pair for pair in board.joined if not gone.isdisjoint(pair)}
    return replace(board, dots=dots, walls=board.walls | around, bridges=bridges)


def intact(drawn: FlowLevel) -> FlowLevel:
    """Return the sketch without walls at places where there is no cell, and without pipes that
    something stands in the way of, or that end nowhere."""
    gone = holes(drawn.board)
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
    """The vertices of a pipe that runs through these cells; () if it cannot."""
    if any(step not in board.joined for step in pairwise(cells)):
        return ()
    return cells[0], *(board.vertex(b, board.joined[a, b]) for a, b in pairwise(cells))


def laid(drawn: FlowLevel, way: Sequence[int], spare: int) -> tuple[tuple[Path, ...], Ints]:
    """The pipes and dots after a hand has gone along these cells; a pipe that begins where nothing
    is has the colour `spare`."""
    board, dots, start = _played(drawn.board), drawn.board.dots.copy(), way[0]
    pipes = [_path(board, pipe) for pipe in drawn.pipes]
    around = [pipe for pipe in pipes if start in (board.cell_of[v] for v in pipe)]
    own = next((pipe for pipe in around if start in (pipe[0], pipe[-1])), (around or [()])[0])
    if not own and start in holes(drawn.board) | board.bridges:
        return drawn.pipes, dots
    path: Path = (start,)
    colour = spare if dots[start] < 0 else int(dots[start])
    if own:  # go on from its end; or from its middle, and it is cut there
        pipes.remove(own)
        own = own[::-1] if start == own[0] else own
        colour = int(dots[own[0]])
        dots[[own[0], own[-1]]] = -1
        path = own[: [board.cell_of[v] for v in own].index(start) + 1]
    path = _drawn(board, pipes, path, way[1:], np.where(dots == colour, dots, -1), colour)
    kept = [_before(board, pipe, path) for pipe in pipes]
    for pipe, left in zip(pipes, kept, strict=True):
        letter = dots[pipe[0]]
        dots[[pipe[0], pipe[-1]]] = -1
        if len(left) > 1:
            dots[[left[0], left[-1]]] = letter
    dots[[v for v in path if v < len(dots) and v not in board.bridges]] = -1
    if len(path) > 1:
        dots[[path[0], path[-1]]] = colour
    pipes = [pipe for pipe in (*kept, path) if len(pipe) > 1]
    return tuple(tuple(board.cell_of[v] for v in pipe) for pipe in pipes), dots


def _drawn(
    board: Board, pipes: Sequence[Path], path: Path, way: Sequence[int], dots: Ints, colour: int
) -> Path:
    """The path of a pipe of this colour, whose other dots these are, that a hand draws on along
    cells; the dots of other colours do not stop it."""
    dots[path[0]] = colour
    level = FlowLevel("", NOWHERE, replace(board, dots=dots))
    stroke = Stroke(State(level, tuple(pipes)), path)
    for cell in way:
        stroke.reach(cell)
    return _off_bridges(board, stroke.path)


def _before(board: Board, pipe: Path, crossing: Path) -> Path:
    """The part of a pipe before another crosses it."""
    cut = next((i for i, v in enumerate(pipe) if v in crossing), len(pipe))
    return _off_bridges(board, pipe[:cut])


def _off_bridges(board: Board, path: Path) -> Path:
    """A path without its end on bridges, where nothing ends."""
    while path and board.cell_of[path[-1]] in board.bridges:
        path = path[:-1]
    return path
