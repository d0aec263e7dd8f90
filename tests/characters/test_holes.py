"""Where a board has no cells, that is seen: in every theme, palette and depth of colour."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from puzzles.characters.ink import Look
from puzzles.characters.lines import DARK
from puzzles.characters.paint import contrast
from puzzles.characters.raster import rasterise
from puzzles.characters.tones import CLEAR, FEW, FULL, MANY, tones
from puzzles.core.palettes import PALETTES
from puzzles.ui.board.sketch import picture
from sampling import sampled, slow
from screens import off_screen
from shipped import ENTRIES

GROUNDS = {
    theme.name: Color.parse(theme.to_color_system().generate()["background"]).rgb
    for theme in BUILTIN_THEMES.values()
    if not theme.name.startswith("ansi")
}

SOME = ("textual-dark", "solarized-light")


def has_holes(grid):
    return grid.kind != "network" and grid.n < grid.rows * grid.cols


FLOW, KAMI = (
    [e for e in ENTRIES if e.pack.puzzle.id == name and has_holes(e.level.board.grid)]
    for name in ("flow", "kami")
)


def shown(entry, ground, palette="default", depth=FULL, size=(120, 40)):
    """The board, laid out, and its frame."""
    puzzle = entry.pack.puzzle
    state = puzzle.start(entry.level)
    board = off_screen(puzzle, state, ground, depth=depth, _palette=palette)
    board.layout_for(*size)
    return board, board.frame()


def on_screen(colour, depth):
    colour = tuple(int(part) for part in colour)
    return colour if depth == FULL else tones(depth)[tones(depth).nearest(colour)]


def shades(colours, depth):
    """Each of these colours as the terminal shows it."""
    return {on_screen(colour, depth) for colour in np.unique(colours, axis=0)}


def missing(board):
    """The middle of every place in the grid that has no cell, in characters."""
    grid = board.grid
    whole = type(grid).full(grid.rows, grid.cols)
    for cell in range(whole.n):
        if grid.at(int(whole.row[cell]), int(whole.col[cell])) < 0:
            x, y = board.box.characters(*whole.centre(cell))
            yield int(x - 0.5), int(y - 0.5)


@pytest.mark.parametrize("depth", [FULL, MANY])
@pytest.mark.parametrize("theme", sampled(GROUNDS, SOME))
@pytest.mark.parametrize("size", [(80, 24), *slow((120, 40), (30, 20))])
def test_holes_between_pipes(theme, depth, size):
    """A hole is hatched: as its lines are seen beside every cell, they are beside the ground, which
    lies around the board."""
    ground = GROUNDS[theme]
    for entry in (FLOW[0], next(e for e in FLOW if e.level.board.grid.kind == "hex")):
        board, frame = shown(entry, ground, depth=depth, size=size)
        holes = list(missing(board))
        assert holes
        for x, y in holes:
            assert frame.glyph[y, x] == "╱"
            assert tuple(frame.back[y, x]) == ground
        hatch = on_screen(frame.front[y, x], depth)
        assert contrast(hatch, on_screen(ground, depth)) >= CLEAR
        empty = {tuple(colour) for colour in np.array(DARK.paper)[board.grid.shade].tolist()}
        assert len(empty) > 1  # the checker
        for cell in empty:
            assert contrast(hatch, on_screen(cell, depth)) >= CLEAR
        assert len({on_screen(cell, depth) for cell in empty}) == len(empty)
        assert (frame.glyph == "╱").sum() <= len(holes) * board.box.width * board.box.height


def test_holes_are_seen_in_sixteen_colours():
    _, frame = shown(FLOW[0], GROUNDS["textual-dark"], depth=FEW)
    hatch = frame.front[frame.glyph == "╱"]
    assert {on_screen(colour, FEW) for colour in hatch} == {(127, 127, 127)}


def test_no_thumbnail_is_hatched_where_colours_show_its_holes():
    for depth, hatched in ((FULL, False), (FEW, True)):
        scene = FLOW[0].pack.puzzle.scene(FLOW[0].pack.puzzle.start(FLOW[0].level))
        strips = picture(scene, Look("half", (40, 40, 40), depth, thumbnail=True), 13, 4)
        assert any("╱" in strip.text for strip in strips) is hatched


def test_a_whole_board_has_no_hatching():
    entry = next(e for e in ENTRIES if e.pack.puzzle.id == "flow" and e not in FLOW)
    _, frame = shown(entry, GROUNDS["textual-dark"])
    assert not (frame.glyph == "╱").any()


DEPTHS = [FULL, MANY, FEW]


@pytest.mark.parametrize(
    ("theme", "palette", "depth", "step"),
    [
        *((*some, 12) for some in product(SOME, PALETTES, DEPTHS)),
        *(
            pytest.param(
                theme, palette, DEPTHS[(i + j) % 3], 9, marks=pytest.mark.slow
            )  # all pairs
            for (i, theme), (j, palette) in product(enumerate(GROUNDS), enumerate(PALETTES))
        ),
    ],
)
def test_holes_in_paper(theme, palette, depth, step):
    for entry in KAMI[::step]:
        board, frame = shown(entry, GROUNDS[theme], palette, depth)
        drawn = rasterise(board.grid, board.box, board.tier)
        front, back = drawn.front, drawn.back
        hole = shades(frame.back[(front < 0) & (back < 0)], depth)
        cells = shades(frame.back[(front >= 0) & (back >= 0)], depth)
        assert len(hole) == 1
        least = min(contrast(*hole, cell) for cell in cells)
        assert least >= (CLEAR if depth != FEW else 1.2), (entry.name, hole)


def test_no_black_patch_lies_under_paper_on_a_light_screen():
    _, frame = shown(KAMI[0], (230, 220, 200))
    darkest = frame.back.reshape(-1, 3).max(axis=1).min()
    assert darkest > 60


def test_paper_without_holes_lies_on_the_ground():
    entry = next(e for e in ENTRIES if e.pack.puzzle.id == "kami" and e not in KAMI)
    board, _ = shown(entry, (77, 77, 77))
    assert np.all(rasterise(board.grid, board.box, board.tier).back >= 0)
