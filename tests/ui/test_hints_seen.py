"""Hints as they are seen: whole in any window, and what a reason supposes drawn faintly."""

from __future__ import annotations

from contextlib import asynccontextmanager

import numpy as np
import pytest

from puzzles.library.catalogue import find
from puzzles.running import blocking
from puzzles.ui.board.ink import LIGHT, _marked
from puzzles.ui.board.lines import GHOST, PAPER
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.terminal.paint import contrast
from screens import text, wait_until
from shipped import ENTRIES

MEDALLION, CONDUIT = (
    next(entry for entry in ENTRIES if entry.level.title == title)
    for title in ("Medallion", "Lazy Conduit")
)


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """The app with a level open; its questions are answered here, not by a process."""
    monkeypatch.setenv("PUZZLES_STATE_DIR", str(tmp_path))

    async def ask(question, tell):
        return blocking.answer(question)

    @asynccontextmanager
    async def run(entry, size):
        app = PuzzlesApp(entry)
        monkeypatch.setattr(app.solver, "answer", ask)
        async with app.run_test(size=size) as pilot:
            await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
            yield pilot

    return run


async def hint(pilot) -> str:
    """What it says."""
    await pilot.press("H")
    await wait_until(pilot, lambda: pilot.app.screen._search is None)
    await pilot.pause()
    return text(pilot.app, "#message")


def cut_off(app: PuzzlesApp) -> int:
    """How many lines of the message are not in sight."""
    (message, side) = (app.screen.query_one(f"#{name}").region for name in ("message", "side"))
    assert message.height
    return message.height - message.intersection(side).height


@pytest.mark.slow
async def test_hints_are_whole_in_narrow_windows(opened):
    """Of a board whose witness takes more words than others."""
    async with opened(MEDALLION, (60, 20)) as pilot:
        said = []
        for _ in range(5):
            said.append(await hint(pilot))
            assert not cut_off(pilot.app), said[-1]
        assert said[3].startswith("No shorter solution exists")
        assert said[4].startswith("The cheapest way to join them")
        assert await hint(pilot) == said[0]


@pytest.mark.slow
async def test_what_a_reason_supposes_is_drawn_faintly(opened):
    async with opened(CONDUIT, (80, 24)) as pilot:
        board = pilot.app.screen.board

        def ghosts() -> set[tuple[int, ...]]:
            """The colours of pipes that are supposed, among those drawn."""
            frame = board.frame()
            drawn = np.unique(
                np.vstack([frame.front.reshape(-1, 3), frame.back.reshape(-1, 3)]), axis=0
            )
            faint = (board.dyes.inks * GHOST + PAPER[0] * (1 - GHOST)).round()
            return {tuple(ink) for ink in faint.tolist()} & {tuple(ink) for ink in drawn.tolist()}

        await hint(pilot)
        assert not ghosts(), "where to look gives nothing away"
        assert (await hint(pilot)).startswith("If pipe D did not go from a5 to a6")
        assert len(ghosts()) == 1
        assert "Try this: draw pipe" in await hint(pilot)
        pilot.app.screen.draw(pilot.app.screen.game.play(board.announced))
        board.finish()
        assert not ghosts(), "a move takes them away"


@pytest.mark.parametrize("colour", [(246, 236, 216), (255, 255, 255), (185, 55, 43), (28, 29, 36)])
def test_what_is_pointed_at_stands_out(colour):
    """On cream as on ink: 3 : 1 against what it covers; light paper is hatched, and so stays."""
    look = _marked(colour, 0.45, False)
    assert contrast(look, colour) >= 3
    dark = contrast(colour, (0, 0, 0)) > LIGHT
    assert (sum(look) < sum(colour)) == dark
    assert (_marked(colour, 0.45, True) == colour) == dark


async def test_a_whole_sheet_is_seen_in_a_small_window(opened):
    async with opened(find("kami/first-folds/8"), (60, 20)) as pilot:
        board = pilot.app.screen.board
        assert board.size.width >= board.virtual_size.width
        assert board.size.height >= board.virtual_size.height
