"""Drawing by hand: what a stroke does to its own pipe and to others."""

from __future__ import annotations

import pytest

from puzzles.core.errors import MoveError
from puzzles.flow.rules.hand import Stroke, begin
from puzzles.flow.rules.model import Move, apply, path_parse, path_text, start, status
from puzzles.library.levels import read_pack


def level(board: str, more: str = ""):
    return read_pack("level", f'puzzle = "flow"\n{more}\nboard = """\n{board}\n"""\n').levels[0]


def play(state, *texts: str):
    for text in texts:
        state = apply(state, Move(path_parse(state.board, text)))
    return state


SQUARE = "A..B\n....\n....\nA..B"


def drawn(stroke: Stroke) -> str:
    return path_text(stroke.start.board, stroke.path)


def at(state, name: str) -> int:
    return state.board.grid.cell(name)


def test_from_a_dot_a_pipe_starts_anew():
    state = play(start(level(SQUARE)), "a1 down 2")
    stroke = begin(state, at(state, "a1"))
    stroke.reach(at(state, "b1"))
    assert drawn(stroke) == "a1 right 1"
    assert stroke.state.pipes == (stroke.path,)


def test_from_its_end_a_pipe_goes_on_and_from_its_middle_it_is_cut():
    state = play(start(level(SQUARE)), "a1 right 2 down 1")
    stroke = begin(state, at(state, "c2"))
    stroke.reach(at(state, "c3"))
    assert drawn(stroke) == "a1 right 2 down 2"
    stroke = begin(state, at(state, "b1"))
    stroke.reach(at(state, "b2"))
    assert drawn(stroke) == "a1 right 1 down 1"


def test_back_over_itself_shortens():
    state = start(level(SQUARE))
    stroke = begin(state, at(state, "a1"))
    for name in ("b1", "c1", "c2", "b2", "c1"):
        stroke.reach(at(state, name))
    assert drawn(stroke) == "a1 right 2"


def test_through_another_pipe_cuts_it_and_going_back_restores_it():
    state = play(start(level(SQUARE)), "b1 down 3".replace("b1", "d1"))
    stroke = begin(state, at(state, "a1"))
    for name in ("a2", "b2", "c2", "d2"):
        stroke.reach(at(state, name))
    assert [path_text(state.board, pipe) for pipe in stroke.state.pipes] == ["a1 down 1 right 3"]
    stroke.reach(at(state, "c2"))
    assert stroke.state.pipes[0] == state.pipes[0]
    assert len(stroke.state.pipes) == 2


def test_a_cut_pipe_keeps_the_part_at_its_start():
    state = play(start(level(SQUARE)), "d1 left 2 down 2")
    after = play(state, "a1 down 1 right 1")
    assert [path_text(state.board, pipe) for pipe in after.pipes] == [
        "d1 left 2",
        "a1 down 1 right 1",
    ]


def test_a_fast_pointer_skips_no_cell():
    state = start(level(SQUARE))
    stroke = begin(state, at(state, "a1"))
    assert stroke.reach(at(state, "c1"))
    assert drawn(stroke) == "a1 right 2"
    assert stroke.reach(at(state, "d3"))
    assert len(stroke.path) == 6


def test_a_finished_pipe_is_not_broken_by_a_mere_touch():
    state = play(start(level(SQUARE)), "a1 down 3")
    for name in ("a1", "a2", "a4"):
        stroke = begin(state, at(state, name))
        assert stroke.move is None
        assert stroke.state is state


def test_a_stroke_ends_at_the_second_dot_but_can_still_go_back():
    state = start(level(SQUARE))
    stroke = begin(state, at(state, "a1"))
    assert stroke.reach(at(state, "a4"))
    assert stroke.finished
    assert not stroke.reach(at(state, "b4"))
    assert stroke.reach(at(state, "a3"))
    assert not stroke.finished


def test_other_dots_are_in_the_way():
    state = start(level("AB\n..\nAB"))
    stroke = begin(state, at(state, "a1"))
    assert not stroke.reach(at(state, "b1"))
    assert drawn(stroke) == "a1"


def test_walls_stop_a_stroke():
    state = start(level("A|.\n- \n. .\n\nA .".replace("- \n", "   \n")))
    stroke = begin(state, at(state, "a1"))
    stroke.reach(at(state, "b1"))
    assert drawn(stroke) == "a1 down 1 right 1 up 1"


def test_a_bridge_is_crossed_straight_by_two_pipes():
    state = start(level(".A.\nB+B\n.A."))
    state = play(state, "b1 down 2", "a2 right 2")
    assert len(state.pipes) == 2
    with pytest.raises(MoveError, match="cannot go"):
        path_parse(state.board, "b1 down 1 right 1")


def test_pipes_leave_over_an_open_rim():
    state = start(level("A..A\nB..B", "wrap = true"))
    state = play(state, "a1 left 1", "a2 left 1")
    assert all(map(state.finished, state.pipes))


def test_moves_count_pipes_touched():
    state = start(level(SQUARE))
    for text, moves in [
        ("a1 right 1", 1),
        ("a1 right 2", 1),
        ("a4 up 1", 1),
        ("d1 down 1", 2),
        ("a1 down 1", 3),
    ]:
        state = play(state, text)
        assert status(state).moves == moves


def test_two_pairs_of_a_colour_join_as_they_like():
    state = start(level("A.A\n...\nA.A"))
    state = play(state, "a1 right 2", "a3 right 2")
    assert status(state).moves == 2
    assert [reason for reason, _ in status(state).missing] == ["3 cells are empty"]
    state = play(state, "a1 down 1 right 2 up 1".replace("up 1", "down 1"))
    assert len(state.pipes) == 1


def test_what_is_missing_is_named_with_its_cells():
    state = play(
        start(
            level("A..\n...\nA.."),
        ),
        "a1 right 1",
    )
    reasons = dict(status(state).missing)
    assert reasons["pipe A ends nowhere, at b1"] == (at(state, "b1"),)
    assert reasons["1 dot is not joined"] == (at(state, "a3"),)
    assert len(reasons["6 cells are empty"]) == 6


def test_numberlink_need_not_fill():
    state = play(start(level("A..\n...\nA..", "fill = false")), "a1 down 2")
    assert status(state).grade == "perfect"
