"""One stroke of the player's hand: what a pipe becomes while it is being drawn.

A stroke keeps the position it began from and the path so far; the picture is always that position
with the path drawn into it, so what the path cut comes back by itself when it retreats.
"""

from collections import deque

from puzzles.core.errors import MoveError
from puzzles.flow.rules.model import Move, State, apply
from puzzles.flow.rules.problem import Path

# How far a pointer may have jumped between two of its reports and still be followed.
REACH = 12


class Stroke:
    """Draws from a dot, from a pipe's end, or from its middle, which cuts it there."""

    def __init__(self, state: State, path: Path) -> None:
        self.start, self.path = state, path
        self.moved = False

    @classmethod
    def begin(cls, state: State, cell: int) -> "Stroke | None":
        """The stroke that starts at a cell, if a pipe or a dot is there."""
        board = state.board
        if board.dot_at[cell] >= 0:
            return cls(state, (cell,))
        for vertex in board.vertices(cell):
            if vertex in state.owner:
                pipe = state.pipes[state.owner[vertex]]
                return cls(state, pipe[: pipe.index(vertex) + 1])
        return None

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
