"""A bare graph as a board: named nodes joined by lines, laid out on a coarse lattice."""

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from puzzles.core.errors import MoveError
from puzzles.grids.graph import Graph, Ints
from puzzles.grids.grid import Floats, Grid, Point
from puzzles.grids.placement import place

# A node is a chip this big; nodes stand this far apart.
CHIP = (2.0, 1.0)
PITCH = (3.0, 2.0)


class NetworkGrid(Grid):
    """Nodes of a graph; each is a cell with a name of its own."""

    kind = "network"

    def __init__(self, names: tuple[str, ...], edges: Iterable[tuple[int, int]]) -> None:
        """`edges` are pairs of positions in `names`."""
        self.names = names
        self._edges = list(edges)
        self._index = {name: i for i, name in enumerate(names)}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NetworkGrid) or self.names != other.names:
            return False
        return np.array_equal(self.graph.edges, other.graph.edges)

    def __hash__(self) -> int:
        return hash(self.names)

    @property
    def n(self) -> int:
        return len(self.names)

    @property
    def size(self) -> str:
        return f"{self.n} nodes"

    @cached_property
    def graph(self) -> Graph:
        return Graph.from_edges(self.n, self._edges)

    @cached_property
    def lattice(self) -> Ints:
        """The (column, row) of each node on the drawing's lattice; shape (n, 2)."""
        return place(self.graph)

    @property
    def extent(self) -> Point:
        cols, rows = (self.lattice.max(axis=0) + 1).tolist()
        return cols * PITCH[0] - (PITCH[0] - CHIP[0]), rows * PITCH[1] - (PITCH[1] - CHIP[1])

    def centre(self, cell: int) -> Point:
        col, row = self.lattice[cell].tolist()
        return col * PITCH[0] + CHIP[0] / 2, row * PITCH[1] + CHIP[1] / 2

    def outline(self, cell: int) -> list[Point]:
        (x, y), (w, h) = self.centre(cell), CHIP
        x, y = x - w / 2, y - h / 2
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]

    def locate(self, x: Floats, y: Floats) -> Ints:
        col, row = np.floor(x / PITCH[0]).astype(int), np.floor(y / PITCH[1]).astype(int)
        on_chip = (x - col * PITCH[0] < CHIP[0]) & (y - row * PITCH[1] < CHIP[1])
        cols, rows = self.lattice.max(axis=0) + 1
        node = np.full((rows + 2, cols + 2), -1, dtype=np.int32)  # with a rim of none
        node[self.lattice[:, 1] + 1, self.lattice[:, 0] + 1] = np.arange(self.n)
        found = node[np.clip(row + 1, 0, rows + 1), np.clip(col + 1, 0, cols + 1)]
        return np.where(on_chip, found, -1).astype(np.int32)

    def name(self, cell: int) -> str:
        return self.names[cell]

    def cell(self, name: str) -> int:
        if name not in self._index:
            raise MoveError(f"there is no node {name!r}")
        return self._index[name]

    def step(self, cell: int, dx: int, dy: int) -> int:
        """The node nearest in that direction, sideways distance counting double."""
        away = (self.lattice - self.lattice[cell]) * PITCH
        along, aside = away @ (dx, dy), np.abs(away @ (dy, dx))
        ahead = np.flatnonzero((along > 0) & (aside <= 2 * along))
        if not len(ahead):
            return cell
        return int(ahead[np.argmin(along[ahead] + 2 * aside[ahead])])

    def text(self, symbols: Sequence[str]) -> str:
        """A line per node: its name, its symbol, and the nodes it touches."""
        width = max(map(len, self.names))
        return "\n".join(
            f"{name:>{width}} {symbol}  {' '.join(self.names[w] for w in self.graph.neighbours[v])}"
            for v, (name, symbol) in enumerate(zip(self.names, symbols, strict=True))
        )
