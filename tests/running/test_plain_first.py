"""A command with one question answers as plain Python, or has a compiled process answer."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from math import inf

import pytest

from puzzles.core.solving import Answer, Limits, Progress
from puzzles.library.catalogue import find
from puzzles.running import blocking, child_pool, compile_state, plain, work
from puzzles.running.question import Question

CODE = """
import sys
from puzzles.cli import main
from puzzles.running import blocking, compile_state

blocking.TRIED, compile_state.kernels_missing = {tried}, lambda puzzle: False
code = main({arguments})
print(code, "numba" in sys.modules, "puzzles.running.child_pool" in sys.modules)
"""
EASY = (["solve", "kami/first-folds/9"], "proved optimal: 4 moves")
COUNT = (["count", "flow/hexes/3"], "1 solution")
LONG = (["solve", "kami/grand-folds/maze"], "proved optimal: 13 moves")


@pytest.mark.parametrize(
    ("arguments", "says", "tried", "elsewhere"),
    [
        (*EASY, 60, False),
        pytest.param(*COUNT, 60, False, marks=pytest.mark.slow),
        pytest.param(*LONG, 0, True, marks=pytest.mark.slow),
    ],
)
def test_no_compiler_is_loaded(arguments, says, tried, elsewhere, compiled_children) -> None:
    code = CODE.format(tried=tried, arguments=arguments)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    assert says in done.stdout
    assert done.stdout.endswith(f"\n0 False {elsewhere}\n")


BOUNDED = Progress(lower_bound=7, best=9, preparing=True, moves=("a1 Red",) * 9)


class Large(Question):
    """About a board that takes plain Python long."""

    def events(self):
        yield BOUNDED
        raise AssertionError("plain Python went on")


class Pool:
    """Children that answer, or do not."""

    answers = True

    def events(self, task, values, progress, patience):
        self.asked = values["limits"].seconds, patience
        yield Progress(3, lower_bound=8, best=9)
        if not self.answers:
            raise TimeoutError
        yield Answer(None, True, 9, 0, 0.0, "done")


@pytest.fixture
def pool(monkeypatch):
    pool = Pool()
    monkeypatch.setattr(child_pool, "child_pool", lambda: pool)
    monkeypatch.setattr(compile_state, "kernels_missing", lambda puzzle: False)
    monkeypatch.setattr(plain, "_plain_here", False)
    return pool


ASKS_CHILD = blocking.asks_child


@pytest.fixture
def ended_from_outside(monkeypatch):
    """What is plain here and has a limit of time is done by a child."""
    monkeypatch.setattr(blocking, "asks_child", ASKS_CHILD)


def large(seconds: float | None) -> Question:
    entry = find("kami/first-folds/9")
    return Large(entry.pack.puzzle, entry.level, limits=Limits(seconds))


@pytest.mark.parametrize("compiler", [True, False])
def test_a_large_board_goes_to_a_child_that_gets_the_time_that_is_left(
    pool, monkeypatch, compiler, ended_from_outside
):
    monkeypatch.setattr(plain, "why", lambda: "" if compiler else "numba is not installed")
    *_, found = blocking.try_plain_first(large(5.0))
    assert found.headline == "done"
    seconds, patience = pool.asked
    assert 0 < seconds < 5.0
    assert patience == seconds + work.GRACE
    if compiler:
        *_, found = blocking.try_plain_first(large(None))
        assert pool.asked == (None, inf)


def test_of_a_child_that_does_not_keep_the_limit_the_best_is_known(pool, monkeypatch):
    monkeypatch.setattr(plain, "why", lambda: "")
    pool.answers = False
    *_, found = blocking.try_plain_first(large(5.0))
    assert (found.moves, found.lower_bound, found.proved) == (BOUNDED.moves, 8, False)
    assert (found.stopped, found.headline) == ("time limit", "Time limit: best known 9, at least 8")


class Deaf:
    """Children that do not look at the clock."""

    def events(self, task, values, progress, patience):
        assert patience == 3 + work.GRACE
        raise TimeoutError


@pytest.mark.parametrize("task", [work.certify, work.check, work.grade])
def test_what_takes_plain_python_long_is_ended_from_outside(task, monkeypatch, ended_from_outside):
    """Also where it is no search."""
    monkeypatch.setattr(plain, "why", lambda: "numba is not installed")
    monkeypatch.setattr(child_pool, "child_pool", Deaf)
    entry = find("kami/first-folds/9")
    values = {"puzzle": entry.pack.puzzle, "level": entry.level, "limits": Limits(3)}
    if task is work.grade:
        with pytest.raises(work.Failed, match="time limit"):
            blocking.result(task, values)
        return
    found = blocking.result(task, values)
    answer = found.answer if isinstance(found, work.Checked) else found
    assert (answer.proved, answer.stopped, answer.lower_bound) == (False, "time limit", 0)
    del values["limits"]
    monkeypatch.setattr(child_pool, "child_pool", lambda: pytest.fail("there is no limit"))
    assert blocking.result(task, values | {"limits": Limits()})


def test_a_worker_of_many_is_ended_too(monkeypatch):
    async def never(self, task, values):
        await asyncio.sleep(60)

    monkeypatch.setattr(child_pool.Child, "result", never)
    monkeypatch.setattr(work, "patience", lambda task, values: 0.01)
    with contextlib.closing(child_pool.ChildPool()) as children:
        assert children.submit(work.certify, {}).result(timeout=30).stopped == "time limit"
