"""The graph functions against the plainest versions of themselves."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from puzzles.grids.graph import Graph


@st.composite
def labelled_graphs(draw):
    """A number of vertices, edges between them, and a label for each."""
    n = draw(st.integers(1, 10))
    vertex = st.integers(0, n - 1)
    edges = draw(st.lists(st.tuples(vertex, vertex).filter(lambda e: e[0] != e[1]), max_size=20))
    return n, edges, draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))


def naive_component(n, edges, start, labels):
    """All vertices reached from `start` over edges between equal labels."""
    reached = {start}
    for _ in range(n):
        for a, b in [*edges, *((b, a) for a, b in edges)]:
            if a in reached and labels[a] == labels[b]:
                reached.add(b)
    return reached


@given(labelled_graphs())
def test_arrays(given_graph):
    n, edges, _ = given_graph
    graph = Graph.from_edges(n, edges)
    unique = sorted({(min(e), max(e)) for e in edges})
    assert graph.n == n
    assert graph.indptr.dtype == graph.indices.dtype == np.int32
    assert list(map(tuple, graph.edges.tolist())) == unique
    for v in range(n):
        expected = sorted({a + b - v for a, b in unique if v in (a, b)})
        assert list(graph.neighbours[v]) == expected
        assert graph.indices[graph.indptr[v] : graph.indptr[v + 1]].tolist() == expected


@given(labelled_graphs())
def test_components(given_graph):
    n, edges, labels = given_graph
    graph = Graph.from_edges(n, edges)
    for marks, component in (
        (labels, graph.components(labels)),
        ([0] * n, graph.components()),
    ):
        for v in range(n):
            same = set(np.flatnonzero(component == component[v]).tolist())
            assert same == naive_component(n, edges, v, marks)
        firsts = [component.tolist().index(c) for c in range(max(component) + 1)]
        assert firsts == sorted(firsts), "numbered in order of their first vertices"


@given(labelled_graphs())
def test_contraction(given_graph):
    n, edges, labels = given_graph
    regions, region = Graph.from_edges(n, edges).contract(labels)
    assert regions.n == max(region) + 1
    expected = {
        (min(region[a], region[b]), max(region[a], region[b]))
        for a, b in edges
        if labels[a] != labels[b]
    }
    assert {tuple(edge) for edge in regions.edges.tolist()} == expected
    for a, b in edges:
        assert (region[a] == region[b]) == (labels[a] == labels[b])


@given(labelled_graphs(), st.data())
def test_subgraphs(given_graph, data):
    n, edges, _ = given_graph
    kept = data.draw(st.lists(st.integers(0, n - 1), unique=True))
    found = Graph.from_edges(n, edges).induced(kept)
    assert found.n == len(kept)
    named = {frozenset((kept[a], kept[b])) for a, b in found.edges.tolist()}
    assert named == {frozenset(edge) for edge in edges if set(edge) <= set(kept)}


@given(labelled_graphs())
def test_distances(given_graph):
    n, edges, labels = given_graph
    graph = Graph.from_edges(n, edges)
    for within in (None, labels):
        marks = within or [0] * n
        for source in range(n):
            distance, frontier, seen = [-1] * n, {source}, set()
            for steps in range(n):
                for v in frontier:
                    distance[v] = steps
                seen |= frontier
                frontier = {
                    w
                    for a, b in edges
                    for v, w in ((a, b), (b, a))
                    if v in frontier and w not in seen and marks[v] == marks[w]
                }
            assert graph.distances(source, within).tolist() == distance


@given(labelled_graphs())
def test_areas_and_joints(given_graph):
    """Of the vertices 1 and 2 are among those that count, 2 have to hang together."""
    n, edges, labels = given_graph
    graph = Graph.from_edges(n, edges)
    among, some = ({v for v in range(n) if labels[v] >= least} for least in (1, 2))

    def area(start, left_out=()):
        able = [int(v in among and v not in left_out) or -1 - v for v in range(n)]
        return naive_component(n, edges, start, able)

    areas = [*graph.areas(some, among)]
    assert [area[0] for area in areas] == sorted(area[0] for area in areas)
    assert [{*each} for each in areas] == [area(each[0]) for each in areas]
    assert some <= {v for each in areas for v in each}
    joints = {vertex: rest for vertex, *rest in graph.joints(some, among)}
    for vertex in among - some:
        held = some & area(vertex)
        assert (vertex in joints) == (len({frozenset(area(v, [vertex])) for v in held}) > 1)
    for vertex, (near, far, within) in joints.items():
        assert {near, far} <= some & area(vertex)
        assert within == area(near, [vertex])
        assert far not in within


def test_no_edges():
    graph = Graph.from_edges(3, [])
    assert graph.neighbours == ((), (), ())
    assert graph.edges.shape == (0, 2)
    assert graph.components().tolist() == [0, 1, 2]
