"""What the assistant makes of a Flow board keeps what is drawn, and has one solution."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puzzles.core.errors import PuzzlesError
from puzzles.core.results import Grade, Proposal
from puzzles.core.solving import UNLIMITED, last
from puzzles.flow.maker import assisting
from puzzles.flow.plugin import flow
from puzzles.flow.solver.settle import Query, Settled, settle
from puzzles.flow.tutor.difficulty import grade
from puzzles.library.levels import level_toml, read_pack

EASY = "A....\n.B.C.\n.D...\nBE.D.\nA..EC"


def sketch(board, more=""):
    text = f'puzzle = "flow"\ntitle = "Mine"\n{more}\nboard = """\n{board}\n"""\n'
    return flow.maker.sketch(read_pack("level", text).levels[0])


def helped(drawn, wish):
    orbits = [(cell,) for cell in range(drawn.board.grid.n)]
    return last(flow.maker.assist(drawn, wish, orbits), Proposal)


def solutions(board):
    return len(last(settle(Query(board.problem, 2), UNLIMITED), Settled).solutions)


@pytest.mark.parametrize("wish", ["walls", "any"])
def test_it_is_made_unique(wish):
    made = helped(sketch("A..A\n....\nB..B"), wish)
    assert solutions(made.level.board) == 1
    assert made.changes
    assert made.note == "no smaller change is enough, proved" or wish == "any"
    assert helped(flow.maker.sketch(made.level), wish).changes == ()


def test_a_step_of_difficulty():
    made = helped(flow.maker.blank("square", 6, 6), "finish").level
    level = read_pack("level.toml", level_toml(flow, replace(made, title="Mine"))).levels[0]
    before = last(grade(level), Grade).difficulty
    for wish, sign in (("harder", 1), ("easier", -1)):
        made = helped(replace(flow.maker.sketch(made), title="Mine"), wish).level
        assert solutions(made.board) == 1
        after = last(grade(made), Grade).difficulty
        assert 0.5 <= sign * (after - before) <= 1.5
        before = after


@pytest.mark.parametrize(
    ("dots", "tries"),
    [
        ("AB..\n....\n....\n..A.", assisting.TRIES),
        ("A...\n....\n.B..\n....", assisting.TRIES),
        ("A..A\n....\n....\nB..B", assisting.TRIES),
        (".....\nA....\n...A.\n.....\nB.B..", 12),  # none has one solution, and pipes are cut
    ],
)
def test_what_is_drawn_stays(monkeypatch, dots, tries):
    monkeypatch.setattr(assisting, "TRIES", tries)
    side = dots.index("\n")
    drawn = flow.maker.blank("square", side, side)
    things = [thing.key for thing in flow.maker.things(drawn)]
    for cell, key in enumerate(dots.replace("\n", "")):
        if key != ".":
            drawn = flow.maker.put(drawn, [cell], things.index(key))
            things = [thing.key for thing in flow.maker.things(drawn)]
    made = helped(replace(drawn, title="Mine"), "finish")
    board = made.level.board
    assert solutions(board) == 1
    assert "proved" in made.note
    assert any("cut pipe" in change for change in made.changes) == (tries == 12)
    for cell in np.flatnonzero(drawn.board.dots >= 0):
        assert board.symbols[board.dots[cell]] == drawn.board.symbols[drawn.board.dots[cell]]


def test_it_says_why_not():
    with pytest.raises(PuzzlesError, match="make it unique first"):
        helped(sketch("A..A\n....\nB..B"), "harder")
    with pytest.raises(PuzzlesError, match="no dots were found"):
        helped(sketch("A.B\n...\nB.A"), "finish")
