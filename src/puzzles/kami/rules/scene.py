"""A Kami position as a scene: paper in colours, in regions, and the move that comes next."""

from collections.abc import Mapping

from puzzles.core.solving import Step
from puzzles.grids import printing
from puzzles.grids.scene import Scene, Sign
from puzzles.kami.rules.model import Move, State

# How much brighter or darker than its colour paper is, as it is folded; it shows the grid without
# lines. Triangles are folded sharply, a bare graph not at all.
FOLD = 0.045
SHARP = {"triangle": 1.0, "network": 0.0}


def scene(
    state: State, move: Move | None = None, palette: str = "default", step: Step | None = None
) -> Scene:
    """The board; the region that `move` is about to fill has its colour coming. The nodes of a bare
    graph have their names on them."""
    grid = state.board.grid
    fold = FOLD * SHARP.get(grid.kind, 0.35)
    signs: Mapping[int, str] = step.labels if step else {}
    if grid.kind == "network":
        signs = {cell: grid.name(cell) for cell in range(grid.n)}
    return Scene(
        grid,
        state.board.painted(palette),
        state.colours,
        {cell: Sign(text) for cell, text in signs.items()},
        areas=state.region_of,
        lit=step.lit if step else (),
        faded=step.struck if step else (),
        coming={} if move is None else dict.fromkeys(state.region(move.cell).tolist(), move.colour),
        shades=(1 + fold, 1 - fold),
    )


def text(state: State) -> str:
    """The board with a letter for every cell."""
    return printing.text(scene(state))
