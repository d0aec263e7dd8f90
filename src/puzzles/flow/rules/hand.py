"""What a player's hand does on a board: the strokes that draw pipes, where they can go, and where a
cursor stops. See `core.modules.Hand`.

A stroke keeps the position it began from and the path so far; the picture is always that position
with the path drawn into it, so what the path cut comes back by itself when it retreats.
"""

from collections import deque
from collections.abc import Sequence, Set

import numpy as np

from puzzles.core.errors import MoveError
from puzzles.core.results import Sides
from puzzles.flow.rules.model import Move, State, apply, passages
from puzzles.flow.rules.problem import Path
from puzzles.flow.rules.scene import VECTORS

# How far a pointer may have jumped between two of its reports and still be followed.
REACH = 12


def begin(state: State, cell: int) -> "Stroke | None":
    """The stroke that starts at a cell, if a pipe or a dot is there."""
    board = state.board
    if board.dot_at[cell] >= 0:
        return Stroke(state, (cell,))
    for vertex in board.vertices(cell):
        if vertex in state.owner:
            pipe = state.pipes[state.owner[vertex]]
            return Stroke(state, pipe[: pipe.index(vertex) + 1])
    return None


def steps(state: State, cell: int) -> Sides:
    """The cells that a pipe can go to from one."""
    board = state.board
    around = passages(board.grid, board.wrap)[cell].items()
    return {other: VECTORS[way] for other, way in around if (cell, other) in board.joined}


def content(state: State, cell: int) -> Set[object]:
    """The pipes that run through a cell, or the dot that it has."""
    board = state.board
    pipes = {state.owner[v] for v in board.vertices(cell) if v in state.owner}
    return pipes or ({f"dot {cell}"} if board.dots[cell] >= 0 else set())


def stops(state: State) -> Sequence[Sequence[int]]:
    """For each colour its loose ends; or, if it has none, its first dot without a pipe."""
    board, found = state.board, []
    for colour in range(len(board.symbols)):
        loose = [
            [board.cell_of[vertex] for vertex in reversed(pipe)]
            for pipe in state.pipes
            if board.dot_at[pipe[0]] == colour and not state.finished(pipe)
        ]
        found += loose or [[dot] for dot in bare(state, colour)[:1]]
    return found


def bare(state: State, colour: int) -> list[int]:
    """The dots of a colour without a pipe."""
    dots: list[int] = np.flatnonzero(state.board.dots == colour).tolist()
    return [dot for dot in dots if dot not in state.owner]


class Stroke:
    """Draws from a dot, from a pipe's end, or from its middle, which cuts it there."""

    def __init__(self, state: State, path: Path) -> None:
        self.start, self.path = state, path
        self.moved = False

    @property
    def cell(self) -> int:
        """The cell the stroke has reached."""
        return self.start.board.cell_of[self.path[-1]]

    @property
    def finished(self) -> bool:
        """True if the path has reached its second dot."""
        return self.start.finished(self.path)

    def reach(self, cell: int) -> bool:
        """Draw on, or back, to a cell; False if there is no way."""
        before = self.path
        cells = [self.start.board.cell_of[vertex] for vertex in self.path]
        if cell in cells:
            self.path = self.path[: cells.index(cell) + 1]
        elif not self.finished:
            self.path += self._way_to(cell, set(self.start.owner)) or self._way_to(cell, set())
        self.moved |= self.path != before
        return self.cell == cell

    def _way_to(self, cell: int, avoid: set[int]) -> Path:
        """The shortest path on to `cell` that is a pipe's and keeps off `avoid`; () if none."""
        board, last = self.start.board, self.path[-1]
        seen, queue = {*self.path}, deque[Path]([(last,)])
        while queue:
            way = queue.popleft()
            if board.cell_of[way[-1]] == cell:
                return way[1:]
            if len(way) > REACH or (board.dot_at[way[-1]] >= 0 and len(way) > 1):
                continue
            for other in board.graph.neighbours[way[-1]]:
                free = other not in avoid or board.cell_of[other] == cell
                fits = board.dot_at[other] in (-1, board.dot_at[self.path[0]])
                if other not in seen and free and fits:
                    seen.add(other)
                    queue.append((*way, other))
        return ()

    @property
    def move(self) -> Move | None:
        """The move made so far; None if it changes nothing."""
        return None if self.state is self.start else Move(self.path)

    @property
    def state(self) -> State:
        """The position as it would be if the stroke ended here."""
        try:
            return apply(self.start, Move(self.path)) if self.moved else self.start
        except MoveError:
            return self.start
