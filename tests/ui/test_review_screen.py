"""The review of a game on screen."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest

from puzzles.library.catalogue import Entry, find
from puzzles.library.challenges import make_challenge
from puzzles.library.levels import read_pack
from puzzles.ui.play.duel import DuelScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.play.review import ReviewScreen
from puzzles.ui.shell.app import PuzzlesApp
from screens import text, wait_until


@asynccontextmanager
async def playing():
    """The app and its pilot, at a board that two moves win."""
    pack = read_pack("board.toml", 'puzzle = "kami"\nboard = "RWTWR"\npar = 2\n')
    app = PuzzlesApp(Entry(pack, 0))
    async with app.run_test(size=(80, 24)) as pilot:
        app.animation_level = "none"
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        yield app, pilot


async def test_a_game_is_looked_back_on_move_by_move():
    async with playing() as (app, pilot):
        await pilot.press("A")
        assert "no move yet" in text(app, "#message")
        for move in ("a1 White", "e1 White", "c1 White"):
            app.screen.draw(app.screen.game.play_text(move))
        await pilot.press("A")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await wait_until(pilot, lambda: app.screen.review.question is None)
        await wait_until(pilot, lambda: "first on move 1" in text(app, "#message"))
        assert app.screen.board.announced.cell == 2, "the better move"
        assert len(app.screen.line.moves) == 3
        await pilot.press("right")
        assert "One move lost, 2 moves left" in text(app, "#message")
        assert "Better: recolour the Teal region" in text(app, "#message")
        assert "█" in text(app, "#status")
        await pilot.press("right")
        assert "Nothing lost, 1 move left" in text(app, "#message")
        await wait_until(pilot, lambda: app.memory.reviews)
        await pilot.press("escape")
        assert isinstance(app.screen, PlayScreen)


@pytest.mark.slow
async def test_the_better_moves_are_played_out_and_the_player_goes_on_from_there():
    async with playing() as (app, pilot):
        play = app.screen
        for move in ("a1 White", "e1 White", "c1 White"):
            play.draw(play.game.play_text(move))
        assert play.game.status.won
        await pilot.press("A")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        review = app.screen
        await wait_until(pilot, lambda: review.review.question is None)
        assert not play.game.session.helped, "a game that is over cannot be helped"
        await pilot.press("right_square_bracket")
        assert review.line.at == 1, "the move that lost"
        await pilot.press("B")
        assert review.line.at == 0
        assert review.puzzle.text(review.board.state) == "RWTWR", "from before that move"
        await pilot.press("G")
        assert review.puzzle.status(review.board.state).won
        assert "best moves from move 1 on" in text(app, "#status")
        await pilot.press("B")
        assert review.line.at == 1, "back where the player was"
        assert len(review.line.moves) == 3
        await pilot.press("B", "g", "right", "enter")
        await wait_until(pilot, lambda: app.screen is play)
        assert play.puzzle.text(play.board.state) == "RWWWR"
        assert play.game.session.moves() == review.review.rest(0)[:1]
        assert play.game.session.helped
        assert not play.game.status.won
        play.draw(play.game.play_text(review.review.rest(0)[1]))
        assert play.game.status.won
        assert "perfect" not in text(app, "#status")


@pytest.mark.slow
async def test_a_game_goes_on_from_an_earlier_move_and_can_be_made_again():
    async with playing() as (app, pilot):
        play = app.screen
        for move in ("c1 White", "a1 Teal", "t", "c1 Teal"):
            play.draw(play.game.begin_trial() if move == "t" else play.game.play_text(move))
        await pilot.press("A")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await pilot.press("right", "enter")
        await wait_until(pilot, lambda: app.screen is play)
        assert play.game.session.moves() == ("c1 White",)
        assert play.game.session.trying is None
        await pilot.press("U", "U")
        assert len(play.game.session.moves()) == 3


async def test_a_challenge_is_played_beside_its_ghost_and_both_games_are_seen_in_the_end():
    pack = read_pack("board.toml", 'puzzle = "kami"\nboard = "RWTWR"\npar = 2\n')
    level, moves = pack.levels[0], ("c1 White", "a1 White", "e1 White")
    ghost = find(make_challenge(pack.puzzle, level, moves, (0.0, 0.0, 5000.0))).ghost
    app = PuzzlesApp(Entry(pack, 0, ghost))
    async with app.run_test(size=(80, 24)) as pilot:
        app.animation_level = "none"
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        play = app.screen
        assert "they: 2 of 3" in text(app, "#ghost")
        assert "They had made 2 of 3 moves by now." in play.game.standing
        for move in ("a1 White", "e1 White", "c1 White"):
            play.draw(play.game.play_text(move))
        assert "they 3 and 1:23:20; you part at move 1." in play.game.standing
        await wait_until(pilot, lambda: "both games" in text(app, "#status"))
        await pilot.press("Y")
        again = find(sent := app.clipboard)
        assert again.ghost.moves[0] == "a1 White", "a challenge back"
        await pilot.press("A")
        await wait_until(pilot, lambda: isinstance(app.screen, DuelScreen))
        await wait_until(pilot, lambda: app.memory.reviews)
        told = text(app, "#parted")
        assert "You" in told.split("They")[0]
        assert "One move lost." in told.split("They")[0]
        assert "Par kept." in told.split("They")[1]
        assert "One move lost" not in told.split("They")[1]
        assert "□■■" in text(app, ".duel-facts")
        await pilot.press("right", "right", "right")
        assert "move 3 of 3" in text(app, ".duel-facts")
        for key, copied in {"y": "□■■", "Y": sent}.items():
            app.copy_to_clipboard("")
            await pilot.press(key)
            await wait_until(pilot, lambda copied=copied: copied in app.clipboard)
            assert app.screen is play
            await pilot.press("A")
            await wait_until(pilot, lambda: isinstance(app.screen, DuelScreen))
        await pilot.press("A")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await pilot.press("escape")
        assert app.screen is play
