"""A scene as shapes: cells in true geometry, walls, dots, lines with a rim that shows which passes
over, and the move that comes next."""

import itertools
from collections.abc import Iterator
from math import cos, pi, sin

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
from puzzles.grids.scene import Run, Scene

BARE = ("#efece6", "#e5e1d9", "#dad6cd")  # cells without a colour
PAPER, GROUND = "#faf9f6", "#d4d7dd"  # around those, and around coloured ones: holes show
WALL, RAIL, EDGE = "#3a3a42", "#8d8a84", "#8a8a90"
UNKNOWN = "#787a82"  # a line whose colour is not known
# Neighbouring coloured cells differ a little, so that the grid shows without lines.
FOLDS = ("#ffffff", 0.05), ("#000000", 0.05)
LINE, RIM, DOT = 0.34, 0.06, 0.36  # widths of a line and its rim, radius of a dot
DECK = LINE / 2 + 0.08  # half the width of a bridge
FAR = 1.5  # cells that touch and yet lie this far apart do so around the rim of the board
LIT, LIGHT = "#ffcf66", 0.49  # colour and radius of the light on a bare cell
LIT_INK, LIGHT_INK = "#e8a200", 0.3  # and on a coloured one
FADED = 0.75  # of the way from a colour to the ground


def drawing(scene: Scene) -> Drawing:
    """The board; all positions of a level have drawings of one size."""
    grid, point = scene.grid, scene.grid.point
    bare = scene.bare
    shapes: list[Shape] = []
    if grid.kind == "network":
        edges = grid.graph.edges.tolist()
        shapes += [Line(EDGE, (point(a), point(b)), 0.08) for a, b in edges]
    shapes += _cells(scene)
    if bare:  # the light lies on the ground, under dots and lines
        shapes += [Disc(LIT, point(cell), LIGHT) for cell in scene.lit_cells(scene.lit)]
    for cell in sorted(scene.crossings):
        shapes += _deck(scene, cell)
    made = [run for run in scene.runs if not run.ghost]
    for run in made:
        shapes += _run(scene, run, LINE)
    for run in made:
        for cell in sorted(scene.crossings & set(_level(run))):  # the upper line, once more
            x, y = point(cell)
            shapes += _deck(scene, cell)
            shapes += _stroke([[(x - 0.5, y), (x + 0.5, y)]], _look(scene, run.ink), LINE)
    shapes += [*_walls(scene), *_sides(scene)]
    for run in scene.runs:
        if run.ghost:
            shapes += _run(scene, run, LINE / 3)
    shapes += _signs(scene)
    for cell in scene.firsts(scene.coming):
        at, rim = point(scene.middle(cell)), readable_on(_look(scene, scene.cells[cell]))
        shapes += [Disc(rim, at, 0.3), Disc(_look(scene, scene.coming[cell]), at, 0.25)]
    if not bare:
        lit = scene.firsts(scene.lit)
        shapes += [Disc(LIT_INK, point(scene.middle(cell)), LIGHT_INK) for cell in lit]
    width, height = grid.extent
    whole = Drawing(width, height * grid.aspect, tuple(shapes), PAPER if bare else GROUND)
    return whole.with_margin(1.2 if scene.above or scene.beside else 0.4 if bare else 0.5)


def _look(scene: Scene, ink: int | None) -> str:
    return scene.inks[ink].look if ink is not None and ink >= 0 else UNKNOWN


def _cells(scene: Scene) -> list[Shape]:
    """Return the cells, those of one look together."""
    grid = scene.grid
    together: dict[str, list[tuple[Point, ...]]] = {}
    for cell, (ink, shade) in enumerate(
        zip(scene.cells.tolist(), grid.shade.tolist(), strict=True)
    ):
        look, outline = BARE[shade], np.asarray(grid.outline(cell))
        if ink >= 0:
            look = scene.inks[ink].look
            if grid.kind != "network":
                look = mixed(look, *FOLDS[bool(shade)])
            if cell in scene.faded:
                look = mixed(look, GROUND, FADED)
            # The first and last triangles of a column are cut in half by the edge of the board.
            outline = np.clip(outline, 0, grid.extent)
        corners = tuple((float(x), float(y) * grid.aspect) for x, y in outline)
        together.setdefault(look, []).append(corners)
    return [Polygons(look, tuple(outlines)) for look, outlines in together.items()]


def _deck(scene: Scene, cell: int) -> list[Shape]:
    """A bridge, which leads from left to right."""
    x, y = scene.grid.point(cell)
    left, right = x - 0.44, x + 0.44
    floor = ((left, y - DECK), (right, y - DECK), (right, y + DECK), (left, y + DECK))
    rails = [((left, y + side), (right, y + side)) for side in (-DECK, DECK)]
    return [Polygons(BARE[0], (floor,)), *(Line(RAIL, rail, 0.05) for rail in rails)]


def _level(run: Run) -> Iterator[int]:
    """Yield the cells inside a run that it passes from side to side."""
    for cell, ((_, before), (_, after)) in zip(
        run.cells[1:], itertools.pairwise(run.ways), strict=False
    ):
        if before == after == 0:
            yield cell


def _run(scene: Scene, run: Run, width: float) -> list[Shape]:
    """A line; where it leaves over the rim of the board, it comes in on the other side."""
    point = scene.grid.point
    parts = [[point(run.cells[0])]]
    for (a, b), (dx, dy) in zip(itertools.pairwise(run.cells), run.ways, strict=True):
        (ax, ay), (bx, by) = point(a), point(b)
        if abs(bx - ax) > FAR or abs(by - ay) > FAR:
            parts[-1].append((ax + dx / 2, ay + dy / 2))
            parts.append([(bx - dx / 2, by - dy / 2)])
        parts[-1].append((bx, by))
    return _stroke(parts, _look(scene, run.ink), width)


def _stroke(parts: list[list[Point]], colour: str, width: float) -> list[Shape]:
    """Lines with a darker rim."""
    lines = [tuple(part) for part in parts if len(part) > 1]
    return [
        *(Line(mixed(colour, "#000000", 0.3), line, width + RIM) for line in lines),
        *(Line(colour, line, width) for line in lines),
    ]


def _walls(scene: Scene) -> Iterator[Shape]:
    """Yield the bars between cells and at rims."""
    grid = scene.grid
    for a, b in sorted(scene.bars):
        (ax, ay), (bx, by) = grid.point(a), grid.point(b)
        if abs(bx - ax) <= FAR and abs(by - ay) <= FAR:
            side = 0.64 if grid.kind == "hex" else 1.0
            yield _bar((ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay, side)
    for cell, (dx, dy) in scene.rims:
        x, y = grid.point(cell)
        yield _bar(x + dx / 2, y + dy / 2, dx, dy, 1.0)


def _sides(scene: Scene) -> Iterator[Shape]:
    """Yield the lines and texts on sides, the points between them where sides are chosen, and the
    signs beside the board."""
    if (spots := scene.spots) is not None:
        points = {p: (p % spots.cols / 2, p // spots.cols / 2) for p in spots.points}
        for one, other in (spots.ends(side) for side in scene.lit if side < spots.n):
            yield Line(LIT, (points[one], points[other]), 0.26)
        yield from (Disc(RAIL, point, 0.05) for point in points.values())
    for (cell, (dx, dy)), sign in scene.sides.items():
        x, y = scene.grid.point(cell)
        half_x, half_y, colour = abs(dy) / 2, abs(dx) / 2, _look(scene, sign.ink)
        x, y = x + dx / 2, y + dy / 2
        if sign.text:
            yield Text(colour, (x, y), sign.text, 0.36)
        else:
            yield Line(colour, ((x - half_x, y - half_y), (x + half_x, y + half_y)), 0.14)
    rim = {(col + 0.5, -0.5): sign for col, sign in scene.above.items()}
    rim |= {(-0.5, row + 0.5): sign for row, sign in scene.beside.items()}
    yield from (Text(_look(scene, sign.ink), at, sign.text, 0.5) for at, sign in rim.items())


def _bar(x: float, y: float, dx: float, dy: float, side: float) -> Line:
    """A bar through (x, y), `side` long, across the direction (dx, dy)."""
    half = side / 2 / (dx * dx + dy * dy) ** 0.5
    return Line(WALL, ((x - dy * half, y + dx * half), (x + dy * half, y - dx * half)), 0.1)


def _mark(scene: Scene, cell: int, shape: str, colour: str) -> Iterator[Shape]:
    """A disc, a ring, or a star, one tip of which is at the top."""
    x, y = scene.grid.point(cell)
    if shape != "star":
        yield Disc(colour, (x, y), DOT)
    if shape == "ring":
        yield Disc(_look(scene, scene.cells[cell]), (x, y), DOT * 0.55)
    if shape == "star":
        corners = tuple(
            (x + far * sin(turn * pi / 5), y - far * cos(turn * pi / 5))
            for turn, far in enumerate((0.45, 0.19) * 5)
        )
        yield Polygons(colour, (corners,))


def _signs(scene: Scene) -> Iterator[Shape]:
    for cell, sign in scene.signs.items():
        at, ink, height = scene.grid.point(cell), scene.cells[cell], 0.7
        if sign.dot is not None:
            ink, height = sign.dot, 0.46
            colour = _look(scene, ink)
            yield Disc(mixed(colour, "#000000", 0.3), at, DOT + RIM / 2)
            yield Disc(colour, at, DOT)
        if sign.shape and sign.ink is not None:
            yield from _mark(scene, cell, sign.shape, _look(scene, sign.ink))
        elif sign.text:
            clear = readable_on(_look(scene, ink) if ink >= 0 else BARE[0])
            if sign.ink is not None:
                clear = _look(scene, sign.ink)
            yield Text(clear, at, sign.text, min(height, 2.4 / len(sign.text)))
        if sign.given:
            x, y = at
            yield Line(EDGE, ((x + 0.28, y - 0.4), (x + 0.4, y - 0.4)), 0.05)
    for (a, b), text in scene.between.items():
        (ax, ay), (bx, by) = scene.grid.point(a), scene.grid.point(b)
        yield Disc(PAPER, ((ax + bx) / 2, (ay + by) / 2), 0.14)
        yield Text(WALL, ((ax + bx) / 2, (ay + by) / 2), text, 0.3)
