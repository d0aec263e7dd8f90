"""Questions and runs on screen, by keys and by clicks, and by ear."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from puzzles.library.solutions import solution_of
from puzzles.player import practice
from puzzles.player.settings import Settings, write_settings
from puzzles.ui.home.canvas import Canvas
from puzzles.ui.play.practice import DrillScreen, RunScreen, drill_screen, run_screen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.statistics import StatisticsScreen
from sampling import sampled
from screens import click_words, text, wait_until
from shipped import ENTRIES, PUZZLES

NAMES = {puzzle.id: puzzle for puzzle in PUZZLES}


async def at(pilot, kind, number):
    """Wait for the board of this number."""
    app = pilot.app
    await wait_until(pilot, lambda: isinstance(app.screen, kind) and app.screen.number == number)
    await pilot.pause()


async def play(pilot, move):
    screen = pilot.app.screen
    move = screen.puzzle.move_parse(screen.game.state, move) if isinstance(move, str) else move
    screen.board.post_message(screen.board.Played(move))
    await pilot.pause()


@pytest.mark.parametrize("name", sampled(NAMES, ["kami"]))
async def test_five_questions(name):
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        app, puzzle = pilot.app, NAMES[name]
        app.push_screen(drill_screen(app, puzzle))
        for number in range(practice.QUESTIONS):
            await at(pilot, DrillScreen, number)
            asked = app.screen.game.asked
            assert "question" in text(app, "#title")
            await pilot.press("H")
            assert asked.where in text(app, "#message").replace("\n", " ")
            if number == 1:
                await pilot.press("S")
            else:
                await play(pilot, asked.own[0])
            assert app.screen.game.right == (number != 1)
            assert app.screen.board.step == asked.step, "the reason's own view"
            assert text(app, "#title").count("✗") == min(number, 1)
            await (
                click_words(pilot, "#status", "next question")
                if number == 2
                else pilot.press("enter")
            )
        await wait_until(pilot, lambda: not isinstance(app.screen, DrillScreen))
        solved = [one.solved for one in app.saves.exercises()]
        assert solved == [True, False, True, True, True]


async def test_another_kind_and_the_way_from_you():
    async with PuzzlesApp().run_test(size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.press("4")
        await wait_until(pilot, lambda: app.screen.query_one(Canvas).blocks)
        await pilot.press("p")
        await at(pilot, DrillScreen, 0)
        kind = app.screen.game.asked.kind
        await play(pilot, app.screen.game.asked.own[0])
        await pilot.press("n")
        await wait_until(pilot, lambda: app.screen.game.asked.kind != kind)
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, StatisticsScreen))
        ledger = app.screen.query_one(Canvas)
        lines = [ledger.line(y).text for y in range(ledger.virtual_size.height)]
        await pilot.press("t")
        await at(pilot, RunScreen, 0)
        assert "3:00 left" in text(app, "#title") or "2:5" in text(app, "#title")
        assert any("Practice, five questions" in line for line in lines)


@pytest.mark.parametrize("name", sampled(NAMES, ["akari"]))
async def test_a_run(name):
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        app, puzzle = pilot.app, NAMES[name]
        app.push_screen(run_screen(app, puzzle))
        await at(pilot, RunScreen, 0)
        run = app.screen.run_
        for move in solution_of(puzzle, app.screen.entry.level):
            await play(pilot, move)
        await at(pilot, RunScreen, 1)
        assert "Solved" in text(app, "#message")
        for number in (1, 2, 3):
            await at(pilot, RunScreen, number)
            assert run.clock.running
            await pilot.press("n")
        await wait_until(pilot, lambda: "3 missed" in text(app, "#status"))
        assert not run.clock.running
        await pilot.press("enter")
        await at(pilot, RunScreen, 0)
        assert app.screen.run_.boards == run.boards[1:4]
        assert "board 1" in text(app, "#title")
        await pilot.press("escape", "escape")
        await wait_until(pilot, lambda: not isinstance(app.screen, RunScreen))
        assert practice.runs(puzzle, app.saves.exercises()) == {run.name: 1}


async def test_a_run_ends_with_its_time_and_stands_still_while_it_is_covered():
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        app = pilot.app
        app.push_screen(run_screen(app, NAMES["flow"]))
        await at(pilot, RunScreen, 0)
        run = app.screen.run_
        await pilot.press("question_mark")
        await wait_until(pilot, lambda: not run.clock.running)
        await pilot.press("escape")
        await wait_until(pilot, lambda: run.clock.running)
        run.clock = practice.Clock(practice.SECONDS)
        run.clock.start()
        await wait_until(pilot, lambda: "0 boards solved" in text(app, "#status"))
        assert not app.screen.board.playable
        await pilot.press("n", "u", "colon")
        assert (run.done, app.screen.number) == ([], 0)


async def test_questions_are_spoken_and_runs_have_no_clock_then():
    write_settings(replace(Settings(), spoken=True), Settings())
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        app, puzzle = pilot.app, NAMES["akari"]
        app.push_screen(drill_screen(app, puzzle))
        await at(pilot, DrillScreen, 0)
        asked = app.screen.game.asked
        await wait_until(pilot, lambda: asked.words in text(app, "#words").replace("\n", " "))
        await play(pilot, asked.own[0])
        await wait_until(pilot, lambda: asked.step.words[:20] in text(app, "#words"))
        assert not run_screen(app, puzzle).run_.timed


async def test_after_a_win_with_hints_their_kind_is_offered():
    async with PuzzlesApp().run_test(size=(120, 40)) as pilot:
        app, puzzle = pilot.app, NAMES["akari"]
        entry = next(each for each in ENTRIES if each.pack.puzzle is puzzle)
        app.open(entry, lessons=False)
        await wait_until(pilot, lambda: getattr(app.screen, "entry", None) is entry)
        app.screen.game.reasons = ["no such kind", "one rule"]
        for move in solution_of(puzzle, entry.level):
            await play(pilot, move)
        await wait_until(pilot, lambda: "practise one rule" in text(app, "#status"))
        await pilot.press("P")
        await at(pilot, DrillScreen, 0)
        assert app.screen.game.asked.kind == "one rule"


@pytest.mark.slow
async def test_the_next_board_stands_at_once():
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        app = pilot.app
        app.push_screen(run_screen(app, NAMES["flow"]))
        await at(pilot, RunScreen, 0)
        run, began = app.screen.run_, time.process_time()
        for number in range(10):
            run.misses = 99
            await pilot.press("n")
            await at(pilot, RunScreen, number + 1)
        assert time.process_time() - began < 30
