"""The template is a puzzle, and its solver proves what it says."""

from __future__ import annotations

import pytest

from puzzles.core.errors import LevelError
from puzzles.core.solving import UNLIMITED, Limits, answer
from puzzles.core.tables import read_table
from puzzles.library import registry
from puzzles.library.levels import level_of
from puzzles.testing import conformance
from template import plugin


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    """The host knows the puzzle, though it may not be installed."""
    monkeypatch.setattr(registry, "plugins", lambda: ({plugin.id: plugin}, ()))


def level(board, more=""):
    table = read_table("level", f'title = "Coins"\nboard = """\n{board}"""\n{more}')
    return level_of(plugin, table, "level")


def test_it_is_a_puzzle():
    conformance(plugin, [level("oXX\nXoX", "par = 3"), level("XoXX.X\nXXXXX.")])


@pytest.mark.parametrize(("board", "moves"), [("XX", 1), ("XoX", 2), ("XooX", 3), ("Xo", None)])
def test_the_fewest_moves_are_proved(board, moves):
    found = answer(plugin.solver.solve(plugin.start(level(board)), UNLIMITED))
    assert found.proved
    assert (found.moves and len(found.moves)) == moves


def test_a_limit_stops_it():
    found = answer(plugin.solver.solve(plugin.start(level("XooooX")), Limits(nodes=3)))
    assert (found.proved, found.stopped) == (False, "node limit")


def test_a_false_par_is_a_problem():
    *_, problem = plugin.solver.check(level("XooX", "par = 2"), UNLIMITED)
    assert problem.reason == "par is 2, but the optimum is 3"


def test_a_board_without_tails_is_no_level():
    with pytest.raises(LevelError, match="all coins show their heads"):
        level("oo")
