"""A Flow position as shapes: cells, walls, dots, pipes with a rim that shows which passes over."""

import itertools
from dataclasses import replace

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
from puzzles.core.solving import Progress, Step
from puzzles.flow.rules.model import SQUARE_STEPS, Board, Move, State
from puzzles.flow.rules.prints import VECTORS, pipe_inks
from puzzles.flow.rules.problem import Path

PAPER, WALL, RAIL = "#faf9f6", "#3a3a42", "#8d8a84"
CELLS = ("#efece6", "#e5e1d9", "#dad6cd")
UNKNOWN = "#787a82"  # a piece of pipe whose colour is not known
PIPE, RIM, DOT = 0.34, 0.06, 0.36  # widths of pipe and rim, radius of a dot
DECK = PIPE / 2 + 0.08  # half the width of a bridge
MARGIN = 0.4
LIT, LIGHT = "#ffcf66", 0.49  # colour and radius of the light on a cell
FAR = 1.5  # cells that touch and yet lie this far apart do so around the rim of the board


def draw(state: State, move: Move | None = None, palette: str = "default") -> Drawing:
    """The board and its pipes; a thin line shows the pipe that `move` is about to draw."""
    board, grid = state.board, state.board.grid
    inks = pipe_inks(len(board.symbols), palette)
    shapes = _cells(board)
    for cell in sorted(board.bridges):
        shapes += _deck(board, cell)
    for pipe in state.pipes:
        shapes += _pipe(board, inks, pipe, PIPE)
    for pipe in state.pipes:
        for vertex in sorted(board.bridges & set(pipe)):  # the upper pipe, once more
            x, y = board.grid.point(vertex)
            shapes += _deck(board, vertex)
            shapes += _stroke([[(x - 0.5, y), (x + 0.5, y)]], _ink(board, inks, pipe), PIPE)
    shapes += _walls(board)
    if move is not None:
        shapes += _pipe(board, inks, move.path, PIPE / 3)
    for cell, dot in enumerate(board.dots.tolist()):
        if dot >= 0:
            centre, colour = board.grid.point(cell), inks[dot]
            shapes.append(Disc(_rim(colour), centre, DOT + RIM / 2))
            shapes.append(Disc(colour, centre, DOT))
            shapes.append(Text(readable_on(colour), centre, board.symbols[dot], 0.46))
    width, height = grid.extent
    return Drawing(width, height * grid.aspect, tuple(shapes), PAPER).with_margin(MARGIN)


def draw_step(start: State, step: Progress, palette: str = "default") -> Drawing:
    """A step of a person's reasons (`watching`): the pipes so far, and the cells it rests on."""
    seen = step.step or Step()
    drawing = draw(State(start.level, from_dots(start.board, seen)), None, palette)
    centres = (start.board.grid.point(cell) for cell in seen.lit)
    lit = (Disc(LIT, (x + MARGIN, y + MARGIN), LIGHT) for x, y in centres)
    ground = len(_cells(start.board))  # the light lies on it, and under dots and pipes
    return replace(drawing, shapes=(*drawing.shapes[:ground], *lit, *drawing.shapes[ground:]))


def from_dots(board: Board, step: Step) -> tuple[Path, ...]:
    """The pipes of a step that is watched, from their dots on where they have any."""
    return tuple(path if board.dot_at[path[0]] >= 0 else path[::-1] for path in step.paths)


def _cells(board: Board) -> list[Shape]:
    grid = board.grid
    together: dict[int, list[tuple[Point, ...]]] = {}
    for cell, shade in enumerate(grid.shade.tolist()):
        outline = tuple((float(x), float(y) * grid.aspect) for x, y in grid.outline(cell))
        together.setdefault(shade, []).append(outline)
    return [Polygons(CELLS[shade], tuple(outlines)) for shade, outlines in together.items()]


def _deck(board: Board, cell: int) -> list[Shape]:
    """A bridge, which leads from left to right."""
    x, y = board.grid.point(cell)
    left, right = x - 0.44, x + 0.44
    floor = ((left, y - DECK), (right, y - DECK), (right, y + DECK), (left, y + DECK))
    rails = [((left, y + side), (right, y + side)) for side in (-DECK, DECK)]
    return [Polygons(CELLS[0], (floor,)), *(Line(RAIL, rail, 0.05) for rail in rails)]


def _pipe(board: Board, inks: tuple[str, ...], path: Path, width: float) -> list[Shape]:
    """A pipe; where it leaves over the rim of the board, it comes in on the other side."""
    runs = [[board.grid.point(board.cell_of[path[0]])]]
    for a, b in itertools.pairwise(path):
        (ax, ay), (bx, by) = (board.grid.point(board.cell_of[vertex]) for vertex in (a, b))
        if abs(bx - ax) > FAR or abs(by - ay) > FAR:
            dx, dy = VECTORS[board.ways[a, b]]
            runs[-1].append((ax + dx / 2, ay + dy / 2))
            runs.append([(bx - dx / 2, by - dy / 2)])
        runs[-1].append((bx, by))
    return _stroke(runs, _ink(board, inks, path), width)


def _stroke(runs: list[list[Point]], colour: str, width: float) -> list[Shape]:
    """Lines with a darker rim."""
    lines = [tuple(run) for run in runs if len(run) > 1]
    return [
        *(Line(_rim(colour), line, width + RIM) for line in lines),
        *(Line(colour, line, width) for line in lines),
    ]


def _ink(board: Board, inks: tuple[str, ...], path: Path) -> str:
    dot = max(int(board.dot_at[path[0]]), int(board.dot_at[path[-1]]))
    return inks[dot] or UNKNOWN


def _rim(colour: str) -> str:
    return mixed(colour, "#000000", 0.3)


def _walls(board: Board) -> list[Shape]:
    """Walls between cells and, on a board that wraps around, the rims that are closed."""
    grid = board.grid
    shapes: list[Shape] = []
    for a, b in sorted(board.walls):
        (ax, ay), (bx, by) = board.grid.point(a), board.grid.point(b)
        if abs(bx - ax) <= FAR and abs(by - ay) <= FAR:
            side = 0.64 if grid.kind == "hex" else 1.0
            shapes.append(_wall((ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay, side))
    if board.wrap:
        exits = {(cell, way) for (cell, _), way in board.joined.items()}
        for cell in range(grid.n):
            x, y = board.grid.point(cell)
            for way in SQUARE_STEPS:
                if (cell, way) not in exits:
                    dx, dy = VECTORS[way]
                    shapes.append(_wall(x + dx / 2, y + dy / 2, dx, dy, 1.0))
    return shapes


def _wall(x: float, y: float, dx: float, dy: float, side: float) -> Line:
    """A bar through (x, y), `side` long, across the direction (dx, dy)."""
    half = side / 2 / (dx * dx + dy * dy) ** 0.5
    return Line(WALL, ((x - dy * half, y + dx * half), (x + dy * half, y - dx * half)), 0.1)
