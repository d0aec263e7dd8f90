"""Bare boards of every kind, to put pipes on: gaps, walls, bridges and open rims at random, but
symmetric, as a person would place them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.model import Board, Edge
from puzzles.grids.grid import LatticeGrid
from puzzles.grids.hexagon import HexGrid
from puzzles.grids.square import SquareGrid

LEAST_SIDE = {"gaps": 5, "walls": 4, "bridges": 5, "hexes": 4}  # 3 for the others

Cell = tuple[int, int]
Symmetry = Callable[[Cell], Cell]


def shape(kind: str, rows: int, cols: int, rng: Random) -> Board:
    """A board of this kind without dots, all in one piece."""
    if kind == "gaps":
        return bare(SquareGrid(_gaps(rows, cols, rng)))
    if kind == "hexes":
        return bare(HexGrid(_hexagon(rows, cols, rng)))
    grid = SquareGrid.full(rows, cols)
    if kind == "walls":
        return bare(grid, walls=_walls(grid, rng))
    if kind == "warps":
        return bare(grid, wrap=True, walls=_rim(grid, rng))
    if kind == "bridges":
        return bare(grid, bridges=_bridges(grid, rng))
    return bare(grid)


def bare(
    grid: LatticeGrid,
    walls: frozenset[Edge] = frozenset(),
    bridges: frozenset[int] = frozenset(),
    wrap: bool = False,
) -> Board:
    """A board without dots."""
    dots = np.full(grid.n, -1, dtype=np.int32)
    return Board(grid, (), dots, walls=walls, bridges=bridges, wrap=wrap)


def _symmetries(rows: int, cols: int, rng: Random) -> list[Symmetry]:
    """The identity and the other members of a random group of symmetries of a rectangle."""

    def turned(axes: bool, over: bool, aside: bool) -> Symmetry:
        """Exchange the axes or not, and mirror them or not."""

        def image(cell: Cell) -> Cell:
            row, col = cell[::-1] if axes else cell
            return rows - 1 - row if over else row, cols - 1 - col if aside else col

        return image

    same, half = turned(False, False, False), turned(False, True, True)
    aside, over = turned(False, False, True), turned(False, True, False)
    groups = [[same, aside], [same, over], [same, half], [same, aside, over, half]]
    if rows == cols:
        groups += [[same, turned(True, False, True), half, turned(True, True, False)]] * 2
    return rng.choice(groups)


def _gaps(rows: int, cols: int, rng: Random) -> npt.NDArray[np.bool_]:
    """Cells missing in small groups, 6 to 20 % of all."""
    while True:
        images = _symmetries(rows, cols, rng)
        present = np.ones((rows, cols), dtype=np.bool_)
        wanted = rng.uniform(0.06, 0.18) * rows * cols
        while (~present).sum() < wanted:
            cell = rng.randrange(rows), rng.randrange(cols)
            row, col = rng.choice(((0, 0), (0, 1), (1, 0), (1, 1)))
            for part in {cell, (cell[0] + row, cell[1]), (cell[0], cell[1] + col)}:
                for image in images:
                    r, c = image(part)
                    if 0 <= r < rows and 0 <= c < cols:
                        present[r, c] = False
        full = present.any(axis=0).all() and present.any(axis=1).all()
        if full and (~present).mean() <= 0.2 and _usable(bare(SquareGrid(present))):
            return present


def _hexagon(rows: int, cols: int, rng: Random) -> npt.NDArray[np.bool_]:
    """All cells, or those of a hexagon, or all but some that lie symmetrically."""
    full = np.ones((rows, cols), dtype=np.bool_)
    while True:
        # An even number of columns has no middle one for a hexagon to be symmetric about.
        form = rng.choice(("full", "hexagon", "holes") if cols % 2 else ("full",))
        present = full.copy()
        grid = HexGrid.full(rows, cols)
        x, y = np.array([grid.centre(cell) for cell in range(grid.n)]).T
        dx, dy = np.abs(x - grid.extent[0] / 2), y - grid.extent[1] / 2
        if form == "hexagon":
            inside = (np.abs(dy) + dx / 2 <= rows / 2 + 0.3) & (dx <= cols / 2)
            present[grid.row, grid.col] = inside
        elif form == "holes":
            away = np.round(np.hypot(dx * 0.87, dy), 2)
            for ring in rng.sample(sorted(set(away.tolist())), rng.randint(1, 2)):
                present[grid.row, grid.col] &= away != ring
        full_lines = present.any(axis=0).all() and present.any(axis=1).all()
        if full_lines and (~present).mean() <= 0.3 and _usable(bare(HexGrid(present))):
            return present


def _walls(grid: LatticeGrid, rng: Random) -> frozenset[Edge]:
    """Straight walls one to three cells long, about one for twelve cells."""
    while True:
        images = _symmetries(grid.rows, grid.cols, rng)
        walls: set[Edge] = set()
        wanted = grid.n * rng.uniform(0.12, 0.25)
        while len(walls) < wanted:
            row, col = rng.randrange(grid.rows), rng.randrange(grid.cols)
            along, across = rng.choice((((0, 1), (1, 0)), ((1, 0), (0, 1))))
            for k in range(rng.randint(1, 3)):
                cell = row + k * along[0], col + k * along[1]
                other = cell[0] + across[0], cell[1] + across[1]
                walls |= set(_images(grid, cell, other, images))
        board = bare(grid, walls=frozenset(walls))
        if _usable(board):
            return board.walls


def _images(
    grid: LatticeGrid, one: Cell, other: Cell, images: Iterable[Symmetry]
) -> Iterator[Edge]:
    """A pair of cells and its images, where both cells exist."""
    for image in images:
        a, b = grid.at(*image(one)), grid.at(*image(other))
        if min(a, b) >= 0:
            yield min(a, b), max(a, b)


def _rim(grid: LatticeGrid, rng: Random) -> frozenset[Edge]:
    """The walls that close parts of rims that wrap around: all of two sides, or a symmetric part
    of each, or nothing."""
    rows, cols = grid.rows, grid.cols
    aside = [(grid.at(r, 0), grid.at(r, cols - 1)) for r in range(rows)]
    over = [(grid.at(0, c), grid.at(rows - 1, c)) for c in range(cols)]
    form = rng.choice(("open", "aside", "over", "hatches"))
    if form == "aside":
        return frozenset(over)
    if form == "over":
        return frozenset(aside)
    if form == "hatches":
        closed = set()
        for side in (aside, over):
            first = rng.randrange(len(side) // 2)
            closed |= {
                pair
                for i, pair in enumerate(side)
                if not first <= min(i, len(side) - 1 - i) <= first + 1
            }
        return frozenset(closed)
    return frozenset()


def _bridges(grid: LatticeGrid, rng: Random) -> frozenset[int]:
    """Cells inside the board, none beside another: one for about twenty-five."""
    while True:
        images = _symmetries(grid.rows, grid.cols, rng)
        bridges: set[int] = set()
        wanted = max(1, round(grid.n * rng.uniform(0.025, 0.06)))
        for _ in range(20):
            cell = rng.randrange(1, grid.rows - 1), rng.randrange(1, grid.cols - 1)
            orbit = {grid.at(*image(cell)) for image in images}
            if len(bridges | orbit) <= wanted + 1:
                bridges |= orbit
        near = grid.graph.neighbours
        if bridges and not any(w in bridges for v in bridges for w in near[v]):
            return frozenset(bridges)


def _usable(board: Board) -> bool:
    """Return whether a board is in one piece, and no cell is a dead end."""
    graph = board.graph
    return graph.components().max() == 0 and min(map(len, graph.neighbours)) >= 2
