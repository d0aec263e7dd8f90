"""Levels in layers are read and written whole, in files and IDs; every fault has its place."""

from __future__ import annotations

import pytest

from puzzles.core.coding import Reader, Writer
from puzzles.core.errors import LevelError
from puzzles.core.tables import read_table
from puzzles.grids.layers import LayeredLevel, Layers
from puzzles.grids.square import SquareGrid

LAYERS = Layers(
    SquareGrid,
    20,
    {".": "#202020", "0": "#303030", "1": "#404040"},
    lambda cells: "",
    missing="",
    names={".": "eraser", "0": "0", "1": "1"},
    signs={"=": "equal", "x": "unlike"},
    variants={"stars": (1, 2)},
    flaw_at=lambda level: ("two 1 touch", 1) if level.cells[:2] == "11" else None,
)
BOARD = """board = \"\"\"
.1.
0..
\"\"\"
between = "a1=b1 c1xc2"
stars = 2
difficulty = 2.5
proof = { solutions = 1 }
"""


def read(text: str) -> LayeredLevel:
    return LAYERS.parse(read_table("level.toml", text))


def test_all_layers_are_read_and_written():
    level = read(BOARD)
    assert level.cells == ".1.0.."
    assert level.between == {(0, 1): "=", (2, 5): "x"}
    assert (level.variant, level.solutions) == ({"stars": 2}, 1)
    keys = LAYERS.format(level)
    assert keys["between"] == "a1=b1 c1xc2"
    writer = Writer()
    assert LAYERS.encode(level, writer)
    again = LAYERS.decode(Reader(writer.data()))
    assert {**again, "title": "", "difficulty": 2.5} == keys


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        (BOARD.replace("a1=b1", "a1=c1"), "5:12", "a1 and c1 do not touch"),
        (
            BOARD.replace("c1xc2", "c1?c2"),
            "5:18",
            "'c1?c2' is no sign between cells, such as b2=c2",
        ),
        (BOARD.replace("c1xc2", "b1xa1"), "5:18", "there is a sign between b1 and a1 already"),
        (BOARD.replace("c1xc2", "c1xd9"), "5:18", "there is no cell d9"),
        (BOARD.replace("stars = 2", "stars = 3"), "6:9", "stars is 1 or 2"),
        (BOARD.replace(".1.", "11."), "2:2", "two 1 touch"),
        (BOARD.replace(".1.", ".7."), "2:2", "'7' is no cell; known are . 0 1"),
        (
            BOARD.replace("solutions", "fillings"),
            "8:9",
            "proof says how many `solutions` there are",
        ),
    ],
)
def test_every_fault_has_its_place(text, place, reason):
    with pytest.raises(LevelError) as error:
        read(text)
    assert str(error.value) == f"level.toml:{place}: {reason}"


def test_what_is_drawn_keeps_its_signs():
    """Signs move with their cells when a board is cut anew, and are brushes."""
    sketch = LAYERS.sketch(read(BOARD))
    grid = SquareGrid.full(2, 2)
    moved = LAYERS.recut(sketch, grid, [1, 2, 4, 5], 0)
    assert moved.between == {(1, 3): "x"}
    equal, other = LAYERS.BRUSHES
    assert (equal.key, other.key) == ("=", "!")
    assert equal.drawn(sketch) == {(0, 1)}
    assert equal.draw(sketch, [(0, 1), (2, 5)], True).between == {(0, 1): "=", (2, 5): "="}
    assert equal.draw(sketch, [(0, 1)], False).between == {(2, 5): "x"}
