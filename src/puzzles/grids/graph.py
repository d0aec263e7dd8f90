"""Undirected graphs as CSR arrays: components, distances, contraction into a region graph."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
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

    def area(self, start: int, among: Set[int], enough: Set[int] = frozenset()) -> list[int]:
        """The vertices `among` some that hang together with one, the nearest first, until `enough`
        are found."""
        area, seen = [start], {start}
        for vertex in area:
            new = [v for v in self.neighbours[vertex] if v in among and v not in seen]
            area += new
            seen.update(new)
            if enough and enough <= seen:
                break
        return area

    def areas(self, some: Set[int], among: Set[int]) -> Iterator[list[int]]:
        """Yield the areas `among` vertices in which some of them lie, that of the least first."""
        left = {*some}
        while left:
            area = self.area(min(left), among)
            left.difference_update(area)
            yield area

    def joints(self, some: Set[int], among: Set[int]) -> Iterator[tuple[int, int, int, set[int]]]:
        """Yield each other vertex `among` these without which some of them would hang apart.

        Yields the vertex, two that would, the nearest first, and the area of that one.
        """
        for vertex in sorted(among - some):
            near, others = among & {*self.neighbours[vertex]}, among - {vertex}
            if not near or near <= {*self.area(min(near), others, near)}:
                continue  # they hang together without it
            ends = [end for end in self.area(vertex, among) if end in some]
            area = {*self.area(ends[0], others)} if ends else set[int]()
            if far := [end for end in ends if end not in area]:
                yield vertex, ends[0], far[0], area

    def wall(self, area: Set[int], far: int, among: Set[int]) -> set[int]:
        """The vertices `among` some around an area that part it from one far off, none of which can
        be spared."""
        rim = {v for vertex in area for v in self.neighbours[vertex]}.intersection(among) - area
        beyond = {*self.area(far, among - rim - area)}
        return {vertex for vertex in rim if not beyond.isdisjoint(self.neighbours[vertex])}


class Forest:
    """Points that are joined by some edges, which have numbers and two `ends`; and those of them
    that are `closing` a loop."""

    def __init__(self, ends: Mapping[int, tuple[int, int]], chosen: Set[int]) -> None:
        self._ends, self.closing, self._tree = ends, list[int](), list[int]()
        self._above: dict[int, int] = {}  # of a point: another of those that it is joined with
        for edge in filter(chosen.__contains__, ends):
            top, other = map(self._top, ends[edge])
            if top == other:
                self.closing.append(edge)
            else:
                self._above[top] = other
                self._tree.append(edge)

    @cached_property
    def _near(self) -> dict[int, list[tuple[int, int]]]:
        """All points that are joined with each, and by what."""
        near = defaultdict[int, list[tuple[int, int]]](list)
        for edge in self._tree:
            a, b = self._ends[edge]
            near[a].append((b, edge))
            near[b].append((a, edge))
        return near

    def _top(self, point: int) -> int:
        while point in self._above:
            point = self._above[point]
        return point

    def path(self, edge: int) -> list[int]:
        """The edges from one end of an edge to the other, none if these are not joined."""
        a, b = self._ends[edge]
        stack = [(a, -1, list[int]())] if self._top(a) == self._top(b) else []
        while stack:
            point, before, path = stack.pop()
            if point == b:
                return path
            stack += [(n, p, [*path, p]) for n, p in self._near[point] if p != before]
        return []

    def loops(self) -> list[list[int]]:
        """The loops that are closed, each as its edges."""
        return [[*self.path(edge), edge] for edge in self.closing]
