"""Sheets drawn as layers: shapes, their images, patterns, and what is no layer."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from puzzles.core.errors import UsageError
from puzzles.grids import symmetry
from puzzles.grids.text import read_size
from puzzles.kami.generator.dyes import PALETTES
from puzzles.kami.generator.sheets import IMAGES, PATTERNS, board, drawn
from sampling import sampled
from shipped import PACKS

SHEETS = sorted((Path(__file__).parents[2] / "bench" / "sheets").glob("*.toml"))


def cells(text: str, letter: str) -> int:
    return drawn(text)[1].count(letter)


@pytest.mark.parametrize(
    ("shape", "triangles"),
    [
        ("hex 5,14 1", 6),
        ("hex 5,14 2", 24),
        ("gem 5,14 2 2", 8),
        ("gem 5,14 1 4", 14),
        ("star 5,14 1", 12),
        ("poly 5,10 7,12 5,14", 4),
        ("hex 5,6 1 by 3 0,8", 18),
        ("hex 3,4 1 by 2 4,0 by 3 0,8", 36),
    ],
)
def test_shapes_cover_whole_triangles(shape, triangles):
    assert cells(f"A ground\nB {shape}", "B") == triangles


@pytest.mark.parametrize(("image", "number"), [("|", 2), ("~", 2), ("%", 3), ("+", 4), ("*", 6)])
def test_images_are_as_large_and_apart(image, number):
    assert len(IMAGES[image]) == number
    shape = "poly 6,7 7,6 7,8"  # off all axes
    assert cells(f"A ground\nB {shape}", "B") == 1
    assert cells(f"A ground\n{image} B {shape}", "B") == number


@pytest.mark.parametrize("name", PATTERNS)
def test_patterns_follow_the_folds(name):
    """A cell and the one across its side are alike more often than not, and no pattern is one
    paper."""
    sizes = {"basket": "4 2", "parquet": "2 4", "zigzag": "2 4", "scales": "4 2"}
    one = "4" if name in ("triangles", "argyle", "chevrons", "slopes") else "2"
    grid, letters = drawn(f"ABCDEFGHI {name} {sizes.get(name, one)}")
    papers = np.array(letters)
    a, b = grid.graph.edges.T
    assert len(set(letters)) > 1
    assert (papers[a] == papers[b]).mean() > 0.5


def test_a_box_shows_three_faces():
    letters = drawn("A ground\nTLR box 5,12 2 2 3")[1]
    assert [letters.count(letter) for letter in "TLR"] == [8, 12, 12]


def test_a_hole_is_no_cell():
    grid, letters = drawn("A ground\n. hex 5,14 2")
    assert len(letters) == grid.n == 290 - 24
    assert "." not in letters


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A ground\nB poly 5,4 7,4 5,6", "5,4 to 7,4 is no fold"),
        ("A ground\nB hex 5,5 1", "is no fold"),
        ("A hex 5,14 2", "leave cells bare"),
        ("A blob 5,14", "unknown shape 'blob'"),
        ("A ground\nB hex", "no layer: 'B hex'"),
        ("A ground\nB gem 5,14 2", "no layer"),
    ],
)
def test_what_is_no_layer(text, reason):
    with pytest.raises(UsageError, match=reason):
        drawn(text)


def test_a_letter_that_the_palette_lacks():
    with pytest.raises(UsageError, match="the palette has no Q, X"):
        board("X ground\nQ hex 5,14 2", PALETTES["dusk"])


@pytest.mark.parametrize("file", sampled(SHEETS, SHEETS[::6]), ids=lambda file: file.stem)
def test_packs_are_what_their_sheets_draw(file):
    """Up to a symmetry and the colours' numbers: the same boards, no more and no less."""
    document = tomllib.loads(file.read_text(encoding="utf-8"))
    (pack,) = (pack for pack in PACKS if Path(pack.file).name == file.name)
    shipped = {level.title: level.board for level in pack.levels}
    assert (pack.title, pack.blurb) == (document["title"], document["blurb"])
    assert set(shipped) == {sheet["title"] for sheet in document["sheet"]}
    for sheet in document["sheet"]:
        palette = PALETTES[sheet.get("palette") or document["palette"]]
        made = board(sheet["layers"], palette, read_size(sheet.get("size", "10x29"), "10x29"))
        alike = [
            symmetry.canonical(one.grid, one.colours.tolist(), [0] * one.grid.n)
            for one in (made, shipped[sheet["title"]])
        ]
        assert alike[0] == alike[1], sheet["title"]
