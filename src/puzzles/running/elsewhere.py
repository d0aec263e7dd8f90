"""Children of a program that waits for what they do; a thread of it looks after them."""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, aclosing, suppress
from functools import cache
from queue import Empty, SimpleQueue
from typing import Any

from puzzles.core.solving import Progress
from puzzles.core.tables import Values
from puzzles.running.child import Child
from puzzles.running.loop import event_loop
from puzzles.running.speeds import Compiler, Runner
from puzzles.running.work import Failed, Task

OFTEN = 0.2  # seconds between two words about how far the compiler is, or looks at who listens
AHEAD = 1000  # events that wait for who listens, before the task does

Heard = SimpleQueue[Any]  # the last is None


class Elsewhere:
    """A loop in which compiling goes on from one task to the next."""

    def __init__(self) -> None:
        self._compiler, self._plain = Compiler(), Child(plain=True)
        self._runners: set[Runner] = set()  # whose processes may still be there
        stack = ExitStack()
        self._submit = stack.enter_context(event_loop(self._end))
        atexit.register(stack.close)

    def events(
        self, task: Task, values: Values, progress: bool = True, plain: bool = False
    ) -> Iterator[Any]:
        """The events of a task, as `Runner.ask` gives them, or of one that is done as plain Python
        alone. Raises Failed."""
        heard: Heard = SimpleQueue()
        runner = self._plain if plain else Runner(self._compiler)
        listening = self._submit(self._listen(heard, runner, task, values, progress))
        try:
            while (event := _next(heard)) is not None:
                if isinstance(event, Failed):
                    raise event
                yield event
        finally:
            listening.cancel()

    async def _listen(
        self, heard: Heard, runner: Runner | Child, task: Task, values: Values, progress: bool
    ) -> None:
        if isinstance(runner, Runner):
            self._runners.add(runner)
        try:
            async with aclosing(runner.ask(task, values, progress)) as events:
                async for event in events:
                    heard.put(event)
                    while heard.qsize() > AHEAD:
                        await asyncio.sleep(OFTEN)
        except Failed as failure:
            heard.put(failure)
        finally:
            heard.put(None)
            if isinstance(runner, Runner):  # the other is kept for the next task
                await runner.end()
                self._runners.remove(runner)

    async def _end(self) -> None:
        """See all processes go, also those that are being ended: what awaits that is cancelled."""
        runners = (runner.end() for runner in self._runners)
        await asyncio.gather(self._compiler.end(), self._plain.end(), *runners)

    def compile(self, puzzles: Sequence[str], show: Callable[[Progress], None]) -> bool:
        """Wait until the kernels of some puzzles are compiled, or cannot be; return whether all
        are."""

        async def wait() -> bool:
            return all(await asyncio.gather(*map(self._compiler.begin, puzzles)))

        waiting: Future[bool] = self._submit(wait())
        while True:
            counts = [self._compiler.counted(puzzle) or (0, 0) for puzzle in puzzles]
            done, number = map(sum, zip(*counts, strict=True))
            show(Progress(preparing=True, compiled=(done, number) if number else None))
            with suppress(TimeoutError):
                return waiting.result(timeout=OFTEN)


@cache
def elsewhere() -> Elsewhere:
    """The children of this program."""
    return Elsewhere()


def _next(heard: Heard) -> Any:
    """Return the next event. An interrupt that comes just before a wait is only seen after it, so
    no wait is long."""
    while True:
        with suppress(Empty):
            return heard.get(timeout=1)
