"""The room of the puzzle of the day."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from puzzles.library.registry import plugins
from puzzles.player import records
from puzzles.player.daily import called, daily, week_of
from puzzles.player.game import Game
from puzzles.player.records import Win
from puzzles.player.saves import Saves
from puzzles.running import blocking
from puzzles.ui.board.sketch import sketch
from puzzles.ui.home.canvas import Canvas
from puzzles.ui.home.daily import DailyScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.widgets.rooms import RoomBar
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


def lines(app):
    """What the canvas shows, to its end."""
    canvas = app.screen.query_one(Canvas)
    return [canvas.line(y).text for y in range(canvas.virtual_size.height)]


def shows(app, words):
    return any(words in line for line in lines(app))


def marks(app):
    """The signs of the month, by its days."""
    top = next(y for y, line in enumerate(lines(app)) if "Mo Tu We" in line)
    left = lines(app)[top].index("Mo")
    first, found = app.screen.days.day.replace(day=1).weekday(), {}
    for number in range(1, 32):
        week, weekday = divmod(first + number - 1, 7)
        if top + 1 + week < len(lines(app)):
            found[number] = lines(app)[top + 1 + week][left + 3 * weekday :][:2].strip()
    return found


async def opened(pilot, puzzle=""):
    await pilot.pause()
    await pilot.press("D")
    await pilot.pause()
    screen = pilot.app.screen
    assert isinstance(screen, DailyScreen)
    while puzzle and screen.days.puzzle.id != puzzle:
        await pilot.press("n")


@pytest.mark.parametrize("size", [(60, 40), *slow((80, 24), (200, 60))])
async def test_marks_and_streaks(solved, size):
    app = PuzzlesApp()
    async with app.run_test(size=size) as pilot:
        await opened(pilot)
        await wait_until(pilot, lambda: shows(app, "streak 2, best 2"))
        today, days = date.today(), app.screen.days
        assert days.puzzle.id == "kami", "played most"
        assert shows(app, f"{today:%A}, {today.day} ")
        assert shows(app, "✦ 1:05")
        assert shows(app, f"1 of {len(plugins()[0])} done today")
        assert days.virtual_size.height <= days.size.height, "all without scrolling"
        assert marks(app)[today.day] == str(today.day)
        if today.day > 1:
            assert marks(app)[today.day - 1] == "●", "with a hint"
            await pilot.press("left")
            assert marks(app)[today.day] == "✦"
        await pilot.press("n")
        assert set(marks(app).values()) & {"✦", "●"} == set(), "another puzzle"


@pytest.mark.slow
async def test_days_are_walked_and_none_lies_ahead(solved):
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        days = app.screen.days
        await pilot.press("right", "down")
        assert days.day == date.today()
        await pilot.press("left", "up", "up", "up", "up", "up")
        assert days.day == date.today() - timedelta(days=36)
        assert shows(app, f"‹ {days.day:%B} ›")
        await pilot.press("right")
        assert days.day == date.today() - timedelta(days=35)


async def test_a_days_puzzle_is_played_and_its_result_shared(solved):
    app, today = PuzzlesApp(), date.today()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "kami")
        room = app.screen
        await pilot.press("y")
        assert app.clipboard.splitlines() == [
            f"Kami · {called(room.days.puzzle, today)} · {today.isoformat()}",
            "✦ 5 moves · 1:05 · without help · streak 2",
            "■■■■■",
            f"puzzles daily kami --date {today.isoformat()}",
        ]
        assert app.clipboard in [note.message for note in app._notifications], "and it is shown"
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert app.screen.entry.name == f"kami/daily/{today.isoformat()}"
        assert app.screen.heading.startswith(f"[b]{today:%A}, {today.day} ")
        assert "Puzzle of the day[" in app.screen.heading
        await pilot.press("escape")
        assert app.screen is room


@pytest.mark.slow
async def test_a_day_that_is_not_solved_has_no_result_to_copy(solved):
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("up", "up", "up", "up", "y")
        assert app.clipboard == ""
        assert any("nothing to copy" in str(note.message) for note in app._notifications)


async def test_a_day_is_clicked_and_its_board_is_played(solved):
    app, today = PuzzlesApp(), date.today()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "kami")
        days = app.screen.days
        await pilot.press("left")
        top = next(y for y, line in enumerate(lines(app)) if "Mo Tu We" in line)
        left, first = lines(app)[top].index("Mo"), days.day.replace(day=1)
        place = left + 3 * first.weekday(), top + 1
        await pilot.click("#days", offset=place)
        assert days.day == first
        earlier = lines(app)[top - 1].index("‹"), top - 1
        await pilot.click("#days", offset=earlier)
        assert days.day == first - timedelta(days=1)
        await pilot.press(*["down"] * 6)
        assert days.day == today
        await pilot.click("#days", offset=(20, 4))
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert app.screen.entry.name == f"kami/daily/{today.isoformat()}"


async def test_the_boards_of_the_day_are_shown_and_a_click_makes_one_large():
    app, yesterday = PuzzlesApp(), date.today() - timedelta(days=1)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        days = app.screen.days
        await pilot.press("left")

        def drawn():
            boards = [block for block in days.blocks if block.board]
            named = {block.board.entry.name for block in boards}
            wanted = {f"{puzzle}/daily/{yesterday.isoformat()}" for puzzle in plugins()[0]}
            return wanted <= named and all(block.key in days.pictures for block in boards)

        await wait_until(pilot, drawn)
        other = days.puzzles[1]
        name = next(y for y, line in enumerate(lines(app)) if called(other, yesterday) in line)
        await pilot.click("#days", offset=(60, name))
        assert days.puzzle is other
        await pilot.press("space")
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert app.screen.entry.name == f"{other.id}/daily/{yesterday.isoformat()}"


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
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, name)
        days = app.screen.days

        def picture():
            return days.blocks[0].board and days.pictures.get(days.blocks[0].key)

        await wait_until(pilot, picture)
        shown = game.state if name == "flow" else game.puzzle.start(entry.level)
        size = days.blocks[0].size
        assert picture() == sketch(game.puzzle, shown, *size, days.under, app.settings)


async def test_when_all_are_done_there_is_something_else():
    saves, now = Saves(), datetime.now().astimezone()
    for puzzle in plugins()[0]:
        level, then = f"{puzzle}/daily/{now:%Y-%m-%d}", now.isoformat(timespec="seconds")
        saves.record(Win(puzzle, level, "b", 5, 5, "perfect", 65.0, 0, 0, then, {}))
    saves.close()
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await wait_until(pilot, lambda: shows(app, "All done. New ones in "))
        y = next(y for y, line in enumerate(lines(app)) if "+ harder" in line)
        await pilot.click("#days", offset=(lines(app)[y].index("+"), y))
        await wait_until(pilot, lambda: app.current_mode == "play")
        notes = app._notifications
        await wait_until(pilot, lambda: any("Win 10 levels" in str(n.message) for n in notes))


async def test_w_plays_the_puzzle_of_the_week():
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("w")
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        puzzle = next(iter(plugins()[0]))
        assert app.screen.entry.name == f"{puzzle}/weekly/{week_of(date.today()).lower()}"


@pytest.fixture
def clock(monkeypatch):
    """The app's date, which can be set to another day."""

    class Jumped(date):
        now = date.today()

        @classmethod
        def today(cls):
            return cls.now

    monkeypatch.setattr(records, "date", Jumped)
    return Jumped


async def test_another_day_begins_while_it_is_open(solved, clock):
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        screen = app.screen
        clock.now += timedelta(days=1)
        screen.turn()  # as each minute
        await wait_until(pilot, lambda: screen.days.day == clock.now)
        assert shows(app, "streak 2, best 2")
        clock.now += timedelta(days=1)
        await pilot.press("1", "2")
        await wait_until(pilot, lambda: app.screen.days.day == clock.now)
        assert shows(app, "streak 0, best 2")
        clock.now -= timedelta(days=9)  # and none lies ahead where the clock goes back
        await pilot.press("right")
        assert app.screen.days.day == clock.now


@pytest.mark.parametrize("room", "134")
async def test_a_streak_ends_while_another_room_is_open(solved, clock, room):
    app = PuzzlesApp()

    def told():
        return app.screen.query_one(RoomBar).render_line(0).text

    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(room)
        await wait_until(pilot, lambda: "streak 2" in told())
        clock.now += timedelta(days=2)
        app.screen.turn()  # as each minute
        await wait_until(pilot, lambda: "solved" in told() and "streak" not in told())
        await wait_until(pilot, lambda: room != "4" or shows(app, "days in a row with a win: 0,"))
