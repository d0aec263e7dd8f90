"""Kami's rules against a flood fill of sets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.core.errors import MoveError
from puzzles.kami import plugin
from puzzles.kami.rules import model
from puzzles.kami.rules.model import Move
from puzzles.library.levels import read_pack


def start(board="RRW\nRTW\nTTR", more="par = 3"):
    (level,) = read_pack("f", f'puzzle = "kami"\n{more}\nboard = """\n{board}\n"""').levels
    return model.start(level)


def play(state, *texts):
    for text in texts:
        state = plugin.apply(state, plugin.move_parse(state, text))
    return state


@st.composite
def positions(draw):
    rows, cols = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    cells = draw(st.lists(st.sampled_from("RWT."), min_size=rows * cols, max_size=rows * cols))
    cells[0], cells[-1] = "R", "W"
    grid = draw(st.sampled_from(["square", "triangle"]))
    lines = [" ".join(cells[r * cols : (r + 1) * cols]) for r in range(rows)]
    text = "\n".join(lines if grid == "triangle" else [line.replace(" ", "") for line in lines])
    return start(text, f'grid = "{grid}"')


def flood(state, cell):
    """The cells of one colour that are reached from `cell`."""
    reached = {cell}
    for _ in state.colours:
        for v in set(reached):
            near = state.board.grid.graph.neighbours[v]
            reached |= {w for w in near if state.colours[w] == state.colours[v]}
    return reached


@given(positions())
def test_regions(state):
    for cell in range(len(state.colours)):
        assert set(state.region(cell).tolist()) == flood(state, cell)
    regions = state.region_graph
    assert regions.n == len({tuple(state.region(c).tolist()) for c in range(len(state.colours))})
    for a, b in regions.edges.tolist():
        colour_a, colour_b = (state.colours[list(state.region_of).index(r)] for r in (a, b))
        assert colour_a != colour_b


@given(positions(), st.data())
def test_a_move_recolours_one_region_and_nothing_else(state, data):
    before = state.colours.tolist()
    cell = data.draw(st.integers(0, len(before) - 1))
    colour = data.draw(st.integers(0, len(state.board.palette) - 1))
    if colour == before[cell]:
        with pytest.raises(MoveError, match=r"this region is \w+ already"):
            model.apply(state, Move(cell, colour))
    else:
        after = model.apply(state, Move(cell, colour))
        region = flood(state, cell)
        expected = [colour if c in region else old for c, old in enumerate(before)]
        assert after.colours.tolist() == expected
        assert after.moves == 1
        with pytest.raises(ValueError, match="read-only"):
            after.colours[0] = 0
    assert state.colours.tolist() == before
    assert state.moves == 0


@given(positions(), st.data())
def test_moves_as_text(state, data):
    move = Move(
        data.draw(st.integers(0, len(state.colours) - 1)),
        data.draw(st.integers(0, len(state.board.palette) - 1)),
    )
    assert plugin.move_parse(state, plugin.move_text(state, move)) == move


@pytest.mark.parametrize(
    ("moves", "grade"),
    [
        (["a1 Teal", "c1 Teal", "a1 Red"], "perfect"),
        (["a1 White", "a1 Teal", "c3 White", "c3 Teal"], "ok"),
        (["a1 White", "a1 Teal", "c3 White", "c3 Red", "c3 Teal"], "over"),
    ],
)
def test_grades(moves, grade):
    state = play(start(), *moves[:-1])
    assert not model.status(state).won
    state = play(state, moves[-1])
    assert state.won
    status = model.status(state)
    assert (status.grade, status.moves, status.target) == (grade, len(moves), 3)
    assert not status.missing


def test_without_a_par_it_is_solved():
    assert model.status(play(start("RW", ""), "a1 White")).grade == "solved"


def test_a_final_colour_must_come_out():
    state = start("RW", 'par = 1\nfinal = "Red"')
    wrong = play(state, "a1 White")
    assert not wrong.won
    assert model.status(wrong).missing == (("1 region is White", (0, 1)),)
    assert model.status(wrong).notes == ("finish in Red",)
    assert model.status(play(wrong, "a1 Red")).grade == "ok"
    assert model.status(play(state, "b1 Red")).grade == "perfect"


def test_reasons_name_the_colours_that_are_left():
    status = model.status(start("RRW\nRTW\nTTR"))
    assert status.missing == (
        ("1 region is White", (2, 5)),
        ("1 region is Teal", (4, 6, 7)),
    )
    status = model.status(start("RWRWR"))
    assert status.missing == (("2 regions are White", (1, 3)),)


def test_islands_must_end_alike():
    state = start("R.W", "par = 1")
    assert state.region_graph.edges.size == 0
    assert not state.won
    assert play(state, "c1 Red").won


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is no move; a move is a cell and a colour, as in 'c4 Red'"),
        ("a1", "'a1' is no move; a move is a cell and a colour, as in 'c4 Red'"),
        ("a1 Pink", "there is no colour 'Pink'; this board has Red, White, Teal"),
        ("d1 Red", "there is no cell d1"),
        ("a1 Red", "this region is Red already"),
    ],
)
def test_moves_that_are_refused(text, reason):
    with pytest.raises(MoveError) as caught:
        play(start(), text)
    assert str(caught.value) == reason


@pytest.mark.parametrize("move", [Move(-1, 0), Move(9, 0), Move(0, -1), Move(0, 3)])
def test_moves_off_the_board(move):
    with pytest.raises(MoveError, match="no such cell or colour"):
        model.apply(start(), move)


def test_move_facts():
    assert plugin.rules.move_facts(start(), Move(4, 0)) == {"cell": "b2", "colour": "Red"}
    (level,) = read_pack("f", 'puzzle = "kami"\nnodes = {1 = "Red", 2 = "Teal"}').levels
    assert plugin.rules.move_facts(model.start(level), Move(1, 0)) == {"node": "2", "colour": "Red"}
