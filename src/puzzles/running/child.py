"""A child process that does tasks for an asyncio program (docs/processes.md); `worker` is its side.

The app does not wait for the compiler: until kernels are compiled, a child does its tasks as plain
Python. A batch does (`Compiler.begin`), for its workers need all cores.

Nothing here makes the event loop wait, unless there is no other process (`single_process`): then
tasks are done in this one, from event to event.
"""

import asyncio
import os
import signal
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing, closing, suppress
from dataclasses import replace
from time import monotonic
from typing import Any

from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import Answer, Limits, Progress
from puzzles.core.tables import Values
from puzzles.core.threads import SINGLE_PROCESS, single_process
from puzzles.running import compile_state, slots, work
from puzzles.running.question import Question
from puzzles.running.work import Failed, Task
from puzzles.running.worker import POLITE, packed, unpacked

# -P: what lies in the current directory is not taken for a module.
COMMAND = (sys.executable, "-P", "-m", "puzzles.running.worker")
LONGEST = 1 << 24  # bytes in a line
GONE = 2.0  # seconds that a killed process may take to go
KILLED = "a process was killed, perhaps for want of memory"
OFTEN = 10.0  # seconds between two words about how far the compiler is
SLICE, PAUSE = 0.05, 0.02  # seconds for a task in this process, and then for keys and frames


class Killed(Failed):
    """The process died during a task."""


class Child:
    """The process, started when first needed, for one task at a time, at the best speed there is.
    A `polite` one lets others go first. Without a `compiler`, none is compiled for it."""

    stand_in: Callable[[], Process] | None = None  # starts what takes the place of a process
    soon = 0.075  # seconds that a process has to end a task before it is killed
    idle = 30.0  # seconds without a task that what takes the place of a process is kept
    _possible = False  # a process has been started

    def __init__(self, compiler: "Compiler | None" = None, polite: bool = False) -> None:
        self._compiler, self._polite = compiler, polite
        self._turn = asyncio.Lock()  # held until the task has ended, or its process
        self._process: Process | None = None
        self._plain = False  # whether kernels run in it as Python, without being compiled
        self._killed: list[Process] = []  # those that may not have gone yet
        self._aside: set[asyncio.Task[None]] = set()  # what goes on when nobody waits for it
        self._resting: asyncio.TimerHandle | None = None  # ends the process if nothing comes

    async def ask(
        self,
        task: Task,
        values: Values,
        progress: bool = True,
        plain: bool = False,
        patience: float | None = None,
    ) -> AsyncGenerator[Any, None]:
        """Yield the events of a task, as `work.do` does; with or without `progress` on the way.
        They come after those of an earlier one, which is about to be dropped. Until the puzzle that
        the values name is compiled, progress tells how far that is; then the plain process is
        killed; or after `patience` seconds without an event, for the compiler's sake. The time that
        `limits` among the values give is that of both.

        Raises Failed. Close the generator (`contextlib.aclosing`) to stop the task.
        """
        puzzle, began = work.puzzle_of(values), 0.0
        compiler = self._compiler if compile_state.kernels_missing(puzzle) else None
        compiled = compiler and compiler.begin(puzzle)
        if compiled:
            compiled.add_done_callback(self._end_plain)
        speeds = [True, False] if compiler else [plain]
        for slow in speeds:
            try:
                await self._turn.acquire()
                process, done = None, False
                try:
                    process = await self._start(slow)
                    if process is None:
                        async with aclosing(_events_here(task, values, progress)) as events:
                            async for event in events:
                                yield event
                        return
                    began = began or monotonic()
                    if isinstance(limits := values.get("limits"), Limits):
                        values = {**values, "limits": limits.after(monotonic() - began)}
                    assert process.stdin
                    process.stdin.write(packed((task, values, progress)))
                    while not done:
                        waits = compiled and slow and not compiled.done()
                        async with asyncio.timeout(patience if waits else None):
                            event = await self._event(process)
                        done = not isinstance(event, Progress)
                        if compiler and slow and not done:
                            event = replace(event, compiled=compiler.counted.get(puzzle))
                        yield work.result(event)
                    return
                finally:  # and so before the wait for the compiler
                    if slots.are_few():  # others are waiting for the place
                        self.close()
                    if Child.stand_in:
                        self._rest()
                    if done or process is None or process is not self._process:
                        self._turn.release()
                    else:
                        self._begin(self._stop(process))
            except Killed:
                if not (compiled and slow and await asyncio.shield(compiled)):
                    raise
            except TimeoutError:
                assert compiler
                if not await compiler.wait(puzzle):
                    speeds[1:] = [True]  # and so it stays plain

    async def result(self, task: Task, values: Values, plain: bool = False) -> Any:
        """Return the result of a task. Raises Failed; cancelling this stops the task."""
        async with aclosing(self.ask(task, values, progress=False, plain=plain)) as events:
            return await anext(events)

    def _end_plain(self, compiled: asyncio.Task[bool]) -> None:
        """Kill the plain process, once kernels are compiled."""
        if self._plain and not compiled.cancelled() and compiled.result():
            self.close()

    def prepare(self, puzzle: str) -> None:
        """Have the process that would be asked about a puzzle now started, and what it needs
        loaded; unless a task is being done, others are waiting for the place, or what stands in for
        a process takes as much memory as the app."""

        async def load() -> None:
            with suppress(Failed):
                await self.result(work.load, {"puzzle": puzzle})

        if not (Child.stand_in or slots.are_few() or self._turn.locked()):
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

    def close(self) -> None:
        """Kill the process, without waiting for it."""
        if self._process is None:
            return
        if self._process.returncode is None:
            kill(self._process)
        # Closing the pipes now keeps their finalisers from complaining after the loop ends. To
        # close the whole transport would reap the process, which asyncio's own watcher does.
        if Child.stand_in is None:
            for pipe in self._process._transport._pipes.values():  # type: ignore[attr-defined]
                pipe.pipe.close()
        known = *self._killed, self._process
        self._killed = [one for one in known if one.returncode is None]
        self._process = None

    def _rest(self) -> None:
        """Have what takes the place of a process end once it has `grown`, or if nothing comes for a
        while: its memory never shrinks."""
        if self._resting:
            self._resting.cancel()
        delay = 0 if getattr(self._process, "grown", False) else self.idle
        self._resting = asyncio.get_running_loop().call_later(delay, self._close_idle)

    def _close_idle(self) -> None:
        if not self._turn.locked():
            self.close()

    async def end(self) -> None:
        """Kill the process, and see it go; asyncio complains of one that outlives the loop."""
        self.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(GONE):
                await asyncio.gather(*(one.wait() for one in self._killed))

    async def _start(self, plain: bool) -> Process | None:
        """Return the process, a new one if there is none at this speed; None where this process
        does the tasks. Where the first one cannot be started, it does so from then on."""
        if self._process and (self._process.returncode is not None or self._plain != plain):
            self.close()
        if self._process is None and Child.stand_in is not None:
            self._process = Child.stand_in()
        elif self._process is None and not single_process():
            try:
                self._process, self._plain = await self._spawn(plain), plain
                Child._possible = True
            except OSError as error:
                if Child._possible:
                    raise Failed(f"no process can be started: {error.strerror}") from None
                os.environ[SINGLE_PROCESS] = "1"
        return self._process

    async def _spawn(self, plain: bool) -> Process:
        slot = slots.take()
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            *([POLITE] if self._polite else []),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=LONGEST,
            env=os.environ | ({"NUMBA_DISABLE_JIT": "1"} if plain else {}),
            # There is such a flag on Windows alone.
            creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0) * self._polite,
        )
        if slot is not None:
            self._begin(_hold(slot, process))
        return process

    async def _event(self, process: Process) -> Any:
        """Return the next event. Raises Killed at the end of the process."""
        assert process.stdout
        line = await process.stdout.readline()
        if line.endswith(b"\n"):  # what it was saying when it died is not a whole line
            return unpacked(line)
        if process is self._process:
            self.close()
        raise Killed(KILLED)

    async def _stop(self, process: Process) -> None:
        """See the task end, or kill the process that does it."""
        try:
            assert process.stdin
            process.stdin.write(packed(None))
            async with asyncio.timeout(self.soon):
                while isinstance(await self._event(process), Progress):
                    pass
        except Killed:
            pass
        except TimeoutError:
            if process is self._process:
                self.close()
        finally:
            self._turn.release()

    def _begin(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)


class Compiler:
    """The compilation of kernels, by one process for all puzzles, one after the other."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Report what goes wrong, in a line, by `tell`."""
        self._tell, self._child, self._turn = tell, Child(), asyncio.Lock()
        self._begun: dict[str, asyncio.Task[bool]] = {}
        self.counted: dict[str, tuple[int, int]] = {}  # kernels compiled, and of how many

    def begin(self, puzzle: str) -> asyncio.Task[bool]:
        """Have a puzzle compiled, if that is needed; the task tells whether it is, in the end."""
        if puzzle not in self._begun:
            self._begun[puzzle] = asyncio.create_task(self._compile(puzzle))
        return self._begun[puzzle]

    async def wait(self, puzzle: str) -> bool:
        """Wait until a puzzle is compiled, or cannot be; say how far that is meanwhile."""
        compiled = self.begin(puzzle)
        while not compiled.done():
            done, number = self.counted.get(puzzle, (0, 0))
            said = f", {done} of {number}" if number else ""
            self._tell(f"preparing the solver, this once{said}")
            await asyncio.wait([compiled], timeout=OFTEN)
        return compiled.result()

    async def _compile(self, puzzle: str) -> bool:
        async with self._turn:
            if not compile_state.kernels_missing(puzzle):
                return True
            try:
                if notice := compile_state.ensure_cache_folder():
                    self._tell(notice)
                failed = await self._compile_once(puzzle)
                if failed:  # perhaps because of what is there, or is loaded
                    await self._child.end()
                    compile_state.forget(puzzle)
                    failed = await self._compile_once(puzzle)
            except (Failed, OSError) as failure:
                failed = str(failure)
            if all(self._begun[other].done() for other in self._begun.keys() - {puzzle}):
                await self._child.end()
        if failed:
            self._tell(f"{failed}; the solver stays slow")
        return not failed

    async def _compile_once(self, puzzle: str) -> str:
        """Have a process compile a puzzle; return why that could not be, or ""."""
        try:
            async with aclosing(self._child.ask(work.compile_all, {"puzzle": puzzle})) as events:
                async for event in events:
                    if isinstance(event, Progress) and event.compiled is not None:
                        self.counted[puzzle] = event.compiled
            return str(event["notice"])
        except Killed as failure:
            return str(failure)

    async def end(self) -> None:
        """Stop compiling, and see the processes go; what is compiled is kept."""
        for task in self._begun.values():
            task.cancel()
        await asyncio.gather(*self._begun.values(), return_exceptions=True)
        await self._child.end()


def kill(process: Process) -> None:
    """Kill a process. Its own `kill` first looks whether it has ended, and where it just has (a
    signal may be for us all), takes its end away from asyncio's watcher, who then complains."""
    with suppress(ProcessLookupError):
        if sys.platform == "win32" or Child.stand_in is not None:
            process.kill()
        else:
            os.kill(process.pid, signal.SIGKILL)


async def _hold(slot: slots.Slot, process: Process) -> None:
    """Hold a slot for as long as the process is there."""
    with closing(slot):
        await process.wait()


async def _events_here(task: Task, values: Values, progress: bool) -> AsyncGenerator[Any, None]:
    """Yield the events of a task that is done in this process."""
    end = monotonic() + SLICE
    for event in work.do(task, values):
        if progress or not isinstance(event, Progress):
            yield work.result(event)
        if monotonic() > end:
            await asyncio.sleep(PAUSE)
            end = monotonic() + SLICE
