"""Which speed a task is done at: that of compiled kernels, or of plain Python until there are some.

Kernels are compiled once on a machine, which takes half a minute. Nobody waits for that: meanwhile
one child works with the same kernels as plain Python, and once they are compiled another child is
asked the same. Who answers first, answers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from functools import partial

from puzzles.running import kept, work
from puzzles.running.child import Child
from puzzles.running.wire import Values
from puzzles.running.work import Failed, Task

LOADING = 1.0  # seconds that kernels take to be loaded; what takes longer must be compiling


class Compiler:
    """Has kernels compiled by a process of low priority, one puzzle's after the other's."""

    def __init__(self, tell: Callable[[str], None] | None = None) -> None:
        """What goes wrong is told in a line: to the logger `puzzles`, or by `tell`."""
        self._tell = tell or _log
        self._child = Child(polite=True)
        self._turn = asyncio.Lock()
        self._asked: dict[str, asyncio.Task[bool]] = {}
        self._counted: dict[str, tuple[int, int]] = {}
        self._at, self._put_off = "", False  # what is being compiled; whether it has to wait

    def begin(self, puzzle: str, urgent: bool = False) -> asyncio.Task[bool]:
        """Have it compiled, if that is needed, before what is `urgent` less; the task tells whether
        it is, in the end."""
        if puzzle not in self._asked:
            self._asked[puzzle] = asyncio.create_task(self._compile(puzzle))
        if urgent and self._at not in ("", puzzle) and not self._asked[puzzle].done():
            self._put_off = True
            self._child.close()  # what it has compiled is kept
        return self._asked[puzzle]

    def counted(self, puzzle: str) -> tuple[int, int] | None:
        """How many kernels of a puzzle are compiled, and how many there are, as far as is known."""
        return self._counted.get(puzzle)

    async def _compile(self, puzzle: str) -> bool:
        async with self._turn:
            if not kept.is_lacking(puzzle):
                return True
            self._at, self._put_off = puzzle, False
            notice = await self._compiled(puzzle)
            self._at = ""
        if self._put_off:
            return await self._compile(puzzle)
        if notice:
            self._tell(f"{notice}; the solver stays slow")
        return not notice

    async def _compiled(self, puzzle: str) -> str:
        """Have it compiled now; why that could not be, or ""."""
        try:
            if notice := kept.find_room():
                self._tell(notice)
            told = self._child.ask(work.compile_all, {"puzzle": puzzle})
            async with aclosing(told) as events:
                async for event in events:
                    if event["event"] == "Progress":
                        self._counted[puzzle] = event["compiled"]
                    else:
                        notice = event["notice"]
        except (Failed, OSError) as failure:
            notice = str(failure)
        self._child.close()
        return str(notice)

    def close(self) -> None:
        """Stop compiling, without waiting for it; what is compiled is kept."""
        for task in self._asked.values():
            task.cancel()
        self._child.close()

    async def end(self) -> None:
        """Stop compiling, and see the process go."""
        self.close()
        await self._child.end()


def _log(notice: str) -> None:
    logging.getLogger("puzzles").warning(f"puzzles: {notice}")


class Runner:
    """Does one task at a time, as `Child` does, at the best speed there is."""

    def __init__(self, compiler: Compiler, polite: bool = False) -> None:
        self._compiler = compiler
        self._fast, self._plain = Child(polite), Child(polite, plain=True)
        self._loaded: set[str] = set()  # puzzles whose kernels the fast one has
        self._asked = 0  # tasks that are being done, or stopped

    async def prepare(self, puzzle: str) -> None:
        """Have the process that would be asked about a puzzle now started, and what it needs
        loaded; unless a task is being done."""
        if self._asked:
            return
        child = self._plain if kept.is_lacking(puzzle) else self._fast
        await child.begin(work.load, {"puzzle": puzzle})

    async def ask(
        self, task: Task, values: Values, progress: bool = True
    ) -> AsyncGenerator[Values, None]:
        """As `Child.ask`. Until the puzzle that the values name is compiled, progress tells how far
        that is."""
        puzzle = values.get("puzzle", "")
        needed = kept.is_lacking(puzzle)
        loaded = not puzzle or puzzle in self._loaded
        race = _Race(task, values, progress or not loaded)
        if loaded and not needed:
            self._plain.close()  # it has done its work
        if needed:
            race.enter(self._plain)
            begin = partial(self._compiler.begin, puzzle, urgent=True)
            race.enter(self._fast, lambda: asyncio.shield(begin()))
        else:
            race.enter(self._fast)
            if not loaded:
                race.enter(self._plain, lambda: asyncio.sleep(LOADING, result=True))
        shown = self._plain if needed else self._fast
        self._asked += 1
        try:
            while True:
                child, event = await race.hear()
                if child is self._fast and not event.get("preparing"):
                    self._loaded.add(puzzle)
                    shown = self._fast
                    race.spare(self._plain)
                if event["event"] != "Progress":
                    yield event
                    return
                if progress and child is shown:
                    counted = self._compiler.counted(puzzle) if needed else None
                    yield event | {"compiled": counted}
        finally:
            try:
                await race.end()
            finally:
                self._asked -= 1

    async def result(self, task: Task, values: Values) -> Values:
        """What a task comes to. Raises Failed; cancelling this stops the task."""
        async with aclosing(self.ask(task, values, progress=False)) as events:
            return await anext(events)

    def close(self) -> None:
        """Kill the processes, without waiting for them."""
        self._fast.close()
        self._plain.close()

    async def end(self) -> None:
        """Kill the processes, and see them go."""
        await asyncio.gather(self._fast.end(), self._plain.end())


class _Race:
    """A task that two children may work at."""

    def __init__(self, task: Task, values: Values, progress: bool) -> None:
        self._asked = task, values, progress
        self._heard: asyncio.Queue[tuple[Child, Values | Failed]] = asyncio.Queue(1)
        self._entered: dict[Child, asyncio.Task[None]] = {}
        self._working: set[Child] = set()

    def enter(self, child: Child, when: Callable[[], Awaitable[bool]] | None = None) -> None:
        """Have a child work at it, once `when` comes true."""
        self._entered[child] = asyncio.create_task(self._work(child, when))

    def spare(self, child: Child) -> None:
        """Have a child that has not begun never begin."""
        if child in self._entered and child not in self._working:
            self._entered[child].cancel()

    async def hear(self) -> tuple[Child, Values]:
        """What a child says next; raises Failed when the last one that is at work fails."""
        while True:
            child, event = await self._heard.get()
            if not isinstance(event, Failed):
                return child, event
            self._working.remove(child)
            if not self._working:
                raise event

    async def end(self) -> None:
        """Stop those that are still at work."""
        for task in self._entered.values():
            task.cancel()
        await asyncio.gather(*self._entered.values(), return_exceptions=True)

    async def _work(self, child: Child, when: Callable[[], Awaitable[bool]] | None) -> None:
        if when is not None and not await when():
            return
        self._working.add(child)
        try:
            async with aclosing(child.ask(*self._asked)) as events:
                async for event in events:
                    await self._heard.put((child, event))
        except Failed as failure:
            await self._heard.put((child, failure))
