"""Boards as terminals with few colours show them: nothing that was apart falls together."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from colour_vision import VISIONS, ciede2000, least_distance, seen
from puzzles.characters import lines
from puzzles.characters import tones as looks
from puzzles.characters.cells import colours
from puzzles.characters.ink import Look
from puzzles.characters.paint import contrast, legible, rgb
from puzzles.characters.raster import rasterise
from puzzles.characters.tones import (
    ALIKE,
    FEW,
    FULL,
    MANY,
    distance,
    dyes,
    tones,
)
from puzzles.core.palettes import PALETTES
from puzzles.flow.rules.scene import INKS
from puzzles.kami.rules.levels import DEFAULTS
from puzzles.library.catalogue import Entry, find
from puzzles.library.solutions import solution_of
from puzzles.pictures.oklab import oklab
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.terminal.filters import Toned
from puzzles.ui.terminal.styles import style
from puzzles.ui.terminal.terminal import terminal_depth
from sampling import sampled, slow
from screens import GROUNDS, off_screen, wait_until
from shipped import ENTRIES

SOME = [ground for ground, name in GROUNDS.items() if name in ("textual-dark", "solarized-light")]
KAMI = {
    tuple(colour.look for colour in entry.level.board.palette): entry
    for entry in ENTRIES
    if entry.pack.puzzle.id == "kami"
}
FOLDS = (1.045, 0.955)


def hexes(colours):
    return ["#" + bytes(colour.astype(np.uint8).tolist()).hex() for colour in colours]


def nearest_two(shown, vision):
    """The distance of the two shades of different colours that are the most alike."""
    lab = looks.seen(np.array(shown), vision)
    one, two = np.triu_indices(lab.shape[1], 1)
    return min(distance(light[one], dark[two]).min() for light, dark in product(lab, repeat=2))


@pytest.mark.parametrize("step", [8, *slow(2)])
def test_papers_keep_apart_in_256_colours(step):
    for palette in list(KAMI)[::step]:
        shown = dyes(palette, FOLDS, (next(iter(GROUNDS)),), MANY).shades
        assert min(nearest_two(shown, vision) for vision in VISIONS) >= 8, KAMI[palette].name


@pytest.mark.parametrize("ground", sampled(GROUNDS, SOME), ids=GROUNDS.get)
@pytest.mark.parametrize("name", [name for name in PALETTES if name != "default"])
def test_palettes_to_choose_keep_apart_in_256_colours(name, ground):
    shown = dyes(PALETTES[name], FOLDS, (ground,), MANY).shades
    assert min(nearest_two(shown, vision) for vision in VISIONS) >= 10


@pytest.mark.parametrize("ground", sampled(GROUNDS, SOME), ids=GROUNDS.get)
def test_pipes_keep_apart_in_256_colours(ground):
    for count in range(2, 14):
        shown = hexes(dyes(INKS[:count], (1, 1), (ground,), MANY).inks)
        promised = 15 if count <= 9 else 10
        assert min(least_distance(shown, vision) for vision in VISIONS) >= promised


@pytest.mark.parametrize(
    "palette", sampled(KAMI, list(KAMI)[::8]), ids=[entry.name for entry in KAMI.values()]
)
def test_two_shades_of_a_paper_are_of_one_hue(palette):
    light, dark = (list(map(rgb, hexes(s))) for s in dyes(palette, FOLDS, (), MANY).shades)
    for one, two in zip(light, dark, strict=True):
        if one != two:
            hues = [
                np.arctan2(*seen(f"#{bytes(shade).hex()}", "normal")[:0:-1]) for shade in (one, two)
            ]
            grey = max(np.ptp(one), np.ptp(two)) < 5
            assert grey or abs(np.angle(np.exp(1j * (hues[0] - hues[1])))) < 0.3
            assert sum(one) > sum(two)
            assert contrast(one, two) <= 1.2, "or a region looks like a chessboard"
            assert ciede2000(*(seen(f"#{bytes(s).hex()}", "normal") for s in (one, two))) < ALIKE


@pytest.mark.parametrize("step", [6, *slow(1)])
def test_a_colour_keeps_its_hue_in_256_colours(step):
    """Navy is blue, and Lilac no rose: what is no grey and not nearly white."""
    for palette in list(KAMI)[::step]:
        own = oklab(np.array(list(map(rgb, palette)), np.uint8))
        shown = oklab(dyes(palette, FOLDS, (), MANY).inks.astype(np.uint8))
        one, two = (np.arctan2(*lab.T[:0:-1]) for lab in (own, shown))
        away = np.degrees(np.abs(np.angle(np.exp(1j * (one - two)))))
        coloured = (np.hypot(*own.T[1:]) > 0.05) & (own[:, 0] < 0.9)
        assert (away[coloured] < 30).all(), (palette, away)


def test_few_colours_tint_no_pipe():
    """All finished ones or none: of a tint that 256 colours have not, some would be far off."""
    entry = find("flow/warps/18")
    puzzle, look = entry.pack.puzzle, Look("half", (0, 0, 0), MANY)
    start = puzzle.start(entry.level)
    won = puzzle.after(start, solution_of(puzzle, entry.level))
    grounds = [
        {*map(tuple, lines._grounds(puzzle.scene(state), look, ()).tolist())}
        for state in (start, won)
    ]
    assert grounds[0] == grounds[1]


def chroma_of(shades):
    return np.hypot(*np.moveaxis(oklab(shades.astype(np.uint8)), -1, 0)[1:])


@pytest.mark.parametrize("step", [6, *slow(2)])
def test_what_is_pale_stays_pale_in_256_colours(step):
    """A name that says white is true of what is painted: as light, and of hardly more colour."""
    letters = tuple(DEFAULTS[name] for name in ("Red", "White", "Teal", "Yellow"))
    palettes = letters, letters[:3], INKS[:9], INKS[:13], *PALETTES.values(), *list(KAMI)[::step]
    for palette in palettes:
        own = np.array(list(map(rgb, palette)), float).reshape(-1, 3)
        light, chroma = oklab(own.astype(np.uint8))[:, 0], chroma_of(own)
        pale = (light > 0.92) & (chroma < 0.05)
        for shade in dyes(palette, FOLDS, (), MANY).shades:
            assert (chroma_of(shade)[pale] < np.maximum(chroma[pale], 0.01) + 0.023).all()
            assert (oklab(shade.astype(np.uint8))[pale, 0] > light[pale] - 0.05).all()


@pytest.mark.parametrize("step", [6, *slow(2)])
def test_grey_stays_grey_and_a_colour_coloured_in_256_colours(step):
    for palette in (INKS[:10], *PALETTES.values(), *list(KAMI)[::step]):
        own = chroma_of(np.array(list(map(rgb, palette)), float).reshape(-1, 3))
        shown = chroma_of(dyes(palette, (1, 1), ((18, 18, 18),), MANY).inks)
        assert (shown[own < 0.02] < 0.03).all()
        assert (shown[own > 0.03] > 0.02).all()


def test_some_papers_have_two_shades_in_256_colours():
    light, dark = dyes(("#f4e9d2", "#79828b", "#b63a2b"), FOLDS, (), MANY).shades
    assert (light != dark).any()
    light, dark = dyes(("#f4e9d2", "#79828b", "#b63a2b"), (1, 1), (), MANY).shades
    assert (light == dark).all()


@pytest.mark.parametrize("ground", sampled(GROUNDS, SOME), ids=GROUNDS.get)
@pytest.mark.parametrize("name", PALETTES)
def test_sixteen_colours_are_used_once_and_never_for_the_ground(name, ground):
    nearest = tones(FEW).nearest
    boards = [PALETTES[name]] if PALETTES[name] else [*list(KAMI)[::6], INKS[:9], INKS[:13]]
    for board in boards:
        inks = [nearest(rgb(code)) for code in hexes(dyes(board, FOLDS, (ground,), FEW).inks)]
        assert len(set(inks)) == len(board)
        assert nearest(ground) not in inks
        # As xterm has them: what another terminal makes of the numbers is its owner's choice.
        for one, two in combinations(inks, 2):
            codes = ["#" + bytes(tones(FEW)[i]).hex() for i in (one, two)]
            assert ciede2000(*(seen(code, "normal") for code in codes)) > 8


def test_with_all_colours_nothing_is_changed():
    shown = dyes(("#102030", "#ffffff"), FOLDS, ((0, 0, 0),), FULL)
    assert hexes(shown.inks) == ["#102030", "#ffffff"]
    assert shown.shades[0, 0] == pytest.approx(1.045 * shown.inks[0])
    assert shown.shades[1, 1] == pytest.approx(0.955 * shown.inks[1])


@pytest.mark.parametrize("step", [6, *slow(2)])
@pytest.mark.parametrize("depth", [MANY, FEW])
def test_what_a_board_draws_with_is_what_the_terminal_gets(depth, step):
    """No colour is taken for another on its way."""
    console = Console(color_system={MANY: "256", FEW: "standard"}[depth], force_terminal=True)
    for palette in list(KAMI)[::step]:
        for shades in dyes(palette, FOLDS, (), depth).shades:
            for colour in map(rgb, hexes(shades)):
                look = style(colour, colour)
                (segment,) = Toned(depth).apply([Segment("▄", look)], Color(0, 0, 0))
                number = segment.style.color.number
                assert segment.style.bgcolor.number == number
                table = tones(depth)
                assert table[table.numbers.index(number)] == colour
                codes = segment.style.render("▄", color_system=console._color_system)
                assert f"5;{number};" in codes if depth == MANY else "▄" in codes


@pytest.mark.parametrize("depth", [MANY, FEW])
@pytest.mark.parametrize("ground", sampled(GROUNDS, SOME), ids=GROUNDS.get)
def test_text_stays_legible(depth, ground):
    """Text that is faint, coloured or on a colour keeps a contrast of 3 if it had it."""
    show, table = Toned(depth), tones(depth)
    for back in (ground, *map(rgb, INKS)):
        for front in (legible(back), *map(rgb, INKS), (128, 128, 128)):
            (segment,) = show.apply([Segment("a", style(front, back))], Color(*ground))
            shown = [
                table[table.numbers.index(colour.number)]
                for colour in (segment.style.color, segment.style.bgcolor)
            ]
            assert contrast(*shown) >= min(contrast(front, back), 3)


@pytest.mark.parametrize("value", range(60, 130, 10))
def test_dim_text_stays_dim(value):
    (segment,) = Toned(MANY).apply(
        [Segment("a", style((value,) * 3, (29, 27, 23)))], Color(0, 0, 0)
    )
    shown = tones(MANY)[tones(MANY).numbers.index(segment.style.color.number)]
    assert value - 10 <= max(shown) <= value + 40


def test_black_text_is_not_made_bold_where_that_would_make_it_grey():
    bold = style((0, 0, 0), (255, 0, 0), bold=True)
    (few,) = Toned(FEW).apply([Segment("A", bold)], Color(0, 0, 0))
    assert (few.style.color.number, few.style.bold) == (0, False)
    (many,) = Toned(MANY).apply([Segment("A", bold)], Color(0, 0, 0))
    assert many.style.bold


def test_what_a_segment_means_stays():
    linked = style((1, 2, 3), (4, 5, 6)) + Style.from_meta({"@click": "go"})
    (shown,) = Toned(MANY).apply([Segment("go", linked)], Color(0, 0, 0))
    assert shown.style.meta == {"@click": "go"}
    assert Toned(MANY).apply([Segment("go")], Color(0, 0, 0)) == [Segment("go")]


@pytest.fixture(params=[MANY, FEW])
def depth(request, monkeypatch):
    """A terminal with few colours."""
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setenv("TERM", {MANY: "xterm-256color", FEW: "xterm-16color"}[request.param])
    assert terminal_depth() == request.param
    return request.param


def first(puzzle: str) -> Entry:
    return next(entry for entry in ENTRIES if entry.pack.puzzle.id == puzzle)


async def test_a_paper_is_painted_in_its_own_shades_alone(depth):
    entry = first("kami")
    app = PuzzlesApp(entry)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        board = app.screen.board
        await wait_until(pilot, lambda: board.size)
        board.by_pointer = True  # no cursor
        frame, shades = board.frame(), colours(board.scene(), board.box, board.looks).shades
        inks = {tuple(colour) for colour in shades.reshape(-1, 3).astype(int)}
        shown = {
            tuple(colour)
            for part in (frame.front, frame.back)
            for colour in part.reshape(-1, 3).astype(int)
        }
        assert shown - inks <= {board.background, (0, 0, 0), (255, 255, 255)}
        cell = board.state.region_cell[0]
        colour = board.state.colours[cell]
        own = {tuple(shades[fold, colour]) for fold in (0, 1)}
        board.cursor, board.by_pointer = cell, False
        lit = dict(
            zip(
                rasterise(board.grid, board.box, board.tier).back.flat,
                board.frame().back.reshape(-1, 3).astype(float),
                strict=True,
            )
        )
        region = [c for c in board.state.region(cell) if c != cell]
        assert {tuple(lit[each]) for each in region} <= own
        assert tuple(lit[cell]) not in {
            tuple(ink)
            for ink in shades.reshape(-1, 3)
            if tuple(ink) not in ((0, 0, 0), (255, 255, 255))
        }


async def test_cells_of_flow_are_seen_in_sixteen_colours(monkeypatch):
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setenv("TERM", "xterm-16color")
    entry = first("flow")
    board = off_screen(entry.pack.puzzle, entry.pack.puzzle.start(entry.level))
    board.layout_for(80, 24)
    glyphs = board.frame().glyph
    dots = int((entry.level.board.dots >= 0).sum())
    assert (glyphs == "·").sum() == board.grid.n - dots
    monkeypatch.setenv("COLORTERM", "truecolor")
    board = off_screen(entry.pack.puzzle, entry.pack.puzzle.start(entry.level))
    board.layout_for(80, 24)
    assert not (board.frame().glyph == "·").any()


def test_empty_hexagons_are_alike_in_sixteen_colours(monkeypatch):
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setenv("TERM", "xterm-16color")
    entry = find("flow/hexes/1")
    board = off_screen(entry.pack.puzzle, entry.pack.puzzle.start(entry.level))
    board.layout_for(80, 24)
    frame = board.frame()
    assert len({tuple(back) for back in frame.back[frame.glyph == "·"].tolist()}) == 1
