"""The app does as the settings say, from the start and at once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.binding import Binding

from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.player.settings import Settings, read_settings, settings_file
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.settings import usable
from puzzles.ui.widgets.keys import KEYMAPS

BOARDS = {
    "kami": 'puzzle = "kami"\nboard = """\nRWT\nWTR\n"""\n',
    "flow": 'puzzle = "flow"\nboard = """\nA.B\nA.B\n"""\n',
}


def entry(puzzle):
    return Entry(read_pack("level", BOARDS[puzzle]), 0)


def write(text):
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(text)


@pytest.mark.parametrize("puzzle", BOARDS)
async def test_settings_of_the_file(puzzle):
    write(
        'theme = "nord"\npalette = "okabe-ito"\nletters = "on"\nglyphs = "half"\nkeys = "wasd"\n'
        'animations = "short"\nturn = "turned"\n'
    )
    app = PuzzlesApp(entry(puzzle))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        assert app.theme == "nord"
        assert app.animation_level == "basic"
        assert board.inks[0].tolist() == [0xE6, 0x9F, 0x00]
        assert (board.tier, board.letters, board.wish) == ("half", True, True)
        before = board.cursor
        await pilot.press("d" if puzzle == "flow" else "s")
        assert board.cursor != before


@pytest.mark.parametrize("puzzle", BOARDS)
async def test_a_change_takes_effect_at_once_and_is_kept(puzzle):
    app = PuzzlesApp(entry(puzzle))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        own, drawn = board.inks.tolist(), board._frame
        settings = replace(Settings(), palette="high-contrast", letters="on", animations="none")
        await app.change(settings)
        assert board.inks.tolist() != own
        assert board._frame.changed(drawn)
        assert not board._animated
        await app.change(Settings())
        assert board.inks.tolist() == own
        await app.change(settings)
    assert read_settings() == (settings, ())


async def test_bad_entries_are_told():
    write('theme = "plaid"\nclock = 3\n')
    app = PuzzlesApp(entry("kami"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        told = " ".join(notice.message for notice in app._notifications)
        assert "no theme 'plaid'" in told
        assert "settings.toml:2:9: clock must be true or false" in told
        assert app.theme == "paper-dark"


async def test_own_keys_come_before_the_key_map():
    write('keys = "wasd"\n[bindings]\n"board.right" = "e"\n"play.undo" = "f6"\n')
    app = PuzzlesApp(entry("kami"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board, session = app.screen.board, app.screen.game.session
        board.cursor = 0
        await pilot.press("d")
        assert board.cursor == 0
        await pilot.press("e")
        assert board.cursor == 1
        await pilot.press("3", "enter", "u")
        assert session.dump()["at"]
        await pilot.press("f6")
        assert not session.dump()["at"]


def test_key_maps_name_bindings_that_exist():
    import puzzles.ui.shell.app as app_module
    from puzzles.ui.board import gridboard
    from puzzles.ui.home import home
    from puzzles.ui.play import play
    from puzzles.ui.watch import watch

    ids = {
        binding.id
        for module in (app_module, gridboard, home, play, watch)
        for thing in vars(module).values()
        for binding in getattr(thing, "BINDINGS", ())
        if isinstance(binding, Binding)
    }
    assert set().union(*KEYMAPS.values()) <= ids


def test_own_keys_that_cannot_be_used_are_told_and_left():
    own = {"play.undo": "u,f9", "play.redoo": "f6", "play.hint": "crtl+z", "flow.clear": "x"}
    assert usable(own) == (
        {"play.undo": "u,f9", "flow.clear": "x"},
        [
            "play.redoo: there is no such binding; did you mean 'play.redo'?",
            "play.hint: there is no key 'crtl+z'",
        ],
    )
    assert usable({name: keys for map_ in KEYMAPS.values() for name, keys in map_.items()})[1] == []


@pytest.mark.slow
async def test_own_keys_take_those_of_others():
    write('[bindings]\n"play.hint" = "u"\n"play.undo_all" = "z"\n"play.redo" = "f7"\n')
    app = PuzzlesApp(entry("kami"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        told = [notice.message for notice in app._notifications]
        reason = "[bindings] play.undo_all: there is no such binding"
        assert sum(reason in notice for notice in told) == 1
        session = app.screen.game.session
        await pilot.press("3", "enter", "u")
        assert session.dump()["at"]
        await pilot.press("ctrl+z")
        assert not session.dump()["at"]
        await pilot.press("f7")
        assert session.dump()["at"]
        await app.change(replace(app.settings, clock=False))
        assert len(app._notifications) == len(told)
