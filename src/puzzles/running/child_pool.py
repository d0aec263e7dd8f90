"""Children of a program that has no event loop."""

import asyncio
import atexit
import logging
import signal
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Future
from contextlib import aclosing, asynccontextmanager, suppress
from functools import cache, partial
from math import inf
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from puzzles.core.solving import Known, Progress
from puzzles.core.tables import Values
from puzzles.core.threads import outcome
from puzzles.running import work
from puzzles.running.child import Child, Compiler
from puzzles.running.work import Task

T = TypeVar("T")
OFTEN = 0.2  # seconds between two words about how far the compiler is
PLAIN = 5.0  # seconds for a result by plain Python, before all wait for the compiler


class ChildPool:
    """Children that a thread with an event loop looks after. Kernels are compiled once for all of
    them, and each is kept for the next task."""

    def __init__(self, jobs: int = 1) -> None:
        """Do `jobs` of the submitted tasks at a time."""
        self._compiler = Compiler(partial(logging.getLogger("puzzles").warning, "puzzles: %s"))
        self._children = set[Child]()
        self._free: list[Child] = []
        self._turn = asyncio.Semaphore(jobs)
        self._over = asyncio.Event()
        self._asyncio = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self._loop = self._asyncio.get_loop()
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop all tasks, and see all processes go."""
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    def submit(self, task: Task, values: Values) -> Future[Any]:
        """Have a task done when it is its turn, and return its result to come."""

        async def do() -> Any:
            async with self._turn, self._lent() as child:
                try:
                    async with asyncio.timeout(work.patience(task, values)):
                        return await child.result(task, values)
                except TimeoutError:
                    return work.stopped(task, Known().answer("time limit"))

        return self._begin(do())

    def events(
        self, task: Task, values: Values, progress: bool = True, patience: float = inf
    ) -> Iterator[Any]:
        """Yield the events of a task that is done now, as `Child.ask` does. Raises Failed; and
        TimeoutError after `patience` seconds, which ends the task."""

        async def ask() -> AsyncGenerator[Any, None]:
            async with self._lent() as child:
                some = None if progress else PLAIN
                asked = child.ask(task, values, progress, patience=some)
                async with aclosing(asked) as events:
                    async for event in events:
                        yield event

        async def following() -> Any:
            return await anext(asked, None)

        asked, end = ask(), monotonic() + patience
        waiting = self._begin(following())
        try:
            while (event := outcome(waiting, end)) is not None:
                waiting = self._begin(following())
                yield event
        finally:
            waiting.cancel()
            self._begin(asked.aclose())

    def compile(self, puzzles: Sequence[str], show: Callable[[Progress], None]) -> bool:
        """Wait until some puzzles are compiled, or cannot be; return whether all are."""

        async def wait() -> bool:
            return all(await asyncio.gather(*map(self._compiler.begin, puzzles)))

        waiting = self._begin(wait())
        while True:
            counts = [self._compiler.counted.get(puzzle, (0, 0)) for puzzle in puzzles]
            done, number = map(sum, zip(*counts, strict=True))
            show(Progress(preparing=True, compiled=(done, number) if number else None))
            with suppress(TimeoutError):
                return waiting.result(timeout=OFTEN)

    def _begin(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    @asynccontextmanager
    async def _lent(self) -> AsyncIterator[Child]:
        """Lend a child that does nothing else."""
        child = self._free.pop() if self._free else Child(self._compiler)
        self._children.add(child)
        try:
            yield child
        finally:
            self._free.append(child)

    def _serve(self) -> None:
        # A terminal sends Ctrl-C to all its processes, but only the first one should act on it.
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # children inherit it
        with self._asyncio as runner:
            runner.run(self._look_after())

    async def _look_after(self) -> None:
        await self._over.wait()
        running = asyncio.all_tasks() - {asyncio.current_task()}
        ending = asyncio.gather(self._compiler.end(), *(each.end() for each in self._children))
        for task in running:
            task.cancel()
        await ending


@cache
def child_pool() -> ChildPool:
    """Return the children of this program."""
    children = ChildPool()
    atexit.register(children.close)
    return children
