"""The command palette: actions and themes."""

from __future__ import annotations

import pytest
from textual.command import CommandPalette
from textual.widgets import Input

from puzzles.library.catalogue import find
from puzzles.ui.home.kinds import KindScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.play.playing import TutorialScreen
from puzzles.ui.shell.app import PuzzlesApp
from screens import packs_read, wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen")


async def command(pilot, words):
    """Type into the palette and take the first command it finds."""
    await pilot.press("ctrl+p")
    await pilot.pause()
    palette = pilot.app.screen
    assert isinstance(palette, CommandPalette)

    def found():
        looking = any(
            worker.node is palette and not worker.is_finished for worker in pilot.app.workers
        )
        commands = palette.query_one("CommandList")
        return not looking and commands.option_count and commands.highlighted is not None

    palette.query_one(Input).value = words
    await pilot.pause()
    await wait_until(pilot, found)
    await pilot.press("enter")
    await wait_until(pilot, lambda: pilot.app.screen is not palette)
    await pilot.pause()


@pytest.fixture
async def pilot():
    app = PuzzlesApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await packs_read(pilot)
        yield pilot


@pytest.mark.slow
async def test_an_action_of_its_screen(pilot):
    await pilot.press("enter")
    await wait_until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
    await pilot.press("1", "enter", "2", "enter")
    assert pilot.app.screen.game.session.dump()["at"]
    await command(pilot, "restart")
    assert pilot.app.screen.game.session.status.moves == 0


@pytest.mark.parametrize("leave", ["room", "go_home"])
async def test_another_room_may_be_entered_before_the_palette_is_there(pilot, leave):
    """Or left: a key that comes at once still goes to the screen below."""
    app, home = pilot.app, pilot.app.screen
    app.action_command_palette()
    app.room("today") if leave == "room" else app.go_home()
    await pilot.pause()
    assert not isinstance(app.screen, CommandPalette)
    await pilot.press("1")
    await wait_until(pilot, lambda: app.screen is home)


async def test_what_the_screen_does_comes_first():
    app = PuzzlesApp(find("flow/first-pipes/2"))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("ctrl+p")
        commands = app.screen.query_one("CommandList")
        await wait_until(pilot, lambda: commands.option_count)
        told = [str(option.prompt).split("\n")[0] for option in commands.options]
        assert told.index("Undo") < told.index("Restart") < told.index("Quit")
        assert told.index("Settings") < told.index("Tutorial: Flow")


async def test_words_find_what_can_be_done_and_no_level_that_is_called_so(pilot):
    """There are a Drawbridge and a thousand others, which the search of the home screen finds."""
    await command(pilot, "draw")
    assert isinstance(pilot.app.screen, KindScreen)


@pytest.mark.slow
async def test_a_theme_is_taken_and_kept_and_a_tutorial_begun(pilot):
    await command(pilot, "theme nord")
    assert pilot.app.theme == "nord"
    assert pilot.app.settings.theme == "nord"
    await command(pilot, "tutorial kami")
    assert isinstance(pilot.app.screen, TutorialScreen)
