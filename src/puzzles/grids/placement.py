"""Places the vertices of a graph on a small lattice, so that a drawing of it reads well.

Every component is laid out in the plane in several ways, snapped to lattice points, and improved
vertex by vertex: fewer crossings, edges through a third vertex, and odd lengths of edges.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from puzzles.grids.graph import Graph, Ints
from puzzles.grids.grid import Floats

# The lattice's pitch as it looks: six characters of 1:2 across, two down.
STRETCH = (1.5, 1.0)
# Half a vertex's chip and a little air, in lattice steps.
CLEARANCE = (0.36, 0.3)
ROOM = 4.0  # lattice points per vertex
GAP = 1  # free lattice points between components
EDGE = 2.0  # the best length of an edge, as it looks
COST_CROSSING, COST_THROUGH = 60.0, 80.0
TURNS = 12  # orientations tried for every layout
REACH = 2  # steps a vertex may move at once, plus a jump to the middle of its neighbours
PINS = 12  # cycles tried as the outline
MIDDLING = 100  # vertices up to which several starts are affordable
LARGE = 500  # vertices beyond which no one could read the drawing anyhow
EFFORT = 12_000_000  # edge pairs the local search may look at


def place(graph: Graph) -> Ints:
    """The (column, row) of each vertex, all different, from (0, 0) on; shape (n, 2).

    Deterministic. Components lie side by side.
    """
    component = graph.components()
    points = np.zeros((graph.n, 2), dtype=np.int32)
    left = 0
    for number in range(int(component.max(initial=-1)) + 1):
        part = np.flatnonzero(component == number)
        points[part] = np.add(_place_connected(graph.induced(part)), (left, 0))
        left = int(points[part, 0].max()) + 1 + GAP
    return points


def _place_connected(graph: Graph) -> Ints:
    """Lattice points for a connected graph: the cheapest of several starts, improved."""
    n = graph.n
    if n < 3 or n > LARGE:  # rows filled breadth first
        turn = np.argsort(graph.distances(0), kind="stable")
        points = np.empty((n, 2), dtype=np.int32)
        points[turn, 1], points[turn, 0] = np.divmod(np.arange(n), math.isqrt(n))
        return points
    cols = int(np.ceil(np.sqrt(ROOM * n / 1.1)))
    shape = np.array([cols, int(np.ceil(ROOM * n / cols))])
    turns = TURNS if n <= MIDDLING else 3
    drawings = []
    for layout in (_scaled(graph), *_pinned(graph)):
        for turn in np.arange(turns) * np.pi / turns:
            rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
            drawings.append(_Drawing(graph, _snap(layout @ rotation, shape), shape))
    drawings.sort(key=_Drawing.cost)
    starts = drawings[: 8 if n <= 30 else 4 if n <= MIDDLING else 1]
    for drawing in starts:
        drawing.improve(EFFORT // len(starts))
    best = min(starts, key=_Drawing.cost).points
    return np.asarray(best - best.min(axis=0), np.int32)


def _pinned(graph: Graph) -> list[Floats]:
    """Layouts with a short cycle pinned to a circle and every other vertex in the middle of its
    neighbours: without crossings if the cycle is a face of a 3-connected plane graph (Tutte 1963).
    """
    if graph.n > MIDDLING:
        return []
    edges = graph.edges
    laplacian = np.diag(np.diff(graph.indptr)).astype(np.float64)
    laplacian[edges[:, 0], edges[:, 1]] = laplacian[edges[:, 1], edges[:, 0]] = -1
    layouts = []
    for a, b in edges[:: len(edges) // PINS + 1].tolist():
        cycle = _cycle(graph, a, b)
        if not cycle:
            continue
        angle = np.arange(len(cycle)) * 2 * np.pi / len(cycle)
        system, pins = laplacian.copy(), np.zeros((graph.n, 2))
        system[cycle] = np.eye(graph.n)[cycle]
        pins[cycle] = np.stack([np.cos(angle), np.sin(angle)], axis=1)
        layouts.append(np.asarray(np.linalg.solve(system, pins), np.float64))
    return layouts


def _cycle(graph: Graph, a: int, b: int) -> list[int]:
    """A shortest cycle through the edge a–b; empty if there is none."""
    parent = {a: a}
    queue = [a]
    for v in queue:
        for w in graph.neighbours[v]:
            if w not in parent and (v, w) != (a, b):
                parent[w] = v
                queue.append(w)
    cycle = [b] if b in parent else []
    while cycle and cycle[-1] != a:
        cycle.append(parent[cycle[-1]])
    return cycle


def _scaled(graph: Graph) -> Floats:
    """The two leading coordinates of classical scaling: points as far apart as steps lie between
    their vertices, as well as a plane allows (Torgerson 1952)."""
    ideal = np.array([graph.distances(v) for v in range(graph.n)], dtype=np.float64)
    centring = np.eye(graph.n) - 1 / graph.n
    values, vectors = np.linalg.eigh(-centring @ ideal**2 @ centring / 2)
    return np.asarray(vectors[:, -2:] * np.sqrt(np.maximum(values[-2:], 1e-9)), np.float64)


def _snap(layout: Floats, shape: npt.NDArray[np.int_]) -> Floats:
    """Distinct lattice points near a layout stretched to the whole lattice, middle first."""
    low, high = layout.min(axis=0), layout.max(axis=0)
    wanted = (layout - low) / np.maximum(high - low, 1e-9) * (shape - 1)
    lattice = np.stack(np.meshgrid(*map(np.arange, shape)), axis=-1).reshape(-1, 2).astype(float)
    free = np.ones(len(lattice), dtype=np.bool_)
    points: Floats = np.empty(layout.shape)
    for v in np.argsort(np.hypot(*(wanted - (shape - 1) / 2).T), kind="stable"):
        away = (((lattice - wanted[v]) * STRETCH) ** 2).sum(axis=1)
        nearest = int(np.argmin(np.where(free, away, np.inf)))
        free[nearest] = False
        points[v] = lattice[nearest]
    return points


def _turn(a: Floats, b: Floats, c: Floats) -> Floats:
    """On which side of the line a–b the point c lies; broadcasts over leading axes."""
    ab, ac = b - a, c - a
    return np.asarray(ab[..., 0] * ac[..., 1] - ab[..., 1] * ac[..., 0])


def _cross(a: Floats, b: Floats, c: Floats, d: Floats) -> npt.NDArray[np.bool_]:
    """Return True if the segments a–b and c–d cross, ends not counting."""
    apart = (_turn(a, b, c) * _turn(a, b, d) < 0) & (_turn(c, d, a) * _turn(c, d, b) < 0)
    return np.asarray(apart)


def _through(a: Floats, b: Floats, vertex: Floats) -> npt.NDArray[np.bool_]:
    """Return True if the segment a–b meets the chip around `vertex` (separating axes)."""
    half, middle = (b - a) / 2, (a + b) / 2 - vertex
    near = (np.abs(middle) <= np.abs(half) + CLEARANCE).all(axis=-1)
    skew = half[..., 0] * middle[..., 1] - half[..., 1] * middle[..., 0]
    reach = CLEARANCE[0] * np.abs(half[..., 1]) + CLEARANCE[1] * np.abs(half[..., 0])
    return np.asarray(near & (np.abs(skew) <= reach))


def _strain(edge: Floats) -> Floats:
    """Measure how far the length of an edge, as seen, is from the one that reads best, squared."""
    seen = np.hypot(STRETCH[0] * edge[..., 0], STRETCH[1] * edge[..., 1])
    return np.asarray((seen - EDGE) ** 2)


@dataclass
class _Drawing:
    """A graph drawn with straight edges; `points` has shape (n, 2) and changes in place."""

    graph: Graph
    points: Floats
    shape: npt.NDArray[np.int_]

    def cost(self) -> float:
        edges = self.graph.edges
        a, b = self.points[edges].transpose(1, 0, 2)
        crossings = int(_cross(a[:, None], b[:, None], a[None], b[None]).sum()) // 2
        through = _through(a[:, None], b[:, None], self.points[None])
        through[np.arange(len(edges))[:, None], edges] = False
        length = float(_strain(a - b).sum())
        return COST_CROSSING * crossings + COST_THROUGH * float(through.sum()) + length

    def improve(self, effort: int) -> None:
        """Move one vertex at a time to its cheapest point nearby, until that helps no more."""
        stale = 0
        for v in 100 * list(range(self.graph.n)):
            options = self._options(v)
            best = int(np.argmin(self._costs(v, options)))  # option 0 is to stay
            self.points[v] = options[best]
            stale = 0 if best else stale + 1
            effort -= len(options) * len(self.graph.edges) * len(self.graph.neighbours[v])
            if stale == self.graph.n or effort < 0:
                return

    def _options(self, v: int) -> Floats:
        """The place of `v`, and the free points near it and near the middle of its neighbours."""
        steps = np.arange(-REACH, REACH + 1)
        window = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        middle = np.rint(self.points[list(self.graph.neighbours[v])].mean(axis=0))
        near = np.concatenate([self.points[v] + window, middle + window])
        near = near[((near >= 0) & (near < self.shape)).all(axis=1)]
        code = np.unique(near @ (1, 1000))
        free = code[~np.isin(code, self.points @ (1, 1000))]
        return np.concatenate([self.points[v][None], np.stack([free % 1000, free // 1000], axis=1)])

    def _costs(self, v: int, options: Floats) -> Floats:
        """The part of the cost that depends on where `v` stands; one entry per option."""
        own = list(self.graph.neighbours[v])
        others = self.graph.edges
        others = others[(others != v).all(axis=1)]
        a, b = self.points[others].transpose(1, 0, 2)
        here, ends = options[:, None], self.points[own]
        crossings = _cross(here[:, :, None], ends[None, :, None], a, b).sum(axis=(1, 2))
        across = _through(here[:, :, None], ends[None, :, None], self.points)
        across[:, :, v] = False
        across[:, np.arange(len(own)), own] = False
        under = _through(a, b, here).sum(axis=1)
        length = _strain(here - ends).sum(axis=1)
        through = across.sum(axis=(1, 2)) + under
        return np.asarray(COST_CROSSING * crossings + COST_THROUGH * through + length)
