"""The problem that a Flow solver solves: a graph, its dots, and a sweep order.

Missing cells, walls, edges that wrap around, hexagons and bridges all disappear here. A bridge is
two vertices, one for the pipe that crosses over and one for the pipe below, each joined only to
the two cells it runs between, so each has degree two and an empty cell's rule makes it straight.
"""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.grids.graph import Graph, Ints

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Records = npt.NDArray[Any]  # of a structured type


@dataclass(frozen=True, eq=False)
class Problem:
    """Join the dots of each colour in pairs by vertex-disjoint paths.

    `dot[v]` is the colour of a dot at vertex v, −1 where there is none; every colour has an even
    number of dots, any two of which may be joined. With `fill`, the paths use every vertex.
    `place` is an (n, 2) array of the vertices' x and y in the plane (a bridge's two vertices
    share theirs), `order` the vertices in the order a sweep along the longer side visits them.
    """

    graph: Graph
    dot: Ints
    place: Floats
    order: Ints
    fill: bool = True

    @classmethod
    def build(cls, graph: Graph, dot: Ints, place: Floats, fill: bool = True) -> "Problem":
        """The problem with the sweep order that keeps the frontier on the shorter side."""
        x, y = place[:, 0], place[:, 1]
        wide = len(x) > 0 and np.ptp(x) > np.ptp(y)
        order = np.lexsort((y, x) if wide else (x, y)).astype(np.int32)
        return cls(graph, dot, place, order, fill)

    @property
    def n(self) -> int:
        return self.graph.n

    @property
    def pairs(self) -> int:
        """The number of paths in a solution."""
        return int((self.dot >= 0).sum()) // 2


# A path is the vertices from one dot to another; a solution has one for each pair of dots.
Path = tuple[int, ...]
Solution = tuple[Path, ...]


def pieces(edges: Iterable[Iterable[int]]) -> list[Path]:
    """The paths that edges make, each from one end to the other; then their loops, each once
    around."""
    near: dict[int, list[int]] = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    found, seen = list[Path](), set[int]()
    for start in sorted(near, key=lambda v: len(near[v])):  # the ends of paths first
        if start not in seen:
            piece, onward = list[int](), [start]
            while onward:
                piece.append(onward[0])
                seen.add(onward[0])
                onward = [v for v in near[onward[0]] if v not in seen]
            found.append(tuple(piece))
    return found


def joined(edges: Iterable[Iterable[int]]) -> Solution:
    """The solution that has these edges, each path from its lesser dot on, in their order."""
    return tuple(sorted(min(path, path[::-1]) for path in pieces(edges)))


def edges_of(paths: Iterable[Path]) -> Iterator[tuple[int, int]]:
    """The edges of paths, smaller vertex first."""
    return ((min(step), max(step)) for path in paths for step in itertools.pairwise(path))


def touches_itself(graph: Graph, path: Path) -> bool:
    """Return whether an edge that a path does not use joins two of its vertices."""
    position = {vertex: i for i, vertex in enumerate(path)}
    return any(
        abs(position[w] - i) > 1
        for i, vertex in enumerate(path)
        for w in graph.neighbours[vertex]
        if w in position
    )
