"""The command palette: levels, packs, actions, themes."""

from __future__ import annotations

import pytest
from textual.command import CommandPalette
from textual.widgets import Input

from puzzles.ui.app import PuzzlesApp
from puzzles.ui.edit import EditScreen
from puzzles.ui.gallery import Gallery
from puzzles.ui.home import HomeScreen
from puzzles.ui.play import PlayScreen
from puzzles.ui.tutorial import TutorialScreen

pytestmark = pytest.mark.usefixtures("lessons_seen")


async def command(pilot, words):
    """Type into the palette and take the first command it finds."""
    await pilot.press("ctrl+p")
    await pilot.pause()
    assert isinstance(pilot.app.screen, CommandPalette)
    pilot.app.screen.query_one(Input).value = words
    for _ in range(100):
        await pilot.pause(0.05)
        found = pilot.app.screen.query_one("CommandList")
        if found.option_count and found.highlighted is not None:
            break
    await pilot.pause(0.3)
    await pilot.press("enter")
    await pilot.pause(0.2)
    assert not isinstance(pilot.app.screen, CommandPalette)


@pytest.fixture
async def pilot():
    app = PuzzlesApp()
    async with app.run_test(size=(100, 30)) as pilot:
        for _ in range(400):
            if len(app.screen.query_one(Gallery).items) > 100:
                break
            await pilot.pause(0.02)
        yield pilot


async def test_a_level_an_action_of_its_screen_and_from_there_a_pack(pilot):
    await command(pilot, "tulip")
    assert isinstance(pilot.app.screen, PlayScreen)
    assert pilot.app.screen.entry.level.title == "Tulip"
    await pilot.press("1", "enter", "2", "enter")
    assert pilot.app.screen.session.can_undo
    await command(pilot, "restart")
    assert pilot.app.screen.session.status.moves == 0
    await command(pilot, "flow hexes")
    assert isinstance(pilot.app.screen, HomeScreen)
    assert pilot.app.screen.query_one(Gallery).item.entry.pack.title == "Hexes"


@pytest.mark.slow
async def test_a_theme_is_taken_and_kept_and_a_tutorial_begun(pilot):
    await command(pilot, "theme nord")
    assert pilot.app.theme == "nord"
    assert pilot.app.settings.theme == "nord"
    await command(pilot, "tutorial kami")
    assert isinstance(pilot.app.screen, TutorialScreen)


@pytest.mark.parametrize(("words", "kind", "size"), [
    ("new board kami squ 5x4", "square", "5×4"),
    ("new board flow hex", "hex", "7×7"),
])  # fmt: skip
@pytest.mark.slow
async def test_a_new_board(pilot, words, kind, size):
    await command(pilot, words)
    assert isinstance(pilot.app.screen, EditScreen)
    assert (pilot.app.screen.draft.grid.kind, pilot.app.screen.draft.grid.size) == (kind, size)
