"""Marks, borders, signs between cells and beside the board, and what is on the sides of cells are
drawn at every size and depth of colour."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puzzles.characters import lines, render
from puzzles.characters.ink import Glow, Look
from puzzles.characters.raster import Box
from puzzles.characters.tones import FEW, FULL, MANY
from puzzles.core.tables import read_table
from puzzles.grids import printing
from puzzles.grids.scene import DOWN, LEFT, RIGHT, UP, Ink, Scene, Sign
from puzzles.grids.sides import sides_of
from puzzles.grids.square import SquareGrid
from puzzles.library.catalogue import library
from puzzles.library.registry import plugins
from puzzles.pictures import shapes
from template import plugin as template

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
LINE, CROSS = Sign("", ink=2), Sign("×", ink=2)
SIDED = replace(
    SCENE,
    between={},
    sides={(0, UP): LINE, (0, LEFT): LINE, (1, UP): CROSS, (5, RIGHT): LINE, (4, DOWN): CROSS},
    above={0: Sign("12"), 1: Sign("7")},
    beside={0: Sign("86"), 1: Sign("0")},
)
CHOSEN = replace(SIDED, spots=sides_of(SCENE.grid))
LOOK = Look("sextant", (10, 10, 10))


def drawn(width: float, height: float, **look) -> list[str]:
    frame = render.frame(SCENE, lines.boxed(SCENE, width, height), LOOK._replace(**look))
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


@pytest.mark.parametrize("depth", [FULL, MANY, FEW])
@pytest.mark.parametrize("tier", ["half", "block", "sextant", "wedge"])
def test_lines_crosses_and_numbers_at_the_rim_are_seen_at_every_size(depth, tier):
    star = lines.colours(SCENE, LOOK._replace(depth=depth))[2].astype(int).tolist()
    for scene in (SIDED, CHOSEN):
        for width, height in (*lines.SIZES[:-1], lines.LEAST):
            box = lines.boxed(scene, width, height)
            frame = render.frame(scene, box, LOOK._replace(depth=depth, tier=tier))
            rows = ["".join(row) for row in frame.glyph.tolist()]
            assert [row.split() for row in rows[:2]] == [["1"], ["2", "7"]]
            left = [row[:3].strip() for row in rows[2:]]
            assert list(filter(None, left)) == ["86", "0"]
            assert sum(row.count("×") for row in rows) == 2
            for x, y in ((0.5, 0), (0, 0.5), (3, 1.5)):  # the middles of lines
                x, y = (int(each) for each in box.characters(x, y))
                seen = [frame.front[y, x].tolist(), frame.back[y, x].tolist()]
                assert star in seen, (width, height, x, y)
            assert (height >= lines.DRAWN) != any("┏" in row for row in rows)


def test_where_sides_are_chosen_they_light_up_and_the_others_have_points():
    side = CHOSEN.spots.cell("c1 top")
    for width, height in (*lines.SIZES[:-1], lines.LEAST):
        box = lines.boxed(CHOSEN, width, height)
        plain, lit, under = (
            render.frame(scene, box, LOOK, glows)
            for scene, glows in (
                (CHOSEN, ()),
                (replace(CHOSEN, lit=(side,)), ()),
                (CHOSEN, [Glow(side, 0.5)]),
            )
        )
        x, y = (int(each) for each in box.characters(*CHOSEN.spots.centre(side)))
        for other in (lit, under):
            changed = np.argwhere(plain.cells != other.cells)
            assert len(changed)
            assert (np.abs(changed - (y, x)).max(axis=0) <= (1, box.width / 2)).all()
    cell = replace(CHOSEN, lit=(CHOSEN.spots.n + 4,))
    assert cell.lit_cells(cell.lit) == (4,)
    assert len(shapes.drawing(CHOSEN).shapes) > len(shapes.drawing(SIDED).shapes)


def test_small_boards_have_straight_rims():
    frame = render.frame(CHOSEN, lines.boxed(CHOSEN, 4, 2), LOOK)
    top, left = frame.back[2, 3:], frame.back[2:, 3]
    assert (top == LOOK.ground).all()
    assert (left == LOOK.ground).all()


def test_a_corner_is_square_whatever_the_board_is():
    for cols in (2, 3):
        scene = Scene(SquareGrid.full(2, cols), INKS, np.zeros(2 * cols, int), marked=True)
        scene = replace(scene, sides={(0, LEFT): LINE, (0, UP): LINE})
        for (width, height), at, glyph in (((7, 3), (1, 1), "🬕"), ((9, 4), (0, 0), "▗")):
            box = lines.boxed(scene, width, height)
            assert render.frame(scene, box, LOOK._replace(tier="wedge")).glyph[at] == glyph


def test_a_thumbnail_has_lines_and_no_numbers_beside_it():
    look = LOOK._replace(thumbnail=True)
    box = render.layout(SIDED, look, 12, 6)
    assert box.size(SIDED.grid) == (12, 4)
    star = lines.colours(SCENE, LOOK)[2].astype(int).tolist()
    assert star in render.frame(SIDED, box, look).front[0].tolist()


def test_a_star_has_five_tips_and_a_ring_a_hole():
    where = lines.pixels(SCENE.grid, Box(15, 7), "sextant")
    cell = {*np.flatnonzero(where.cell == 0).tolist()}
    star, ring, disc = (cell & {*where.marks[each].tolist()} for each in ("star", "ring", "disc"))
    assert 0 < len(star) < len(ring) < len(disc)
    assert star | ring <= disc


def test_letters_tell_grounds_apart_where_there_are_few_colours():
    text = "".join(drawn(5, 2, depth=FEW, letters=True))
    assert text.count("A") == 1  # the cell without a sign
    assert text.count("B") == 1


def test_other_renderers_show_the_same():
    assert printing.text(SCENE) == "★=○|●\n  - ×\nA|3 B"
    kinds = {type(shape).__name__ for shape in shapes.drawing(SCENE).shapes}
    assert {"Polygons", "Disc", "Line", "Text"} <= kinds
    assert SCENE.as_json()["signs"][0]["shape"] == "star"
    around = ["    1", "    2 7", "   ┌─╴×", "86 │★ ○|●", "   ╵  -  ╷", " 0  A|3 B│", "      ×  ╵"]
    assert printing.text(SIDED).split("\n") == around
    assert printing.ruled(SIDED).split("\n")[4] == "1 86 │★ ○|●"
    assert "┌─╴×· ·" in printing.text(CHOSEN)
    texts = (each.text for each in shapes.drawing(SIDED).shapes if isinstance(each, shapes.Text))
    assert sorted(texts) == ["0", "12", "3", "7", "86", "×", "×"]
    told = SIDED.as_json()
    assert (len(told["sides"]), told["above"][0]["text"]) == (5, "12")


def test_the_template_shows_all_of_them():
    level = template.rules.parse(read_table("x", 'title = "A"\nboard = """\noXo\nXXo\n"""\n'))
    scene = template.scene(template.start(level))
    for part in (scene.signs, scene.bars, scene.between, scene.above, scene.beside, scene.sides):
        assert part
    assert {sign.text for sign in scene.sides.values()} == {"", "×"}
    assert printing.text(scene) == "   1 2 0\n  ╶─────╴\n1  ● ○ ●×\n   - - -\n2  ○=○ ●×\n"


@pytest.mark.parametrize("depth", [FULL, MANY, FEW])
@pytest.mark.parametrize("puzzle", sorted(plugins()[0]))
def test_a_small_board_that_nobody_has_played_is_no_blank(puzzle, depth):
    entry = next(each for each in library().entries() if each.pack.puzzle.id == puzzle)
    scene = entry.pack.puzzle.scene(entry.pack.puzzle.start(entry.level))
    look = LOOK._replace(thumbnail=True, depth=depth)
    frame = render.frame(scene, render.layout(scene, look, 9, 5), look)
    looks = np.concatenate([frame.front, frame.back]).reshape(-1, 3)
    seen = {tuple(each) for each in looks.tolist()} - {look.ground}
    assert len(seen) > 1
