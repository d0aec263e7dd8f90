"""The statistics screen, with wins and without."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from rich.console import Console
from textual.widgets import Static

from puzzles.player.records import Win
from puzzles.player.saves import Saves
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.statistics import HEIGHT, StatisticsScreen
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
    await wait_until(pilot, lambda: isinstance(pilot.app.screen, StatisticsScreen))
    await pilot.pause()
    return {part.id: str(part.render()) for part in pilot.app.screen.query(Static)}


@pytest.mark.parametrize("size", [(60, 20), *slow((80, 24), (200, 60))])
async def test_totals_and_plots(wins, size):
    async with PuzzlesApp().run_test(size=size) as pilot:
        found = await shown(pilot, "s")
        assert "3 levels solved" in found["totals"]
        assert "5 games won in 5:25" in found["totals"]
        assert "streak 2, best 2" in found["totals"]
        assert "Kami" in found["totals"]
        assert "K 10×29" in found["plots"]
        app = pilot.app
        table = app.screen.query_one("#times", Static).visual._renderable
        console = Console(width=size[0], force_terminal=False, color_system=None)
        with console.capture() as capture:
            console.print(table)
        rows = [" ".join(row.split()) for row in capture.get().splitlines()]
        assert rows[0] == "Best times, without help"
        assert rows[1:] == ["Flow 5×5 1:05 b/three", "Kami 10×29 1:05 a/one"]
        assert "F 5×5" in found["plots"]
        assert "█" in found["plots"]
        assert all(len(line) <= size[0] for line in found["plots"].splitlines())
        assert "Wins by difficulty" in found["plots"]
        before = found["plots"]
        await pilot.resize_terminal(size[0] + 20, size[1])
        await pilot.pause()
        assert str(pilot.app.screen.query_one("#plots", Static).render()) != before
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, StatisticsScreen)


async def test_there_are_plots_from_the_first_win_on(own_directories):
    saves, now = Saves(), datetime.now().astimezone().isoformat(timespec="seconds")
    saves.record(
        Win(
            "game",
            *LEVELS[0][:1],
            "board",
            5,
            5,
            "perfect",
            65.0,
            0,
            0,
            now,
            {"size": "10×29", "difficulty": 3},
        )
    )
    saves.close()
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        found = await shown(pilot, "s")
        plots = found["plots"].split("\n\n")
        assert len(plots) == 3
        for plot in plots:
            bar = [line for line in plot.splitlines() if "█" in line]
            assert len(bar) > HEIGHT / 2, plot


async def test_before_the_first_win():
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        found = await shown(pilot, "f2")
        assert "You have not won yet" in found["totals"]
        assert found["plots"] == ""
