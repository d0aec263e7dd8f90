"""Boards that are drawn by their solutions: pipes are drawn, and where each ends there are dots.

On a board that is drawn bridges and missing cells are written like dots (`editing`), so that pipes
are paths of cells; two of them may share a bridge.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from puzzles.core.tables import Values
from puzzles.flow.maker.building import holes, written
from puzzles.flow.rules.levels import BRIDGE
from puzzles.flow.rules.model import Board, FlowLevel
from puzzles.flow.rules.problem import Path
from puzzles.grids.graph import Ints

REACH = 12  # how far a pointer may have jumped between two of its reports
LEVEL = ("left", "right")


def keys(drawn: FlowLevel) -> Values:
    """The pipes, as names of cells."""
    name = drawn.board.grid.name
    pipes = [" ".join(map(name, pipe)) for pipe in drawn.pipes]
    return {"pipes": pipes} if pipes else {}


def intact(drawn: FlowLevel) -> FlowLevel:
    """Without those pipes that no longer are: something stands in their way, or where they end."""
    if not drawn.pipes:
        return drawn
    pipes = tuple(pipe for pipe in drawn.pipes if _fits(drawn.board, pipe))
    return replace(drawn, pipes=pipes)


def laid(drawn: FlowLevel, way: Sequence[int], spare: int) -> tuple[tuple[Path, ...], Ints]:
    """The pipes and dots after a hand has gone along these cells; a pipe that begins where nothing
    is has the colour `spare`."""
    board, dots, pipes = drawn.board, drawn.board.dots.copy(), list(drawn.pipes)
    start, ground = way[0], _ground(board)
    own = next((pipe for pipe in pipes if start in (pipe[0], pipe[-1])), None) or next(
        (pipe for pipe in pipes if start in pipe), None
    )
    if start in ground and own is None:
        return drawn.pipes, dots
    colour = spare if dots[start] < 0 else int(dots[start])
    path: Path = (start,)
    if own is not None:  # go on from its end; or from its middle, and it is cut there
        pipes.remove(own)
        own = own[::-1] if start == own[0] else own
        colour = int(dots[own[0]])
        dots[[own[0], own[-1]]] = -1
        path = own[: own.index(start) + 1]
    taken = {cell for pipe in pipes for cell in pipe}
    for cell in way[1:]:
        if cell in path:
            path = path[: path.index(cell) + 1]
        elif len(path) == 1 or dots[path[-1]] != colour:  # or else it has come to its other dot
            path += _way(board, path, cell, taken) or _way(board, path, cell, set())
    while path and path[-1] in ground:  # nothing ends on a bridge
        path = path[:-1]
    kept = []
    for pipe in pipes:
        dots_of, left = int(dots[pipe[0]]), _cut(board, pipe, path)
        if left != pipe:
            dots[[pipe[0], pipe[-1]]] = -1
        if len(left) > 1:
            dots[[left[0], left[-1]]] = dots_of
            kept.append(left)
    for cell in path:
        if cell not in ground:
            dots[cell] = -1
    if len(path) > 1:
        dots[[path[0], path[-1]]] = colour
        kept.append(path)
    return tuple(kept), dots


def _way(board: Board, path: Path, cell: int, avoid: set[int]) -> Path:
    """The shortest way on to a cell, at most REACH steps; () if there is none."""
    queue = deque([path])
    seen = {*path}
    while queue:
        here = queue.popleft()
        if here[-1] == cell:
            return here[len(path) :]
        if len(here) - len(path) == REACH:
            continue
        for other in board.graph.neighbours[here[-1]]:
            blocked = other in seen or (other in avoid and other != cell)
            if not blocked and _passes(board, (*here[-2:], other)):
                seen.add(other)
                queue.append((*here, other))
    return ()


def _passes(board: Board, steps: Path) -> bool:
    """Return whether a pipe may go like that: not into a hole, and straight over bridges."""
    if steps[-1] in holes(board):
        return False
    if len(steps) < 3 or steps[1] not in _bridges(board):
        return True
    return board.joined[steps[0], steps[1]] == board.joined[steps[1], steps[2]]


def _cut(board: Board, pipe: Path, path: Path) -> Path:
    """Return the piece of a pipe that stays when another is laid: up to where that crosses it."""
    crossed = {cell: _level(board, path, i) for i, cell in enumerate(path)}
    for i, cell in enumerate(pipe):
        if cell in crossed and (
            cell not in _bridges(board) or crossed[cell] == _level(board, pipe, i)
        ):
            left = pipe[:i]
            while left and left[-1] in _ground(board):
                left = left[:-1]
            return left
    return pipe


def _level(board: Board, path: Path, at: int) -> bool:
    """Return whether a path goes level through a cell."""
    a, b = path[max(0, at - 1) :][:2] if len(path) > 1 else (path[0], path[0])
    return board.joined.get((a, b)) in LEVEL


def _fits(board: Board, pipe: Path) -> bool:
    """Return whether a pipe runs from dot to dot of one colour, and nothing stands in its way."""
    ground, ends = _ground(board), (pipe[0], pipe[-1])
    joined = all(pair in board.joined for pair in pairwise(pipe))
    same = board.dots[ends[0]] == board.dots[ends[1]] >= 0 and not {*ends} & ground
    clear = all(board.dots[cell] < 0 or cell in _bridges(board) for cell in pipe[1:-1])
    return bool(joined and same and clear) and all(
        _passes(board, pipe[i : i + 3]) for i in range(len(pipe) - 2)
    )


def _ground(board: Board) -> frozenset[int]:
    """The places that no dot can have."""
    return holes(board) | _bridges(board)


@lru_cache(maxsize=8)
def _bridges(board: Board) -> frozenset[int]:
    return written(board, BRIDGE)
