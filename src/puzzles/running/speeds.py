"""The speed of a task: that of compiled kernels, or of plain Python until there are some.

The app does not wait for the compiler: meanwhile a child does its tasks as plain Python. A batch
does (`Compiler.begin`), for its workers need all cores.
"""

import asyncio
import atexit
import logging
import signal
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Future
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from threading import Thread
from typing import Any, TypeVar

from puzzles.core.executors import outcome
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import Answer, Progress
from puzzles.core.tables import Values
from puzzles.core.threads import cores
from puzzles.running import compile_state, slots, work
from puzzles.running.child import Child, Killed
from puzzles.running.question import Question
from puzzles.running.work import Failed, Task

T = TypeVar("T")
MOST = 2  # compilers at a time, if there are as many cores
OFTEN = 0.2  # seconds between two words about how far the compiler is


class Compiler:
    """The compilation of kernels, by a process for each puzzle."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Report what goes wrong, in a line, by `tell`."""
        self._tell = tell
        self._turn = asyncio.Semaphore(min(MOST, cores()))
        self._begun: dict[str, asyncio.Task[bool]] = {}
        self.counted: dict[str, tuple[int, int]] = {}  # kernels compiled, and of how many

    def begin(self, puzzle: str) -> asyncio.Task[bool]:
        """Have a puzzle compiled, if that is needed; the task tells whether it is, in the end."""
        if puzzle not in self._begun:
            self._begun[puzzle] = asyncio.create_task(self._compile(puzzle))
        return self._begun[puzzle]

    async def _compile(self, puzzle: str) -> bool:
        async with self._turn:
            if not compile_state.is_lacking(puzzle):
                return True
            try:
                if notice := compile_state.find_room():
                    self._tell(notice)
                failed = await self._tried(puzzle)
                if failed:  # perhaps because of what is there
                    compile_state.forget(puzzle)
                    failed = await self._tried(puzzle)
            except (Failed, OSError) as failure:
                failed = str(failure)
        if failed:
            self._tell(f"{failed}; the solver stays slow")
        return not failed

    async def _tried(self, puzzle: str) -> str:
        """Have a process compile a puzzle; return why that could not be, or ""."""
        child = Child()
        try:
            async with aclosing(child.ask(work.compile_all, {"puzzle": puzzle})) as events:
                async for event in events:
                    if isinstance(event, Progress) and event.compiled is not None:
                        self.counted[puzzle] = event.compiled
            return str(event["notice"])
        except Killed as failure:
            return str(failure)
        finally:
            await child.end()

    async def end(self) -> None:
        """Stop compiling, and see the processes go; what is compiled is kept."""
        for task in self._begun.values():
            task.cancel()
        await asyncio.gather(*self._begun.values(), return_exceptions=True)


class Runner(Child):
    """A child for one task at a time, at the best speed there is."""

    def __init__(self, compiler: Compiler, polite: bool = False) -> None:
        super().__init__(polite)
        self._compiler = compiler

    async def ask(
        self, task: Task, values: Values, progress: bool = True, plain: bool = False
    ) -> AsyncGenerator[Any, None]:
        """Yield the events of a task, as `Child.ask` does. Until the puzzle that the values name is
        compiled, progress tells how far that is; then the plain process is killed."""
        puzzle = work.puzzle_of(values)
        compiled = None
        if compile_state.is_lacking(puzzle):
            compiled = self._compiler.begin(puzzle)
            compiled.add_done_callback(self._end_plain)
        for slow in (plain,) if compiled is None else (True, False):
            try:
                async with aclosing(super().ask(task, values, progress, slow)) as events:
                    async for event in events:
                        if compiled is not None and slow and isinstance(event, Progress):
                            event = replace(event, compiled=self._compiler.counted.get(puzzle))
                        yield event
                return
            except Killed:
                if compiled is None or not slow or not await asyncio.shield(compiled):
                    raise

    def _end_plain(self, compiled: asyncio.Task[bool]) -> None:
        """Kill the plain process, once kernels are compiled."""
        if self._plain and not compiled.cancelled() and compiled.result():
            self.close()

    def prepare(self, puzzle: str) -> None:
        """Have the process that would be asked about a puzzle now started, and what it needs
        loaded; unless a task is being done, or others are waiting for the place."""

        async def load() -> None:
            with suppress(Failed):
                await self.result(work.load, {"puzzle": puzzle})

        if not (slots.are_few() or self._turn.locked()):
            self._begin(load())

    async def answer(
        self, question: Question, tell: Callable[[Progress], object] | None = None
    ) -> Answer:
        """Return the answer; until then `tell` its progress. Moves in both are text. Raises Failed;
        cancelling this stops the search."""
        async with aclosing(self.ask(work.solve, vars(question), tell is not None)) as events:
            while not isinstance(event := await anext(events), Answer):
                if tell is not None:
                    tell(event)
            return event

    def judge(self, puzzle: AnyPuzzle, level: Level) -> AsyncGenerator[Any, None]:
        """Yield verdicts on a board that is being drawn, as `work.judge` does."""
        return self.ask(work.judge, {"puzzle": puzzle, "level": level})


class Elsewhere:
    """Children of a program without an event loop; a thread with one looks after them. Kernels are
    compiled once for all of them, and each is kept for the next task."""

    def __init__(self, jobs: int = 1) -> None:
        """Do so many of the tasks at a time that are submitted."""
        self._compiler = Compiler(partial(logging.getLogger("puzzles").warning, "puzzles: %s"))
        self._runners = set[Runner]()
        self._free: list[Runner] = []
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
            async with self._turn, self._runner() as runner:
                return await runner.result(task, values)

        return self._begin(do())

    def events(self, task: Task, values: Values, progress: bool = True) -> Iterator[Any]:
        """Yield the events of a task that is done now, as `Runner.ask` does. Raises Failed."""

        async def ask() -> AsyncGenerator[Any, None]:
            async with (
                self._runner() as runner,
                aclosing(runner.ask(task, values, progress)) as events,
            ):
                async for event in events:
                    yield event

        async def following() -> Any:
            return await anext(asked, None)

        asked = ask()
        waiting = self._begin(following())
        try:
            while (event := outcome(waiting)) is not None:
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
    async def _runner(self) -> AsyncIterator[Runner]:
        """Lend a runner that does nothing else."""
        runner = self._free.pop() if self._free else Runner(self._compiler)
        self._runners.add(runner)
        try:
            yield runner
        finally:
            self._free.append(runner)

    def _serve(self) -> None:
        # A terminal sends Ctrl-C to all its processes, but only the first one should act on it.
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # children inherit it
        with self._asyncio as runner:
            runner.run(self._look_after())

    async def _look_after(self) -> None:
        await self._over.wait()
        running = asyncio.all_tasks() - {asyncio.current_task()}
        ending = asyncio.gather(self._compiler.end(), *(each.end() for each in self._runners))
        for task in running:
            task.cancel()
        await ending


@cache
def elsewhere() -> Elsewhere:
    """Return the children of this program."""
    children = Elsewhere()
    atexit.register(children.close)
    return children
