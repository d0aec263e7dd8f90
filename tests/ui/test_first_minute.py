"""What somebody meets who has never been here: an empty profile, the lessons, the first level."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from puzzles.library.catalogue import find
from puzzles.ui.shell.app import PuzzlesApp
from sampling import slow


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 20), *slow((80, 24), (120, 40))], ids=str)
async def test_a_new_player_finds_every_colour_of_the_first_level(size):
    """Behind the lessons, and after the window has changed its shape."""
    app = PuzzlesApp()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.open(find("kami/first-folds/1"))
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        names = [colour.name for colour in app.screen.game.session.state.board.palette]
        for width, height in (size, (60, 24), (100, 30), size):
            await pilot.resize_terminal(width, height)
            await pilot.pause(0.2)
            palette = app.screen.query_one("#palette")
            shown = "\n".join(strip.text for strip in palette.render_lines(palette.size.region))
            if width < 64:  # in a row: a number for each
                assert all(str(number + 1) in shown for number in range(len(names)))
            else:
                assert all(name in shown for name in names)
            lowest = palette.size.height * (2 * len(names) - 1) // (2 * len(names))
            last = (2, lowest) if width >= 64 else (5 * (len(names) - 1) + 2, 0)
            await pilot.click("#palette", offset=last)
            assert app.screen.board.chosen == len(names) - 1
            app.screen.board.choose(0)


async def test_space_alone_does_what_the_first_lesson_asks():
    """The colour that is chosen at first changes something."""
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.open(find("kami/first-folds/1"))
        await pilot.pause()
        lesson = app.screen
        await pilot.press("space")
        assert lesson.game.status.won


@pytest.mark.slow
def test_the_same_without_what_tests_replace():
    """These tests pass in the program as players have it (`replaced` in tests/conftest.py)."""
    files = (__file__, Path(__file__).with_name("test_navigation.py"))
    command = [sys.executable, "-m", "pytest", "--as-played", "-n", "0", *files]
    subprocess.run(command, cwd=Path(__file__).parents[2], timeout=250, check=True)
