"""A Kami position as a scene: paper in colours, and the move that comes next."""

import numpy as np

from puzzles.core.drawing import Drawing
from puzzles.core.palettes import inks
from puzzles.core.solving import Progress, Step
from puzzles.grids.scene import Ink, Scene, Sign
from puzzles.kami.rules.model import Move, State, apply
from puzzles.pictures.shapes import drawing


def scene(
    state: State, move: Move | None = None, palette: str = "default", step: Step | None = None
) -> Scene:
    """The board; the region that `move` is about to fill has its colour coming, and each region
    that a step speaks of is lit."""
    grid, own = state.board.grid, state.board.palette
    looks = inks(palette, [colour.hex for colour in own])
    signs = {cell: Sign(grid.name(cell)) for cell in range(grid.n)}
    coming = None if move is None else (_middle(state, move.cell), move.colour)
    regions = {int(state.region_of[cell]): cell for cell in step.lit} if step else {}
    return Scene(
        grid,
        tuple(Ink(one.name, look, one.letter) for one, look in zip(own, looks, strict=True)),
        state.colours.tolist(),
        signs if grid.kind == "network" else {},
        lit=tuple(_middle(state, cell) for cell in regions.values()),
        coming=coming,
    )


def draw(state: State, move: Move | None = None, palette: str = "default") -> Drawing:
    return drawing(scene(state, move, palette))


def draw_step(start: State, step: Progress, palette: str = "default") -> Drawing:
    """A step of reasons or of a witness (`watching`)."""
    state = start
    for move in step.line:
        state = apply(state, move)
    return drawing(scene(state, None, palette, step.step))


def _middle(state: State, cell: int) -> int:
    """The cell nearest to the middle of a cell's region."""
    cells = state.region(cell).tolist()
    places = np.array([state.board.grid.point(each) for each in cells])
    away = ((places - places.mean(axis=0)) ** 2).sum(axis=1)
    return int(cells[int(away.argmin())])
