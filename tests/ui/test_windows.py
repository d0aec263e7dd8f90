"""Windows of every size, resized while playing and watching, and terminals of few colours."""

from __future__ import annotations

import pytest

from puzzles.library.catalogue import find
from puzzles.ui.app import PuzzlesApp
from puzzles.ui.play import PlayScreen
from puzzles.ui.watch import WatchScreen
from sampling import slow
from shipped import ENTRIES, PUZZLES
from terminal import Terminal

SIZES = [(60, 20), (300, 100), (80, 24), (200, 60), (61, 21), (120, 40)]
LEVELS = [next(e.name for e in ENTRIES if e.pack.puzzle is puzzle) for puzzle in PUZZLES]


def visible(board, screen):
    """The board, or the part of it that scrolls, lies within the window."""
    region = board.region
    return region.width > 0 and region.height > 0 and screen.region.contains_region(region)


@pytest.mark.parametrize("rounds", [1, *slow(5)])
@pytest.mark.parametrize("level", [LEVELS[0], *slow(*LEVELS[1:])])
async def test_resizing_while_playing_and_watching(level, rounds):
    app = PuzzlesApp(find(level))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        play = app.screen
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert visible(play.board, play)
            await pilot.press("right", "down", "space", "right", "space")
        moves = play.session.moves()
        await pilot.press("S")
        watch = app.screen
        assert isinstance(watch, WatchScreen)
        for _ in range(rounds):
            for size in SIZES:
                await pilot.resize_terminal(*size)
                await pilot.pause(0.02)
                assert visible(watch.board, watch)
        await pilot.press("escape")
        assert isinstance(app.screen, PlayScreen)
        await pilot.pause()
        assert visible(play.board, play)
        assert play.session.moves() == moves


@pytest.mark.parametrize(
    "env",
    [
        *slow({"TERM": "xterm", "COLORTERM": ""}),
        {"TERM": "xterm-16color", "COLORTERM": ""},
        {"TERM": "xterm-256color", "COLORTERM": ""},
        {"TERM": "vt100", "COLORTERM": "", "NO_COLOR": "1"},
    ],
    ids=["8", "16", "256", "none"],
)
@pytest.mark.usefixtures("lessons_seen")
def test_terminals_of_few_colours(env):
    terminal = Terminal(80, 24, [], {"PUZZLES_GLYPHS": "half", **env})
    try:
        assert terminal.wait_for(lambda text: "First Pipes" in text and "5×5" in text)
        colours = {cell.bg for row in terminal.screen.buffer.values() for cell in row.values()}
        named = {colour for colour in colours if not colour.isdigit() and len(colour) != 6}
        if env["TERM"] == "xterm-16color":
            assert colours == named  # nothing but the sixteen
        terminal.press("<down><enter>")
        assert terminal.wait_for(lambda text: "Moves 0" in text)
    finally:
        terminal.close()
