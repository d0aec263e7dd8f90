"""The speed at which a task is done: that of compiled kernels, or of plain Python until there are
some.

Kernels are compiled once on a machine, which takes about a minute. The app does not wait for that:
meanwhile a child does its tasks as plain Python. As soon as they are compiled, another child is
asked instead. A batch compiles first (`Compiler.begin`), since its workers need the cores that the
compiler needs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from puzzles.core.solving import Progress
from puzzles.core.tables import Values
from puzzles.running import compile_state, work
from puzzles.running.child import Child, Killed
from puzzles.running.cores import cores
from puzzles.running.work import Failed, Task

MOST = 2  # compilers at a time, if there are as many cores
TRIALS = 2  # times that a puzzle is compiled, if the process dies or its cache is damaged


class Compiler:
    """Has kernels compiled, by a process for each puzzle."""

    def __init__(self, tell: Callable[[str], None] | None = None) -> None:
        """Report what goes wrong in a line, to the logger `puzzles` or by `tell`."""
        self._tell = tell or _log
        self._turn = asyncio.Semaphore(min(MOST, cores()))
        self._children: dict[str, Child] = {}
        self._begun: dict[str, asyncio.Task[bool]] = {}
        self._counted: dict[str, tuple[int, int]] = {}

    def begin(self, puzzle: str) -> asyncio.Task[bool]:
        """Have a puzzle compiled, if that is needed; the task tells whether it is, in the end."""
        if puzzle not in self._begun:
            self._begun[puzzle] = asyncio.create_task(self._compile(puzzle))
        return self._begun[puzzle]

    def counted(self, puzzle: str) -> tuple[int, int] | None:
        """Return how many kernels of a puzzle are compiled, and of how many, if that is known."""
        return self._counted.get(puzzle)

    async def _compile(self, puzzle: str) -> bool:
        async with self._turn:
            if not compile_state.is_lacking(puzzle):
                return True
            notice = await self._compiled(puzzle)
        if notice:
            self._tell(f"{notice}; the solver stays slow")
        return not notice

    async def _compiled(self, puzzle: str) -> str:
        """Have a puzzle compiled now; why that could not be, or ""."""
        notice = ""
        try:
            if told := compile_state.find_room():
                self._tell(told)
            for _ in range(TRIALS):
                notice = await self._tried(puzzle)
                if not notice:
                    break
                compile_state.forget(puzzle)  # it may have failed because of what is there
        except (Failed, OSError) as failure:
            notice = str(failure)
        return notice

    async def _tried(self, puzzle: str) -> str:
        """Have a process compile a puzzle; why that could not be, or ""."""
        child = self._children[puzzle] = Child()
        notice = ""
        try:
            async with aclosing(child.ask(work.compile_all, {"puzzle": puzzle})) as events:
                async for event in events:
                    if isinstance(event, Progress):
                        if event.compiled is not None:
                            self._counted[puzzle] = event.compiled
                    else:
                        notice = event["notice"]
        except Killed as failure:
            notice = str(failure)
        finally:
            child.close()
        return notice

    def close(self) -> None:
        """Stop compiling, without waiting for it; what is compiled is kept."""
        for task in self._begun.values():
            task.cancel()
        for child in self._children.values():
            child.close()

    async def end(self) -> None:
        """Stop compiling, and see the processes go."""
        self.close()
        await asyncio.gather(*(child.end() for child in self._children.values()))


def _log(notice: str) -> None:
    logging.getLogger("puzzles").warning(f"puzzles: {notice}")


async def ended(task: asyncio.Task[Any]) -> None:
    """Cancel a task and see it end, even if this is cancelled twice meanwhile."""
    task.cancel()
    stopped = False
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            stopped = True
    if stopped:
        raise asyncio.CancelledError


class Runner:
    """Does one task at a time, as `Child` does, at the best speed there is."""

    def __init__(self, compiler: Compiler, polite: bool = False) -> None:
        self._compiler = compiler
        self._fast, self._plain = Child(polite), Child(polite, plain=True)
        self._asked = 0  # tasks that are being done, or stopped

    async def prepare(self, puzzle: str) -> None:
        """Have the process that would be asked about a puzzle now started, and what it needs
        loaded; unless a task is being done."""
        if self._asked:
            return
        child = self._plain if compile_state.is_lacking(puzzle) else self._fast
        await child.begin(work.load, {"puzzle": puzzle})

    async def ask(
        self, task: Task, values: Values, progress: bool = True
    ) -> AsyncGenerator[Any, None]:
        """Yield the events of a task, as `Child.ask` does. Until the puzzle that the values name is
        compiled, progress tells how far that is."""
        puzzle = work.puzzle_of(values)
        self._asked += 1
        try:
            if compile_state.is_lacking(puzzle):
                compiled = self._compiler.begin(puzzle)
                events = self._plainly(compiled, task, values, progress)
                async with aclosing(events):
                    async for event in events:
                        if not isinstance(event, Progress):
                            yield event
                            return
                        yield replace(event, compiled=self._compiler.counted(puzzle))
            self._plain.close()  # it has done its work
            events = self._fast.ask(task, values, progress)
            async with aclosing(events):
                async for event in events:
                    yield event
        finally:
            self._asked -= 1

    async def _plainly(
        self, compiled: asyncio.Task[bool], task: Task, values: Values, progress: bool
    ) -> AsyncGenerator[Any, None]:
        """Yield the events of a task that is done as plain Python, until it is done or kernels are
        compiled. A process that dies is not missed where they will be."""
        events = self._plain.ask(task, values, progress)
        async with aclosing(events):
            while True:
                following = asyncio.ensure_future(anext(events))
                failed = compiled.done() and (compiled.cancelled() or not compiled.result())
                waiting = {following} if failed else {following, compiled}
                try:
                    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                    if following.done():
                        yield following.result()
                    elif compiled.result():
                        return
                except StopAsyncIteration:
                    return
                except Killed:
                    if not await asyncio.shield(compiled):
                        raise
                    return
                finally:
                    await ended(following)

    async def result(self, task: Task, values: Values) -> Any:
        """Return the result of a task. Raises Failed; cancelling this stops the task."""
        async with aclosing(self.ask(task, values, progress=False)) as events:
            return await anext(events)

    def close(self) -> None:
        """Kill the processes, without waiting for them."""
        self._fast.close()
        self._plain.close()

    async def end(self) -> None:
        """Kill the processes, and see them go."""
        await asyncio.gather(self._fast.end(), self._plain.end())
