"""Windows of every size, resized on every screen, and terminals of few colours."""

from __future__ import annotations

import re
from random import Random

import pexpect
import pytest

from puzzles.core.reading import Reading
from puzzles.library.catalogue import find
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.watch.watch import WatchScreen
from screens import wait_until
from shipped import ENTRIES, PUZZLES
from terminal import Terminal

SIZES = [(300, 100), (200, 60), (60, 20), (80, 24), (61, 21), (120, 40)]
LEVELS = [next(e.name for e in ENTRIES if e.pack.puzzle is puzzle) for puzzle in PUZZLES]


def visible(board, screen):
    """The board, or the part of it that scrolls, lies within the window."""
    region = board.region
    return region.width > 0 and region.height > 0 and screen.region.contains_region(region)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS[:2])
async def test_resizing_while_playing_and_watching(level):
    app = PuzzlesApp(find(level))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        play = app.screen
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert visible(play.board, play)
            await pilot.press("right", "down", "space", "right", "space")
        moves = play.game.session.moves()
        await pilot.press("S")
        watch = app.screen
        assert isinstance(watch, WatchScreen)
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause(0.02)
            assert visible(watch.board, watch)
        await pilot.press("escape")
        assert isinstance(app.screen, PlayScreen)
        await pilot.pause()
        assert visible(play.board, play)
        assert play.game.session.moves() == moves


SCREENS = {
    "home": [],
    "search": ["slash", "a"],
    "daily": ["f3"],
    "commands": ["ctrl+p"],
    "help": ["question_mark"],
    "play": ["enter"],
    "lesson": ["enter", "question_mark"],
    "trial": ["enter", "space", "t", "right", "space"],
    "watch": ["enter", "S"],
    "edit": ["right", "enter"],
    "ask": ["W"],
}
KEYS = ["up", "down", "left", "right", "tab", "pagedown"]
LEAST = [(0, 0), (4, 13), (6, 11)]  # with the commands, the last two ended the app
NARROW = [(w, h) for w in (0, 1, 2, 5, 9, 16, 23, 30, 39) for h in (0, 1, 2, 6, 15, 50)]
WIDE = [(w, h) for w in (40, 63, 64, 100, 150, 400) for h in (0, 1, 5, 16, 40, 150)]


def app_for(name):
    """The app, where the keys of a screen lead to it."""
    if name not in ("edit", "ask"):
        return PuzzlesApp()
    entry = find(LEVELS[0])
    return PuzzlesApp(None, (entry.pack.puzzle, Reading(entry.level, 0.9)))


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.usefixtures("lessons_seen")
async def test_a_storm_of_sizes(name):
    """Nothing fails in any of them (the pilot would), and what comes back is what was there."""
    rng, app = Random(name), app_for(name)
    async with app.run_test(size=(80, 24)) as pilot:
        home = next(screen for screen in app.screens_open if isinstance(screen, HomeScreen))
        await wait_until(pilot, lambda: home.overview.complete)  # what keys do then, they do always
        for key in SCREENS[name]:
            await pilot.pause(0.05)
            await pilot.press(key)
        await pilot.pause()
        screen, keys_go_somewhere = app.screen, app.focused is not None
        for size in [*LEAST, *rng.choices(NARROW + WIDE, k=4)]:
            await pilot.resize_terminal(*size)
            await pilot.pause(rng.choice([0, 0.02]))
            if rng.random() < 0.3:
                await pilot.press(rng.choice(KEYS))
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.screen.size == (80, 24)
        assert app.screen is screen
        assert (app.focused is not None) == keys_go_somewhere


def still(text):
    """A screen without its clock."""
    return re.sub(r"\d+:\d\d", "", text)


@pytest.mark.slow
@pytest.mark.parametrize(("keys", "many"), [("<enter>", 12), ("g", 15)])  # g: to the top, it stays
@pytest.mark.usefixtures("lessons_seen")
def test_a_storm_of_sizes_in_a_terminal(keys, many):
    """Faster than anybody draws; afterwards all is as it was."""
    terminal, rng = Terminal(100, 30, [], {}), Random(many)
    try:
        assert terminal.wait_for(lambda text: "Stars 2 packs" in text)  # all are read
        terminal.press(keys)
        before = ""
        while before != (before := still(terminal.text())):  # all that is in view is drawn
            terminal.read(1)
        for width, height in rng.choices(NARROW + WIDE, k=many):
            terminal.child.setwinsize(height, width)
            terminal.read(rng.choice([0, 0, 0.05]))
        terminal.child.setwinsize(30, 100)
        assert terminal.wait_for(lambda text: still(text) == before), terminal.text()
        terminal.press("<esc><esc>\x11")
        terminal.child.expect(pexpect.EOF, timeout=60)
        assert terminal.child.wait() == 0
    finally:
        terminal.close()


@pytest.mark.parametrize(
    "env",
    [
        {"TERM": "xterm-16color", "COLORTERM": ""},
        {"TERM": "vt100", "COLORTERM": "", "NO_COLOR": "1"},
    ],
    ids=["16", "none"],
)
@pytest.mark.usefixtures("lessons_seen")
@pytest.mark.slow
def test_terminals_of_few_colours(env):
    terminal = Terminal(80, 24, [], {"PUZZLES_GLYPHS": "half", **env})
    try:
        assert terminal.wait_for(lambda text: "Stars 2 packs" in text)  # all are read
        colours = {cell.bg for row in terminal.screen.buffer.values() for cell in row.values()}
        named = {colour for colour in colours if not colour.isdigit() and len(colour) != 6}
        if env["TERM"] == "xterm-16color":
            assert colours == named  # nothing but the sixteen
        terminal.press("<down><enter>")
        assert terminal.wait_for(lambda text: "One Sheet" in text), terminal.text()
        terminal.press("<down><enter>")
        assert terminal.wait_for(lambda text: "0 moves" in text), terminal.text()
    finally:
        terminal.close()
