"""The symmetries of the lattices that boards are made of: eight of squares, twelve of triangles and
hexagons (*cube coordinates*: three that sum to nought, which a symmetry permutes and negates).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

import numpy as np

from puzzles.grids.graph import Ints
from puzzles.grids.grid import Grid, LatticeGrid
from puzzles.grids.triangle import TriangleGrid


def cube(grid: LatticeGrid) -> Ints:
    """Cube coordinates of the cells of a grid of triangles or hexagons, as an (n, 3) array. A
    triangle's are six times those of its centroid, so that they are whole numbers."""
    row, col = grid.row.astype(np.int32), grid.col.astype(np.int32)
    if isinstance(grid, TriangleGrid):
        x = 3 * col + np.where((row + col) % 2 == 0, 1, 2)
        return np.stack([2 * x, 3 * row - x, -3 * row - x], axis=1)
    y = 2 * row + np.where(col % 2 == 0, 2, 1)
    return np.stack([col, (y - col) // 2, -(y + col) // 2], axis=1)


def images(grid: LatticeGrid) -> Iterator[Ints]:
    """The coordinates of all cells after each symmetry, moved so that the least are 0."""
    square = grid.kind == "square"
    at = np.stack([grid.row, grid.col], axis=1) if square else cube(grid)
    signs = [(a, b) for a in (1, -1) for b in (1, -1)] if square else [(1, 1, 1), (-1, -1, -1)]
    for order in permutations(range(at.shape[1])):
        for sign in signs:
            image = at[:, order] * np.array(sign)
            yield (image - image.min(axis=0)).astype(np.int32)


def copies(grid: LatticeGrid) -> Iterator[tuple[LatticeGrid, list[int]]]:
    """Yield a full grid and its images that are full, with the cell of it that each cell was."""
    wholes = [type(grid).full(grid.rows, grid.cols)]
    if grid.rows != grid.cols:
        wholes.append(type(grid).full(grid.cols, grid.rows))
    coordinates = [list(map(tuple, next(images(whole)).tolist())) for whole in wholes]
    seen = set()
    for image in images(grid):
        from_ = {tuple(at): cell for cell, at in enumerate(image.tolist())}
        for whole, there in zip(wholes, coordinates, strict=True):
            if from_.keys() == set(there):
                source = [from_[at] for at in there]
                if (whole.rows, *source) not in seen:
                    seen.add((whole.rows, *source))
                    yield whole, source


def canonical(
    grid: Grid, labels: Sequence[int], kinds: Sequence[int], pairs: Iterable[tuple[int, int]] = ()
) -> str:
    """A text that is the same for boards that differ by a symmetry or in their labels' names only.

    A cell has a label (−1 for none) and a kind, which is not renamed; `pairs` are cells that have
    something between them. A bare network has no symmetries.
    """
    if not isinstance(grid, LatticeGrid):
        return f"{list(map(tuple, grid.graph.edges.tolist()))} {_named(labels)}"
    return min(_text(image, labels, kinds, list(pairs)) for image in images(grid))


def order(grid: Grid, labels: Sequence[int], kinds: Sequence[int]) -> list[int]:
    """The cells in an order that is the same for boards that differ as above."""
    if not isinstance(grid, LatticeGrid):
        return list(range(grid.n))
    image = min(images(grid), key=lambda image: _text(image, labels, kinds, []))
    return sorted(range(grid.n), key=lambda cell: tuple(image[cell]))


def _text(
    image: Ints, labels: Sequence[int], kinds: Sequence[int], pairs: list[tuple[int, int]]
) -> str:
    order = sorted(range(len(image)), key=lambda cell: tuple(image[cell]))
    place = {cell: i for i, cell in enumerate(order)}
    joined = sorted(tuple(sorted((place[a], place[b]))) for a, b in pairs)
    cells = [tuple(image[cell].tolist()) for cell in order]
    return f"{cells} {_named([labels[c] for c in order])} {[kinds[c] for c in order]} {joined}"


def _named(labels: Sequence[int]) -> list[int]:
    """Labels renamed 0, 1, … in order of their first appearance."""
    names = {label: i for i, label in enumerate(dict.fromkeys(x for x in labels if x >= 0))}
    return [names.get(label, -1) for label in labels]
