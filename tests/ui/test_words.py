"""What is said of a board: colours are called what is painted, places what is seen there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.widgets import Static

from lacking import without
from puzzles.characters.cells import captions
from puzzles.core.palettes import NAMES, PALETTES, names
from puzzles.core.puzzle import Puzzle
from puzzles.kami.plugin import kami
from puzzles.kami.rules.model import Move
from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.player.settings import Settings
from puzzles.ui.play.playing import TutorialScreen
from puzzles.ui.shell.app import PuzzlesApp
from screens import wait_until

LEVEL = """
puzzle = "kami"
grid = "square"
title = "Ends"
par = 3
colours = { P = "Pear #c4d064", C = "Cherry #9e2b3c", O = "Orange #cf5d3f" }
board = \"\"\"
PPOCCCOP
PPOCCCOO
PPOCCCCC
\"\"\"
"""


def state():
    pack = read_pack("level.toml", LEVEL)
    return kami.start(pack.levels[0])


def region(start, row, col):
    return start.board.grid.at(row, col)


def told(start, row, col, colour, turned=False):
    return kami.describe_move(start, Move(region(start, row, col), colour), turned)


def test_a_region_is_told_by_colour_and_place():
    start = state()
    assert told(start, 1, 4, 0) == "recolour the Cherry region to Pear"
    assert told(start, 1, 0, 1) == "recolour the Pear region at the left to Cherry"
    assert told(start, 0, 7, 1) == "recolour the Pear region at the top right to Cherry"
    assert told(start, 0, 7, 1, turned=True) == "recolour the Pear region at the top left to Cherry"


def test_regions_that_lie_together_are_told_by_size_or_cell():
    board = LEVEL.replace("PPOCCCOP\nPPOCCCOO\nPPOCCCCC", "POOOOOOO\nPOPOOOOO\nPPOOOOOC")
    start = kami.start(read_pack("level.toml", board).levels[0])
    assert told(start, 0, 0, 1) == "recolour the large Pear region at the left to Cherry"
    assert told(start, 1, 2, 1) == "recolour the small Pear region at the left to Cherry"
    board = LEVEL.replace("PPOCCCOP\nPPOCCCOO\nPPOCCCCC", "POPOOOOO\nOOOOOOOO\nOOOOOOOC")
    start = kami.start(read_pack("level.toml", board).levels[0])
    assert told(start, 0, 0, 1) == "recolour the Pear region at the top left (a1) to Cherry"


@pytest.mark.parametrize("palette", NAMES)
def test_palettes_have_a_name_for_each_colour(palette):
    assert len(NAMES[palette]) == len(PALETTES[palette]) == len({n[0] for n in NAMES[palette]})
    many = names(palette, [f"Own {i}" for i in range(20)])
    assert len(set(many)) == 20


def test_colours_are_called_what_is_painted():
    start = state()
    text = "Cherry, Pear and Orange, but no Cherries"
    assert kami.with_palette_names(start, text, "default") == text
    # Orange is what the first colour becomes: no name is taken for another.
    assert (
        kami.with_palette_names(start, text, "okabe-ito")
        == "Sky, Orange and Green, but no Cherries"
    )
    assert [c.letter for c in start.board.painted("okabe-ito")] == ["O", "S", "G"]
    assert start.board.painted("default") == start.board.palette


def test_a_puzzle_without_words_of_its_own_keeps_what_it_says():
    plain: Puzzle = without(kami, "tutor.renamed", "tutor.move_words")
    start = state()
    assert plain.with_palette_names(start, "Pear", "okabe-ito") == "Pear"
    assert plain.describe_move(start, Move(0, 1)) == "a1 Cherry"


def texts(app):
    return "\n".join(str(each.render()) for each in app.screen.query(Static))


@pytest.mark.slow
async def test_the_screen_says_what_it_shows():
    app = PuzzlesApp(Entry(read_pack("level.toml", LEVEL), 0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await app.change(replace(Settings(), palette="okabe-ito", letters="on"))
        await pilot.pause()
        board = app.screen.board
        listed = board.side().render().plain
        assert "Sky" in listed
        assert "Cherry" not in listed
        assert {"O", "S", "G"} == set(captions(board.scene(), letters=True).values())
        app.screen.action_hint()
        await wait_until(pilot, lambda: "Look at" in texts(app))
        app.screen.action_hint()
        app.screen.action_hint()
        await wait_until(pilot, lambda: "Try" in texts(app))
        said = texts(app).partition("Try")[2]
        assert "region" in said
        assert not any(name in said for name in ("Pear", "Cherry"))
        board.post_message(board.Played(Move(0, int(board.state.colours[0]))))
        await wait_until(pilot, lambda: "already" in texts(app))
        assert "is Orange already" in texts(app)
        app.screen.game.play(Move(0, 1))
        assert app.screen.game.session.moves()[-1].endswith("Cherry")


@pytest.mark.slow
async def test_lessons_and_solutions_too():
    app = PuzzlesApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await app.change(replace(Settings(), palette="okabe-ito"))
        app.teach(kami)
        await wait_until(pilot, lambda: isinstance(app.screen, TutorialScreen))
        await pilot.press("H")
        await wait_until(pilot, lambda: "Try" in texts(app))
        assert "recolour the Sky region" in texts(app)
        assert "White" not in texts(app)
