"""The app in one process, where no other can be started."""

from __future__ import annotations

import os
import subprocess

import pexpect
import pytest

from puzzles.core.threads import SINGLE_PROCESS
from puzzles.library.catalogue import Entry, find, journey
from puzzles.library.levels import read_pack
from puzzles.player.saves import Saves
from puzzles.running.child import Child
from puzzles.ui.home.daily import DailyScreen
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.home.new import NewScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.play.won import PackScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.watch.watch import WatchScreen
from sampling import slow
from screens import text, wait_until
from terminal import Terminal

pytestmark = pytest.mark.usefixtures("lessons_seen")
KAMI = 'puzzle = "kami"\ngrid = "square"\nboard = """\nRWR\nWRW\nRWB\n"""\n'
FLOW = 'puzzle = "flow"\nboard = """\nA...B\n.....\n.....\n.....\nA...B\n"""\n'
LEVELS = 14  # of the journey


@pytest.fixture
def alone(monkeypatch):
    """A system that starts no processes, which the app finds out by itself."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setenv(SINGLE_PROCESS, "")  # which is put back
    monkeypatch.setattr(Child, "_possible", False)
    for module, name in ((subprocess, "Popen"), (os, "fork"), (os, "posix_spawn")):
        monkeypatch.setattr(module, name, refuse)


@pytest.mark.slow
async def test_home_daily_and_saved_games(alone):
    app = PuzzlesApp()
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_until(pilot, lambda: app.screen.overview.complete)
        await pilot.press("D")
        await wait_until(pilot, lambda: isinstance(app.screen, DailyScreen))
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        daily = app.screen.entry.name
        move = app.screen.game.rest_of_solution()[0]
        app.screen.draw(app.screen.game.play_text(move))
        app.go_home()
        app.open(find("flow/first-pipes/1"))
        await pilot.pause()
        for move in app.screen.game.rest_of_solution():
            app.screen.draw(app.screen.game.play_text(move))
        await wait_until(pilot, lambda: app.screen.has_class("-won"))
    saves = Saves()
    assert not saves.newest(daily).won
    assert [play.level for play in saves.wins()] == ["flow/first-pipes/first-drop"]
    saves.close()


async def test_new_levels_are_of_a_puzzle_that_makes_some(alone, monkeypatch):
    here = find("kami/first-folds/2")
    monkeypatch.setattr(HomeScreen, "_here", here)
    kind, can = type(here.pack.puzzle), type(here.pack.puzzle).can

    def makes(puzzle, ability):
        return puzzle.id == "flow" if ability == "generator.make" else can(puzzle, ability)

    monkeypatch.setattr(kind, "can", makes)
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.screen.overview.complete)
        await pilot.press("N")
        await wait_until(pilot, lambda: isinstance(app.screen, NewScreen))
        assert app.screen.puzzle.id == "flow"


@pytest.mark.slow
@pytest.mark.parametrize("document", [FLOW, *slow(KAMI)])
async def test_hint_watch_and_new_levels(alone, document):
    app = PuzzlesApp(Entry(read_pack("level", document), 0))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await pilot.press("H", "H", "H")
        await wait_until(pilot, lambda: str(app.screen._message.render()))
        await pilot.press("S")
        await wait_until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await wait_until(pilot, lambda: "roved" in text(app, "#status"))
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        if app.screen.puzzle.id == "flow":
            await pilot.press("ctrl+n")
            await wait_until(pilot, lambda: isinstance(app.screen, NewScreen))
            await pilot.press("enter")
            await wait_until(pilot, lambda: not app.screen.query_one("#play").disabled)


@pytest.mark.slow
@pytest.mark.parametrize("view", ["Search", "Solution"])
def test_in_a_terminal(view):
    """Keys, and the end of the app; also while the solver works."""
    level = "flow/sixteen-and-more/confluence"
    terminal = Terminal(100, 30, [level], {SINGLE_PROCESS: "1"})
    try:
        assert terminal.wait_for(lambda seen: "joined 0 of 25" in seen)
        terminal.press("S")
        assert terminal.wait_for(lambda seen: "A solution from" in seen), terminal.text()
        if view == "Search":
            terminal.press("4")
            assert terminal.wait_for(lambda seen: "A solution from" not in seen)
        terminal.press("?")
        assert terminal.wait_for(lambda seen: "Ask the solver" in seen)
        terminal.press("<esc>")
        assert terminal.wait_for(lambda seen: "Ask the solver" not in seen)
        terminal.child.sendcontrol("q")
        terminal.child.expect(pexpect.EOF, timeout=60)
        terminal.child.close()
        assert terminal.child.exitstatus == 0
    finally:
        terminal.close()


@pytest.mark.slow
async def test_the_first_levels_of_the_journey(alone):
    app = PuzzlesApp()
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_until(pilot, lambda: app.screen.overview.complete)
        app.open(find(journey()[0]), travelling=True)
        for name in journey()[:LEVELS]:
            await pilot.pause()
            if isinstance(app.screen, PackScreen):  # the way goes on from the levels
                app.go_home()
                app.open(find(name), travelling=True)
            await wait_until(pilot, lambda name=name: app.screen.entry.name == name)
            await wait_until(pilot, lambda: app.screen.board.has_focus)
            for move in app.screen.game.rest_of_solution():
                app.screen.draw(app.screen.game.play_text(move))
            await wait_until(pilot, lambda: app.screen._report is not None)
            await pilot.press("enter")
    saves = Saves()
    assert {play.level for play in saves.wins()} == set(journey()[:LEVELS])
    saves.close()
