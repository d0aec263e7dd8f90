"""Names of columns and rows: what names of cells are made of, beside boards in text."""

from __future__ import annotations

import numpy as np
import pytest

from puzzles.grids import printing
from puzzles.grids.hexagon import HexGrid
from puzzles.grids.network import NetworkGrid
from puzzles.grids.scene import Ink, Scene
from puzzles.grids.square import SquareGrid
from puzzles.grids.triangle import TriangleGrid


@pytest.mark.parametrize("shape", [SquareGrid, TriangleGrid, HexGrid])
def test_names_are_made_of_what_stands_on_the_rulers(shape):
    grid = shape.full(11, 30)
    columns, rows = grid.rulers
    for cell in range(grid.n):
        (letters, x), (number, y) = columns[grid.col[cell]], rows[grid.row[cell]]
        assert grid.name(cell) == letters + number
        assert grid.cell(letters + number) == cell
        # Each name stands nearer to the middle of its cells than half way to the next.
        assert abs(grid.centre(cell)[0] - x) < 0.5
        assert abs(grid.centre(cell)[1] - y) < 0.5


def test_bare_graphs_have_none():
    assert NetworkGrid(("1", "2"), [(0, 1)]).rulers == ((), ())


@pytest.mark.parametrize(
    ("shape", "ruled"),
    [
        (SquareGrid, "  abc\n1 ABC\n2 DEF"),
        (TriangleGrid, "   a  b  c\n1 A>  <BC>\n2  <DE>  <F"),
        (HexGrid, "  a b c\n1   B\n1 A   C\n2   E\n2 D   F"),
    ],
)
def test_boards_in_text(shape, ruled):
    inks = tuple(Ink(letter, "#ffffff", letter) for letter in "ABCDEF")
    assert printing.ruled(Scene(shape.full(2, 3), inks, np.arange(6))) == ruled


def test_long_names_are_read_downwards():
    ink, grid = Ink("paper", "#ffffff", "."), SquareGrid.full(10, 28)
    head = printing.ruled(Scene(grid, (ink,), np.zeros(grid.n, int))).split("\n")
    assert head[0] == " " * (3 + 26) + "aa"
    assert head[1] == "   abcdefghijklmnopqrstuvwxyzab"
    assert head[2].startswith(" 1 ...")
    assert head[-1].startswith("10 ...")
