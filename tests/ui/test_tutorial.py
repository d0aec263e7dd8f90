"""Lessons: played before a puzzle's first level, shown in the help, true in what they claim."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from puzzles.core.solving import Limits, answer
from puzzles.library.catalogue import find
from puzzles.library.lessons import lesson_pack, lesson_states
from puzzles.library.registry import plugins
from puzzles.player.memory import Memory
from puzzles.player.records import best
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.play.playing import TutorialScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.help import HelpScreen
from sampling import sampled
from screens import packs_read, wait_until
from shipped import ENTRIES, PUZZLES


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_every_lesson_is_solved_as_it_says_and_no_better(puzzle):
    pack = lesson_pack(puzzle)
    assert len(pack.levels) in (3, 4)
    for level, lesson in zip(pack.levels, puzzle.lessons.LESSONS, strict=True):
        states = lesson_states(puzzle, level, lesson)
        won = [puzzle.status(state).won for state in states]
        assert won == [False] * len(lesson.moves) + [True]
        assert puzzle.status(states[-1]).grade in ("perfect", "solved")
        best = answer(puzzle.solver.solve(states[0], Limits()))
        assert best.proved
        assert len(best.moves) == len(lesson.moves)


until_shown = packs_read


@pytest.mark.parametrize("size", [(60, 20)])
@pytest.mark.parametrize("puzzle", sampled(PUZZLES, PUZZLES[:1]), ids=lambda puzzle: puzzle.id)
async def test_the_tutorial_comes_first_can_be_played_to_the_end_and_does_not_come_again(
    puzzle, size
):
    app = PuzzlesApp()
    entry = next(entry for entry in ENTRIES if entry.pack.puzzle is puzzle)
    async with app.run_test(size=size) as pilot:
        await until_shown(pilot)
        app.open(entry)
        await pilot.pause()
        for number, lesson in enumerate(puzzle.lessons.LESSONS):
            screen = app.screen
            assert isinstance(screen, TutorialScreen)
            assert lesson.text.split()[0] in str(screen.query_one("#message", Static).render())
            await pilot.press("H")
            for text in lesson.moves:
                move = puzzle.move_parse(screen.game.session.state, text)
                screen.board.post_message(screen.board.Played(move))
                await pilot.pause()
            assert screen.game.session.status.won
            await pilot.press(("enter", "n")[number % 2])
            await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.entry.name == entry.name
        assert best(app.saves.wins()) == {}
        await pilot.press("escape")
        await app.workers.wait_for_complete()
        app.open(entry)
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
    assert Memory().seen(puzzle.id)


@pytest.mark.parametrize("puzzle", sampled(PUZZLES, PUZZLES[1:2]), ids=lambda puzzle: puzzle.id)
async def test_the_last_lesson_shows_its_solution_and_gives_the_board_back(puzzle):
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot)
        lessons = puzzle.lessons.LESSONS
        app.push_screen(TutorialScreen(lesson_pack(puzzle), lessons, len(lessons) - 1))
        await pilot.pause()
        lesson = app.screen
        start = lesson.game.session.state
        assert "Press S" in lesson.exercise
        await pilot.press("S")
        await pilot.pause()
        assert len(app.screen.line.moves) == len(lesson.lesson.moves)
        await pilot.press("end")
        assert puzzle.status(app.screen.board.state).won
        await pilot.press("escape")
        assert app.screen is lesson
        assert lesson.game.session.state is start


async def test_it_can_be_skipped_undone_and_begun_again():
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot)
        app.teach(plugins()[0]["kami"])
        await pilot.pause()
        screen = app.screen
        start = screen.game.session.state
        screen.board.act(5)  # red on red
        await pilot.pause()
        assert "already" in str(screen.query_one("#message", Static).render())
        await pilot.press("2")
        screen.board.act(5)
        await pilot.pause()
        assert screen.game.session.status.won
        offered = {active.binding.description for active in screen.active_bindings.values()}
        assert "Go on" in offered
        assert not offered & {"Show me", "Watch"}
        await pilot.press("u")
        assert screen.game.session.state is start
        await pilot.press("escape", "escape")
        assert not isinstance(app.screen, TutorialScreen)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["kami/first-folds/1", "flow/first-pipes/1"])
async def test_the_help_shows_the_rules_in_pictures(level):
    app = PuzzlesApp(find(level))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        pictures = [picture.content for picture in app.screen.query(".picture")]
        lessons = app.screen._puzzle.lessons.LESSONS
        assert len(pictures) == len(lessons)
        for picture, lesson in zip(pictures, lessons, strict=True):
            assert picture.plain.count("→") == len(lesson.moves)
            assert any(span.style.bgcolor for span in picture.spans)


@pytest.mark.parametrize(
    ("name", "keys", "words"),
    [
        (
            "kami/first-folds/1",
            ["tab", "space"],
            "This region is Red already. Try this: recolour the White region to",
        ),
        ("flow/first-pipes/1", ["right", "space"], "Go to a dot first; tab leads to one."),
    ],
)
async def test_a_wrong_key_in_the_first_lesson_is_told_what_to_do(name, keys, words):
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot)
        app.open(find(name))
        await pilot.pause()
        await pilot.press(*keys)
        message = app.screen.query_one("#message", Static)
        await wait_until(pilot, lambda: words in str(message.render()))
        assert app.screen._side.region.contains_region(message.region)  # seen whole
