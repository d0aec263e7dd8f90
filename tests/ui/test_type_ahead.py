"""Keys that were pressed before a screen is left, and are handled after it."""

from __future__ import annotations

import asyncio

import pytest
from textual import events
from textual.command import CommandList
from textual.widgets import OptionList, Select

from puzzles.library.catalogue import find
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell import app as shell
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.settings import SettingsScreen
from puzzles.ui.widgets import guards
from puzzles.ui.widgets.guards import Palette
from puzzles.ui.widgets.host import ModalScreen

pytestmark = pytest.mark.usefixtures("lessons_seen")


@pytest.fixture
async def pilot():
    app = PuzzlesApp(find("kami/first-folds/2"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield pilot


async def test_a_second_esc_leaves_the_home_screen_open(pilot):
    play = pilot.app.screen
    play.action_back()
    play.action_back()
    await pilot.pause()
    assert isinstance(pilot.app.screen, HomeScreen)


async def test_the_next_level_after_esc_does_not_replace_the_home_screen(pilot):
    play = pilot.app.screen
    play.action_back()
    play.action_level(1)
    await pilot.pause()
    assert isinstance(pilot.app.screen, HomeScreen)


async def test_the_next_level_under_another_screen_waits_for_that(pilot):
    play = pilot.app.screen
    pilot.app.action_settings()
    play.action_level(1)
    play.action_back()
    await pilot.pause()
    assert isinstance(pilot.app.screen, SettingsScreen)
    assert pilot.app.screen_stack[-2] is play


async def test_a_result_closes_what_lies_over_the_screen_that_has_it(pilot):
    results = []
    asking = ModalScreen()
    pilot.app.push_screen(asking, results.append)
    pilot.app.action_settings()
    await pilot.pause()
    asking.dismiss("done")
    await pilot.pause()
    assert results == ["done"]
    assert isinstance(pilot.app.screen, PlayScreen)


@pytest.mark.slow
async def test_a_second_esc_in_the_palette_leaves_the_level_open(pilot):
    play = pilot.app.screen
    pilot.app.action_command_palette()
    await pilot.pause()
    palette = pilot.app.screen
    assert isinstance(palette, Palette)
    await pilot.press("escape")
    palette.dismiss()
    await pilot.pause()
    assert pilot.app.screen is play


async def page_without_room(pilot, options):
    """Press page keys in a list of no height."""
    await pilot.pause()
    options.styles.height = 0
    await pilot.pause()
    await pilot.press("pagedown", "pageup")


async def test_pages_of_a_list_without_room(pilot):
    options = OptionList("a", "b")
    await pilot.app.screen.mount(options)
    options.focus()
    options.highlighted = 1
    await page_without_room(pilot, options)
    assert options.highlighted == 1


async def test_pages_of_a_choice_without_room(pilot):
    choice = Select([("a", "a"), ("b", "b")])
    await pilot.app.screen.mount(choice)
    choice.focus()
    await pilot.press("enter")
    await page_without_room(pilot, choice.query_one(OptionList))
    assert choice.is_attached


async def test_pages_of_the_palette_without_room(pilot):
    pilot.app.action_command_palette()
    await pilot.pause()
    options = pilot.app.screen.query_one(CommandList)
    options.add_options(["a", "b"])
    options.highlighted = 0
    await page_without_room(pilot, options)
    assert isinstance(pilot.app.screen, Palette)


@pytest.mark.faulty
async def test_textual_still_needs_the_guard(pilot):
    """When this fails, `_move_where_lines_are` in ui/widgets/guards.py can go."""
    options = OptionList("a", "b")
    await pilot.app.screen.mount(options)
    options.highlighted = 1
    options.styles.height = 0
    await pilot.pause()
    with pytest.raises(KeyError):
        guards._move(options, 1)


async def test_the_key_that_quits_does_not_wait_behind_all_others(pilot, monkeypatch):
    monkeypatch.setattr(shell, "HASTE", 0.0)
    app, taken, check = pilot.app, [], pilot.app._check_bindings

    async def check_slowly(key, priority=False):
        taken.append(key)
        await asyncio.sleep(0)
        return await check(key, priority)

    monkeypatch.setattr(app, "_check_bindings", check_slowly)
    keys = ["right"] * 200
    for key in [*keys, "ctrl+q"]:
        app._driver.process_message(events.Key(key, None))
    async with asyncio.timeout(60):
        while not app._exit:
            await asyncio.sleep(0)
    assert 0 < len(taken) < len(keys)


async def test_a_press_on_a_widget_that_has_just_gone(pilot):
    gone, screen = pilot.app.screen.query_one("#title"), pilot.app.screen
    place = gone.region.offset
    gone._detach()  # as it is until the screen is laid out anew
    screen._forward_event(events.MouseDown(None, *place, 0, 0, 1, False, False, False, *place))
    gone._attach(screen)
