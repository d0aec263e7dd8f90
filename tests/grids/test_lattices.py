"""Square and triangle grids against their definitions, gaps included."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.core.errors import MoveError
from puzzles.grids.grid import LatticeGrid, LayoutError
from puzzles.grids.square import SquareGrid
from puzzles.grids.triangle import TriangleGrid

KINDS = [SquareGrid, TriangleGrid]


@st.composite
def grids(draw, kinds=KINDS):
    """A grid of a few rows and columns, some cells missing."""
    rows, cols = draw(st.integers(2, 7)), draw(st.integers(1, 6))
    cells = draw(st.lists(st.booleans(), min_size=rows * cols, max_size=rows * cols))
    present = np.array(cells).reshape(rows, cols)
    present[draw(st.integers(0, rows - 1)), draw(st.integers(0, cols - 1))] = True
    return draw(st.sampled_from(kinds))(present)


@given(grids(), st.data())
def test_how_far_cells_are(grid, data):
    some = data.draw(st.lists(st.integers(0, grid.n - 1), max_size=3))
    apart = [[np.subtract(grid.centre(a), grid.centre(b)) for b in some] for a in range(grid.n)]
    expected = [min(map(np.linalg.norm, each), default=0) for each in apart]
    assert np.allclose(grid.away(some), expected, atol=1e-3)


def positions(grid: LatticeGrid):
    return {(int(r), int(c)): i for i, (r, c) in enumerate(zip(grid.row, grid.col, strict=True))}


def beside(kind, r, c):
    """The rows and columns that touch (r, c), as the game's rules put it."""
    above_and_below = {(r - 1, c), (r + 1, c)}
    if kind is SquareGrid:
        return above_and_below | {(r, c - 1), (r, c + 1)}
    return above_and_below | {(r, c - 1) if (r + c) % 2 == 0 else (r, c + 1)}


@given(grids())
def test_cells_touch_as_defined(grid):
    cells = positions(grid)
    assert len(cells) == grid.n == grid.graph.n
    for (r, c), cell in cells.items():
        expected = {cells[at] for at in beside(type(grid), r, c) if at in cells}
        assert set(grid.graph.neighbours[cell]) == expected
        assert grid.at(r, c) == cell
    assert grid.at(-1, 0) == grid.at(0, -1) == grid.at(grid.rows, 0) == grid.at(0, grid.cols) == -1


def test_the_size_of_the_phone_game():
    grid = TriangleGrid.full(29, 10)
    assert grid.n == 290
    assert grid.size == "10×29"
    # Every cell but those at an edge has three neighbours.
    inner = [len(grid.graph.neighbours[grid.at(r, c)]) for r in range(1, 28) for c in range(1, 9)]
    assert set(inner) == {3}


@given(grids())
def test_neighbours_are_the_cells_that_share_a_side(grid):
    """Geometry and adjacency say the same: two corners in common are a side."""
    corners = [
        {(round(x, 6), round(y, 6)) for x, y in grid.outline(cell)} for cell in range(grid.n)
    ]
    for a, b in product(range(grid.n), repeat=2):
        if a != b:
            assert (len(corners[a] & corners[b]) == 2) == (b in grid.graph.neighbours[a])


@given(grids())
def test_the_centre_is_in_the_cell_and_on_the_board(grid):
    width, height = grid.extent
    for cell in range(grid.n):
        x, y = grid.centre(cell)
        assert 0 < x < width
        assert 0 < y < height
        assert grid.locate(np.array([x]), np.array([y])).tolist() == [cell]


def inside(point, corners, slack=0.0):
    """Whether a point is within a convex outline, or as close to it as `slack`."""
    x, y = point
    turns = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
    ]
    return all(turn > -slack for turn in turns) or all(turn < slack for turn in turns)


@given(grids(), st.floats(-0.5, 7.5), st.floats(-0.5, 7.5))
def test_points_are_located_where_the_outlines_are(grid, x, y):
    found = int(grid.locate(np.array([x]), np.array([y]))[0])
    holding = [cell for cell in range(grid.n) if inside((x, y), grid.outline(cell))]
    if not (0 <= x < grid.extent[0] and 0 <= y < grid.extent[1]):
        assert found == -1
    elif holding:
        assert [found] == holding
    elif found >= 0:  # on the line between two cells
        assert inside((x, y), grid.outline(found), slack=1e-9)


@given(grids(), st.data())
def test_text_and_back(grid, data):
    symbols = data.draw(st.lists(st.sampled_from("RWTé#1"), min_size=grid.n, max_size=grid.n))
    text = grid.text(symbols)
    again, read = type(grid).parse(text)
    assert again == grid
    assert hash(again) == hash(grid)
    assert read == symbols
    assert again.text(read) == text


@given(grids())
def test_names_and_back(grid):
    names = [grid.name(cell) for cell in range(grid.n)]
    assert [grid.cell(name) for name in names] == list(range(grid.n))
    assert [grid.cell(name.upper()) for name in names] == list(range(grid.n))


def test_names_on_a_wide_board():
    grid = SquareGrid.full(2, 60)
    names = [grid.name(cell) for cell in (0, 25, 26, 51, 52, 60)]
    assert names == ["a1", "z1", "aa1", "az1", "ba1", "a2"]
    assert grid.cell("ba1") == 52


@pytest.mark.parametrize(
    "name", ["", "a", "1", "a0", "1a", "a1b", "é1", "c1", "a3", "a99999999", "a-1", "a1 ", "a١"]
)
def test_names_of_no_cell(name):
    with pytest.raises(MoveError):
        SquareGrid.full(2, 2).cell(name)


@given(grids(), st.sampled_from([-1, 1]))
def test_a_step_up_or_down_goes_that_way(grid, dy):
    for cell in range(grid.n):
        to = grid.step(cell, 0, dy)
        ahead = (grid.row - grid.row[cell]) * dy > 0
        assert (grid.row[to] - grid.row[cell]) * dy > 0 if ahead.any() else to == cell


@given(grids(), st.sampled_from([-1, 1]))
def test_a_step_sideways_stays_in_the_row(grid, dx):
    for cell in range(grid.n):
        to = grid.step(cell, dx, 0)
        beside = (grid.row == grid.row[cell]) & ((grid.col - grid.col[cell]) * dx > 0)
        if beside.any():
            assert grid.row[to] == grid.row[cell]
            assert (grid.col[to] - grid.col[cell]) * dx > 0
        else:
            assert to == cell


@given(grids())
def test_every_cell_can_be_reached_with_the_cursor(grid):
    reached, queue = {0}, [0]
    for cell in queue:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            to = grid.step(cell, dx, dy)
            if to not in reached:
                reached.add(to)
                queue.append(to)
    assert len(reached) == grid.n


TRIANGLES = """\
A>  <BC>
 <AA>  <C
.   <A .
 <.A> C
"""


def test_the_triangle_layout():
    grid, symbols = TriangleGrid.parse(TRIANGLES)
    assert (grid.rows, grid.cols, grid.n) == (4, 3, 9)
    assert "".join(symbols) == "ABCAACAAC"
    assert grid.points_right(0)
    assert not grid.points_right(1)
    assert grid.text(symbols) == "A>  <BC>\n <AA>  <C\n .  <A .\n . A>  <C"


@pytest.mark.parametrize(
    ("kind", "text", "reason", "row", "col"),
    [
        (SquareGrid, "RR\nR\n", "ragged rows: this one has 1 cells, the first has 2", 1, 1),
        (SquareGrid, "RR\nRRW", "ragged rows: this one has 3 cells, the first has 2", 1, 2),
        (SquareGrid, "RR\n\nRR", "ragged rows: this one has 0 cells, the first has 2", 1, 0),
        (TriangleGrid, "R> <R\n <R", "ragged rows: this one has 1 cells, the first has 2", 1, 0),
        (TriangleGrid, "R> <R\n\n", "a triangle board needs at least two rows", 0, 0),
        (TriangleGrid, "R> <R\n<R <R", "this triangle points the other way: R>", 1, 4),
        (TriangleGrid, "R> W>\n<R R>", "this triangle points the other way: <W", 0, 3),
    ],
)
def test_layouts_that_are_wrong(kind, text, reason, row, col):
    with pytest.raises(LayoutError) as caught:
        kind.parse(text)
    assert (caught.value.reason, caught.value.row, caught.value.col) == (reason, row, col)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", ["", "\n\n", "..\n.."])
def test_boards_without_cells(kind, text):
    grid, symbols = kind.parse(text)
    assert grid.n == len(symbols) == 0


def test_grids_of_two_kinds_differ():
    assert SquareGrid.full(2, 2) == SquareGrid.full(2, 2)
    assert SquareGrid.full(2, 2) != TriangleGrid.full(2, 2)
    assert SquareGrid.full(2, 2) != SquareGrid.full(2, 3)
    assert SquareGrid.full(2, 2) != "square"
