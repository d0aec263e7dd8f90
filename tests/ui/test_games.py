"""Walking through games of one's own, and setting two side by side."""

from __future__ import annotations

import pytest
from rich.console import Console
from textual.widgets import OptionList, Static

from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.player.game import Game
from puzzles.player.saves import Saves
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.play.review import GamesScreen, ReviewScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.watch.bars import TimeBar
from sampling import slow
from screens import text, wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen")

ENTRY = Entry(read_pack("three.toml", 'puzzle = "kami"\nboard = "RWB"\npar = 2\n'), 0)
SIZES = [(60, 20), *slow((80, 24), (200, 60))]


def played(*moves, hints=0):
    saves = Saves()
    game = Game(ENTRY, saves)
    game.session.hints = hints
    for move in moves:
        assert game.play_text(move).stored.result()
    saves.close()


def said(app):
    """What stands about the two games."""
    console = Console(width=60, force_terminal=False, color_system=None)
    with console.capture() as capture:
        console.print(app.screen.query_one("#beside", Static).visual._renderable)
    return capture.get()


@pytest.mark.slow
async def test_the_game_that_is_played_is_walked_through_from_its_start():
    app = PuzzlesApp(ENTRY)
    async with app.run_test(size=(80, 24)) as pilot:
        app.animation_level = "none"
        await pilot.pause()
        play = app.screen
        await pilot.press("m")
        assert app.screen is play
        assert "no move yet" in text(app, "#message")
        await pilot.press("2", "left", "enter", "3", "enter")
        assert play.game.status.won
        moves = play.game.session.moves()
        await pilot.press("m")
        walk = app.screen
        assert isinstance(walk, ReviewScreen)
        board, puzzle = walk.board, play.puzzle
        assert puzzle.text(board.state) == "RWB"
        assert walk.query_one(TimeBar).words == "move 0 of 2"
        await pilot.press("right")
        assert puzzle.text(board.state) == puzzle.text(puzzle.after(walk.line.states[0], moves[:1]))
        await pilot.press("G")
        assert puzzle.text(board.state) == puzzle.text(play.game.state)
        await pilot.press("g")
        assert puzzle.text(board.state) == "RWB"
        await pilot.press("space")  # by itself
        await wait_until(pilot, lambda: puzzle.text(board.state) == puzzle.text(play.game.state))
        await pilot.press("escape")
        assert app.screen is play
        # One's own game is no help.
        assert not play.game.session.helped


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_two_games_stand_side_by_side(size):
    played("a1 White", "b1 Blue", hints=1)
    played("a1 Blue", "b1 Blue")
    played("a1 Blue")
    app = PuzzlesApp(ENTRY)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("A")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await pilot.press("m")
        await wait_until(pilot, lambda: isinstance(app.screen, GamesScreen))
        games = app.screen.query_one("#games", OptionList)
        assert games.option_count == 3
        await wait_until(pilot, lambda: "The games are the same for 1 move" in said(app))
        await pilot.press("down")
        await wait_until(pilot, lambda: "The games part at move 1: a1 Blue" in said(app))
        rows = [line.strip() for line in said(app).splitlines()]
        assert " ".join(rows[2].split()) == "moves 1 2", rows
        assert " ".join(rows[4].split()) == "help none 1 hint"
        assert app.screen.query_one("#beside").region.height >= 5
        await pilot.press("enter")
        assert isinstance(app.screen, ReviewScreen)
        assert len(app.screen.line.moves) == 2
        assert "perfect" not in text(app, "#status")
        await pilot.press("escape")
        assert isinstance(app.screen, PlayScreen)


@pytest.mark.slow
async def test_a_click_walks_through_a_game():
    played("a1 White", "b1 Blue")
    played("a1 Blue")
    app = PuzzlesApp(ENTRY)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("A")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await pilot.press("m")
        await wait_until(pilot, lambda: isinstance(app.screen, GamesScreen))
        await pilot.click("#games", offset=(6, 1))
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        assert len(app.screen.line.moves) == 1
