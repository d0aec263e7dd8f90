"""Sheets composed of what drawn ones are made of: a ground, a frame, and a figure in the middle.

The result is layers (`sheets`), random but whole: a pattern is cut only by a rim, and a figure
stands where the board's own middle is.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from puzzles.grids.grid import LatticeGrid
from puzzles.grids.triangle import TriangleGrid

# Patterns by how many papers they take, and the sizes at which they look well.
GROUNDS = {
    3: (
        "cubes 2, cubes 3, cubes 4, hexes 2, hexes 3, stars 2, combs 3, parquet 2 4, parquet "
        "2 6, scales 3 1, zigzag 2 4, zigzag 1 4"
    ),
    2: (
        "parquet 5 4, chevrons 4, zigzag 5 6, zigzag 5 10, columns 2, rings 2, rays 1, argyle "
        "4, combs 3"
    ),
    4: "argyle 4, argyle 6, zigzag 5 4, combs 4, scales 4 1, rings 1",
}
PLAIN, FRAMED, BARE = 0.35, 0.35, 0.25  # how often: no pattern, a frame, no figure
GEMS = ((4, 12), (4, 10), (3, 8), (3, 6), (2, 6), (2, 4), (1, 4), (1, 2))
LEAST = 10, 29  # columns and rows that figures take


def room(grid: LatticeGrid) -> bool:
    """Return whether the middle of a board is a corner of triangles, with room around it."""
    cols, rows = grid.cols, grid.rows
    large = isinstance(grid, TriangleGrid) and cols >= LEAST[0] and rows >= LEAST[1]
    return large and cols % 2 == 0 and rows % 2 == 1 and (cols // 2 + rows // 2) % 2 == 1


def composed(grid: LatticeGrid, papers: Sequence[str], rng: Random) -> str:
    """Layers for a board with `room`, in some of these papers."""
    middle = f"{grid.cols // 2},{grid.rows // 2}"
    first, *others = papers
    layers = [f"{first} ground"]
    if rng.random() > PLAIN or not others:
        number, patterns = rng.choice([(n, p) for n, p in GROUNDS.items() if n <= len(papers)])
        layers.append(f"{''.join(papers[:number])} {rng.choice(patterns.split(', '))} {middle}")
    if rng.random() < FRAMED:
        layers.append(f"{rng.choice(papers)} frame 1 {rng.choice((0, 2))}")
    if rng.random() > BARE or len(layers) == 1:
        layers += rng.choice((_gem, _rosette, _star, _chain))(grid, papers, rng)
    return "\n".join(layers)


def _turn(papers: Sequence[str], rng: Random) -> list[str]:
    """Papers for what lies in one another, no two that follow alike."""
    start = rng.randrange(len(papers))
    return [papers[(start + i) % len(papers)] for i in range(8)]


def _gem(grid: LatticeGrid, papers: Sequence[str], rng: Random) -> list[str]:
    """Long hexagons in one another."""
    x, y = grid.cols // 2, grid.rows // 2
    sizes = sorted(rng.sample(GEMS, rng.randint(2, 4)), reverse=True)
    return [
        f"{paper} gem {x},{y} {w} {h}"
        for paper, (w, h) in zip(_turn(papers, rng), sizes, strict=False)
    ]


def _rosette(grid: LatticeGrid, papers: Sequence[str], rng: Random) -> list[str]:
    """Six petals around a heart."""
    x, y = grid.cols // 2, grid.rows // 2
    field, petal, eye, heart, *_ = _turn(papers, rng)
    size = rng.choice(("1 4", "1 2", "2 4"))
    layers = [f"{field} hex {x},{y} 5", f"* {petal} gem {x},{y - 6} {size}"]
    if rng.random() < 0.6:
        layers.append(f"* {eye} gem {x},{y - 6} 1 2")
    return [*layers, f"{eye} star {x},{y} 1", f"{heart} hex {x},{y} 1"]


def _star(grid: LatticeGrid, papers: Sequence[str], rng: Random) -> list[str]:
    """A star in a hexagon, and one in its heart."""
    x, y = grid.cols // 2, grid.rows // 2
    a, b, c, d, *_ = _turn(papers, rng)
    around = [f"{d} hex {x},{y} 5"] if rng.random() < 0.5 else []
    return [
        *around,
        f"{a} star {x},{y} 2",
        f"{b} hex {x},{y} 2",
        f"{c} star {x},{y} 1",
        f"{a} hex {x},{y} 1",
    ]


def _chain(grid: LatticeGrid, papers: Sequence[str], rng: Random) -> list[str]:
    """Three of a kind, one above the other."""
    x, y = grid.cols // 2, grid.rows // 2
    outer, inner, *_ = _turn(papers, rng)
    large, small = rng.choice(
        (("hex {} 2", "hex {} 1"), ("gem {} 3 4", "gem {} 1 2"), ("gem {} 4 4", "gem {} 2 2"))
    )
    at = f"{x},{y - 10}"
    return [f"{outer} {large.format(at)} by 3 0,10", f"{inner} {small.format(at)} by 3 0,10"]
