"""Boards as text: what is wrong is told at its place, and nothing else is refused."""

from __future__ import annotations

import pytest

from puzzles.core.errors import LevelError, UsageError
from puzzles.core.tables import read_table
from puzzles.grids.square import SquareGrid
from puzzles.grids.text import read_board, read_size
from puzzles.grids.triangle import TriangleGrid


def read(board, shape=SquareGrid, most=6, missing="."):
    table = read_table("level", f'board = """\n{board}"""', toml=True)
    return read_board(table, shape, most, lambda s: "" if s in "ab" else f"no {s}", missing)


def test_the_cells_in_reading_order():
    grid, symbols = read("ab\n.a\n")
    assert (grid.size, grid.n, symbols) == ("2×2", 3, ["a", "b", "a"])


@pytest.mark.parametrize(
    ("board", "options", "line"),
    [
        ("ab\nXc", {}, "level:3:1: no X"),  # the first of two
        ("ab\na", {}, "level:3:2: ragged rows: this one has 1 cells, the first has 2"),
        ("ab\na.", {"missing": ""}, "level:3:2: no ."),
        ("a>  <b\n <Xa>\n", {"shape": TriangleGrid}, "level:3:3: no X"),
        ("..\n", {}, "level:1:9: the board has no cells"),
        ("abababa", {}, "level:1:9: the board has 7 cells; the most is 6"),
        ("." * 49, {}, "level:1:9: the board is too large; it may have 6 cells"),
    ],
)
def test_faults(board, options, line):
    with pytest.raises(LevelError) as caught:
        read(board, **options)
    assert str(caught.value) == line


def test_no_board():
    with pytest.raises(LevelError, match="level:1:1: a level needs a board"):
        read_board(read_table("level", "", toml=True), SquareGrid, 6, str)


def test_sizes():
    assert read_size(" 8X6 ", "5x5") == read_size("8×6", "5x5") == (8, 6)
    for text in ("8", "0x6", "8x6x4", "-8x6"):
        with pytest.raises(UsageError, match="is not a size; sizes are like 5x5, columns first"):
            read_size(text, "5x5")
