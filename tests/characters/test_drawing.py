"""The drawing tables: glyphs are what they claim, boards are drawn where they are clicked."""

from __future__ import annotations

import numpy as np
import pytest

from puzzles.characters.frame import Frame
from puzzles.characters.glyphs import ACROSS, DOWN, TIERS, best_glyph, repertoire, wedge_mask
from puzzles.characters.ink import Look
from puzzles.characters.raster import Box, boxes, choose_box, layered, mosaic, rasterise
from puzzles.characters.render import layout
from puzzles.characters.tones import FULL
from puzzles.grids.square import SquareGrid
from puzzles.grids.triangle import TriangleGrid
from puzzles.library.catalogue import find
from puzzles.library.solutions import solution_of
from puzzles.ui.board.drawn import letters_shown
from puzzles.ui.board.sketch import picture
from shipped import ENTRIES, PUZZLES

KAMI2 = TriangleGrid.full(29, 10)


def cell_at(grid, box, x, y) -> int:
    """The cell at a point of a picture."""
    return int(grid.locate(*box.units(np.array([x]), np.array([y])))[0])


def image(grid, box, tier):
    """The cell that each sample of a picture shows, line by line."""
    picture = rasterise(grid, box, tier)
    glyphs, masks = repertoire(tier)
    mask_of = dict(zip(glyphs, masks, strict=True)) | {" ": np.zeros(ACROSS * DOWN, bool)}
    height, width = picture.front.shape
    mask = np.array([[mask_of[str(glyph)] for glyph in line] for line in picture.glyph])
    cells = np.where(mask, picture.front[..., None], picture.back[..., None])
    lines = cells.reshape(height, width, DOWN, ACROSS).transpose(0, 2, 1, 3)
    return lines.reshape(height * DOWN, width * ACROSS)


def misdrawn(grid, box, tier) -> float:
    """The share of the board's area that shows another cell than the one that lies there."""
    shown = image(grid, box, tier)
    y, x = (np.indices(shown.shape) + 0.5) / np.array([DOWN, ACROSS])[:, None, None]
    return float((shown != grid.locate(*box.units(x, y))).mean())


def pieces(cell) -> list[int]:
    """In how many pieces a cell is, in each line that shows it."""
    found = (np.diff(cell.astype(int), axis=1, prepend=0) == 1).sum(axis=1)
    return found[found > 0].tolist()


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("turned", [False, True])
def test_straight_edges_have_no_specks(tier, turned):
    """Each goes one way only, and sides between cells of a row not even that."""
    grid = TriangleGrid.full(5, 2)
    for box in boxes(grid, tier, turned):
        shown = image(grid, box, tier)
        for cell in range(grid.n):
            assert {*pieces(shown == cell), *pieces((shown == cell).T)} == {1}, (box, cell)
        across = shown.T if turned else shown
        meet = {
            (int(line[x]), int(line[x + 1]), int(x))
            for line in across
            for x in np.flatnonzero(np.diff(line))
        }
        upright = [(a, b) for a, b, _ in meet if grid.row[a] == grid.row[b]]
        assert len(upright) == len(set(upright)) > 0, box


def test_a_board_on_its_side_is_turned_and_not_mirrored():
    """Its left side lies below: as one sees it who has turned the screen to the right."""
    grid = TriangleGrid.full(6, 4)
    for tier in TIERS:
        for box in boxes(grid, tier, turned=True):
            upright = Box(box.height, box.width)
            for corner in ((0, 0), (4, 0), (4, 5), (1, 2)):
                x, y = upright.characters(*corner)
                assert box.characters(*corner) == (y, 4 * box.height - x)
            assert box.step(1, 0) == (0, 1)  # to the right on screen are the rows below
            assert box.step(0, -1) == (1, 0)


@pytest.mark.parametrize(
    ("box", "tier", "most"),
    [
        (Box(3, 1), "wedge", 0),
        (Box(6, 2), "wedge", 0),
        (Box(3, 2, 4), "wedge", 0),
        (Box(2, 2, 4), "wedge", 0.09),
        (Box(2, 2, 4), "block", 0.13),
        (Box(4, 1), "half", 0.13),
    ],
)
def test_triangles_are_drawn_as_exactly_as_the_glyphs_allow(box, tier, most):
    assert misdrawn(TriangleGrid.full(6, 4), box, tier) <= most


@pytest.mark.parametrize("box", [(2, 1), (4, 2), (3, 1.5), (6, 3)])
def test_squares_are_drawn_exactly(box):
    assert misdrawn(SquareGrid.full(4, 6), Box(*box), "half") == 0


def test_a_missing_cell_is_background():
    grid, _ = SquareGrid.parse("AA\nA.")
    picture = rasterise(grid, Box(2, 1), "half")
    assert picture.back.tolist() == [[0, 0, 1, 1], [2, 2, -1, -1]]
    assert cell_at(grid, Box(2, 1), 3.5, 1.5) == -1


def test_masks_agree_with_their_names():
    # LOWER RIGHT BLOCK DIAGONAL LOWER LEFT TO LOWER MIDDLE RIGHT: a third high, on the right.
    mask = wedge_mask("\U0001fb48")
    assert mask[-1].tolist() == [False, True, True, True, True, True]
    assert not mask[: 2 * DOWN // 3].any()
    assert abs(mask.mean() - 1 / 6) < 0.03


def test_best_glyph_swaps_colours_where_that_is_nearer():
    lower = np.zeros((DOWN, ACROSS), bool)
    lower[DOWN // 2 :] = True
    assert best_glyph(lower.tobytes(), "half") == ("▄", False)
    assert best_glyph((~lower).tobytes(), "half") == ("▄", True)
    assert best_glyph(np.ones(DOWN * ACROSS, bool).tobytes(), "half") == (" ", True)


def test_a_third_thing_goes_with_what_looks_like_it():
    # Two dark grounds and a red pipe; neither ground may turn red where it is the rarest.
    dark, less, red = layered([(30, 30, 30), (40, 40, 40), (255, 0, 0)], 1)
    samples = np.full((DOWN, ACROSS), dark)
    samples[:4] = red
    samples[8:, :3] = less
    glyph, front, back = mosaic(samples.reshape(1, -1), "wedge")
    masks = dict(zip(*repertoire("wedge"), strict=True))
    shown = np.where(masks[str(glyph[0])], front[0], back[0]).reshape(DOWN, ACROSS)
    assert ((shown == red) == (samples == red)).all()


def test_each_tier_has_the_glyphs_of_the_one_below():
    half, block, sextant, wedge = (set(repertoire(tier)[0]) for tier in TIERS)
    assert half < block < sextant < wedge


@pytest.mark.parametrize(
    ("window", "tier", "box"),
    [
        ((57, 22), "wedge", Box(2, 2, 10)),  # beside the panel at 80×24: turned
        ((57, 22), "half", Box(2, 2, 10)),
        ((97, 38), "wedge", Box(3, 1)),  # 120×40: upright, though turned would be larger
        ((97, 38), "half", Box(3, 3, 10)),  # twice as large and more
        ((177, 58), "wedge", Box(6, 2)),
        ((20, 10), "wedge", Box(3, 1)),  # nothing fits: the smallest, and scrolling
    ],
)
def test_box_for_window(window, tier, box):
    assert choose_box(KAMI2, tier, *window) == box


def test_turning_by_hand_overrides_the_choice():
    assert choose_box(KAMI2, "wedge", 97, 38, turn=True) == Box(3, 2, 10)
    assert choose_box(KAMI2, "wedge", 57, 22, turn=False) == Box(3, 1)


def test_a_thumbnail_always_fits():
    for width, height in [(40, 17), (12, 6), (200, 80), (1, 1)]:
        w, h = choose_box(KAMI2, "half", width, height, shrink=True).size(KAMI2)
        assert 1 <= w <= width
        assert 1 <= h <= height


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_a_thumbnail_of_a_board_that_is_won_fits_in_every_repertoire(puzzle, tier):
    """Lines on its rim may lie beside what is seen."""
    level = next(entry.level for entry in ENTRIES if entry.pack.puzzle is puzzle)
    scene = puzzle.scene(puzzle.after(puzzle.start(level), solution_of(puzzle, level)))
    look = Look(tier, (0, 0, 0), FULL, thumbnail=True)
    for width, height in (8, 4), (16, 6), (30, 12):
        lines = picture(scene, look, width, height)
        assert 0 < len(lines) <= height
        assert all(strip.cell_length <= width for strip in lines)


def test_all_of_a_large_board_of_lines_is_on_a_small_thumbnail():
    level = find("flow/sixteen-and-more/storm-surge")
    scene = level.pack.puzzle.scene(level.pack.puzzle.start(level.level))
    for width, height in [(40, 17), (16, 8), (6, 3), (1, 1)]:
        look = Look("half", (0, 0, 0), "full", thumbnail=True)
        w, h = layout(scene, look, width, height).size(scene.grid)
        assert 1 <= w <= width
        assert 1 <= h <= height
        assert len(picture(scene, look, width, height)) == h


@pytest.mark.parametrize("tier", ["wedge", "half"])
def test_a_low_thumbnail_lies_on_its_side(tier):
    for room, turned in (((13, 4), True), ((10, 5), False), ((19, 8), False)):
        box = choose_box(KAMI2, tier, *room, shrink=True)
        assert box.turned is turned
        w, h = box.size(KAMI2)
        assert w * h >= sum(room) * 1.5


def test_every_cell_can_be_seen_and_clicked():
    for tier in TIERS:
        for turned in (False, True):
            for box in boxes(KAMI2, tier, turned):
                picture = rasterise(KAMI2, box, tier)
                assert set(np.concatenate([picture.front.ravel(), picture.back.ravel()])) >= set(
                    range(KAMI2.n)
                )
                for cell in range(KAMI2.n):
                    x, y = KAMI2.centre(cell)
                    y = min(max(y, 0.1), 27.9)  # the first and last triangle are cut in half
                    assert cell_at(KAMI2, box, *box.characters(x, y)) == cell


@pytest.mark.parametrize(
    ("environment", "shown"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": ""}, False),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, False),
        ({"TERM": "xterm-16color", "COLORTERM": ""}, True),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, True),
    ],
)
def test_letters_where_colours_cannot_be_told_apart(environment, shown, monkeypatch):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert letters_shown("auto") == shown
    assert (letters_shown("on"), letters_shown("off")) == (True, False)


def blank() -> Frame:
    colours = np.zeros((3, 4, 3), np.uint8)
    return Frame.of(np.full((3, 4), " "), colours, colours)


@pytest.mark.parametrize("part", ["glyph", "front", "back", "bold"])
def test_a_row_is_drawn_again_whatever_has_changed_in_it(part):
    old, new = blank(), blank()
    assert new.changed(old) == []
    getattr(new, part)[1, 3] = "x" if part == "glyph" else 1
    assert new.changed(old) == [1]
    assert new.changed(None) == [0, 1, 2]


def test_another_size_draws_all_again():
    old = blank()
    new = Frame(old.cells[:, :2])
    assert new.changed(old) == [0, 1, 2]
