"""The calendars of the puzzle of the day."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from textual.widgets import Static

from puzzles.library.registry import plugins
from puzzles.player import records
from puzzles.player.daily import daily, name_of, week_of
from puzzles.player.game import Game
from puzzles.player.records import Win
from puzzles.player.saves import Saves
from puzzles.running import blocking
from puzzles.ui.board.sketch import Sketch, sketch
from puzzles.ui.home.daily import DailyScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from sampling import slow
from screens import wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen")


@pytest.fixture
def solved(own_directories):
    """Kami's puzzles of today and yesterday, yesterday's with a hint."""
    saves, now = Saves(), datetime.now().astimezone()
    for i in range(2):
        then = now - timedelta(days=i)
        level, finished = f"kami/daily/{then:%Y-%m-%d}", then.isoformat(timespec="seconds")
        saves.record(Win(f"game {i}", level, "b", 5, 5, "perfect", 65.0, i, 0, finished, {}))
    saves.close()


def month(app, puzzle):
    return str(app.screen.query_one(f"#month-{puzzle}", Static).render())


async def opened(pilot):
    await pilot.pause()
    await pilot.press("D")
    await pilot.pause()
    assert isinstance(pilot.app.screen, DailyScreen)


@pytest.mark.parametrize("size", [(60, 20), *slow((80, 24), (200, 60))])
async def test_marks_and_streaks(solved, size):
    app = PuzzlesApp()
    async with app.run_test(size=size) as pilot:
        await opened(pilot)
        today = date.today()
        assert f"{today.day:2}✦" in month(app, "kami")
        if today.day > 1:
            assert f"{today.day - 1:2}•" in month(app, "kami")
        assert "Streak 2 (best 2)" in month(app, "kami")
        assert "✦" not in month(app, "flow")
        assert "Streak 0" in month(app, "flow")
        for puzzle in ("kami", "flow"):  # down to the last line
            room = app.screen.query_one(f"#month-{puzzle}").content_size.height
            assert room >= len(month(app, puzzle).splitlines())


@pytest.mark.slow
async def test_days_are_walked_and_none_lies_ahead(solved):
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        screen = app.screen
        await pilot.press("right", "down")
        assert screen._day == date.today()
        await pilot.press("left", "up", "up", "up", "up", "up")
        assert screen._day == date.today() - timedelta(days=36)
        assert f"{screen._day:%B %Y}" in month(app, "kami")
        await pilot.press("right")
        assert screen._day == date.today() - timedelta(days=35)


async def test_a_days_puzzle_is_played_and_its_result_shared(solved):
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        daily = app.screen
        kami = next(i for i, p in enumerate(daily._puzzles) if p.id == "kami")
        while daily._at != kami:
            await pilot.press("n")
        await pilot.press("y")
        assert f"Kami of {date.today().isoformat()}" in app.clipboard
        assert "2 days in a row" in app.clipboard
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert app.screen.entry.name == f"kami/daily/{date.today().isoformat()}"
        assert app.screen.heading.startswith(f"[b]{date.today():%A}, {date.today().day} ")
        assert "Puzzle of the day[" in app.screen.heading
        await pilot.press("escape")
        assert app.screen is daily


@pytest.mark.slow
async def test_a_day_that_is_not_solved_has_no_result_to_copy(solved):
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("up", "up", "up", "up", "y")
        assert app.clipboard == ""
        assert any("nothing to copy" in str(note.message) for note in app._notifications)


@pytest.mark.slow
async def test_a_day_is_clicked():
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        lines = month(app, "kami").splitlines()
        row = next(y for y, line in enumerate(lines) if " 1 " in line and y > 1)
        await pilot.click("#month-kami", offset=(lines[row].index(" 1 ") + 1, row))
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert app.screen.entry.name == f"kami/daily/{date.today().replace(day=1).isoformat()}"


async def test_the_boards_of_the_day_are_shown_and_a_click_plays_one():
    app, today = PuzzlesApp(), date.today()
    async with app.run_test(size=(80, 40)) as pilot:
        await opened(pilot)
        screen = app.screen
        boards = {puzzle: screen.query_one(f"#board-{puzzle}", Sketch) for puzzle in plugins()[0]}

        def shown(day):
            return all(
                board._strips and board._shown[0].name == name_of(plugins()[0][puzzle], day)
                for puzzle, board in boards.items()
            )

        await wait_until(pilot, lambda: shown(today))
        before = {puzzle: board._strips for puzzle, board in boards.items()}
        await pilot.press("left")
        await wait_until(pilot, lambda: shown(today - timedelta(days=1)))
        for puzzle, board in boards.items():  # they are drawn elsewhere
            await wait_until(pilot, lambda b=board, p=puzzle: b._strips != before[p])
        await pilot.click("#board-kami")
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert app.screen.entry.level.title == str(today - timedelta(days=1))
        assert app.screen.puzzle.id == "kami"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["flow", "kami"])
async def test_a_day_that_is_solved_is_shown_solved(name):
    """Solved, where that shows more than the start does."""
    entry, saves = daily(plugins()[0][name], date.today()), Saves()
    game = Game(entry, saves)
    for text in blocking.answer(game.question()).moves:
        assert game.play_text(text).stored.result()
    assert game.status.won
    saves.close()
    app = PuzzlesApp()
    async with app.run_test(size=(80, 40)) as pilot:
        await opened(pilot)
        board = app.screen.query_one(f"#board-{name}", Sketch)
        await wait_until(pilot, lambda: board._strips)
        shown = game.state if name == "flow" else game.puzzle.start(entry.level)
        wanted = sketch(
            game.puzzle, shown, *board.size, board.background_colors[1].rgb, app.settings
        )
        assert board._strips == wanted


async def test_w_plays_the_puzzle_of_the_week():
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("w")
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        puzzle = next(iter(plugins()[0]))
        assert app.screen.entry.name == f"{puzzle}/weekly/{week_of(date.today()).lower()}"


async def test_another_day_begins_while_it_is_open(solved, monkeypatch):
    now = date.today()

    class Jumped(date):
        @classmethod
        def today(cls):
            return now

    monkeypatch.setattr(records, "date", Jumped)
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        screen = app.screen
        now += timedelta(days=1)
        screen._turn()  # as each minute
        assert screen._day == now
        assert "Streak 2" in month(app, "kami")
        now += timedelta(days=1)
        await pilot.press("1", "2")
        await wait_until(pilot, lambda: app.screen._day == now)
        assert "Streak 0" in month(app, "kami")
        now -= timedelta(days=9)  # and none lies ahead where the clock goes back
        await pilot.press("right")
        assert app.screen._day == now
