"""Every view of the solver is held, stepped and left by the same keys and by the mouse."""

from __future__ import annotations

import asyncio

import pytest

from puzzles.core.solving import Progress, Step
from puzzles.library.catalogue import find
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.watch.bars import Tabs, TimeBar
from puzzles.ui.watch.watch import WatchScreen
from sampling import slow
from screens import text, wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen")


async def opened(pilot, number: int) -> WatchScreen:
    """Open the watch screen and one of its views, and wait for all of its steps."""
    await pilot.pause()
    await pilot.press("S")
    watch = pilot.app.screen
    await wait_until(pilot, lambda: watch.line.moves)
    await pilot.press(str(number))
    await wait_until(pilot, lambda: watch.view.steps.complete)
    await pilot.press("home")
    return watch


@pytest.mark.parametrize(
    ("name", "number"),
    [
        pytest.param("kami/paper-garden/9", 2, marks=pytest.mark.slow),
        pytest.param("kami/paper-garden/9", 3, marks=pytest.mark.slow),
        ("flow/first-pipes/1", 2),
    ],
)
async def test_a_view_is_stepped_by_the_keys_of_the_solution(name, number):
    app = PuzzlesApp(find(name))
    async with app.run_test(size=(80, 24)) as pilot:
        watch = await opened(pilot, number)
        steps = watch.view.steps
        assert steps.number == 1
        assert "held" in text(app, "#status")
        await pilot.press("right")
        assert steps.number == 2
        await pilot.press("left")
        assert steps.number == 1
        await pilot.press("end")
        assert steps.number == steps.total
        assert watch.view.verdict
        assert " ".join(watch.view.verdict.split()) in " ".join(text(app, "#message").split())
        await pilot.press("shift+left")
        assert steps.number == max(1, steps.total - 10)
        assert watch.query_one(TimeBar).words.startswith(
            f"step {steps.number:,} of {steps.total:,}"
        )
        await pilot.press("home", "space")
        await wait_until(pilot, lambda: steps.number > 1)
        await pilot.press("space")
        held = steps.number
        await pilot.pause(0.3)
        assert steps.number == held
        await pilot.press("escape")
        assert app.screen is not watch


async def test_a_last_step_that_says_what_the_view_says_is_told_once():
    app = PuzzlesApp(find("kami/first-folds/1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, 3)
        await pilot.press("end")
        said = " ".join([text(app, "#status"), text(app, "#message")])
        assert said.count("No shorter solution exists") == 1


@pytest.mark.slow
async def test_views_are_opened_by_tabs_and_steps_by_clicks_on_the_timeline():
    app = PuzzlesApp(find("kami/paper-garden/9"))
    async with app.run_test(size=(120, 40)) as pilot:
        watch = await opened(pilot, 2)
        assert watch.query_one("#sentence").display
        assert str(watch.query_one("#sentence").render()) == watch.view.text
        bar = watch.query_one(TimeBar)
        await pilot.click(bar, offset=(bar._length, 0))
        assert watch.view.steps.number == watch.view.steps.total
        await pilot.click(bar, offset=(1, 0))
        assert watch.view.steps.number == 1
        await pilot.click(Tabs, offset=(3, 0))
        assert watch.view.name == "solution"
        at = watch.line.at
        await pilot.press("2")
        assert watch.view.steps.complete  # they are not worked out again
        await pilot.press("1")
        assert watch.line.at == at
        await pilot.press("shift+tab", "tab")
        assert watch.view.name == "solution"


async def test_what_a_view_has_found_stays_when_it_is_left(monkeypatch):
    app, asked = PuzzlesApp(find("kami/night-sky/crooked-halo")), []

    async def answer(question, tell=None):
        asked.append(question)
        for number in range(1, 2 * len(asked) + 1):
            tell(Progress(number, 0.0, step=Step(f"step {number}")))
        await asyncio.Event().wait()

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        monkeypatch.setattr(app.solver, "answer", answer)
        await pilot.press("S", "2")
        watch = app.screen
        await wait_until(pilot, lambda: watch.view.steps and watch.view.steps.total == 2)
        await pilot.press("space", "right", "1", "2")
        steps = watch.view.steps
        assert steps.number == 2
        await wait_until(pilot, lambda: steps.total == 4)
        words = [progress.step.words for progress in steps.sample(9)]
        assert words == [f"step {number}" for number in range(1, 5)]


@pytest.mark.parametrize("name", ["kami/night-sky/crooked-halo", *slow("flow/sixteen-and-more/3")])
async def test_a_level_that_ships_is_solved_without_asking_anybody(name, monkeypatch):
    app = PuzzlesApp(find(name))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()

        def asked(question, tell=None):
            raise AssertionError(question)

        monkeypatch.setattr(app.solver, "answer", asked)
        await pilot.press("S")
        watch = app.screen
        assert "proved when the level was made" in " ".join(text(app, "#status").split())
        await pilot.press("end")
        assert watch.puzzle.status(watch.board.state).won


@pytest.mark.parametrize(
    ("name", "bounded"),
    [pytest.param("kami/grand-folds/14", True, marks=pytest.mark.slow), ("flow/fifteen/1", False)],
)
async def test_bounds_are_told_where_the_fewest_moves_are_looked_for(name, bounded):
    """No solution of Flow is better than another."""
    app = PuzzlesApp(find(name))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        watch = WatchScreen(app.screen.game)
        app.push_screen(watch)
        await pilot.pause()
        watch._show_progress(Progress(1000, 2.0, 3 * bounded))
        told = text(app, "#status")
        assert "per second  500" in told
        assert ("at least 3 moves" in told) == ("at least" in told) == bounded
        assert watch.view.text.startswith("A best solution" if bounded else "A solution")
