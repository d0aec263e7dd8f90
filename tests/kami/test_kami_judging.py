"""The verdict on a Kami board while it is drawn."""

from __future__ import annotations

from random import Random

import pytest
from brute import optimum

from puzzles.core.results import Verdict
from puzzles.core.solving import UNLIMITED, Progress, answer
from puzzles.kami.maker.judging import judge
from puzzles.kami.rules.model import start
from puzzles.kami.solver.solve import solve
from puzzles.library.levels import read_pack
from sampling import slow


def level(cells, cols, more=""):
    rows = "\n".join(cells[i : i + cols] for i in range(0, len(cells), cols))
    text = f'puzzle = "kami"\ngrid = "square"\n{more}\nboard = """\n{rows}\n"""\n'
    return read_pack("level", text).levels[0]


def last_word(one):
    *_, verdict = (event for event in judge(one) if isinstance(event, Verdict))
    return verdict


def par(one):
    board = one.board
    return optimum(
        board.grid.graph.neighbours, tuple(map(int, board.colours)), len(board.palette), board.final
    )


@pytest.mark.parametrize("number", [5, *slow(20)])
@pytest.mark.parametrize("more", ["", 'final = "Red"'])
def test_the_par_that_is_told_is_that_of_brute_force(number, more):
    rng = Random(number)
    for _ in range(number):
        cells = [*"RWT", *rng.choices("RRWT.", k=6)]
        rng.shuffle(cells)
        one = level("".join(cells), 3, more)
        verdict = last_word(one)
        assert verdict.lines[0] == f"par {par(one)}, proved"
        assert verdict.claims["par"] == par(one)


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
    told = [event for event in judge(one) if isinstance(event, Verdict)]
    lines = [verdict.lines[0] for verdict in told]
    assert lines[:4] == [
        "at least 2",
        "at least 2, at most 4",
        "at least 3, at most 4",
        "par 3, proved",
    ]
    assert [verdict.settled for verdict in told[:4]] == [False, False, False, True]
    assert told[-1].lines[1].startswith("difficulty ")
    assert told[-1].lines[2].endswith("optimal way")
