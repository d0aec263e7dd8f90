"""Threads, processes and cores: which of them there are, and calls in a thread of their own.

A page in a browser has the one thread that it began with: what another would do is done at once,
one thing after the other.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Thread
from typing import TypeVar

T = TypeVar("T")
ALONE = "PUZZLES_ALONE"
THREADS: bool = sys.platform != "emscripten"
PAUSE = 0.005  # seconds for keys and frames after a call, where there are no threads


def alone() -> bool:
    """Return whether this process starts no other."""
    return os.environ.get(ALONE, "0") not in ("", "0")


def cores() -> int:
    """Return how many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def one_by_one(name: str) -> Executor:
    """Return an executor that does one thing after the other, in a thread called so."""
    return ThreadPoolExecutor(1, name) if THREADS else Here()


async def aside(call: Callable[[], T]) -> T:
    """Return the result of a call in a thread of its own. Nobody waits for one whose caller is
    cancelled, nor does quitting (as it would for `asyncio.to_thread`): the thread ends with the
    process at the latest."""
    if not THREADS:
        await asyncio.sleep(PAUSE)
        return call()
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()

    def work() -> None:
        try:
            done.set_result(call())
        except Exception as error:
            done.set_exception(error)

    Thread(target=work, daemon=True).start()
    return await asyncio.wrap_future(done)


class Here(Executor):
    """An executor that does things at once."""

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
