"""What is said of a Kami board while it is drawn; bounds that go from board to board hold."""

from __future__ import annotations

from random import Random

import pytest
from brute import optimum

from puzzles.core.facets import Verdict
from puzzles.core.solving import UNLIMITED, Progress, answer
from puzzles.kami.maker.judging import _floor, judge
from puzzles.kami.rules.model import start
from puzzles.kami.solver.solve import solve
from puzzles.library.levels import read_pack
from sampling import slow


def level(cells, cols, more=""):
    rows = "\n".join(cells[i : i + cols] for i in range(0, len(cells), cols))
    text = f'puzzle = "kami"\ngrid = "square"\n{more}\nboard = """\n{rows}\n"""\n'
    return read_pack("level", text).levels[0]


def last_word(one, proofs):
    *_, verdict = (event for event in judge(one, proofs) if isinstance(event, Verdict))
    return verdict


def par(one):
    board = one.board
    return optimum(
        board.grid.graph.neighbours, tuple(map(int, board.colours)), len(board.palette), board.final
    )


def boards(rng, number):
    """Boards one stroke apart: some connected cells of one colour get another one."""
    while number:
        cells = [rng.choice("RRWT") for _ in range(9)]
        gone = rng.sample(range(9), rng.choice((0, 0, 2, 3)))
        for cell in gone:
            cells[cell] = "."
        before = "".join(cells)
        here = rng.choice([cell for cell in range(9) if cell not in gone])
        stroke = [here, *(near for near in (here + 1, here + 3) if near < 9 and near not in gone)]
        colour = rng.choice("RWT")
        for cell in stroke[: rng.choice((1, 1, 2, 3))]:
            cells[cell] = colour
        after = "".join(cells)
        if all(len(set(board) - {"."}) == 3 for board in (before, after)):
            number -= 1
            yield before, after


@pytest.mark.parametrize("number", [5, *slow(20)])
@pytest.mark.parametrize("more", ["", 'final = "Red"'])
def test_what_was_proved_of_the_board_before_holds_of_the_next(number, more):
    used = 0
    for before, after in boards(Random(number), number):
        one, other = level(before, 3, more), level(after, 3, more)
        told = last_word(one, {})
        floor = _floor(other.board, told.proofs)
        assert floor <= par(other)
        used += floor > 0
        again = last_word(other, told.proofs)
        assert again.lines == last_word(other, {}).lines
    assert used > number / 3


def test_the_same_regions_have_the_same_par_at_once():
    one, other = level("RRWWTTRRW", 3), level("RRWWTTRWW", 3)
    assert _floor(level("RWWRTTRRW", 3).board, last_word(one, {}).proofs) < 3
    wider = level("RRRWWTRRWWTT", 6), level("RRWWWTRRRWTT", 6)
    proofs = last_word(wider[0], {}).proofs
    assert _floor(wider[1].board, proofs) == proofs["lower"]
    assert _floor(other.board, proofs) == 0  # of another size


def test_bounds_are_told_until_they_meet_and_then_what_there_is_besides(monkeypatch):
    one = level("RWTRWTTRWTRWRWTR", 4)
    moves = answer(solve(start(one), UNLIMITED)).moves
    steps = [
        Progress(lower_bound=2),
        Progress(lower_bound=2, best=4, moves=(*moves, moves[0])),
        Progress(lower_bound=3, best=4, moves=(*moves, moves[0])),
        Progress(lower_bound=3, best=3, moves=moves),
    ]
    monkeypatch.setattr("puzzles.kami.maker.judging.solve", lambda *asked: iter(steps))
    told = [event for event in judge(one, {}) if isinstance(event, Verdict)]
    lines = [verdict.lines[0] for verdict in told]
    assert lines[:4] == [
        "at least 2",
        "at least 2, at most 4",
        "at least 3, at most 4",
        "par 3, proved",
    ]
    assert [verdict.settled for verdict in told[:4]] == [False, False, False, True]
    assert told[-1].lines[1].endswith("optimal way")
    assert told[-1].lines[2].startswith("difficulty ")
