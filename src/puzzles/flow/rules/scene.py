"""A Flow position as a scene: dots, pipes, walls, bridges and rims."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from puzzles.core.palettes import inks
from puzzles.core.results import Way
from puzzles.core.solving import Step
from puzzles.flow.rules.model import SQUARE_STEPS, Board, Move, State, steps_over
from puzzles.flow.rules.problem import Path
from puzzles.grids import printing
from puzzles.grids.scene import DOWN, LEFT, RIGHT, UP, Ink, Run, Scene, Sign, Vector

# The colours of pipes, by their number; neighbours in the list are far apart. The first 13 keep
# apart for people of every colour vision (tests/test_colours.py computes how far); beyond those the
# letters tell them apart.
INKS = (
    *("#f03300", "#3856ff", "#ffff8d", "#00a56d", "#ffa300", "#54fffe", "#c33f8a"),
    *("#b7b9af", "#dd92ff", "#8d5f48", "#8097b9", "#81d973", "#ffd2b9", "#f0ece0"),
    *("#1f5f5b", "#a3123a", "#27408b", "#6b6b12", "#5e2750", "#7fd8a8"),
)
# Where each direction leads, in columns and rows of the grid.
VECTORS: dict[str, Vector] = {
    "right": RIGHT,
    "left": LEFT,
    "down": DOWN,
    "up": UP,
    "upright": (1.0, -0.5),
    "downright": (1.0, 0.5),
    "upleft": (-1.0, -0.5),
    "downleft": (-1.0, 0.5),
}


def pipe_inks(board: Board, palette: str = "default") -> tuple[str, ...]:
    """The `#rrggbb` of the pipes of each colour in one of `core.palettes`. After the last of INKS
    they begin again."""
    own = [INKS[number % len(INKS)] for number in range(max(board.painted, default=-1) + 1)]
    drawn = inks(palette, own)
    return tuple(drawn[number] for number in board.painted)


def scene(
    state: State, move: Move | None = None, palette: str = "default", step: Step | None = None
) -> Scene:
    """The board and its pipes; the one that `move` is about to draw is a ghost. A step shows the
    pieces of pipe that it has laid, if any. A way that is in no solution fades, struck out."""
    board, seen = state.board, step or Step()
    laid = (path if board.dot_at[path[0]] >= 0 else path[::-1] for path in seen.paths)
    paths: Sequence[Path] = tuple(laid) or state.pipes  # from their dots on, where they have any
    ghosts = seen.ghosts if move is None else (move.path,)
    if isinstance(seen, Way) and seen.used is False:
        *paths, wrong = paths
        ghosts, seen = (wrong,), replace(seen, struck=tuple(board.cell_of[v] for v in wrong))
    runs = [*(_run(board, path) for path in paths), *(_run(board, path, True) for path in ghosts)]
    empty = _empty(board, palette)
    struck = {cell: Sign("×") for cell in seen.struck}
    free = (note[0] for note in state.notes if len(note) == 1 and note[0] not in state.owner)
    signs = {**{cell: Sign("•") for cell in free}, **struck, **empty.signs}
    crossed = {(note[0], note[1]): "×" for note in state.notes if len(note) > 1}
    return replace(empty, runs=tuple(runs), signs=signs, between=crossed, lit=seen.lit)


@lru_cache(maxsize=16)
def _empty(board: Board, palette: str) -> Scene:
    looks, letters, grid = pipe_inks(board, palette), board.symbols, board.grid
    over = steps_over(grid) if board.wrap else {}
    exits = {(cell, way) for (cell, _), way in board.joined.items()}
    sides = itertools.product(range(grid.n), SQUARE_STEPS) if board.wrap else ()
    return Scene(
        grid,
        tuple(Ink(letter, look, letter) for letter, look in zip(letters, looks, strict=True)),
        np.full(grid.n, -1, dtype=np.int32),
        {c: Sign(letters[dot], dot) for c, dot in enumerate(board.dots.tolist()) if dot >= 0},
        crossings=frozenset(board.bridges),
        bars=frozenset(board.walls),
        rims=tuple((cell, VECTORS[way]) for cell, way in sides if (cell, way) not in exits),
        exits=tuple((step[0], VECTORS[way]) for step, way in over.items() if step in board.joined),
    )


def _run(board: Board, path: Path, ghost: bool = False) -> Run:
    ways = tuple(VECTORS[board.ways[step]] for step in itertools.pairwise(path))
    ink = max(int(board.dot_at[path[0]]), int(board.dot_at[path[-1]]))
    return Run(tuple(board.cell_of[vertex] for vertex in path), ways, ink, ghost)


def text(state: State) -> str:
    """The board with letters for dots and lines for pipes."""
    return printing.text(scene(state))
