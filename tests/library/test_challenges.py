"""Challenges: the game that went into one comes out of it; whatever else is written is refused."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenging import challenge_of, harmless, spoilt, won_game
from puzzles.cli import main
from puzzles.core.errors import LevelError, UsageError
from puzzles.library.catalogue import find
from puzzles.library.challenges import LONGEST, make_challenge, read_challenge
from puzzles.library.ids import is_id, make_link, signed
from puzzles.library.solutions import solution_of
from puzzles.player.game import Game
from puzzles.player.session import Session
from sampling import slow
from shipped import ENTRIES

LEVELS = ENTRIES[:: len(ENTRIES) // 60]
FLOW = find("flow/classics/five-by-five")
SOLVED = solution_of(FLOW.pack.puzzle, FLOW.level)
TIMES = [3.0 * (at + 1) for at in range(len(SOLVED))]


@given(st.randoms(use_true_random=False), st.sampled_from(LEVELS))
def test_a_challenge_is_the_game_that_went_into_it(rng, entry):
    puzzle, (moves, times) = entry.pack.puzzle, won_game(rng, entry)
    text = make_challenge(puzzle, entry.level, moves, times)
    assert is_id(text)
    ghost = read_challenge(puzzle, entry.level, text)
    assert list(ghost.times) == times
    # Kami may name another cell of the same region.
    start = puzzle.start(entry.level)
    pairs = zip(puzzle.replay(start, moves), puzzle.replay(start, ghost.moves), strict=True)
    assert all(puzzle.text(one) == puzzle.text(other) for (_, one), (_, other) in pairs)
    assert make_challenge(puzzle, entry.level, ghost.moves, ghost.times) == text


@pytest.mark.parametrize("texts", [40, *slow(3000)])
def test_a_spoilt_challenge_is_refused_or_harmless(texts):
    rng = Random(8)
    good = [challenge_of(rng, entry) for entry in rng.choices(LEVELS, k=12)]
    for _ in range(texts):
        text = spoilt(rng, *rng.sample(good, 2))
        assert harmless(text), text


def test_a_challenge_is_short():
    """Of a Kami board of par 16 and of a Flow board of 15×15, with a time for every move."""
    large = [e for e in ENTRIES if e.pack.puzzle.facts(e.level)["size"] == "15×15"][:4]
    large += [e for e in ENTRIES if getattr(e.level, "par", 0) == 16][:4]
    assert len({e.pack.puzzle.id for e in large}) == 2
    for entry in large:
        moves = solution_of(entry.pack.puzzle, entry.level)
        times = [21.7 * (at + 1) for at in range(len(moves))]
        text = make_challenge(entry.pack.puzzle, entry.level, moves, times)
        assert len(text) <= 300


def test_a_challenge_opens_its_level_wherever_an_id_does(capsys):
    text = make_challenge(FLOW.pack.puzzle, FLOW.level, SOLVED, TIMES)
    for written in (text, f"{text[:9]} {text[9:]}\n", make_link("https://example.org/", text)):
        entry = find(written)
        assert entry.name == FLOW.name
        assert entry.ghost.moves == SOLVED
        assert [entry.ghost.made(at) for at in (0, 3, 5.9, 1e9)] == [0, 1, 1, len(SOLVED)]
    assert main(["show", text, "--id"]) == 0
    assert capsys.readouterr().out.strip() == FLOW.id
    assert find(FLOW.id).ghost is None


def test_a_game_that_has_not_won_makes_no_challenge():
    for moves in ((), SOLVED[:-1], (*SOLVED, SOLVED[0])):
        with pytest.raises(LevelError):
            make_challenge(FLOW.pack.puzzle, FLOW.level, moves, [1.0] * len(moves))
    with pytest.raises(LevelError):
        make_challenge(FLOW.pack.puzzle, FLOW.level, SOLVED, [*reversed(TIMES)])


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (b"", "it has 0 moves"),
        (b"\xff" * 30, "it has"),
        (bytes(LONGEST), "too long"),
        (b"\x20" * 40, "do not solve|it has|the rules refuse"),
    ],
)
def test_a_lie_with_the_right_checksum_is_one_sentence(told, said):
    with pytest.raises(UsageError, match=said) as refused:
        find(signed(f"{FLOW.id}.", told))
    assert "\n" not in str(refused.value)


def test_times_are_kept_with_moves_and_are_known_after_a_restart():
    puzzle, level = FLOW.pack.puzzle, FLOW.level
    session = Session(puzzle, level)
    for at, text in enumerate(SOLVED):
        session.clock._counted = 2.0 * at
        session.play(puzzle.move_parse(session.state, text))
    assert session.times() == tuple(2.0 * at for at in range(len(SOLVED)))
    again = Session.load(puzzle, level, session.dump())
    assert again.times() == session.times()
    again.undo()
    assert again.times() == session.times()[:-1]
    again.restart()
    assert again.times() == ()


@pytest.mark.parametrize("times", [None, "12", [1.0], [None, "2", True, -1.0, 1e300]])
def test_times_that_cannot_be_are_not_known(times):
    """A game of before they were kept has none; nor has one that a stranger wrote."""
    session = Session(FLOW.pack.puzzle, FLOW.level)
    saved = {**session.dump(), "moves": list(SOLVED), "at": len(SOLVED), "times": times}
    loaded = Session.load(FLOW.pack.puzzle, FLOW.level, saved)
    assert loaded.times() == (None,) * len(SOLVED)
    assert loaded.status.won


def test_a_game_whose_times_run_backwards_or_are_not_known_makes_no_challenge():
    game = Game(FLOW)
    for text in SOLVED:
        game.play_text(text)
    assert read_challenge(FLOW.pack.puzzle, FLOW.level, game.challenge).moves == SOLVED
    for times in ([5.0, 4.0, 6.0, 7.0, 8.0], [1.0, None, 2.0, 3.0, 4.0]):
        game.session._times = times
        assert game.challenge == ""
    game.undo()
    assert game.challenge == ""
