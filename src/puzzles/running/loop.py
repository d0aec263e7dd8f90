"""An event loop in a thread of its own, for a program that has none."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Thread
from typing import Any

Submit = Callable[[Coroutine[Any, Any, Any]], Future[Any]]


@contextmanager
def event_loop(at_end: Callable[[], Awaitable[object]]) -> Iterator[Submit]:
    """Gives a function that has a coroutine run there. At the end all that still run are cancelled,
    while `at_end` is awaited."""
    started: Future[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def look_after() -> None:
        end = asyncio.Event()
        started.set_result((asyncio.get_running_loop(), end))
        await end.wait()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        ending = asyncio.ensure_future(at_end())
        for task in tasks:
            task.cancel()
        await ending

    def serve() -> None:
        # A terminal sends Ctrl-C to all its processes, but only the first one should act on it.
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # children inherit it
        asyncio.run(look_after())

    thread = Thread(target=serve, daemon=True)
    thread.start()
    loop, end = started.result()
    try:
        yield lambda coroutine: asyncio.run_coroutine_threadsafe(coroutine, loop)
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join()
