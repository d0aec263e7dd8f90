"""Games as lists of moves, and the others of a level."""

from __future__ import annotations

import pytest

from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.player.game import Game
from puzzles.player.review import name_of
from puzzles.player.saves import Saves
from puzzles.player.session import Clock, in_common

ENTRY = Entry(read_pack("three.toml", 'puzzle = "kami"\nboard = "RWB"\npar = 2\n'), 0)


@pytest.fixture
def saves(tmp_path):
    opened = Saves(tmp_path)
    yield opened
    opened.close()


def played(saves, *moves, hints=0):
    game = Game(ENTRY, saves)
    game.session.clock = Clock(65)
    game.session.hints = hints
    for text in moves:
        outcome = getattr(game, text)() if text in ("undo", "restart") else game.play_text(text)
        assert outcome.changed, text
        outcome.stored.result()
    return game


def test_a_game_is_its_moves_since_the_start():
    game = Game(ENTRY)
    for text in ("a1 White", "b1 Blue"):
        game.play_text(text)
    game.restart()
    for text in ("a1 Blue", "b1 Blue"):
        game.play_text(text)
    game.undo()
    assert game.session.moves() == ("a1 Blue",)
    assert (game.session.updated, name_of(game.session)) == (None, "Your game")
    assert game.others() == []


def test_the_other_games_of_a_level_are_there_whole_the_newest_first(saves):
    played(saves, "a1 White", "b1 Blue", hints=2)
    second = played(saves, "a1 Blue", "b1 Blue")
    assert second.status.won
    third = played(saves, "c1 White")
    games = third.others()
    assert [game.moves() for game in games] == [("a1 Blue", "b1 Blue"), ("a1 White", "a1 Blue")]
    assert [game.status.grade for game in games] == ["perfect", "perfect"]
    assert [game.hints for game in games] == [0, 2]
    assert third.session.moves() == ("c1 White",)
    again = played(saves).others()
    assert [game.dump() for game in again] == [
        game.dump() for game in games
    ]  # the game that is gone on with is none of them


def test_a_game_that_does_not_fit_is_left_out(saves):
    game = played(saves, "a1 White", "b1 Blue")
    game.session._steps[0] = "z9 Green", game.state
    assert game.save().result()
    assert Game(ENTRY, saves).others() == []


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [("ab", "ab", 2), ("a", "abc", 1), ("abc", "axc", 1), ("abc", "x", 0)],
)
def test_what_two_games_have_in_common(one, other, alike):
    assert in_common(one, other) == in_common(other, one) == alike
