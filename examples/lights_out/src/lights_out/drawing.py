"""A position as a scene, and as shapes: buttons with a gap between them, lit or not."""

from lights_out.rules import INKS, NONE, OFF, ON
from puzzles.core.drawing import Disc, Drawing, Point, Polygons, Shape, readable_on
from puzzles.core.solving import Step
from puzzles.grids.scene import Ink, Scene
from puzzles.grids.symbols import SymbolState

PAPER = "#ece8df"
GAP = 0.08  # around a button, as a share of its cell


def scene(
    state: SymbolState, cell: int | None = None, palette: str = "default", step: Step | None = None
) -> Scene:
    """The lights that are on, those that are off, and holes, each an ink; a press comes as ON."""
    names = {ON: "on", OFF: "off", NONE: "hole"}
    return Scene(
        state.level.grid,
        tuple(Ink(name, INKS[symbol], symbol) for symbol, name in names.items()),
        [list(names).index(symbol) for symbol in state.cells],
        lit=step.lit if step else (),
        coming=None if cell is None else (cell, 0),
    )


def draw(state: SymbolState, cell: int | None = None, palette: str = "default") -> Drawing:
    """The board; a disc marks the button that is pressed next."""
    grid = state.level.grid
    shapes: list[Shape] = []
    for ink in (ON, OFF):
        cells = [i for i, light in enumerate(state.cells) if light == ink]
        shapes.append(Polygons(INKS[ink], tuple(_button(*grid.centre(i)) for i in cells)))
    if cell is not None:
        shapes.append(Disc(readable_on(INKS[state.cells[cell]]), grid.centre(cell), 0.2))
    return Drawing(*grid.extent, tuple(shapes), PAPER).with_margin(0.3)


def _button(x: float, y: float) -> tuple[Point, ...]:
    half = 0.5 - GAP
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
