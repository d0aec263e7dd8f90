"""The pipes of a board as characters: with an area where there is room, else as heavy lines.

A cell's pipe is made of arms from its middle towards its neighbours, so a frame only asks which
arms are in use and in what colour. For each sample of a character it is known in which cell it
lies, on which arm, on the dot. Distances are in widths of a character, which is twice as high as
wide.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.model import HEX_STEPS, SQUARE_STEPS, Board, Edge, State, passages
from puzzles.flow.rules.prints import LINES, OPPOSITE, VECTORS, uses
from puzzles.flow.rules.problem import Path
from puzzles.grids.graph import Ints
from puzzles.grids.grid import LatticeGrid
from puzzles.ui.board.frame import Frame
from puzzles.ui.board.raster import Box, mosaic, sample_points
from puzzles.ui.terminal.paint import RGB, mix

GHOST, THIN_GHOST = 0.4, 0.45  # how much of its colour a pipe has that is to come
PAPER = np.array([(25, 26, 31), (35, 37, 44), (45, 48, 56)], dtype=float)  # under empty cells
HATCH = (112, 115, 124)  # over the ground where a cell is missing
WALL, RAIL = (170, 170, 176), (74, 76, 84)
LIT = (255, 255, 255)  # a wall between two cells that are marked
ROOM_FOR_WALLS = 3  # columns of a cell; in smaller ones a wall would hide its pipe
# How much smaller than its cell a dot is, where there is ROOM: about as little as the glyphs of a
# tier can leave between two dots, and what makes them round.
LESS = {"half": 0.6, "block": 0.95, "sextant": 0.55, "wedge": 0.5}
ROOM = 6  # widths of a character across a cell
FINE, COARSE = 0.05, 0.25  # how far it reaches over a smaller one; in large blocks less is a cross
_HEAVY = str.maketrans("─│┌┐└┘╴╶╵╷", "━┃┏┓┗┛╸╺╹╻")

Mask = npt.NDArray[np.bool_]
Image = npt.NDArray[np.float64]  # (cells or colours, 3)
Sides = dict[str, Mask]  # for each direction the cells that have a wall there


@dataclass(frozen=True, eq=False)
class Scene:
    """A position to draw: its pipes, the `ghosts` of those to come, the ground under each cell (and
    at the end that beside the board), the colours of pipes, and walls, some of them `lit`."""

    state: State
    ghosts: tuple[Path, ...]
    grounds: Image
    inks: Image
    walls: Sides
    lit: Sides
    background: RGB

    @property
    def coming(self) -> State:
        return State(self.state.level, self.ghosts)


def thick(scene: Scene, box: Box, tier: str, hatched: bool = True) -> Frame:
    """Draw pipes and dots with an area; missing cells are `hatched`, or the ground."""
    board = scene.state.board
    where = pixels(board.grid, box.width, box.height, tier)
    grounds, ground_of = np.unique(scene.grounds, axis=0, return_inverse=True)
    ghosts = scene.inks * GHOST + PAPER[0] * (1 - GHOST)
    palette = grounds, [RAIL], [WALL], scene.inks, ghosts, [LIT]
    _, rail, wall, ink, ghost, lit = np.cumsum([0, *map(len, palette[:-1])])
    # Each sample is the number of its colour; what is painted last lies on top.
    samples = ground_of.ravel().astype(np.int32)[where.cell]
    bridges = np.zeros(board.grid.n + 1, dtype=bool)
    bridges[sorted(board.bridges)] = True
    on_bridge = bridges[where.cell]
    samples[where.rails & on_bridge] = rail
    for state, first in ((scene.coming, ghost), (scene.state, ink)):
        for way, colours in _coloured_ways(state).items():
            if (colours < 0).all():
                continue
            colour = colours[where.cell]
            if way in ("left", "right"):  # the deck of a bridge lies on the pipe under it
                samples[where.rails & on_bridge & (colour >= 0)] = rail
            on_arm = where.arms[way] & (colour >= 0)
            samples[on_arm] = first + colour[on_arm]
    dots = np.append(board.dots, -1)[where.cell]
    on_dot = where.dot & (dots >= 0)
    samples[on_dot] = ink + dots[on_dot]
    if box.width >= ROOM_FOR_WALLS:
        for sides, number in ((scene.walls, wall), (scene.lit, lit)):
            for way, walled in sides.items():
                samples[where.walls[way] & walled[where.cell]] = number
    rgb = np.vstack(palette).round().astype(np.uint8)
    glyph, front, back = mosaic(samples, tier, ceil(board.grid.extent[0] * box.width), rgb)
    frame = Frame.of(glyph, rgb[front], rgb[back])
    if hatched:
        _hatch(frame, np.all(where.hole, axis=1).reshape(frame.glyph.shape), scene.background)
    return frame


def thin(scene: Scene) -> Frame:
    """Draw pipes as heavy lines, two characters a cell."""
    state, grid = scene.state, scene.state.board.grid
    inks = [(int(r), int(g), int(b)) for r, g, b in scene.inks]
    cells = np.repeat(grid.index, 2, axis=1)
    back = scene.grounds.round().astype(np.uint8)[cells]
    frame = Frame.of(np.full(cells.shape, " "), back, back)
    _hatch(frame, cells < 0, scene.background)
    used, ghost = uses(state), uses(scene.coming)
    for cell in range(grid.n):
        x, y = 2 * int(grid.col[cell]), int(grid.row[cell])
        for found, share in ((ghost, THIN_GHOST), (used, 1.0)):
            ways = [way for way in ("right", "down", "left", "up") if (cell, way) in found]
            if not ways:
                continue
            paper = tuple(back[y, x].tolist())
            crossing = len({found[cell, way] for way in ways}) > 1
            char = "╋" if len(ways) == 4 else LINES.get(frozenset(ways), "╋").translate(_HEAVY)
            ink = mix(paper, inks[found[cell, ways[0]]], share)
            frame.write(x, y, char, ink, bold=crossing)
            if (side := found.get((cell, "right"), -1)) >= 0:
                frame.write(x + 1, y, "━", mix(paper, inks[side], share), bold=False)
        if cell in state.board.bridges and not any((cell, way) in used for way in OPPOSITE):
            frame.write(x, y, "╪", RAIL, bold=False)
        if scene.walls["right"][cell]:
            frame.write(x + 1, y, "▕", WALL, bold=False)
        if scene.walls["down"][cell]:
            shown = str(frame.glyph[y, x])
            frame.write(x, y, "▁" if shown == " " else shown, WALL, bold=False)
    return frame


@lru_cache(maxsize=16)
def sides_of(board: Board, walls: frozenset[Edge]) -> Sides:
    """Return the sides on which cells have one of these walls; of a board that wraps around, any
    wall and closed rims."""
    grid = board.grid
    walled = {way: np.zeros(grid.n + 1, dtype=bool) for way in ways_of(grid)}
    if board.wrap:
        open_sides = {(a, way) for (a, _), way in board.joined.items()}
        for way, closed in walled.items():
            closed[:-1] = [(cell, way) not in open_sides for cell in range(grid.n)]
        return walled
    for a, b in walls:
        side = passages(grid, False)[a][b]
        walled[side][a] = walled[OPPOSITE[side]][b] = True
    return walled


def _coloured_ways(state: State) -> dict[str, Ints]:
    """Return for each direction the colour that leaves each cell that way, −1 for none."""
    grid = state.board.grid
    ways = {way: np.full(grid.n + 1, -1) for way in ways_of(grid)}
    for (cell, way), colour in uses(state).items():
        ways[way][cell] = colour
    return ways


def _hatch(frame: Frame, holes: Mask, background: RGB) -> None:
    """Mark where cells are missing: the rim of the board has no such marks."""
    frame.glyph[holes], frame.front[holes], frame.back[holes] = "╱", HATCH, background


# Samples ---------------------------------------------------------------------------------------


def ways_of(grid: LatticeGrid) -> tuple[str, ...]:
    """The directions of a grid; those drawn last lie on top at a bridge."""
    return HEX_STEPS if grid.kind == "hex" else tuple(reversed(SQUARE_STEPS))


@dataclass(frozen=True, eq=False)
class Pixels:
    """Arrays of shape (characters, DOWN·ACROSS), line by line.

    `cell` is −1 where there is none, and `hole` is where one is missing. `arms` and `walls` (the
    rim towards a neighbour) go by direction, `dot` is the round patch of a dot, `rails` the edges
    of a bridge's deck.
    """

    cell: Ints
    hole: Mask
    arms: dict[str, Mask]
    walls: dict[str, Mask]
    dot: Mask
    rails: Mask


@lru_cache(maxsize=32)
def pixels(grid: LatticeGrid, width: float, height: float, tier: str) -> Pixels:
    """The samples of a grid whose cells are `width` characters wide and `height` high, to be drawn
    in the glyphs of a tier."""
    fine = tier != "half"  # half a column can be drawn
    columns, rows = grid.extent
    across, down = ceil(columns * width), int(rows * height + 0.5)
    x, y = sample_points(across, down)
    cell = grid.locate(x / width, y / height)
    whole = type(grid).full(grid.rows, grid.cols)
    hole = (whole.locate(x / width, y / height) >= 0) & (cell < 0)
    centres = np.array([grid.centre(c) for c in range(grid.n)] + [(0.0, 0.0)])
    dx = x - centres[cell, 0] * width
    dy = 2 * (y - centres[cell, 1] * height)
    size = min(width, 2 * height)
    half_pipe = max(1.0, size / 6)
    # An upright pipe has whole columns, and an odd number of them, where there are no others.
    whole_columns = not fine and width % 2 == 1
    upright = max(1.5, half_pipe) if whole_columns else half_pipe
    inside = cell >= 0
    # Where the arms of a cell meet: a corner between square cells, a round bend between hexagons.
    if grid.kind == "hex":
        joint = np.hypot(dx, dy) < half_pipe
    else:
        joint = (np.abs(dx) < upright) & (np.abs(dy) < half_pipe)
    arms, walls = {}, {}
    for way in ways_of(grid):
        vx, vy = VECTORS[way][0] * width, VECTORS[way][1] * 2 * height
        length = np.hypot(vx, vy)
        along, aside = (dx * vx + dy * vy) / length, np.abs(dx * vy - dy * vx) / length
        arms[way] = inside & ((aside < (half_pipe if vx else upright)) & (along > 0) | joint)
        walls[way] = inside & (along > length / 2 - (0.5 if fine and not vy else 1))
    dot = inside & ((np.hypot(dx, dy) < dot_radius(width, height, tier)) | (size < 4))
    rails = inside & (np.abs(dy) > half_pipe) & (np.abs(dy) < half_pipe + 1)
    return Pixels(cell, hole, arms, walls, dot, rails)


def dot_radius(width: float, height: float, tier: str) -> float:
    """Return the radius of a dot in a cell: so that it is round, and apart from the next one."""
    size = min(width, 2 * height)
    if size >= ROOM:
        return size / 2 - LESS[tier]
    return size / 2 + (COARSE if tier == "half" and width % 2 == 1 else FINE)
