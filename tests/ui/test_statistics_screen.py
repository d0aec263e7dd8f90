"""The statistics screen, with wins and without."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from puzzles.library.catalogue import find
from puzzles.player.game import Game
from puzzles.player.records import Win
from puzzles.player.saves import Saves
from puzzles.running import blocking
from puzzles.ui.home.canvas import Canvas
from puzzles.ui.play.review import ReviewScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.statistics import StatisticsScreen
from sampling import slow
from screens import wait_until

LEVELS = [("kami/a/one", "10×29", 3), ("kami/a/two", "10×29", 7), ("flow/b/three", "5×5", None)]


@pytest.fixture
def wins(own_directories):
    """Five games won, three of them today."""
    saves, now = Saves(), datetime.now().astimezone()
    for i in range(5):
        level, size, difficulty = LEVELS[i % 3]
        finished = (now - timedelta(days=i // 3)).isoformat(timespec="seconds")
        facts = {"size": size} | ({"difficulty": difficulty} if difficulty else {})
        saves.record(
            Win(
                f"game {i}",
                level,
                "board",
                5,
                5,
                "perfect" if i % 2 else "ok",
                65.0,
                int(i == 4),
                0,
                finished,
                facts,
            )
        )
    saves.close()


async def shown(pilot, *keys):
    await pilot.pause()
    await pilot.press(*keys)
    await wait_until(pilot, lambda: pilot.app.screen.query_one(Canvas).blocks)
    ledger = pilot.app.screen.query_one(Canvas)
    return [ledger.line(y).text.rstrip() for y in range(ledger.virtual_size.height)]


@pytest.mark.parametrize("size", [(80, 24), *slow((60, 20), (200, 60))])
async def test_totals_and_tables(wins, size):
    async with PuzzlesApp().run_test(size=size) as pilot:
        found = await shown(pilot, "s")
        for words in ("3 levels solved", "5 games won in 5:25", "days in a row with a win: 2"):
            assert any(words in line for line in found)
        assert pilot.app.screen.query_one(Canvas).scroll_offset.y == 0, "from the top"
        rows = [" ".join(line.replace("│", "").split()) for line in found]
        for name, figures in (
            ("Kami", "4 ✦ 2 1:05"),
            ("Flow", "1 ✦ 0 1:05"),
            ("Kami 10×29", "4 ✦ 2 best 1:05"),
            ("Flow 5×5", "1 ✦ 0 best 1:05"),
        ):
            assert any(name in row and figures in row for row in rows), name
        for title in ("Puzzle", "Size", "Difficulty", "Day", "Last games, enter looks back"):
            assert any(f"─ {title} ─" in line for line in found)
        four, one = (
            next(part.count("█") for line in found for part in line.split("│") if name in part)
            for name in ("Kami 10×29 ", "Flow 5×5 ")
        )
        assert four >= 3 * one, "as long as there are games"
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, StatisticsScreen)  # nothing leads out of a room but 1–4


@pytest.mark.parametrize("room", ["4", *slow("1", "2", "3")])
async def test_no_window_is_too_small_for_a_room(wins, room):
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        await shown(pilot, room)
        for size in [(24, 60), (16, 60), (6, 60), (1, 60), (60, 3), (1, 1), (0, 0)]:
            await pilot.resize_terminal(*size)
            await pilot.press("down", "right", "pagedown", "up")
        await pilot.resize_terminal(80, 24)
        await wait_until(pilot, lambda: pilot.app.size == (80, 24))
        canvas = pilot.app.screen.query_one(Canvas)
        await wait_until(pilot, lambda: len(canvas.line(0).text) > 70)


async def test_a_game_is_looked_back_at():
    entry, saves = find("flow/first-pipes/1"), Saves()
    game = Game(entry, saves)
    for move in blocking.answer(game.question()).moves:
        assert game.play_text(move).stored.result()
    saves.close()
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, "s")
        ledger = app.screen.query_one(Canvas)
        await wait_until(pilot, lambda: ledger.last)
        assert entry.level.title in ledger.line(ledger.selected_at.y - 1).text
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await pilot.press("escape", "escape")
        await wait_until(pilot, lambda: isinstance(app.screen, StatisticsScreen))


async def test_what_strangers_called_a_size_is_no_code():
    facts = {"size": "[/]\x1b5×5"}
    win = Win(
        "g", "flow/b/one", "board", 5, 5, "ok", 65.0, 0, 0, "2026-03-01T10:00:00+01:00", facts
    )
    saves = Saves()
    saves.record(win)
    saves.close()
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        found = "\n".join(await shown(pilot, "s"))
        assert "[/]" in found
        assert "\x1b" not in found


async def test_before_the_first_win():
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        found = await shown(pilot, "f2")
        assert any("will stand here" in line for line in found)
        assert not any("Puzzle" in line for line in found)
        await pilot.press("enter")
        await wait_until(pilot, lambda: app.current_mode == "play")
