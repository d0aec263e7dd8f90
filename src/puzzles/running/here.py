"""Tasks done in this process, in slices between which its event loop goes on.

A task has a stack of its own (greenlet), and the signal of a timer ends a slice, wherever the task
is by then. Where there is no such stack or timer, a slice lasts until the next event of the task.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import closing
from importlib.util import find_spec
from threading import current_thread, main_thread
from time import perf_counter
from types import FrameType
from typing import Any

from puzzles.core.solving import Progress
from puzzles.core.tables import Values
from puzzles.running import work
from puzzles.running.work import Task

SLICE = 0.01  # seconds that a task goes on for
AGAIN = 0.001  # seconds after which one that is importing is asked again
QUIET = 0.0002  # seconds for a round of an event loop that has nothing to do
ROUNDS = 20  # such rounds, after which a task goes on
LONGEST = 0.05  # seconds after which it does so in any case


async def events(task: Task, values: Values, progress: bool = True) -> AsyncGenerator[Any, None]:
    """Yield the events of a task, as `Child.ask` does. Raises Failed."""
    with closing(_slices(task, values)) as slices:
        for event in slices:
            if event is not None and (progress or not isinstance(event, Progress)):
                yield work.result(event)
            await others()


async def others() -> None:
    """Let the event loop do what there is to do, such as to deal with a key."""
    end, quiet = perf_counter() + LONGEST, 0
    while quiet < ROUNDS and (began := perf_counter()) < end:
        await asyncio.sleep(0)
        quiet = quiet + 1 if perf_counter() - began < QUIET else 0


def _slices(task: Task, values: Values) -> Generator[object, None, None]:
    """Yield the events of a task, and None after each slice that ends without one."""
    from puzzles.running import kernels  # plain ones

    if sys.platform == "win32" or find_spec("greenlet") is None or not _is_main():
        kernels.let_wrap()
        yield from work.do(task, values)
        return
    from greenlet import getcurrent, greenlet

    outside = getcurrent()

    def do() -> None:
        kernels.let_wrap()
        for event in work.do(task, values):
            outside.switch(event)

    def pause(_: int, frame: FrameType | None) -> None:
        if getcurrent() is not inside:
            return
        if _is_importing(frame):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
        else:
            outside.switch(None)

    inside = greenlet(do)
    try:
        while True:
            signal.signal(signal.SIGALRM, pause)
            signal.setitimer(signal.ITIMER_REAL, SLICE)
            try:
                event = inside.switch()
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            if inside.dead:
                return
            yield event
    finally:
        if not inside.dead:
            inside.throw()  # which ends what was dropped


def _is_main() -> bool:
    """Return whether signals come to this thread."""
    return current_thread() is main_thread()


def _is_importing(frame: FrameType | None) -> bool:
    """Return whether a module is being imported, which others would find unfinished."""
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            return True
        frame = frame.f_back
    return False
