"""Walking through games of one's own, one after the other."""

from __future__ import annotations

import pytest

from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.player.game import Game
from puzzles.player.saves import Saves
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.play.review import ReviewScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.watch.bars import TimeBar
from screens import text, wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen")

ENTRY = Entry(read_pack("three.toml", 'puzzle = "kami"\nboard = "RWB"\npar = 2\n'), 0)


def played(*moves, hints=0):
    saves = Saves()
    game = Game(ENTRY, saves)
    game.session.hints = hints
    for move in moves:
        assert game.play_text(move).stored.result()
    saves.close()


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


async def test_the_games_of_a_level_are_looked_back_on_from_the_newest_to_the_oldest():
    played("a1 White", "b1 Blue", hints=1)
    played("a1 Blue", "b1 Blue")
    played("a1 Blue")
    app = PuzzlesApp(ENTRY)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("A")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        shown = [("a1 Blue",), ("a1 Blue", "b1 Blue"), ("a1 White", "a1 Blue"), ("a1 Blue",)]
        for number, moves in enumerate(shown):
            await wait_until(pilot, lambda moves=moves: app.screen.line.texts == moves)
            told = text(app, "#status")
            assert ("Your game of" in told) == (number in (1, 2)), told
            assert ("not finished" in told) == (number in (0, 3))
            assert ("help 1 hint, now none" in told.replace("\n", " ")) == (number == 2)
            assert ("moves 2, now 1" in told.replace("\n", " ")) == (number in (1, 2))
            await pilot.press("m")
        await pilot.press("escape")
        assert isinstance(app.screen, PlayScreen)
