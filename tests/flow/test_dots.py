"""Dots are round at every size and with every repertoire of glyphs, and pipes run into them."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import ceil

import numpy as np
import pytest

from puzzles.characters import lines, render
from puzzles.characters.glyphs import ACROSS, DOWN, TIERS, repertoire
from puzzles.characters.ink import Glow, Look
from puzzles.characters.lines import DRAWN, SIZES, THICK, THIRDS, dot_radius
from puzzles.characters.paint import contrast, rgb
from puzzles.characters.raster import Box
from puzzles.characters.tones import FEW, FULL, MANY
from puzzles.flow.plugin import flow
from puzzles.flow.rules.model import Move
from puzzles.flow.rules.scene import INKS
from puzzles.grids.scene import Ink, Scene
from puzzles.grids.square import SquareGrid
from puzzles.library.levels import read_pack
from puzzles.pictures.oklab import oklab
from sampling import sampled
from screens import off_screen

LEVEL = 'puzzle = "flow"\nboard = """\n.....\n.....\n..A.A\n.....\n..B.B\n"""\n'
GROUND = (18, 18, 18)
# How much of the circle and of what is drawn is common to both.
ALIKE = {"half": 0.76, "block": 0.87, "sextant": 0.88, "wedge": 0.91}


def drawn(size, tier, moves=(), level=LEVEL):
    """The board, and its colours at every sample: shape (lines · DOWN, columns · ACROSS, 3), the
    half characters before it left out."""
    state = flow.start(read_pack("level", level).levels[0])
    for move in moves:
        state = flow.apply(state, move)
    board = off_screen(flow, state, GROUND, tier=tier, depth=FULL, letters=False)
    columns, rows = board.grid.extent
    board.layout_for(ceil(columns * size[0]) + 1, ceil(rows * size[1]) + 1)
    assert (board.box.width, board.box.height) == size
    scene = board.scene()
    grounds = np.vstack([np.array(lines.DARK.paper)[scene.grid.shade], GROUND])
    frame = lines.thick(scene, grounds, {}, board.box, board.looks)
    glyphs, masks = repertoire(tier)
    mask_of = dict(zip(glyphs, masks, strict=True)) | {" ": np.zeros(ACROSS * DOWN, bool)}
    height, width = frame.glyph.shape
    image = np.zeros((height * DOWN, width * ACROSS, 3), np.uint8)
    for y in range(height):
        for x in range(width):
            mask = mask_of[str(frame.glyph[y, x])].reshape(DOWN, ACROSS, 1)
            image[y * DOWN : (y + 1) * DOWN, x * ACROSS : (x + 1) * ACROSS] = np.where(
                mask, frame.front[y, x], frame.back[y, x]
            )
    left, top, *_ = board.box.margin
    return board, image[int(top * DOWN) :, int(left * ACROSS) :]


def inked(board, image, colour):
    return (image == np.array(board.ink(colour), np.uint8)).all(axis=2)


THICK_SIZES = [size for size in SIZES if size[0] >= THICK]
APART = [size for size in THICK_SIZES if min(size[0], 2 * size[1]) >= 6]


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("size", sampled(THICK_SIZES, THICK_SIZES[::3]))
def test_dots_are_round(size, tier):
    board, image = drawn(size, tier)
    width, height = size
    top, left = (int(2 * side * step) for side, step in ((height, DOWN), (width, ACROSS)))
    cell = inked(board, image, 0)[top : top + int(height * DOWN), left : left + int(width * ACROSS)]
    assert (cell == cell[:, ::-1]).all()
    assert (cell == cell[::-1]).all()
    y, x = np.mgrid[0 : cell.shape[0], 0 : cell.shape[1]] + 0.5
    away = np.hypot(x / ACROSS - width / 2, 2 * (y / DOWN - height / 2))
    tight = height % 2 == 0 and tier in THIRDS
    circle = away < dot_radius(width, height, tier, tight)
    assert (cell & circle).sum() / (cell | circle).sum() >= ALIKE[tier]
    # The corners of the cell are its own: a dot is no square.
    assert not any(cell[corner] for corner in ((0, 0), (0, -1), (-1, 0), (-1, -1)))


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("size", sampled(APART, APART[::3]))
def test_dots_of_neighbours_keep_apart(size, tier):
    """Between two, above each other or side by side, there is a line of the ground, no matter how
    coarse the glyphs; and each is much larger than a pipe."""
    level = 'puzzle = "flow"\nboard = """\nAB.\nAB.\n...\n"""\n'
    board, image = drawn(size, tier, level=level)
    ink = inked(board, image, 0)
    assert not inked(board, image, 1)[:, : int(size[0] * ACROSS)].any()
    halfway = int(size[1] * DOWN)
    assert not ink[halfway - 2 : halfway + 2].any()
    assert ink[:halfway].sum() > (0.5 * min(size[0], 2 * size[1])) ** 2 * ACROSS * DOWN / 2


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("size", sampled(THICK_SIZES, THICK_SIZES[::3]))
def test_pipes_meet_dots_without_a_seam(size, tier):
    grid = read_pack("level", LEVEL).levels[0].board.grid
    path = tuple(grid.at(2, col) for col in (2, 3, 4))
    board, image = drawn(size, tier, [Move(path)])
    ink = inked(board, image, 0)
    middle = int(2.5 * size[1] * DOWN)
    first, last = (int((col + 0.5) * size[0] * ACROSS) for col in (2, 4))
    line = ink[middle - 1 : middle + 1, first:last]
    assert line.all()
    # Between the dots the pipe is everywhere as thick.
    thick = ink[:, int(3.2 * size[0] * ACROSS) : int(3.8 * size[0] * ACROSS)].sum(axis=0)
    assert len(set(thick.tolist())) == 1
    assert 1 <= thick[0] / DOWN * 2 < min(size[0], 2 * size[1])


@pytest.mark.parametrize("size", THICK_SIZES)
def test_letters_stand_in_the_middle(size):
    """A cell is chosen by a click on its letter, and by one on its first and its last line."""
    board, _ = drawn(size, "block")
    ((y, x), *_) = np.argwhere(board.frame().glyph == "A").tolist()
    assert (x + 0.5, y + 0.5) == board.spot(12)
    for away in (0, 0.1 - size[1] / 2, size[1] / 2 - 0.1):
        assert board.cell_at(x + 0.5, y + 0.5 + away) == 12


def test_a_frame_is_as_if_no_other_had_gone_before():
    state = flow.start(read_pack("level", LEVEL).levels[0])
    scene, look = flow.scene(state), Look("sextant", GROUND)
    box = render.layout(scene, look, 80, 24)

    def drawn(cell):
        return render.frame(scene, box, look, [Glow(cell, 0.3)]).cells

    following = [drawn(cell) for cell in range(scene.grid.n)]
    for cell, frame in enumerate(following):
        lines._frames.cache_clear()
        assert (frame == drawn(cell)).all()
        assert cell == 0 or (frame != following[cell - 1]).any()


def test_no_board_is_of_lines_so_that_letters_stand_in_the_middle():
    scene = flow.scene(flow.start(read_pack("level", LEVEL).levels[0]))
    look = Look("block", GROUND)
    for size in THICK_SIZES:
        width, height = 5 * size[0], 5 * size[1]
        boxes = [lines.layout(scene, look, width + more, height + more) for more in (0, 1)]
        sizes = [(box.width, box.height) for box in boxes]
        assert sizes[1] == size
        assert sizes[0] == size or (size[1] >= DRAWN and boxes[0].height == size[1] - 1)
        assert all(max(box.size(scene.grid)) <= max(width, height) + 1 for box in boxes)


@pytest.mark.parametrize("size", [size for size in THICK_SIZES if size[1] < DRAWN])
def test_letters_stand_in_the_middle_where_half_a_character_is_cut_off(size):
    board = off_screen(flow, flow.start(read_pack("level", LEVEL).levels[0]), GROUND, tier="block")
    board.layout_for(5 * size[0], 5 * size[1])
    frame = board.frame()
    assert frame.glyph.shape == (5 * size[1], 5 * size[0])
    ((y, x), *_) = np.argwhere(frame.glyph == "A").tolist()
    assert (x + 0.5, y + 0.5) == board.spot(12)
    assert board.cell_at(5 * size[0] - 0.6, 5 * size[1] - 0.1) == 24  # the last cell is there


HEXES = """\
puzzle = "flow"
grid = "hex"
board = '''
  .   .
A   .   A
  .   .
.   .   .
  B   .
B   .   .
'''
"""


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("size", [size for size in SIZES if size[1] >= DRAWN])
def test_dots_of_hexagons_lie_about_their_letters(size, tier):
    board, image = drawn(size, tier, level=HEXES)
    top = board.box.margin[1]
    for y, x in np.argwhere(board.frame().glyph == "A").tolist():
        first, *_, last = np.flatnonzero(inked(board, image, 0)[:, int((x + 0.5) * ACROSS)])
        assert first + last + 1 == (2 * y + 1 - 2 * top) * DOWN


BENT = (0, 0), (1, 0), (1, 1), (1, 2), (0, 2), (0, 3), (0, 4)


@pytest.mark.parametrize("tier", ["block", "sextant", "wedge"])
def test_bends_between_hexagons_have_no_spikes(tier):
    state = flow.start(read_pack("level", HEXES).levels[0])
    grid = state.board.grid
    path = tuple(grid.at(row, col) for row, col in BENT)
    size = SIZES[2]
    board, image = drawn(size, tier, [Move(path)], HEXES)
    ys, xs = np.nonzero(inked(board, image, 0))
    at = np.column_stack([(xs + 0.5) / ACROSS, 2 * (ys + 0.5) / DOWN])
    line = [np.multiply(grid.centre(cell), (size[0], 2 * size[1])) for cell in path]
    away = np.min([distance_from(at, a, b) for a, b in pairwise(line)], axis=0)
    radius, half_pipe = min(size[0], 2 * size[1]) / 2, min(size[0], 2 * size[1]) / 6
    dots = np.min([np.hypot(*(at - end).T) for end in (line[0], line[-1])], axis=0)
    assert (away[dots > radius + 0.6] < half_pipe + 0.6).all()


def distance_from(points, a, b):
    """How far points are from the line between a and b."""
    along = np.clip(((points - a) @ (b - a)) / ((b - a) @ (b - a)), 0, 1)
    return np.hypot(*(points - a - along[:, None] * (b - a)).T)


@pytest.mark.parametrize("depth", [FULL, MANY, FEW])
def test_a_board_is_pale_on_a_light_ground(depth):
    """All inks are seen on its paper and told apart, and each keeps its hue; where there are few
    colours it stays dark, as there."""
    inks = tuple(Ink(look, look, "A") for look in INKS)
    scene = Scene(SquareGrid.full(1, 1), inks, np.array([-1]))
    look = Look("half", (230, 220, 200), depth)
    paper = render.frame(scene, Box(7, 3), look).back[0, 0].tolist()
    assert paper == [*(lines.DARK if depth == FEW else lines.PALE).paper[0]]
    if depth == FULL:
        seen = lines.colours(scene, look)[:-1].astype(np.uint8)
        assert min(contrast(ink, tuple(paper)) for ink in map(tuple, seen.tolist())) > 1.7
        before, after = oklab(np.array([rgb(ink) for ink in INKS], np.uint8)), oklab(seen)
        assert min(np.linalg.norm(one - two) for one, two in combinations(after, 2)) > 0.05
        assert np.abs(before - after)[:, 1:].max() < 0.03, "a hue has changed"
