"""The statistics screen, with wins and without."""

from __future__ import annotations

import io
from datetime import date, datetime, timedelta

import pytest
from rich.console import Console

from puzzles.player.records import Win
from puzzles.player.saves import Saves
from puzzles.player.statistics import statistics
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.statistics import BAR, StatisticsScreen, tables
from sampling import slow
from screens import text, wait_until

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
    await wait_until(pilot, lambda: text(pilot.app, "#summary"))
    await pilot.pause()
    return [strip.text.rstrip() for strip in pilot.app.screen._compositor.render_strips()]


@pytest.mark.parametrize("size", [(80, 50), *slow((60, 20), (200, 60))])
async def test_totals_and_tables(wins, size):
    async with PuzzlesApp().run_test(size=size) as pilot:
        found = await shown(pilot, "s")
        for words in ("3 levels solved", "5 games won in 5:25", "streak 2, best 2"):
            assert any(words in line for line in found)
        if size[1] >= 50:
            rows = [" ".join(line.split()) for line in found]
            full = "█" * BAR
            assert f"Kami {full} 4 2 1:05" in rows
            assert f"Kami 10×29 {full} 4 2 1:05 1:05 kami/a/one" in rows
            assert f"Flow 5×5 {full[: BAR // 4]} 1 0 1:05 1:05 flow/b/three" in rows
            heads = [row for row in rows if "won perfect" in row]
            assert [head.split()[0] for head in heads] == ["Puzzle", "Size", "Difficulty", "Day"]
            assert [head.endswith("best alone") for head in heads] == [False, True, False, False]
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, StatisticsScreen)  # nothing leads out of a room but 1–4


def test_what_strangers_called_a_size_is_no_markup():
    facts = {"size": "[/]\x1b5×5"}
    win = Win(
        "g", "flow/b/one", "board", 5, 5, "ok", 65.0, 0, 0, "2026-03-01T10:00:00+01:00", facts
    )
    found = statistics([win], date(2026, 3, 1))
    console = Console(width=120, file=io.StringIO())
    console.print(*tables(found, {"success": "green", "primary": "blue"}))
    assert "[/]" in console.file.getvalue()
    assert "\x1b" not in console.file.getvalue()


async def test_before_the_first_win():
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        found = await shown(pilot, "f2")
        assert any("You have not won yet" in line for line in found)
        assert not any("Puzzle" in line for line in found)
