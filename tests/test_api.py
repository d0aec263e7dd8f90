"""`import puzzles`: its examples are true, its errors are lines, and importing it costs nothing."""

from __future__ import annotations

import doctest
import subprocess
import sys

import pytest

import puzzles
from puzzles import api
from puzzles.core.errors import LevelError, MoveError, UsageError


def test_the_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = {test.name: test for test in finder.find(api)}
    documented = {name.rpartition(".")[2] for name, test in examples.items() if test.examples}
    assert documented >= {"load", "load_all", "solve", "count", "generate", "render", "play"}
    results = doctest.testmod(api, extraglobs={"puzzles": puzzles})
    assert results.attempted >= 15
    assert not results.failed


def test_importing_is_cheap():
    code = "import puzzles, sys; print(*sys.modules); print(sorted(puzzles.__all__))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(out.stdout.split("\n")[0].split())
    assert not loaded & {"numpy", "numba", "rich", "textual", "platformdirs", "puzzles.api"}


def test_all_of_it_is_there():
    for name in puzzles.__all__:
        assert getattr(puzzles, name) is getattr(api, name)
        assert name in dir(puzzles)
    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        puzzles.sovle  # noqa: B018


def test_a_solution_is_played():
    for text in ("RRW\nWTR\nTTR", "A..\n...\n..A\nB.B"):
        board = puzzles.load(text=text)
        answer = puzzles.solve(board)
        assert board.play(*answer.moves).status.won
        assert not board.status.won


def test_errors(tmp_path):
    with pytest.raises(UsageError, match="no file and no level is called 'xyzzy'"):
        puzzles.load("xyzzy")
    with pytest.raises(LevelError, match="no such file"):
        puzzles.load_all(str(tmp_path / "none.toml"))
    two = "RRWWRR\nWWRRWW\n"
    with pytest.raises(UsageError, match="holds 2 levels; load_all takes them all"):
        puzzles.load(text="2,0,1,2;0,1;2,3\n" * 2)
    with pytest.raises(LevelError, match=r"^text:2:1: '.*' should be the number of a cell"):
        puzzles.load_all(text="2,0,1,2;0,1;2,3\n2,0,1,2;0,1;2,x")
    with pytest.raises(MoveError, match="no colour"):
        puzzles.load(text=two).play("a1 Mauve")
    with pytest.raises(UsageError, match="not counted"):
        puzzles.count(puzzles.load(text=two))
    with pytest.raises(UsageError, match="unknown puzzle 'chess'"):
        puzzles.generate("chess", size="8x8")


def test_limits():
    board = puzzles.load("kami/paper-garden/1")
    answer = puzzles.solve(board, nodes=1)
    assert answer.proved or answer.stopped


def test_generating_without_a_seed():
    assert puzzles.generate("flow", size="5x5").facts["size"] == "5×5"


def test_a_move_as_text_is_told_what_takes_it():
    game = puzzles.game(text="A.B\n...\nA.B")
    with pytest.raises(UsageError, match=r"there is play_text\('a1 down 2'\)"):
        game.play("a1 down 2")
    assert game.play_text("a1 down 2").changed


@pytest.mark.parametrize("load", [puzzles.load, puzzles.load_all])
def test_what_stands_around_a_board_is_warned_of(load):
    with pytest.warns(UserWarning, match=r"^text: not read: line 1 \(Level 1\)$"):
        load(text="Level 1\nA..B\n....\n....\nA..B")
