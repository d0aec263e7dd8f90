"""Executors, calls and event loops that start no threads, where there are none (`threads`)."""

from __future__ import annotations

from asyncio import AbstractEventLoop, wrap_future
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import TypeVar

from puzzles.core.threads import alone, begin

T = TypeVar("T")


def one_by_one(name: str) -> Executor:
    """Return an executor that does one thing after the other, in a thread called so."""
    return _Here() if alone() else ThreadPoolExecutor(1, name)


def keep_here(loop: AbstractEventLoop) -> None:
    """Have an event loop do itself what it would have threads do."""
    here = _Here()

    def run(_: Executor | None, call: Callable[..., T], *args: object) -> object:
        return wrap_future(here.submit(call, *args), loop=loop)

    loop.run_in_executor = run  # type: ignore[assignment,method-assign]


async def aside(call: Callable[[], T]) -> T:
    """Return the result of a call in a thread of its own. Nobody waits for one whose caller is
    cancelled, nor does quitting (as it would for `asyncio.to_thread`): the thread ends with the
    process at the latest."""
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()

    def work() -> None:
        try:
            done.set_result(call())
        except Exception as error:
            done.set_exception(error)

    begin(work)
    return await wrap_future(done)


class _Here(Executor):
    """An executor that does things at once, and then what was submitted meanwhile."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        future: Future[T] = Future()

        def work() -> None:
            try:
                future.set_result(fn(*args, **kwargs))
            except Exception as error:
                future.set_exception(error)

        self._waiting.append(work)
        if len(self._waiting) == 1:
            while self._waiting:
                try:
                    self._waiting[0]()
                finally:
                    self._waiting.popleft()
        return future
