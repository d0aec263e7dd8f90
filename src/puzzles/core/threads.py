"""Threads, processes and cores: which of them there are, and calls in a thread of their own. Where
there are no threads, such a call is made at once."""

import asyncio
import math
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, wait
from functools import partial
from threading import Thread
from typing import TypeVar

T = TypeVar("T")
PAUSE = 0.005  # seconds for keys and frames before a call, where there are no threads
SINGLE_PROCESS = "PUZZLES_ALONE"
THREADS: bool = sys.platform != "emscripten"  # a page has the one thread that it began with


def single_process() -> bool:
    """Return True if this process starts no other."""
    return os.environ.get(SINGLE_PROCESS, "0") not in ("", "0")


def cores() -> int:
    """Return how many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


async def in_thread(call: Callable[[], T]) -> T:
    """Return the result of a call in a thread of its own. Nobody waits for one whose caller is
    cancelled, nor does quitting (as for `asyncio.to_thread`): it ends with the process."""
    if not THREADS:
        await asyncio.sleep(PAUSE)
        return call()
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()
    Thread(target=_settle, args=(done, call), daemon=True).start()
    return await asyncio.wrap_future(done)


def _settle(future: Future[T], call: Callable[[], T]) -> Future[T]:
    try:
        future.set_result(call())
    except Exception as error:
        future.set_exception(error)
    return future


def outcome(future: Future[T], end: float = math.inf) -> T:
    """Return the result, as soon as it is there; raises TimeoutError if it is not at the `end`, by
    the monotonic clock. An interrupt that comes just before a wait is only seen after it, so no
    wait is long."""
    while wait([future], timeout=max(0, min(1, end - time.monotonic()))).not_done:
        if time.monotonic() >= end:
            raise TimeoutError
    return future.result()


class Here(Executor):
    """An executor that does things at once."""

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        return _settle(Future(), partial(fn, *args, **kwargs))
