"""Sessions: whatever is done to a game, it can be undone, redone, saved and loaded."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.core.errors import MoveError
from puzzles.library.levels import read_pack
from puzzles.player.session import Clock, Session

PACK = read_pack("pack", 'puzzle = "kami"\nboard = """\nRWT\nWTR\nTRW\n"""\npar = 4\n')
PUZZLE, (LEVEL,) = PACK.puzzle, PACK.levels

acts = st.lists(
    st.sampled_from(["undo", "redo", "restart", "mark", "keep", "abandon"])
    | st.tuples(st.integers(0, 8), st.integers(0, 2)),
    max_size=20,
)


def picture(session):
    return PUZZLE.text(session.state)


def play(session, cell, colour):
    """Play a move that the rules may refuse."""
    text = f"{LEVEL.board.grid.name(cell)} {LEVEL.board.palette[colour].name}"
    before = session.dump()
    try:
        session.play(PUZZLE.move_parse(session.state, text))
    except MoveError:
        assert session.dump() == before, "a refused move is no part of the history"
        return False
    return True


@given(acts)
def test_history_against_plain_lists(acts):
    """The session does what a list of pictures and a position in it would do."""
    session = Session(PUZZLE, LEVEL)
    pictures, at, mark = [picture(session)], 0, None
    for act in acts:
        if act == "undo":
            assert session.undo() == (at > (mark or 0))
            at = max(at - 1, mark or 0)
        elif act == "mark":
            session.mark()
            mark = at
        elif act == "keep":
            assert session.keep() == (mark is not None)
            mark = None
        elif act == "abandon":
            assert session.abandon() == (mark is not None)
            at, mark = at if mark is None else mark, None
        elif act == "redo":
            assert session.redo() == (at < len(pictures) - 1)
            at = min(at + 1, len(pictures) - 1)
        elif act == "restart":
            if session.restart():
                pictures, at = [*pictures[: at + 1], pictures[0]], at + 1
        elif play(session, *act):
            pictures, at = [*pictures[: at + 1], picture(session)], at + 1
        assert picture(session) == pictures[at]
        assert session.trying == (None if mark is None else at - mark)

    saved = json.loads(json.dumps(session.dump()))
    loaded = Session.load(PUZZLE, LEVEL, saved)
    assert loaded.dump() == session.dump()
    assert loaded.moves() == session.moves()
    assert loaded.status == session.status
    while loaded.undo():
        session.undo()
        assert picture(loaded) == picture(session)


@given(acts)
def test_moves_lead_to_the_position(acts):
    session = Session(PUZZLE, LEVEL)
    for act in acts:
        if isinstance(act, str):
            getattr(session, act)()
        else:
            play(session, *act)
    state = PUZZLE.start(LEVEL)
    for text in session.moves():
        state = PUZZLE.apply(state, PUZZLE.move_parse(state, text))
    assert PUZZLE.text(state) == picture(session)
    assert session.status.moves == len(session.moves())


def test_a_trial_that_was_abandoned_is_there_to_be_redone():
    session = Session(PUZZLE, LEVEL)
    play(session, 0, 1)
    marked = picture(session)
    session.mark()
    play(session, 0, 2)
    play(session, 8, 1)
    tried = picture(session)
    assert session.abandon()
    assert picture(session) == marked
    assert not session.abandon()
    session.redo()
    session.redo()
    assert picture(session) == tried


def test_the_clock_and_the_help_are_part_of_the_game():
    session = Session(PUZZLE, LEVEL)
    assert not session.helped
    session.clock = Clock(61.25)
    session.hints, session.watched = 2, 1
    loaded = Session.load(PUZZLE, LEVEL, json.loads(json.dumps(session.dump())))
    assert (loaded.clock.seconds, loaded.hints, loaded.watched) == (61.25, 2, 1)
    assert loaded.helped
    assert not loaded.clock.running


def test_the_clock_counts_only_while_it_runs(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("puzzles.player.session.monotonic", lambda: now[0])
    clock = Clock(5)
    now[0] += 10
    assert clock.seconds == 5
    clock.start()
    now[0] += 2
    clock.start()
    now[0] += 1
    assert clock.seconds == 8
    clock.stop()
    now[0] += 50
    assert clock.seconds == 8
    clock.start()
    now[0] += 1
    assert clock.seconds == 9


def test_restart_is_undone_like_a_move():
    session = Session(PUZZLE, LEVEL)
    assert not session.restart()
    play(session, 0, 1)
    after = picture(session)
    assert session.restart()
    assert session.status.moves == 0
    assert session.undo()
    assert picture(session) == after


@pytest.mark.parametrize(
    ("saved", "error"),
    [
        ({"moves": ["a1 White", "a1 White"], "at": 2}, MoveError),
        ({"moves": ["a1 White", "z9 Red"], "at": 2}, MoveError),
        ({"moves": ["nonsense"], "at": 0}, MoveError),
        ({"at": 0}, KeyError),
        ({"moves": [], "at": 0, "seconds": "long"}, ValueError),
        ({"moves": ["a1 White"], "at": 1, "mark": []}, TypeError),
    ],
)
def test_a_history_that_does_not_replay_is_refused(saved, error):
    with pytest.raises(error):
        Session.load(PUZZLE, LEVEL, saved)


@pytest.mark.parametrize(("at", "meant"), [(-3, 0), (1, 1), (99, 2)])
def test_a_position_outside_the_history_is_its_nearest_end(at, meant):
    session = Session.load(PUZZLE, LEVEL, {"moves": ["a1 White", "a1 Teal"], "at": at})
    assert session.dump()["at"] == meant


@pytest.mark.parametrize(("mark", "meant"), [(-3, 0), (1, 1), (2, 1), (99, 1)])
def test_a_trial_that_began_outside_the_history_began_at_its_nearest_end(mark, meant):
    session = Session.load(PUZZLE, LEVEL, {"moves": ["a1 White", "a1 Teal"], "at": 1, "mark": mark})
    assert session.dump()["mark"] == meant
    assert session.trying == 1 - meant
    assert session.abandon()
    assert session.dump()["at"] == meant
