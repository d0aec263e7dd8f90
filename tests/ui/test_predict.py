"""Predicting the solver's moves, saving what it shows, and the best line before the proof."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PIL import Image

from puzzles.core.solving import Answer, Progress
from puzzles.library import locations
from puzzles.library.catalogue import Entry, find
from puzzles.library.levels import read_pack
from puzzles.ui.board.gridboard import GridBoard
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.watch import predict, watch
from puzzles.ui.watch.predict import PredictScreen
from screens import text, wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen")


async def predicting(pilot) -> PredictScreen:
    """Open the show, and have it ask."""
    await pilot.pause()
    await pilot.press("S")
    await wait_until(pilot, lambda: pilot.app.screen.line.moves)
    await pilot.press("home", "P")
    await wait_until(pilot, lambda: isinstance(pilot.app.screen, PredictScreen))
    await pilot.pause()
    return pilot.app.screen


async def made(pilot, screen: PredictScreen, move: str) -> str:
    """Make a move, and return what is said of it."""
    screen.say("")
    state = screen.board.state
    screen.board.post_message(GridBoard.Played(screen.puzzle.move_parse(state, move)))
    await wait_until(pilot, lambda: text(pilot.app, "#message") not in ("", "Looking …"))
    said = text(pilot.app, "#message")
    await wait_until(pilot, lambda: not screen._answered)
    return said


async def test_a_move_is_right_or_costs_moves(monkeypatch):
    monkeypatch.setattr(predict, "READ", 0.01)
    app = PuzzlesApp(find("kami/first-folds/9"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await predicting(pilot)
        line = screen._rest
        assert await made(pilot, screen, line[0]) == "Right."
        assert "That costs 1 move" in await made(pilot, screen, "a1 Cream")
        for move in line[2:]:  # the solver has made the second one
            assert await made(pilot, screen, move) == "Right."
        assert text(app, "#status") == "3 right, 1 wrong"
        await pilot.press("escape")
        assert isinstance(app.screen, watch.WatchScreen)


@pytest.mark.slow
async def test_pipes_come_in_any_order(monkeypatch):
    monkeypatch.setattr(predict, "READ", 0.01)
    app = PuzzlesApp(find("flow/first-pipes/3"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await predicting(pilot)
        assert len(screen._rest) > 2
        assert await made(pilot, screen, screen._rest[1]) == "Right."
        await pilot.press("S")
        await wait_until(pilot, lambda: screen._found["shown"] == 1 and not screen._answered)
        while screen._rest:
            assert await made(pilot, screen, screen._rest[0]) == "Right."
        assert "1 shown" in text(app, "#status")


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
        await pilot.press("P")
        assert text(app, "#message") == "There is no move of the solution to predict here."
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
