"""What is done where there are no threads: at once, and one thing after the other."""

from __future__ import annotations

import threading

import pytest

from puzzles.core import threads


@pytest.fixture(autouse=True)
def one_thread(monkeypatch):
    monkeypatch.setattr(threads, "THREADS", False)


def test_an_executor_does_it_at_once():
    executor = threads.Here()
    assert executor.submit(threading.current_thread).result(0) is threading.main_thread()
    assert isinstance(executor.submit(int, "x").exception(0), ValueError)


async def test_a_call_aside():
    assert await threads.in_thread(threading.current_thread) is threading.main_thread()
    with pytest.raises(ValueError, match="invalid literal"):
        await threads.in_thread(lambda: int("x"))
