"""A fault in a screen closes that screen, with a report; the app goes on."""

from __future__ import annotations

import asyncio

import pytest
from textual.command import CommandPalette
from textual.screen import Screen

from puzzles.library.catalogue import find
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell import faults
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.faults import MOST
from sampling import slow

pytestmark = [pytest.mark.usefixtures("lessons_seen"), pytest.mark.faulty]


class Fault(Exception):
    """What a plugin might raise."""


def fail(*_: object, **__: object) -> None:
    raise Fault


def reports(directories) -> list[str]:
    folder = directories / "state" / "crashes"
    return [file.read_text() for file in folder.iterdir()] if folder.is_dir() else []


async def closed(app: PuzzlesApp, screen: Screen) -> None:
    """Wait until a screen is closed; Textual's pilot would wait for messages of that screen."""
    for _ in range(200):
        if app.screen is not screen:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the screen stays open")


async def by_key(pilot, monkeypatch) -> None:
    monkeypatch.setattr(pilot.app.screen.board, "act", fail)
    await pilot.press("enter")


async def by_render(pilot, monkeypatch) -> None:
    monkeypatch.setattr(type(pilot.app.screen.board), "render_line", fail)
    pilot.app.screen.board.refresh()


async def by_timer(pilot, monkeypatch) -> None:
    pilot.app.screen.set_timer(0.01, fail)


async def by_worker(pilot, monkeypatch) -> None:
    async def work() -> None:
        raise Fault

    pilot.app.screen.run_worker(work())


async def by_action(pilot, monkeypatch) -> None:
    monkeypatch.setattr(PlayScreen, "action_verb", fail)
    await pilot.press("u")


async def by_message(pilot, monkeypatch) -> None:
    pilot.app.screen.call_later(fail)


@pytest.mark.parametrize(
    "fault", [by_key, by_render, *slow(by_timer, by_worker, by_action, by_message)]
)
async def test_the_screen_is_closed_and_the_app_goes_on(fault, own_directories, monkeypatch):
    app = PuzzlesApp(find("kami/first-folds/2"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        screen = app.screen
        with monkeypatch.context() as patch:
            await fault(pilot, patch)
            await closed(app, screen)
        assert isinstance(app.screen, HomeScreen)
        (text,) = reports(own_directories)
        assert "Fault" in text
        app.open(find("flow/first-pipes/1"), lessons=False)
        await pilot.pause()
        await pilot.press("space")
        assert isinstance(app.screen, PlayScreen)


async def test_the_home_screen_is_made_anew(own_directories, monkeypatch):
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = app.screen
        before.call_later(fail)
        await closed(app, before)
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("right")
        assert len(reports(own_directories)) == 1


@pytest.mark.slow
async def test_faults_without_end_end_the_app(monkeypatch):
    monkeypatch.setattr(faults, "WITHIN", 1000)
    app = PuzzlesApp()

    async def fail_again_and_again() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for _ in range(MOST):
                app.call_later(fail)
                await asyncio.sleep(0.1)
            for _ in range(100):
                if app.is_running:
                    await asyncio.sleep(0.05)

    with pytest.raises(Fault):
        await fail_again_and_again()


@pytest.mark.slow
async def test_one_palette_is_open_at_a_time_and_may_be_paged_at_once():
    app = PuzzlesApp(find("kami/first-folds/2"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.action_command_palette()
        app.action_command_palette()
        await pilot.pause()
        app.push_screen(HomeScreen())
        app.action_command_palette()
        await pilot.pause()
        assert sum(isinstance(screen, CommandPalette) for screen in app.screen_stack) == 1
        app.pop_screen()
        for key in ["pagedown", "pageup", "a", "pagedown", "backspace", "pageup", "pagedown"] * 4:
            await pilot.press(key)
        assert app.is_running


async def test_a_screen_that_was_left_may_miss_its_widgets(own_directories):
    app = PuzzlesApp(find("kami/first-folds/2"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        left = app.screen
        left.call_later(left.query_one, "#gone")
        left.dismiss()
        await pilot.pause()
        await asyncio.sleep(0.2)
        assert isinstance(app.screen, HomeScreen)
        assert not reports(own_directories)


async def test_an_app_that_ends_may_miss_its_widgets():
    app = PuzzlesApp()

    async def look_while_it_ends() -> None:
        while app.is_running:
            await asyncio.sleep(0)
        app.screen.query_one("#gone")

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.screen.run_worker(look_while_it_ends())


async def test_the_screen_that_has_the_fault_is_closed_with_what_lies_over_it(own_directories):
    app = PuzzlesApp(find("kami/first-folds/2"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        play = app.screen
        app.action_settings()
        await pilot.pause()
        app.screen.call_later(fail)
        await closed(app, app.screen)
        assert app.screen is play
        app.action_settings()
        await pilot.pause()
        play.call_later(fail)
        await closed(app, app.screen)
        assert isinstance(app.screen, HomeScreen)


async def test_a_room_that_has_a_fault_is_made_anew(own_directories):
    """Also one that is not in front: the player sees what became of it."""
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        home = app.screen
        await pilot.press("4")
        you = app.screen
        home.call_later(fail)
        await closed(app, you)
        assert isinstance(app.screen, HomeScreen)
        assert app.screen is not home
        await pilot.press("4")
        assert app.screen is you
