"""The app for who listens: one place says what the cursor comes to, what a move did, and hints."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.player.settings import Settings
from puzzles.ui.play.playing import TutorialScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.widgets.form import AskScreen
from sampling import slow
from screens import text, wait_until

KAMI = (
    'puzzle = "kami"\ntitle = "Two"\ngrid = "square"\npar = 2\n'
    'board = """\nRRWWT\nRRWWT\nTTTWT\n"""\n'
)
FLOW = 'puzzle = "flow"\ntitle = "Odd"\nboard = """\nA.B\n...\nA.B\n"""\n'


def app_of(document: str, **settings) -> PuzzlesApp:
    app = PuzzlesApp(Entry(read_pack("level", document), 0))
    app.settings = replace(Settings(), spoken=True, **settings)
    return app


def keys(typed: str) -> list[str]:
    return ["space" if char == " " else char for char in typed]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 20), *slow((80, 24), (120, 40))])
async def test_kami_is_played_by_what_is_said(size):
    app = app_of(KAMI)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await wait_until(pilot, lambda: "4 regions" in text(app, "#words"))
        assert "Moves 0, par 2." in text(app, "#words")
        words = app.screen.query_one("#words")
        assert app.screen.region.contains_region(words.region)
        assert not words.region.overlaps(app.screen.board.region)
        board = app.screen.board
        board.point_at(0)
        for _ in range(4):
            await pilot.press("tab")
            if text(app, "#words").startswith("2 "):
                break
        assert text(app, "#words") == (
            "2 White, 5 cells, middle; touches 1, 3 and 4; colour 1, Red"
        )
        await pilot.press("3")
        assert text(app, "#words").endswith("colour 3, Teal")
        await pilot.press("enter")
        await pilot.pause()
        said = text(app, "#words")
        assert said == (
            "3 merged, 2 regions left. 2 Teal, 11 cells, middle; touches 1. Moves 1, par 2."
        )
        await pilot.press("u")
        await pilot.pause()
        assert text(app, "#words").startswith("3 apart, 4 regions left.")
        await pilot.press("2", "enter")
        assert text(app, "#words") == "This region is White already."
        await pilot.press("H")
        await wait_until(pilot, lambda: text(app, "#words").startswith("Look at the"))
        await pilot.press("H", "H")
        assert text(app, "#words").startswith("Try this: 1 White. It grows into the White region")


async def test_moves_are_typed_and_asked_about():
    app = app_of(FLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for typed, said in (
            (
                "look",
                "3 columns and 3 rows of cells; 2 pipes; fill every cell. "
                "A: a1, free down and right; a3, free up and right. "
                "B: c1, free down and left; c3, free up and left",
            ),
            ("look a", "A: a1, free down and right; a3, free up and right"),
            ("A right", "A ends at b1, free down. Pipes 1, 2 needed. Joined 0 of 2. Filled 22 %."),
            ("A up", "A pipe cannot go up from b1."),
        ):
            await pilot.press("colon")
            assert isinstance(app.screen, AskScreen)
            await pilot.press(*keys(typed), "enter")
            await pilot.pause()
            assert text(app, "#words") == said
        board = app.screen.board
        board.point_at(board.grid.cell("b1"))
        await pilot.press("space", "down")
        assert text(app, "#words") == "Holding A, b2, pipe A, free down, left and right"


@pytest.mark.slow
async def test_flow_is_won_by_keys_and_words_alone():
    """One pipe is drawn with keys, as what is heard tells; the other one is typed."""
    board = 'puzzle = "flow"\ntitle = "Fill"\nboard = """\n.A..\n.B..\n..AB\n"""\n'
    app = app_of(board, animations="none")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for _ in range(3):
            if text(app, "#words").startswith("B1, dot A"):
                break
            await pilot.press("tab")
        assert text(app, "#words") == "B1, dot A, free left and right"
        await pilot.press("space", "left", "down")
        assert text(app, "#words") == "Holding A, a2, pipe A, free down"
        await pilot.press("down", "right", "right")
        assert text(app, "#words").startswith("A joined, b1 to c3.")
        await pilot.press("colon", *keys("B right"), "enter")
        await pilot.pause()
        assert text(app, "#words").startswith("B ends at c2, free up and right.")
        await pilot.press("colon", *keys("B u r d 2"), "enter")
        await pilot.pause()
        said = text(app, "#words")
        assert said.startswith("B joined, b2 to d3. Pipes 2")
        assert said.endswith("Enter goes on.")
        assert app.screen.game.status.won


@pytest.mark.slow
@pytest.mark.parametrize("document", [KAMI, *slow(FLOW)], ids=["kami", "flow"])
async def test_lessons_are_done_by_words_alone(document):
    """The whole tutorial, from what is heard: nothing is to be dragged, clicked or seen."""
    app = app_of(document)
    puzzle = app._entry.pack.puzzle
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.teach(puzzle)
        for number, lesson in enumerate(puzzle.lessons.LESSONS):
            await wait_until(
                pilot,
                lambda n=number: (
                    isinstance(app.screen, TutorialScreen)
                    and app.screen.entry.index == n
                    and app.screen.query("#words")
                    and text(app, "#words")
                ),
            )
            heard = text(app, "#words")
            assert heard == (lesson.spoken or lesson.text)
            assert not any(word in heard.casefold() for word in ("drag", "click", "mouse", "panel"))
            for move in lesson.moves:
                state = app.screen.game.session.state
                said = puzzle.speak_move(state, puzzle.move_parse(state, move))
                await pilot.press("colon")
                app.screen.query_one("#answer").value = said
                await pilot.press("enter")
                await pilot.pause()
                assert heard not in text(app, "#words")
            assert text(app, "#words").endswith("Enter goes on.")
            await pilot.press("enter")


@pytest.mark.slow
async def test_who_has_won_hears_how_to_go_on():
    app = app_of('puzzle = "kami"\ngrid = "square"\nboard = "RB"\n')
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.screen.board.point_at(0)
        await pilot.press("2", "enter")
        await pilot.pause()
        assert text(app, "#words").endswith("Enter goes on.")
        await pilot.press("u")
        await pilot.pause()
        assert "goes on" not in text(app, "#words")


async def test_colours_are_called_as_they_are_painted():
    app = app_of(KAMI, palette="okabe-ito")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.screen.board.point_at(0)
        await pilot.pause()
        painted = app.screen.board.choices[0].name
        assert painted != "Red"
        assert text(app, "#words").startswith(f"1 {painted}, 4 cells")


async def test_nothing_is_said_unless_it_is_wanted():
    app = app_of(KAMI)
    app.settings = Settings()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("tab", "1", "enter")
        words = app.screen.query_one("#words")
        assert not words.display
        assert str(words.render()) == ""


@pytest.mark.slow
async def test_the_place_for_it_comes_and_goes_with_the_setting_and_the_room():
    app = app_of(KAMI)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        words = app.screen.query_one("#words")
        for size, shown in (((80, 12), False), ((80, 24), True)):
            await pilot.resize_terminal(*size)
            await wait_until(pilot, lambda shown=shown: words.display == shown)
        await pilot.press("comma")
        await app.change(replace(app.settings, spoken=False))
        await pilot.press("escape")
        await wait_until(pilot, lambda: not words.display)
