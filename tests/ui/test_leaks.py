"""Screens and boards that were left are let go."""

from __future__ import annotations

import gc
from collections import Counter

import pytest
from textual._styles_cache import StylesCache
from textual.screen import Screen
from textual.widget import Widget

from puzzles.library.catalogue import find
from puzzles.ui.board.gridboard import GridBoard
from puzzles.ui.home.daily import DailyScreen
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.statistics import StatisticsScreen
from screens import packs_read, wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen")

LEVELS = ["kami/first-folds/2", "flow/first-pipes/2"]
MOST = 4  # screens of a kind: Textual and the solver hold the latest ones, here for a while more
# Keys that open a screen, from the home screen or from a level.
FROM_HOME = ["comma", "f2", "f3", "O", "question_mark", "ctrl+p", "M", "N"]
FROM_LEVEL = ["S", "question_mark", "colon", "ctrl+p", "E", "n"]


def living() -> Counter[str]:
    """Count the screens and boards that are in memory."""
    gc.collect()
    return Counter(
        type(each).__name__ for each in gc.get_objects() if isinstance(each, Screen | GridBoard)
    )


async def leave(pilot) -> None:
    """Go back to the first room by esc and its key."""
    for _ in range(12):
        if isinstance(pilot.app.screen, HomeScreen):
            return
        await pilot.press("escape", "1")
        await pilot.pause()
    pilot.app.go_home()
    await pilot.pause()


async def round_trip(pilot) -> None:
    """Open each screen once, and leave it."""
    for key in FROM_HOME:
        await pilot.press(key)
        await pilot.pause()
        await leave(pilot)
    for level in LEVELS:
        for key in FROM_LEVEL:
            pilot.app.open(find(level), lessons=False)
            await pilot.pause()
            await pilot.press("right", "space", key)
            await pilot.pause()
            await leave(pilot)


@pytest.mark.slow
async def test_screens_that_were_left_are_let_go():
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await packs_read(pilot)
        await round_trip(pilot)
        await wait_until(pilot, lambda: max(living().values(), default=0) <= MOST)
        kinds = Counter(map(type, gc.get_objects()))
        widgets = sum(number for kind, number in kinds.items() if issubclass(kind, Widget))
        assert kinds[StylesCache] <= widgets, "the lines of a widget go with it"


@pytest.mark.slow
async def test_screens_do_not_pile_up():
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ["comma", "f3", "f2", "question_mark"] * 3:
            await pilot.press(key)
            await pilot.pause()
        kinds = Counter(type(screen) for screen in app.screens_open)
        assert max(kinds[kind] for kind in (HomeScreen, DailyScreen, StatisticsScreen)) == 1, kinds
        assert max(kinds.values()) <= 3, kinds  # one over each room
