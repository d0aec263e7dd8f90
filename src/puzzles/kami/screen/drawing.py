"""A Kami position as shapes: folded paper in true geometry, and the move that comes next."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from puzzles.core.drawing import (
    Disc,
    Drawing,
    Line,
    Point,
    Polygons,
    Shape,
    Text,
    mixed,
    readable_on,
)
from puzzles.core.palettes import inks
from puzzles.core.solving import Progress
from puzzles.kami.rules.model import Move, State, apply

PAPER = "#d4d7dd"  # unlike any paper, so that holes show
MARGIN = 0.5
LIT, LIGHTS = "#e8a200", 0.3  # colour and radius of the light on a region
# Neighbouring cells differ a little, so that the grid shows without lines.
LIGHT, SHADE = ("#ffffff", 0.05), ("#000000", 0.05)


def draw(state: State, move: Move | None = None, palette: str = "default") -> Drawing:
    """The board; a disc of the new colour marks the region that `move` is about to fill."""
    grid = state.board.grid
    bare = grid.kind == "network"
    papers = inks(palette, [colour.hex for colour in state.board.palette])
    shapes: list[Shape] = []
    if bare:
        edges = grid.graph.edges.tolist()
        shapes += [Line("#8a8a90", (grid.point(a), grid.point(b)), 0.08) for a, b in edges]
    shapes += _cells(state, papers)
    if bare:
        for node, colour in enumerate(state.colours.tolist()):
            ink, name = readable_on(papers[colour]), grid.name(node)
            shapes.append(Text(ink, grid.point(node), name, min(0.7, 2.4 / len(name))))
    if move is not None:
        centre = grid.point(_middle(state, move.cell))
        rim = readable_on(papers[state.colours[move.cell]])
        shapes += [Disc(rim, centre, 0.3), Disc(papers[move.colour], centre, 0.25)]
    width, height = grid.extent
    return Drawing(width, height * grid.aspect, tuple(shapes), PAPER).with_margin(MARGIN)


def draw_step(start: State, step: Progress, palette: str = "default") -> Drawing:
    """A step of reasons or of a witness (`watching`): the position, and lights on the regions that
    it speaks of."""
    state = start
    for move in step.line:
        state = apply(state, move)
    drawing = draw(state, None, palette)
    cells = step.step.lit if step.step else ()
    regions = {int(state.region_of[cell]): cell for cell in cells}.values()
    lit = (
        Disc(LIT, (x + MARGIN, y + MARGIN), LIGHTS)
        for x, y in (start.board.grid.point(_middle(state, cell)) for cell in regions)
    )
    return replace(drawing, shapes=(*drawing.shapes, *lit))


def _cells(state: State, papers: Sequence[str]) -> list[Shape]:
    """Return the cells as shapes, those of one colour and shade together."""
    grid, shade = state.board.grid, state.board.grid.shade
    dyed = [papers, papers]
    if grid.kind != "network":
        dyed = [[mixed(paper, *fold) for paper in papers] for fold in (LIGHT, SHADE)]
    together: dict[str, list[tuple[Point, ...]]] = {}
    for cell, colour in enumerate(state.colours.tolist()):
        # The first and last triangles of a column are cut in half by the edge of the board.
        outline = np.clip(grid.outline(cell), 0, grid.extent) * (1, grid.aspect)
        corners = tuple((float(x), float(y)) for x, y in outline)
        together.setdefault(dyed[bool(shade[cell])][colour], []).append(corners)
    return [Polygons(ink, tuple(outlines)) for ink, outlines in together.items()]


def _middle(state: State, cell: int) -> int:
    """The cell nearest to the middle of a cell's region."""
    cells = state.region(cell).tolist()
    places = np.array([state.board.grid.point(each) for each in cells])
    away = ((places - places.mean(axis=0)) ** 2).sum(axis=1)
    return int(cells[int(away.argmin())])
