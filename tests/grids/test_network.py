"""A bare graph as a board: nodes with names, chips that can be clicked."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.core.errors import MoveError
from puzzles.grids.network import NetworkGrid


@st.composite
def networks(draw):
    names = draw(
        st.lists(
            st.from_regex(r"[a-z0-9é]{1,3}", fullmatch=True), min_size=1, max_size=12, unique=True
        )
    )
    node = st.integers(0, len(names) - 1)
    edges = draw(st.lists(st.tuples(node, node).filter(lambda e: e[0] != e[1]), max_size=20))
    return NetworkGrid(tuple(names), edges)


@given(networks())
def test_nodes_are_found_by_name_and_by_place(grid):
    width, height = grid.extent
    for node in range(grid.n):
        assert grid.cell(grid.name(node)) == node
        x, y = grid.centre(node)
        assert 0 < x < width
        assert 0 < y < height
        assert grid.locate(np.array([x]), np.array([y])).tolist() == [node]
        for corner_x, corner_y in grid.outline(node):
            assert 0 <= corner_x <= width
            assert 0 <= corner_y <= height


@given(networks())
def test_chips_do_not_overlap_and_nothing_lies_between_them(grid):
    x, y = np.meshgrid(np.arange(-1, 30, 0.5) + 0.25, np.arange(-1, 30, 0.5) + 0.25)
    found = grid.locate(x, y)
    for node in range(grid.n):
        (left, top), _, (right, bottom), _ = grid.outline(node)
        chip = (left < x) & (x < right) & (top < y) & (y < bottom)
        assert ((found == node) == chip).all()


@pytest.mark.slow
@given(networks())
def test_a_step_goes_the_way_it_says(grid):
    for node in range(grid.n):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            to = grid.step(node, dx, dy)
            ahead = (grid.lattice[to] - grid.lattice[node]) @ (dx, dy)
            assert ahead > 0 or to == node


def test_text_names_every_node_and_its_neighbours():
    grid = NetworkGrid(("1", "2", "10"), [(0, 1), (2, 1)])
    assert grid.text("RWT") == " 1 R  2\n 2 W  1 10\n10 T  2"
    assert grid.size == "3 nodes"


def test_a_node_that_is_not_there():
    with pytest.raises(MoveError, match="there is no node '3'"):
        NetworkGrid(("1", "2"), []).cell("3")


def test_equality_is_of_names_and_edges():
    first = NetworkGrid(("1", "2", "3"), [(0, 1), (1, 2)])
    assert first == NetworkGrid(("1", "2", "3"), [(2, 1), (1, 0), (0, 1)])
    assert hash(first) == hash(NetworkGrid(("1", "2", "3"), [(2, 1), (1, 0)]))
    assert first != NetworkGrid(("1", "2", "3"), [(0, 1)])
    assert first != NetworkGrid(("1", "2", "4"), [(0, 1), (1, 2)])
