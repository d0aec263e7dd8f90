"""Marks, borders and signs between cells are drawn at every size and depth of colour."""

from __future__ import annotations

import numpy as np
import pytest

from puzzles.grids import printing
from puzzles.grids.scene import Ink, Scene, Sign
from puzzles.grids.square import SquareGrid
from puzzles.pictures import shapes
from puzzles.ui.board import lines, render
from puzzles.ui.board.ink import Look
from puzzles.ui.board.raster import Box
from puzzles.ui.terminal.tones import FEW, FULL, MANY

INKS = (Ink("A", "#4a3950", "A"), Ink("B", "#2f4a45", "B"), Ink("star", "#ffd966", "*"))
SCENE = Scene(
    SquareGrid.full(2, 3),
    INKS,
    np.array([0, 0, 1, 0, 1, 1], dtype=np.int32),
    {
        0: Sign("★", ink=2, shape="star"),
        1: Sign("○", ink=2, shape="ring", given=True),
        2: Sign("●", ink=2, shape="disc"),
        4: Sign("3", ink=2),
    },
    bars=frozenset({(1, 2), (1, 4), (3, 4)}),
    between={(0, 1): "=", (2, 5): "×"},
    marked=True,
)
LOOK = Look("sextant", (10, 10, 10))


def drawn(width: float, height: float, **look) -> list[str]:
    frame = render.frame(SCENE, Box(width, height), LOOK._replace(**look))
    return ["".join(row) for row in frame.glyph.tolist()]


@pytest.mark.parametrize("depth", [FULL, MANY, FEW])
@pytest.mark.parametrize("tier", ["half", "block", "sextant", "wedge"])
def test_all_that_is_on_the_board_is_seen_at_every_size(depth, tier):
    for width, height in lines.SIZES:
        rows = drawn(width, height, depth=depth, tier=tier)
        text = "\n".join(rows)
        assert "3" in text
        assert "=" in text
        assert ("×" in text) != ("ₓ" in text)
        for char in "★○●":
            assert (char in text) == (height < lines.DRAWN)
        assert ("╴" in text) == (height >= lines.DRAWN)  # what is given
    assert drawn(2, 1, tier=tier) == ["★=○▕●ₓ", " ▕3   "]


def test_a_star_has_five_tips_and_a_ring_a_hole():
    where = lines.pixels(SCENE.grid, 15, 7, "sextant")
    star, ring, disc = (
        where.marks[shape] & (where.cell == 0) for shape in ("star", "ring", "disc")
    )
    assert 0 < star.sum() < ring.sum() < disc.sum()
    assert not (star & ~disc).any()
    assert not (ring & ~disc).any()


def test_letters_tell_grounds_apart_where_there_are_few_colours():
    text = "".join(drawn(5, 2, depth=FEW, letters=True))
    assert text.count("A") == 1  # the cell without a sign
    assert text.count("B") == 1


def test_other_renderers_show_the_same():
    assert printing.text(SCENE) == "★=○|●\n  - ×\nA|3 B"
    kinds = {type(shape).__name__ for shape in shapes.drawing(SCENE).shapes}
    assert {"Polygons", "Disc", "Line", "Text"} <= kinds
    assert SCENE.as_json()["signs"][0]["shape"] == "star"
