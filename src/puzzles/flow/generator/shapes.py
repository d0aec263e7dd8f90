"""The wishes for new levels, and bare boards of every kind to put pipes on: gaps, walls, bridges
and open rims at random, but symmetric, as a person would place them."""

from dataclasses import dataclass
from random import Random

import numpy as np

from puzzles.core.results import Option
from puzzles.core.tables import Values
from puzzles.core.wishing import DIFFICULTY
from puzzles.flow.rules.levels import SHAPES
from puzzles.flow.rules.model import KINDS, Board, Edge, FlowLevel
from puzzles.grids.grid import LatticeGrid
from puzzles.grids.symmetry import copies

LEAST, MOST = 3, 15  # cells along a side
OPTIONS = (
    Option("size", "columns and rows, as in 8x6 (7x7); 15 each at most", str, placeholder="SIZE"),
    Option("kind", "the kind of board (plain)", str, KINDS),
    Option("colours", "how many colours"),
    DIFFICULTY,
)
LEAST_SIDE = {"gaps": 5, "walls": 4, "bridges": 5, "hexes": 4}  # 3 for the others
MOST_GAPS = 0.2  # of all cells

Turns = list[list[int]]  # symmetries of a grid: for each cell the one that comes to lie there


@dataclass(frozen=True)
class Wishes:
    """The wishes for a level: `size` as in `8x6` (columns first), one of KINDS, how many colours
    (None: what suits), and a difficulty (None: any)."""

    size: str = "7x7"
    kind: str = "plain"
    colours: int | None = None
    difficulty: int | None = None


def like(level: FlowLevel) -> Values:
    """The wishes that make levels of this one's size, kind and number of colours."""
    board = level.board
    rows, cols = (
        min(max(side, LEAST_SIDE.get(board.kind, LEAST)), MOST)
        for side in (board.grid.rows, board.grid.cols)
    )
    return {"size": f"{cols}x{rows}", "kind": board.kind, "colours": len(board.symbols)}


def shape(kind: str, rows: int, cols: int, rng: Random) -> Board:
    """A board of this kind without dots, all in one piece, in which no cell is a dead end."""
    full = SHAPES["hex" if kind == "hexes" else "square"].full(rows, cols)
    turns = [turn for whole, turn in copies(full) if (whole.rows, whole.cols) == (rows, cols)][1:]
    shapes = {"gaps": _gaps, "hexes": _hexes, "walls": _walls, "bridges": _bridges, "warps": _rims}
    while True:
        # One symmetry, and what comes of repeating it, or two.
        some = rng.sample(turns, min(len(turns), rng.choice((1, 1, 1, 2))))
        board = shapes[kind](full, some, rng) if kind in shapes else bare(full)
        grid, graph = board.grid, board.graph
        lines = len(np.unique(grid.row)), len(np.unique(grid.col))
        joined = graph.components().max() == 0 and min(map(len, graph.neighbours)) >= 2
        usable = joined and lines == (grid.rows, grid.cols)
        if usable and (board.kind == kind or kind not in ("gaps", "bridges")):
            return board


def bare(
    grid: LatticeGrid,
    walls: frozenset[Edge] = frozenset(),
    bridges: frozenset[int] = frozenset(),
    wrap: bool = False,
) -> Board:
    """A board without dots."""
    dots = np.full(grid.n, -1, dtype=np.int32)
    return Board(grid, (), dots, walls=walls, bridges=bridges, wrap=wrap)


def _images(cells: tuple[int, ...], turns: Turns) -> list[tuple[int, ...]]:
    """Cells, and all that symmetries make of them."""
    images = [cells]
    for image in images:  # which grows meanwhile
        turned = (tuple(turn[cell] for cell in image) for turn in turns)
        images += [other for other in turned if other not in images]
    return images


def _gaps(full: LatticeGrid, turns: Turns, rng: Random) -> Board:
    """Cells missing in small groups, at most MOST_GAPS of all."""
    missing, wanted = set[int](), rng.uniform(0.06, 0.18) * full.n
    for _ in range(20):
        cell = rng.randrange(full.n)
        near = full.graph.neighbours[cell]
        for part in (cell, *rng.sample(near, rng.randrange(3))):
            more = missing.union(*_images((part,), turns))
            if len(missing) < wanted and len(more) <= MOST_GAPS * full.n:
                missing = more
    return bare(_without(full, missing))


def _without(full: LatticeGrid, missing: set[int]) -> LatticeGrid:
    present = np.ones((full.rows, full.cols), dtype=np.bool_)
    present.flat[list(missing)] = False
    return type(full)(present)


def _hexes(full: LatticeGrid, turns: Turns, rng: Random) -> Board:
    """All cells, or those of a hexagon, or all but some that lie symmetrically."""
    # An even number of columns has no middle one for a hexagon to be symmetric about.
    form = rng.choice(("full", "hexagon", "gaps") if full.cols % 2 else ("full",))
    if form == "gaps":
        return _gaps(full, turns, rng)
    x, y = full.centres.T
    dx, dy = np.abs(x - full.extent[0] / 2), np.abs(y - full.extent[1] / 2)
    outside = {*np.flatnonzero(dy + dx / 2 > full.rows / 2 + 0.3).tolist()}
    return bare(full if form == "full" or len(outside) > 0.3 * full.n else _without(full, outside))


def _walls(full: LatticeGrid, turns: Turns, rng: Random) -> Board:
    """Straight walls one to three cells long, about one for twelve cells."""
    walls, wanted = set[Edge](), full.n * rng.uniform(0.12, 0.25)
    while len(walls) < wanted:
        row, col = rng.randrange(full.rows), rng.randrange(full.cols)
        down, right = rng.choice(((0, 1), (1, 0)))
        for k in range(rng.randint(1, 3)):
            one = full.at(row + k * down, col + k * right)
            other = full.at(row + k * down + right, col + k * right + down)
            if min(one, other) >= 0:
                walls |= {(min(pair), max(pair)) for pair in _images((one, other), turns)}
    return bare(full, walls=frozenset(walls))


def _bridges(full: LatticeGrid, turns: Turns, rng: Random) -> Board:
    """Cells inside the board, none beside another: one for about twenty-five."""
    bridges, wanted = set[int](), max(1, round(full.n * rng.uniform(0.025, 0.06)))
    near = full.graph.neighbours
    for _ in range(20):
        cell = full.at(rng.randrange(1, full.rows - 1), rng.randrange(1, full.cols - 1))
        more = bridges.union(*_images((cell,), turns))
        if len(more) <= wanted + 1 and not any(w in more for v in more for w in near[v]):
            bridges = more
    return bare(full, bridges=frozenset(bridges))


def _rims(full: LatticeGrid, turns: Turns, rng: Random) -> Board:
    """Rims that wrap around: all, those of two sides, or a symmetric part of each."""
    rows, cols = full.rows, full.cols
    aside = [(full.at(r, 0), full.at(r, cols - 1)) for r in range(rows)]
    over = [(full.at(0, c), full.at(rows - 1, c)) for c in range(cols)]
    closed = rng.choice(([], aside, over, [*_hatched(aside, rng), *_hatched(over, rng)]))
    return bare(full, wrap=True, walls=frozenset(closed))


def _hatched(side: list[Edge], rng: Random) -> list[Edge]:
    """A side but for two openings, each two cells wide."""
    first = rng.randrange(len(side) // 2)
    return [
        pair for i, pair in enumerate(side) if not first <= min(i, len(side) - 1 - i) <= first + 1
    ]
