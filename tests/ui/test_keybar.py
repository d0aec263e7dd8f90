"""The line of keys: help is always there, keys can be clicked, and boards get the room there is."""

from __future__ import annotations

import pytest

from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.help import HelpScreen
from puzzles.ui.widgets.keybar import KeyBar
from sampling import slow
from screens import click_key, wait_until

EIGHT = 'puzzle = "flow"\nboard = """\nA......B\n' + "........\n" * 6 + 'A......B\n"""\n'
KAMI = 'puzzle = "kami"\ngrid = "square"\nboard = """\nRWT\nWTR\n"""\n'


@pytest.mark.parametrize("width", [40, *slow(47, 64, 120)])
async def test_help_is_there_at_every_width(width):
    app = PuzzlesApp(Entry(read_pack("level", EIGHT), 0))
    async with app.run_test(size=(width, 24)) as pilot:
        for screen in ("play", "settings", "today", "home"):
            if screen == "home":
                app.go_home()
            elif screen == "today":
                app.room(screen)
            elif screen == "settings":
                app.action_settings()
            await pilot.pause(0.05)
            bar = app.screen.query_one(KeyBar)
            line = bar.render().plain
            assert "? Help" in line
            assert len(line) <= width
            left, right = bar.keys
            assert all(key.plain in line for key in left)
            assert right
            if screen == "play":
                assert left[0].plain == "space Draw"
                assert (len(left) >= 9) == (width >= 80)
                assert ("Next pipe" in line) == (width >= 120)
            if screen == "home":
                assert ("^q Quit" in line) == (width >= 64)


async def test_keys_are_clicked():
    app = PuzzlesApp(Entry(read_pack("level", KAMI), 0))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        app.screen.board.point_at(0)
        await pilot.press("2", "space")
        moves = app.screen.game.status.moves
        assert moves == 1
        await click_key(pilot, "Undo")
        await wait_until(pilot, lambda: app.screen.game.status.moves == moves - 1)
        await click_key(pilot, "Help")
        await wait_until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await click_key(pilot, "^p")
        await wait_until(pilot, lambda: not isinstance(app.screen, PlayScreen))


@pytest.mark.parametrize(
    ("size", "beside", "board"),
    [
        ((60, 20), True, (35, 18)),  # beside the panel, though the window is narrow
        ((46, 40), False, (42, 18)),  # below it, where that leaves more, with room for rulers
        pytest.param((70, 60), False, (58, 25), marks=pytest.mark.slow),
        pytest.param((80, 24), True, (42, 18), marks=pytest.mark.slow),
        pytest.param((120, 40), True, (74, 34), marks=pytest.mark.slow),
    ],
)
async def test_the_panel_stands_where_it_leaves_the_board_more_room(size, beside, board):
    app = PuzzlesApp(Entry(read_pack("level", EIGHT), 0))
    async with app.run_test(size=size) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await pilot.pause()
        assert app.screen.has_class("-wide") == beside
        assert tuple(app.screen.board.size) == board
        panel = app.screen.query_one("#side").region
        assert not panel.overlaps(app.screen.board.region)
        assert app.screen.region.contains_region(panel)
