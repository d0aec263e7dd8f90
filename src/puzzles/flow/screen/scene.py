"""A Flow position as a scene: dots, pipes, walls, bridges and rims."""

import itertools

from puzzles.core.drawing import Drawing
from puzzles.core.solving import Progress, Step
from puzzles.flow.rules.model import SQUARE_STEPS, Board, Move, State
from puzzles.flow.rules.prints import VECTORS, pipe_inks
from puzzles.flow.rules.problem import Path
from puzzles.grids.scene import Ink, Run, Scene, Sign
from puzzles.pictures.shapes import drawing


def scene(
    state: State, move: Move | None = None, palette: str = "default", step: Step | None = None
) -> Scene:
    """The board and its pipes; the one that `move` is about to draw is a ghost."""
    board = state.board
    looks, letters = pipe_inks(len(board.symbols), palette)[:-1], board.symbols
    dots = enumerate(board.dots.tolist())
    runs = [_run(board, pipe) for pipe in state.pipes]
    if move is not None:
        runs.append(_run(board, move.path, True))
    exits = {(cell, way) for (cell, _), way in board.joined.items()}
    sides = itertools.product(range(board.grid.n), SQUARE_STEPS) if board.wrap else ()
    return Scene(
        board.grid,
        tuple(Ink(letter, look, letter) for letter, look in zip(letters, looks, strict=True)),
        [-1] * board.grid.n,
        {cell: Sign(board.symbols[dot], dot) for cell, dot in dots if dot >= 0},
        tuple(runs),
        frozenset(board.bridges),
        frozenset(board.walls),
        tuple((cell, VECTORS[way]) for cell, way in sides if (cell, way) not in exits),
        step.lit if step else (),
    )


def draw(state: State, move: Move | None = None, palette: str = "default") -> Drawing:
    return drawing(scene(state, move, palette))


def draw_step(start: State, step: Progress, palette: str = "default") -> Drawing:
    """A step of a person's reasons (`watching`): the pipes so far, and the cells it rests on."""
    seen = step.step or Step()
    state = State(start.level, from_dots(start.board, seen))
    return drawing(scene(state, None, palette, seen))


def from_dots(board: Board, step: Step) -> tuple[Path, ...]:
    """The pipes of a step that is watched, from their dots on where they have any."""
    return tuple(path if board.dot_at[path[0]] >= 0 else path[::-1] for path in step.paths)


def _run(board: Board, path: Path, ghost: bool = False) -> Run:
    ways = tuple(VECTORS[board.ways[step]] for step in itertools.pairwise(path))
    ink = max(int(board.dot_at[path[0]]), int(board.dot_at[path[-1]]))
    return Run(tuple(board.cell_of[vertex] for vertex in path), ways, ink, ghost)
