"""What puzzles may want on a board besides what ours have is drawn by every renderer."""

from __future__ import annotations

import json

import numpy as np
import pytest

from puzzles.characters import lines, render
from puzzles.characters.ink import Look
from puzzles.characters.tones import FEW, FULL
from puzzles.core.drawing import Drawing, Line, Text
from puzzles.grids import printing
from puzzles.grids.scene import LEFT, UP, Ink, Scene, Sign
from puzzles.grids.square import SquareGrid
from puzzles.pictures.raster import image
from puzzles.pictures.shapes import drawing
from puzzles.ui.board.sketch import picture

# Two by three cells: a black one with a clue, numbers, signs between cells, a border between two
# regions, and edges that are drawn at the rim.
SCENE = Scene(
    SquareGrid.full(2, 3),
    (Ink("black", "#101010", "B"), Ink("red", "#c02020", "R")),
    np.array([0, -1, -1, -1, -1, -1]),
    {0: Sign("3"), 4: Sign("7"), 5: Sign("", 1)},
    bars=frozenset([(1, 2), (3, 4)]),
    rims=((0, LEFT), (0, UP)),
    between={(1, 4): "=", (4, 5): "×"},
)


def test_text_has_signs_and_bars():
    assert printing.text(SCENE) == "3 .|.\n  =\n.|7×R"
    assert printing.ruled(SCENE) == "  a b c\n1 3 .|.\n    =\n2 .|7×R"
    assert json.loads(json.dumps(SCENE.as_json())) == SCENE.as_json()


def test_shapes_have_signs_and_bars():
    shapes = drawing(SCENE).shapes
    assert sorted(each.text for each in shapes if isinstance(each, Text)) == ["3", "7", "=", "×"]
    assert sum(isinstance(each, Line) for each in shapes) == 4


@pytest.mark.parametrize("size", [(3 * w, 2 * h + (h in (4, 6))) for w, h in lines.SIZES])
@pytest.mark.parametrize("depth", [FULL, FEW])
def test_characters_have_signs_and_bars(size, depth):
    look = Look("half", (0, 0, 0), depth)
    box = render.layout(SCENE, look, *size)
    assert box.size(SCENE.grid) == size
    frame = render.frame(SCENE, box, look)
    seen = {*frame.glyph.ravel().tolist()}
    assert {"3", "7"} <= seen
    assert ({"=", "×"} <= seen) == (box.width >= lines.THICK)
    assert "▕" in seen or (frame.back == lines.DARK.bar).all(axis=2).any()
    for small in ((6, 2), (3, 1)):
        assert picture(SCENE, look._replace(thumbnail=True), *small)


def test_a_cross_is_painted_as_one():
    """The font of pictures has none, and would show an empty box."""
    painted = [
        np.asarray(image(Drawing(1, 1, (Text("#000000", (0.5, 0.5), text, 0.8),)), 60))
        for text in "×x\uffff"
    ]
    assert (painted[0] == painted[1]).all()
    assert (painted[0] != painted[2]).any()
