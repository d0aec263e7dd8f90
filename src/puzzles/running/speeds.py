"""The speed of a task: that of compiled kernels, or of plain Python until there are some.

Kernels are compiled once on a machine, which takes about a minute. The app does not wait for that:
meanwhile a child does its tasks as plain Python. As soon as they are compiled, another child is
asked instead. A batch compiles first (`Compiler.begin`), for its workers need all cores.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Any

from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import Answer, Event, Progress
from puzzles.core.tables import Values
from puzzles.core.threads import cores
from puzzles.running import compile_state, slots, work
from puzzles.running.child import Child, Killed
from puzzles.running.question import Question
from puzzles.running.work import Failed, Task

MOST = 2  # compilers at a time, if there are as many cores


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

    def solve(self, question: Question) -> AsyncGenerator[Event, None]:
        """Yield the events of the answer, as `ask` does; moves in them are text."""
        return self.ask(work.solve, vars(question))

    async def answer(self, question: Question) -> Answer:
        """Return the answer. Raises Failed; cancelling this stops the search."""
        found: Answer = await self.result(work.solve, vars(question))
        return found

    def judge(self, puzzle: AnyPuzzle, level: Level) -> AsyncGenerator[Any, None]:
        """Yield verdicts on a board that is being drawn, as `work.judge` does."""
        return self.ask(work.judge, {"puzzle": puzzle, "level": level})
