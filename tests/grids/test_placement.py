"""A placement must be drawable: distinct points, nothing drawn over a vertex, parts apart."""

import numpy as np
import pytest

from puzzles.grids.graph import Graph
from puzzles.grids.placement import place
from sampling import sampled

EIGHTEEN = (
    "1-2 1-4 2-3 2-5 2-6 3-6 3-7 4-5 4-8 5-6 5-8 6-7 6-9 7-9 7-12 8-9 8-10 9-11 9-12 10-11 10-13 "
    "10-15 12-13 12-14 12-16 13-15 13-16 13-18 15-18 16-17 16-18 17-18"
)


def graph(n, text):
    return Graph.from_edges(n, [tuple(map(int, edge.split("-"))) for edge in text.split()])


def eighteen():
    edges = [[int(end) - 1 for end in edge.split("-")] for edge in EIGHTEEN.split()]
    return Graph.from_edges(18, map(tuple, edges))


def square_lattice(rows, cols):
    index = np.arange(rows * cols).reshape(rows, cols)
    pairs = [*zip(index[:, :-1].flat, index[:, 1:].flat, strict=True)]
    pairs += zip(index[:-1].flat, index[1:].flat, strict=True)
    return Graph.from_edges(rows * cols, pairs)


def wheel(n):
    return Graph.from_edges(n + 1, [e for i in range(n) for e in ((i, n), (i, (i + 1) % n))])


def dodecahedron():
    """Two pentagons, each vertex joined to every other vertex of a ring of ten between them."""
    rings = [(0, 5), (5, 10), (15, 5)]
    edges = [(first + i, first + (i + 1) % n) for first, n in rings for i in range(n)]
    edges += [(i, 5 + 2 * i) for i in range(5)] + [(15 + i, 6 + 2 * i) for i in range(5)]
    return Graph.from_edges(20, edges)


def turn(a, b, c):
    return np.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def crossings(drawn, points):
    edges, count = drawn.edges.tolist(), 0
    for i, (a, b) in enumerate(edges):
        for c, d in edges[i + 1 :]:
            a_, b_, c_, d_ = (points[v] for v in (a, b, c, d))
            count += turn(a_, b_, c_) * turn(a_, b_, d_) < 0 > turn(c_, d_, a_) * turn(c_, d_, b_)
    return count


def covered(drawn, points):
    """The edges that pass within a third of a step of a vertex not theirs, with that vertex."""
    along = np.linspace(0, 1, 200)[:, None]
    found = []
    for a, b in drawn.edges.tolist():
        line = points[a] + along * (points[b] - points[a])
        found += [
            (a, b, v)
            for v in range(drawn.n)
            if v not in (a, b) and (np.abs(line - points[v]) < (1 / 3, 1 / 4)).all(axis=1).any()
        ]
    return found


GRAPHS = {
    "one": graph(1, ""),
    "edge": graph(2, "0-1"),
    "path": graph(9, "0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8"),
    "star": graph(9, "0-1 0-2 0-3 0-4 0-5 0-6 0-7 0-8"),
    "wheel": wheel(12),
    "lattice": square_lattice(5, 5),
    "cube": graph(8, "0-1 1-2 2-3 3-0 4-5 5-6 6-7 7-4 0-4 1-5 2-6 3-7"),
    "dodecahedron": dodecahedron(),
    "eighteen": eighteen(),
}


@pytest.mark.parametrize("name", sampled(GRAPHS, GRAPHS.keys() - {"lattice", "eighteen"}))
def test_small_planar_graphs_are_drawn_without_fault(name):
    drawn = GRAPHS[name]
    points = place(drawn)
    assert points.shape == (drawn.n, 2)
    assert (points.min(axis=0) == 0).all()
    assert len(np.unique(points, axis=0)) == drawn.n
    assert crossings(drawn, points) == 0
    assert covered(drawn, points) == []


def test_eighteen_vertices_fit_beside_the_side_panel():
    cols, rows = place(eighteen()).max(axis=0) + 1
    assert cols <= 9
    assert rows <= 10


@pytest.mark.slow
def test_the_same_graph_is_placed_the_same_way():
    assert np.array_equal(place(eighteen()), place(eighteen()))


def test_components_lie_in_boxes_apart():
    islands = graph(14, "0-1 1-2 2-0 3-4 4-5 5-6 6-3 7-8 9-10 10-11 11-12")
    points, component = place(islands), islands.components()
    boxes = [
        (points[component == c].min(axis=0), points[component == c].max(axis=0))
        for c in range(component.max() + 1)
    ]
    for i, (low, high) in enumerate(boxes):
        for other_low, other_high in boxes[i + 1 :]:
            assert (low > other_high + 1).any() or (other_low > high + 1).any()


def test_no_vertices():
    assert place(graph(0, "")).shape == (0, 2)


@pytest.mark.slow
def test_a_large_graph_is_placed_too():
    large = square_lattice(12, 12)
    points = place(large)
    assert len(np.unique(points, axis=0)) == 144
    assert crossings(large, points) < 10  # a random placement has thousands


def test_a_huge_graph_only_gets_distinct_points():
    points = place(square_lattice(50, 60))
    assert len(np.unique(points, axis=0)) == 3000
    assert points.max() < 60
