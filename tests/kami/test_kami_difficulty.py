"""The difficulty of Kami: what a player has to find."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from puzzles.core.errors import UsageError
from puzzles.core.results import Grade
from puzzles.core.solving import Answer
from puzzles.kami.rules.model import Move, start
from puzzles.kami.tutor import difficulty
from puzzles.kami.tutor.difficulty import grade, greedy, moves
from puzzles.library.levels import read_pack


def parsed(board: str, **keys):
    return read_pack("x", json.dumps({"puzzle": "kami", "board": board, **keys})).levels[0]


def graded(level) -> Grade:
    *_, end = grade(level)
    assert isinstance(end, Grade)
    return end


def test_one_move_that_cannot_fail_is_the_easiest() -> None:
    assert graded(parsed("RRWW")).difficulty == 1


def test_the_figures_of_a_small_board() -> None:
    """R W T: the middle to either side, then the rest; or a side to the middle, then the same."""
    figures = graded(parsed("RWT")).figures
    assert figures["par"] == 2
    assert figures["gap"] == 0
    assert figures["first_share"] == 1.0
    assert figures["lines"] == 4 * 2


def changed(events, **keys):
    """Answers with other keys, and with a line that no solver would find for every line."""
    for event in events:
        answers = isinstance(event, Answer)
        yield replace(event, moves=event.moves and (Move(0, 0),), **keys) if answers else event


TRAP = "RWTRBW\nWTBWRT"


def test_a_difficulty_hangs_on_no_line_that_a_solver_finds(monkeypatch) -> None:
    level, solve, within = parsed(TRAP), difficulty.solve, difficulty.within
    wanted = graded(level)
    monkeypatch.setattr(difficulty, "solve", lambda *known: changed(solve(*known)))
    monkeypatch.setattr(difficulty, "within", lambda *known: changed(within(*known)))
    assert graded(level) == wanted


def test_what_is_not_decided_is_not_graded(monkeypatch) -> None:
    within = difficulty.within
    monkeypatch.setattr(difficulty, "within", lambda *known: changed(within(*known), proved=False))
    with pytest.raises(UsageError, match=r"no difficulty: after [a-f][12] "):
        graded(parsed(TRAP))


def test_boards_that_are_alike_are_as_hard() -> None:
    """Mirrored, turned, and in other colours."""
    others = "WBRTWR\nTRWBTW", "WTBWRT\nRWTRBW", "RW\nWT\nTB\nRW\nBR\nWT", "WRTWYR\nRTYRWT"
    wanted = graded(parsed(TRAP))
    assert [graded(parsed(board)) for board in others] == [wanted] * len(others)


@pytest.mark.slow
def test_a_board_with_traps_is_harder_than_a_larger_one_without() -> None:
    striped = graded(parsed("RWRWRW" + "\n" + "RWRWRW"))
    trap = graded(parsed("RWTRBWTR\nWTBWRTWB\nTRWBTBRT"))
    assert trap.difficulty > striped.difficulty + 2
    assert trap.figures["luck"] > striped.figures["luck"]


def test_greedy_play_ends_every_board() -> None:
    assert len(greedy(start(parsed("RWRW")))) == 2
    assert len(greedy(start(parsed("RW.RW")))) == 2
    assert len(greedy(start(parsed("RR.WW")))) == 1
    assert len(greedy(start(parsed("RW", final="T")))) == 2


def test_moves_merge_something_while_anything_can_be_merged() -> None:
    state = start(parsed("RWT"))
    assert {(m.cell, m.colour) for m in moves(state)} == {(0, 1), (1, 0), (1, 2), (2, 1)}
    wide = start(parsed("RWTWR"))
    assert moves(wide)[0] == Move(2, 1)  # merges two
    apart = start(parsed("RR.WW"))
    assert len(moves(apart)) == 2


def test_islands_and_a_final_colour_are_graded() -> None:
    assert 1 <= graded(parsed("RWR.WRW\nRWR.TRW")).difficulty <= 10
    assert graded(parsed("RW", final="T")).figures["par"] == 2
