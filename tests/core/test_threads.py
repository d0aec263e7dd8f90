"""What is done where no thread can be started: at once, and one thing after the other."""

from __future__ import annotations

import asyncio
import threading

import pytest

from puzzles.core.executors import keep_here, one_by_one
from puzzles.core.threads import ALONE, begin


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    monkeypatch.setenv(ALONE, "1")


def test_what_is_submitted_meanwhile_comes_after():
    told: list[str] = []
    executor = one_by_one("saves")

    def first() -> str:
        executor.submit(told.append, "second")
        told.append("first")
        return "done"

    assert executor.submit(first).result(0) == "done"
    assert told == ["first", "second"]


def test_an_error_is_that_of_its_call():
    executor = one_by_one("saves")
    assert isinstance(executor.submit(int, "x").exception(0), ValueError)
    assert executor.submit(int, "1").result(0) == 1


def test_what_begins_is_over():
    told: list[str] = []
    assert begin(lambda: told.append("called")) is None
    assert told == ["called"]


async def test_a_loop_has_no_thread_do_anything():
    keep_here(asyncio.get_running_loop())
    assert await asyncio.to_thread(threading.current_thread) is threading.main_thread()
    with pytest.raises(ValueError, match="invalid literal"):
        await asyncio.to_thread(int, "x")
