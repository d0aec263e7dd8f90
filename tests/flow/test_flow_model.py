"""Flow's rules against sets of cells: which pipes may be drawn, what they cut, and what wins."""

from __future__ import annotations

from contextlib import suppress

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.core.errors import MoveError
from puzzles.flow import plugin
from puzzles.flow.rules import model
from puzzles.flow.rules.model import Move, State
from puzzles.library.levels import read_pack

PLAIN = "A.B\n...\nA.B"
BOARDS = {
    "plain": (PLAIN, ""),
    "twins": ("A.A\n...\nA.A", ""),
    "gaps": ("A.B\n.#.\nA.B", ""),
    "walls": (PLAIN, 'walls = ["b1-b2"]'),
    "wrap": ("A.B\n...\nB.A", "wrap = true"),
    "bridge": ("..B..\n.A+A.\n..B..", ""),
    "hex": ("  .   .\n.   A   .\n  B   .\nA   .   B", 'grid = "hex"'),
    "numberlink": (PLAIN, "fill = false"),
}


def start(board: str = PLAIN, more: str = "") -> State:
    (level,) = read_pack("f", f'puzzle = "flow"\n{more}\nboard = """\n{board}\n"""').levels
    return model.start(level)


def play(state: State, *texts: str) -> State:
    for text in texts:
        state = plugin.apply(state, plugin.move_parse(state, text))
    return state


@st.composite
def paths(draw, state: State) -> tuple[int, ...]:
    """A walk from a dot along passages, to a dot of its colour or to nowhere."""
    board = state.board
    dots = [v for v in range(board.grid.n) if board.dot_at[v] >= 0]
    path = [draw(st.sampled_from(dots))]
    for _ in range(draw(st.integers(0, 6))):
        steps = [
            w
            for w in board.graph.neighbours[path[-1]]
            if w not in path and board.dot_at[w] in (-1, board.dot_at[path[0]])
        ]
        if not steps or (len(path) > 1 and board.dot_at[path[-1]] >= 0):
            break
        path.append(draw(st.sampled_from(steps)))
    return tuple(path)


@st.composite
def games(draw) -> tuple[State, tuple[int, ...]]:
    """A position that some moves lead to, and a path to draw in it."""
    state = start(*BOARDS[draw(st.sampled_from(sorted(BOARDS)))])
    for _ in range(draw(st.integers(0, 4))):
        with suppress(MoveError):  # it changes nothing
            state = model.apply(state, Move(draw(paths(state))))
    return state, draw(paths(state))


@given(games())
def test_a_pipe_cuts_what_it_crosses_and_nothing_else(game):
    state, path = game
    ends = {v for v in (path[0], path[-1]) if state.board.dot_at[v] >= 0}
    expected = set()
    for pipe in state.pipes:
        kept = pipe
        for v in pipe[::-1]:
            if v in path:
                kept = pipe[: pipe.index(v)]
        if not ends & {pipe[0], pipe[-1]} and len(kept) > 1:
            expected.add(kept)
    expected |= {path} if len(path) > 1 else set()
    if expected == set(state.pipes):
        with pytest.raises(MoveError, match="that changes nothing"):
            model.apply(state, Move(path))
    else:
        assert set(model.apply(state, Move(path)).pipes) == expected


@given(games())
def test_pipes_never_share_a_vertex(game):
    state, _ = game
    used = [v for pipe in state.pipes for v in pipe]
    assert len(used) == len(set(used)) == len(state.owner)
    for pipe in state.pipes:
        assert not state.board.stray(pipe)


@given(games())
def test_a_game_is_won_by_solutions_alone(game):
    """Won is what plain enumeration calls a solution, in whatever direction pipes are drawn."""
    state, _ = game
    problem = state.board.problem
    solutions = naive.solutions(problem)
    assert state.won == (naive.edges(state.pipes) in solutions)
    for solution in list(solutions.values())[:2]:
        done = state
        for path in solution:
            if path not in done.pipes and path[::-1] not in done.pipes:
                done = model.apply(done, Move(path[::-1]))
        assert done.won
        assert not model.status(done).missing


@given(games())
def test_moves_as_text(game):
    state, path = game
    move = Move(path)
    assert plugin.move_parse(state, plugin.move_text(state, move)) == move
    assert len(plugin.rules.move_facts(state, move)["path"]) == len(path)


@given(games())
def test_what_is_empty_is_on_no_pipe(game):
    state, _ = game
    board = state.board
    used = {board.cell_of[v] for pipe in state.pipes for v in pipe}
    dots = {v for v in range(board.grid.n) if board.dot_at[v] >= 0}
    assert (
        set(state.empty) - board.bridges == set(range(board.grid.n)) - used - dots - board.bridges
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("b1 down 1", "a pipe starts at a dot"),
        ("a1 right 3", "a pipe cannot go right from c1"),
        ("a1 up 1", "a pipe cannot go up from a1"),
        ("a1 right 2", "there is a dot in the way at c1"),
        ("a1 down 2 right 1", "there is a dot in the way at a3"),
        ("a1 down 1 up 1", "a pipe does not cross itself"),
        ("a1 down", "a pipe is a cell, then directions with counts, as in 'a3 right 4 down 2'"),
        ("a1 down 0", "'0' is not a number of steps"),
        ("a1 down １", "'１' is not a number of steps"),
        ("d1 down 1", "there is no cell d1"),
        ("a1", "that changes nothing"),
    ],
)
def test_moves_that_are_refused(text, reason):
    with pytest.raises(MoveError) as caught:
        play(start(), text)
    assert str(caught.value) == reason


@pytest.mark.parametrize("path", [(), (-1,), (99,), (0, 4), (0, 1, 99)])
def test_paths_that_are_none(path):
    with pytest.raises(MoveError):
        model.apply(start(), Move(path))


def test_walls_and_gaps_are_no_passage():
    with pytest.raises(MoveError, match="cannot go down from b1"):
        play(start(*BOARDS["walls"]), "a1 right 1 down 1")
    with pytest.raises(MoveError, match="cannot go right from a2"):
        play(start(*BOARDS["gaps"]), "a1 down 1 right 1")


def test_a_pipe_goes_over_the_rim_where_the_board_wraps():
    assert play(start(PLAIN, "wrap = true"), "a1 up 1").pipes == ((0, 6),)
    with pytest.raises(MoveError):
        play(start(), "a1 up 1")


def test_two_pipes_cross_at_a_bridge_and_none_turns_there():
    state = play(start(*BOARDS["bridge"]), "b2 right 2", "c1 down 2")
    assert len(state.pipes) == 2
    assert not state.won  # cells beside them are empty
    with pytest.raises(MoveError):
        play(start(*BOARDS["bridge"]), "b2 right 1 down 1")


def test_going_on_with_a_pipe_is_not_another_move():
    state = play(start(), "a1 down 1")
    assert state.moves == 1
    assert play(state, "a1 down 2").moves == 1
    assert play(state, "a3 up 1").moves == 1  # from its other end
    assert play(state, "c1 down 1").moves == 2
    assert play(state, "c1 down 1", "a1 down 2").moves == 3


def test_each_dot_of_twins_has_a_pipe_of_its_own():
    state = play(start(*BOARDS["twins"]), "a1 down 1")
    assert play(state, "c1 down 1").moves == 2


@pytest.mark.parametrize(
    ("board", "moves", "grade"),
    [
        (PLAIN, ["a1 down 2", "c1 left 1 down 2 right 1"], ""),
        ("A.B\nA.B", ["a1 right 1 down 1 left 1", "c1 down 1"], "perfect"),
        ("A.B\nA.B", ["a1 down 1", "c1 down 1", "a1 right 1 down 1 left 1"], "solved"),
    ],
)
def test_grades(board, moves, grade):
    state = play(start(board), *moves)
    status = model.status(state)
    assert (status.grade, status.moves, status.target) == (grade, len(moves), 2)
    assert status.won == bool(grade)


def test_cells_may_stay_empty_if_the_level_says_so():
    moves = ["a1 down 2", "c1 down 2"]
    assert not play(start(), *moves).won
    assert play(start(*BOARDS["numberlink"]), *moves).won


def test_reasons_say_what_is_missing():
    status = model.status(play(start(), "a1 down 1"))
    assert status.notes == ("joined 0 of 2", "filled 22 %")
    assert status.missing == (
        ("pipe A ends nowhere, at a2", (3,)),
        ("3 dots are not joined", (2, 6, 8)),
        ("4 cells are empty", (1, 4, 5, 7)),
    )
    status = model.status(play(start(), "a1 down 2", "c1 left 1 down 2 right 1"))
    assert status.missing == (("1 cell is empty", (5,)),)
