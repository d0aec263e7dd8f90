"""What the solver shows, saved and heard, and the best line before the proof."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PIL import Image

from puzzles.core.solving import Answer, Progress
from puzzles.library import locations
from puzzles.library.catalogue import Entry, find
from puzzles.library.levels import read_pack
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.watch import watch
from screens import text, wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "number"),
    [("kami/paper-garden/9", 1), ("flow/hexes/3", 4)],
)
async def test_what_is_shown_is_saved(name, number):
    app = PuzzlesApp(find(name))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("S")
        show = app.screen
        await wait_until(pilot, lambda: show.line.moves)
        await pilot.press(str(number))
        await wait_until(pilot, lambda: number == 1 or show.view.steps.complete)
        await pilot.press("Y")
        await wait_until(pilot, lambda: list(locations.pictures().glob("*.gif")))
        (file,) = locations.pictures().glob("*.gif")
        assert show.view.name.replace(" ", "-") in file.name
        await wait_until(pilot, lambda: file.stat().st_size)
        with Image.open(file) as picture:
            assert picture.n_frames > 4


@pytest.mark.slow
async def test_a_board_without_a_solution_has_nothing_to_step():
    level = read_pack("x", 'puzzle = "flow"\nboard = "AB\\nBA"\n')
    app = PuzzlesApp(Entry(level, 0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("S")
        await wait_until(pilot, lambda: "Unsolvable" in text(app, "#status"))
        await pilot.press("2")
        await wait_until(pilot, lambda: "nothing to step" in text(app, "#status"))
        assert text(app, "#message") == "There is no solution to explain."
        await pilot.press("Y")
        assert text(app, "#message") == "There is nothing to save yet."


@pytest.mark.slow
async def test_a_view_is_heard_step_by_step():
    app = PuzzlesApp(find("flow/first-pipes/3"))
    app.settings = replace(app.settings, spoken=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("S", "2")
        await wait_until(pilot, lambda: app.screen.view.steps.complete)
        await pilot.press("home", "right")
        assert text(app, "#words").startswith("Step 2 of ")
        assert app.screen.view.steps.shown.step.words in text(app, "#words")


@pytest.mark.slow
async def test_the_best_line_so_far_plays_while_the_proof_goes_on(monkeypatch):
    monkeypatch.setattr(watch, "SETTLED", 0.0)
    entry = find("kami/first-folds/9")
    proof = asyncio.Event()
    app = PuzzlesApp(entry)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        line = app.screen.game.rest_of_solution()

        async def ask(question, tell):
            tell(Progress(10, 1.0, 2, len(line), moves=line))
            for nodes in range(11, 10_000):
                tell(Progress(nodes, 1.0, 3, len(line)))
                await asyncio.sleep(0.01)
                if proof.is_set():
                    break
            return Answer(line, True, len(line), 99, 2.0, "Proved optimal: 4 moves")

        monkeypatch.setattr(app.solver, "answer", ask)
        monkeypatch.setattr(app.screen.game, "rest_of_solution", lambda: ())
        await pilot.press("S")
        show = app.screen
        await wait_until(pilot, lambda: show.line.at > 0)
        status = " ".join(text(app, "#status").split())
        assert "Best so far: 4 moves" in status
        assert "at least 3 moves" in status
        at = show.line.at
        proof.set()
        await wait_until(pilot, lambda: "Proved optimal" in text(app, "#status"))
        assert show.line.at >= at  # the line goes on
