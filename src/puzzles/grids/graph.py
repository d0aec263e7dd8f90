"""Undirected graphs as CSR arrays: components, distances, contraction into a region graph."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Graph:
    """Vertices 0 … n−1; the neighbours of v are `indices[indptr[v]:indptr[v + 1]]`, ascending.

    `indptr` has n + 1 entries; every edge stands twice, once from each end.
    """

    indptr: Ints
    indices: Ints

    @classmethod
    def from_edges(cls, n: int, edges: Iterable[tuple[int, int]] | Ints) -> "Graph":
        """The graph with these edges, pairs or an (m, 2) array, repeated or not; no self-loops."""
        given = edges if isinstance(edges, np.ndarray) else list(edges)
        a, b = np.array(given, dtype=np.int64).reshape(-1, 2).T
        both = np.sort(np.concatenate([a * n + b, b * n + a]))
        source, target = np.divmod(both[np.diff(both, prepend=-1) > 0], max(n, 1))
        indptr = np.zeros(n + 1, dtype=np.int32)
        np.cumsum(np.bincount(source.astype(np.intp), minlength=n), out=indptr[1:])
        return cls(indptr, target.astype(np.int32))

    @property
    def n(self) -> int:
        return len(self.indptr) - 1

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each vertex as plain tuples, for loops in Python."""
        flat = self.indices.tolist()
        return tuple(tuple(flat[a:b]) for a, b in pairwise(self.indptr.tolist()))

    @cached_property
    def edges(self) -> Ints:
        """Every edge once, as an (m, 2) array of vertices with the smaller first."""
        source = np.repeat(np.arange(self.n, dtype=np.int32), np.diff(self.indptr))
        forward = source < self.indices
        return np.stack([source[forward], self.indices[forward]], axis=1)

    @cached_property
    def edge_of(self) -> npt.NDArray[np.int64]:
        """The number of the edge, in `edges`, that each of the `indices` stands for."""
        source = np.repeat(np.arange(self.n), np.diff(self.indptr))
        pairs = np.minimum(source, self.indices) * self.n + np.maximum(source, self.indices)
        return np.unique(pairs, return_inverse=True)[1]

    def distances(self, source: int, within: Sequence[object] | None = None) -> Ints:
        """Steps from `source` to every vertex by breadth-first search, −1 where out of reach.

        `within` (a label per vertex) confines the search to vertices labelled like `source`.
        """
        distance = np.full(self.n, -1, dtype=np.int32)
        distance[source] = 0
        queue = [source]
        for v in queue:
            for w in self.neighbours[v]:
                if distance[w] < 0 and (within is None or within[w] == within[v]):
                    distance[w] = distance[v] + 1
                    queue.append(w)
        return distance

    def components(self, labels: Sequence[object] | None = None) -> Ints:
        """A component number per vertex, numbered from 0 in order of their first vertices.

        With `labels`, only vertices with equal labels are connected.
        """
        component = [-1] * self.n
        count = 0
        for start in range(self.n):
            if component[start] >= 0:
                continue
            component[start] = count
            stack = [start]
            while stack:
                v = stack.pop()
                for w in self.neighbours[v]:
                    if component[w] < 0 and (labels is None or labels[w] == labels[v]):
                        component[w] = count
                        stack.append(w)
            count += 1
        return np.array(component, dtype=np.int32)

    def contract(self, labels: Sequence[object]) -> tuple["Graph", Ints]:
        """The region graph: each maximal connected set of equal labels becomes one vertex.

        Returns it with the region of every vertex; regions touch if any of their vertices do.
        """
        region = self.components(labels)
        pairs = region[self.edges]
        pairs = pairs[pairs[:, 0] != pairs[:, 1]]
        count = int(region.max()) + 1 if self.n else 0
        return Graph.from_edges(count, pairs), region

    def induced(self, vertices: Sequence[int] | npt.NDArray[np.integer]) -> "Graph":
        """The subgraph on these distinct vertices, numbered from 0 in this order."""
        number = np.full(self.n, -1, dtype=np.int32)
        number[vertices] = np.arange(len(vertices))
        pairs = number[self.edges]
        return Graph.from_edges(len(vertices), pairs[(pairs >= 0).all(axis=1)])
