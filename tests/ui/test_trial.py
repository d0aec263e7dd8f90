"""Trying something and coming back; help that is counted and shown."""

from __future__ import annotations

import asyncio

import pytest

from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.player.records import best
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.watch.watch import WatchScreen
from screens import text, wait_until

PACK = """
puzzle = "kami"
title = "Trial"
[[level]]
title = "Flag"
board = "RRRWWWBBB\\nRRRWWWBBB\\nRRRWWWBBB"
par = 2
"""


@pytest.fixture
def app():
    return PuzzlesApp(Entry(read_pack("trial.toml", PACK), 0))


async def fill(pilot, cell, colour):
    await pilot.press(str(colour))
    pilot.app.screen.board.act(cell)
    await pilot.pause()


async def test_a_trial_is_begun_left_and_shown_again(app):
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await fill(pilot, 0, 3)
        before = app.screen.game.session.state
        await pilot.press("t")
        assert "trial: 0 tried" in text(app, "#status")
        await pilot.press("u")
        assert "The trial began here" in text(app, "#message")
        assert app.screen.game.session.state is before
        await fill(pilot, 0, 2)
        assert "trial: 1 tried" in text(app, "#status")
        await pilot.press("t")
        assert app.screen.game.session.state is before
        assert "trial" not in text(app, "#status")
        await pilot.press("U")
        assert app.screen.game.session.status.moves == 2


@pytest.mark.slow
async def test_a_trial_is_kept_and_survives_the_app(app):
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("T")
        assert "There is no trial" in text(app, "#message")
        await pilot.press("t")
        await fill(pilot, 4, 1)
    again = PuzzlesApp(app._entry)
    async with again.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "trial: 1 tried" in text(again, "#status")
        await pilot.press("T")
        assert "trial" not in text(again, "#status")
        assert again.screen.game.session.status.moves == 1
        await pilot.press("u")
        assert again.screen.game.session.status.moves == 0


@pytest.mark.slow
async def test_help_is_counted_and_shown_with_the_result(app):
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        screen.game.plan = ("d1 Red", "a1 Blue")  # as the solver would give it
        await pilot.press("H")
        await wait_until(pilot, lambda: text(app, "#title").endswith("1 hint"))
        await pilot.press("S")
        assert isinstance(app.screen, WatchScreen)
        await wait_until(pilot, lambda: app.screen.line.moves)
        await pilot.press("escape")
        assert text(app, "#title").endswith("1 hint, solution watched")
        await fill(pilot, 4, 1)
        await fill(pilot, 0, 3)
        assert "perfect" not in text(app, "#status")
        assert "solved with help" in text(app, "#status")
        assert "1 hint, solution watched" in text(app, "#status")
        assert best(app.saves.wins())["kami/trial/flag"].helped


async def test_asking_for_help_again_does_not_begin_it_anew(app, monkeypatch):
    asked = []

    async def slow(question, tell):
        asked.append(question)
        await asyncio.sleep(60)

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        monkeypatch.setattr(app.solver, "answer", slow)
        await pilot.press("H")
        await wait_until(pilot, lambda: asked)
        await pilot.press("H", "H")
        await pilot.pause()
        assert len(asked) == 1
        await pilot.press("escape", "H")
        await wait_until(pilot, lambda: len(asked) == 2)


async def test_a_search_that_showed_nothing_is_no_help(app, monkeypatch):
    async def nothing(question, tell):
        await asyncio.sleep(60)

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        monkeypatch.setattr(app.solver, "answer", nothing)
        await pilot.press("S")
        await pilot.press("escape")
        assert not app.screen.game.session.helped
        assert "watched" not in text(app, "#status")


@pytest.mark.slow
async def test_the_clock_stands_still_under_whatever_covers_the_board(app):
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        clock = app.screen.game.session.clock
        assert clock.running
        for key in ("question_mark", "S", "comma"):
            await pilot.press(key)
            await pilot.pause()
            assert not clock.running, key
            await pilot.press("escape")
            await pilot.pause()
            assert clock.running, key


async def test_the_clock_can_be_hidden(app):
    from dataclasses import replace

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "0:0" in text(app, "#title")
        await app.change(replace(app.settings, clock=False))
        await fill(pilot, 0, 3)
        assert ":" not in text(app, "#title")
