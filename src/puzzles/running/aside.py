"""A call in a thread of its own, for an asyncio program that goes on meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar, cast

from puzzles.core.threads import begin

T = TypeVar("T")


async def aside(call: Callable[[], T]) -> T:
    """Return the result of the call. Nobody waits for one whose caller is cancelled, nor does
    quitting (as it would for `asyncio.to_thread`): the thread ends with the process at the
    latest."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[T] = loop.create_future()

    def tell(value: T | None, error: Exception | None) -> None:
        if found.done():  # cancelled
            return
        if error is not None:
            found.set_exception(error)
        else:
            found.set_result(cast(T, value))

    def work() -> None:
        value, failed = None, None
        try:
            value = call()
        except Exception as error:
            failed = error
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(tell, value, failed)

    begin(work)
    return await found
