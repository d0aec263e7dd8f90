"""What the assistant makes of a Kami board is what was wished for, and as symmetric as before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puzzles.core.errors import PuzzlesError
from puzzles.core.results import Grade, Proposal
from puzzles.core.solving import UNLIMITED, answer, last
from puzzles.kami.plugin import kami
from puzzles.kami.rules.model import start
from puzzles.kami.solver.solve import solve
from puzzles.kami.tutor.difficulty import grade
from puzzles.library.levels import level_toml, read_pack
from puzzles.player.draft import Draft
from sampling import slow

BOARD = "RRRWWW\nRTTTTW\nRWWRRW\nRTTTTW\nRRRWWW"


def drawn(board=BOARD):
    text = f'puzzle = "kami"\ntitle = "Mine"\ngrid = "square"\nboard = """\n{board}\n"""\n'
    return kami.maker.sketch(read_pack("level", text).levels[0])


def level(sketch):
    return read_pack("level.toml", level_toml(kami, sketch)).levels[0]


def par(sketch):
    return len(answer(solve(start(level(sketch)), UNLIMITED)).moves)


def helped(sketch, wish, symmetry=0):
    draft = Draft(kami, sketch)
    draft.symmetry = symmetry
    return last(kami.maker.assist(sketch, wish, draft.orbits), Proposal), draft


@pytest.mark.parametrize("by", [-1, *slow(1, 2)])
def test_par_is_what_is_wished_for_and_few_cells_change(by):
    before = par(drawn())
    made, _ = helped(drawn(), f"par {before + by}")
    assert par(made.level) == before + by
    changed = (made.level.board.colours != drawn().board.colours).sum()
    assert abs(by) <= changed <= 8
    assert (made.note == "fewer cells are not enough, proved") == (changed == abs(by))


def test_the_symmetry_is_kept():
    made, draft = helped(drawn(), f"par {par(drawn()) + 1}", symmetry=1)
    assert len(draft.symmetries) > 1
    changed = set(np.flatnonzero(made.level.board.colours != drawn().board.colours).tolist())
    assert changed
    assert all(changed.issuperset(orbit) or changed.isdisjoint(orbit) for orbit in draft.orbits)


@pytest.mark.slow
def test_a_step_harder():
    before = last(grade(level(drawn())), Grade).difficulty
    made, _ = helped(drawn(), "harder")
    assert last(grade(level(made.level)), Grade).difficulty == pytest.approx(before + 1, abs=0.41)


def test_what_is_drawn_stays_and_the_rest_is_made():
    blank = replace(kami.maker.blank("triangle", 6, 6), title="Mine")
    begun = kami.maker.put(blank, [0, 1, 2], 2)
    made, _ = helped(begun, "finish")
    assert (made.level.board.colours[:3] == 2).all()
    assert made.note == f"par {par(made.level)}, proved"
    with pytest.raises(PuzzlesError, match="all is drawn"):
        helped(kami.maker.put(begun, range(36), 1), "finish")
