"""The view of all ways to do a thing: each is shown, and struck where no solution has it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lacking import without
from puzzles.library.catalogue import Entry, find
from puzzles.library.levels import read_pack
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.watch.watch import WAYS
from screens import text, wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen")


@pytest.mark.slow
async def test_paths_are_laid_one_after_the_other_and_struck():
    app = PuzzlesApp(find("flow/classics/1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("S")
        watch = app.screen
        await wait_until(pilot, lambda: watch.line.moves)
        while watch.view.name != WAYS:
            await pilot.press("v")
        await pilot.press("minus", "minus")
        await wait_until(pilot, lambda: "in a solution so far: 1" in text(app, "#status"))
        assert "Paths for 1" in text(app, "#status")
        (pipe,) = watch.board.state.pipes  # the first path of all is the right one
        assert len(pipe) == 5
        board = watch.board
        await wait_until(pilot, lambda: "Path 2:" in text(app, "#status"))
        await pilot.press("space")
        assert "in no solution" in text(app, "#status")
        (faint,) = board.scene().runs
        assert faint.ghost
        struck = {cell for cell, sign in board.scene().signs.items() if sign.text == "×"}
        assert struck == {*faint.cells[1:-1]}
        assert "×" in str(board.frame().glyph)
        await pilot.press("left")
        assert "This one is in a solution." in text(app, "#status").splitlines()[-1]
        assert len(board.state.pipes) == 1
        await wait_until(pilot, lambda: watch.view.steps.complete)
        await pilot.press("end")
        await pilot.press("left_square_bracket")
        assert "Path 1:" in text(app, "#status"), "the event before is the path of the solution"
        await pilot.press("end")
        assert "29 paths for 1; 1 in a solution" in text(app, "#message")
        await pilot.press("down")
        await wait_until(pilot, lambda: "Paths for 2" in text(app, "#status"))
        await pilot.press("v")
        assert watch.view.name == "solution"
        assert all(sign.text != "×" for sign in watch.board.scene().signs.values())
        assert app.screen._game.session.watched == 1


@pytest.mark.slow
async def test_a_puzzle_without_views_says_so():
    pack = read_pack("dot.toml", 'puzzle = "kami"\nboard = "RBR"\n')
    app = PuzzlesApp(Entry(replace(pack, puzzle=without(pack.puzzle, "tutor.trace")), 0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("S")
        await wait_until(pilot, lambda: app.screen.line.moves)
        await pilot.press("v")
        assert "shows only its solution" in text(app, "#message")


@pytest.mark.slow
async def test_reasons_are_read_beside_the_board():
    app = PuzzlesApp(find("flow/first-pipes/5"))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("S")
        watch = app.screen
        await wait_until(pilot, lambda: watch.line.moves)
        while watch.view.name != "reasons":
            await pilot.press("v")
        await pilot.press("plus", "plus")
        await wait_until(pilot, lambda: "are never joined." in text(app, "#status"))
        await wait_until(pilot, lambda: "must join" in text(app, "#status"))
        assert watch.board.scene().runs
        await pilot.press("v")
        await wait_until(pilot, lambda: "must join" not in text(app, "#status"))
