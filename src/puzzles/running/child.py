"""A child process that does tasks for an asyncio program; `worker` is its side of this.

It does one task at a time and is kept for the next one. A task that is dropped ends at its next
event, which mostly comes within milliseconds; a process that does not say so soon is killed,
whatever it is doing. Only one that is still compiling is left to finish that, so that compiling
never has to be done twice. A process that has died is replaced by a new one. Nothing here makes the
event loop wait.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, closing, suppress
from typing import Any

from puzzles.core.solving import Progress
from puzzles.core.tables import Values
from puzzles.core.threads import ALONE, alone
from puzzles.running import here, slots, work
from puzzles.running.work import IDLE, Failed, Task
from puzzles.running.worker import packed, unpacked

# -P: what lies in the current directory is not taken for a module.
COMMAND = (sys.executable, "-P", "-m", "puzzles.running.worker")
LONGEST = 1 << 24  # bytes in a line
POLITE = 10  # how much nicer a polite process is to others
GONE = 2.0  # seconds that a killed process may take to go
KILLED = "a process was killed, perhaps for want of memory"


class Killed(Failed):
    """The process died during a task."""


class Unstarted(Failed):
    """The system starts no process."""


class Child:
    """The process, started when first needed; a `polite` one lets others go first, in a `plain` one
    kernels run as Python, without being compiled."""

    stand_in: Callable[[], Process] | None = None  # starts what takes the place of a process
    soon = 0.075  # seconds that a process has to end a task before it is killed
    _possible = False  # a process has been started

    def __init__(self, polite: bool = False, plain: bool = False) -> None:
        self._polite, self._plain = polite, plain
        self._starting = asyncio.Lock()
        self._reading = asyncio.Lock()  # who asks may come before who is stopped has left
        self._process: Process | None = None
        self._killed: list[Process] = []  # those that may not have gone yet
        self._stopping: asyncio.Task[None] | None = None  # ends a task that was dropped
        self._watch: asyncio.Task[None] | None = None  # sees a slot's process end
        self._number, self._busy = 0, False  # of the newest task, which is being done
        self._preparing = False  # the process is compiling, for whomever

    async def ask(
        self, task: Task, values: Values, progress: bool = True
    ) -> AsyncGenerator[Any, None]:
        """The events of a task, as `work.do` gives them; with or without `progress` on the way.

        Raises Failed. Close the generator (`contextlib.aclosing`) to stop the task.
        """
        if not await self._apart():
            async with aclosing(here.events(task, values, progress)) as events:
                async for done_here in events:
                    yield done_here
            return
        if self._busy:  # who asked before is about to leave
            self._drop()
        self._number += 1
        number, done, self._busy = self._number, False, True
        try:
            process = await self._start()
            assert process.stdin
            process.stdin.write(self._request(task, values, progress))
            while not done:
                event = await self._event(process)
                if event is None:
                    raise Killed(KILLED)
                done = not isinstance(event, Progress)
                yield work.result(event)
        finally:
            if number == self._number:  # and not a later one
                self._busy = False
                if not done:
                    self._drop()
                elif slots.are_few():
                    self.close()

    async def begin(self, task: Task, values: Values) -> None:
        """Have the process do a task that nobody waits for; what is asked then comes after it.
        Where others are waiting for the place, it is not done."""
        if slots.are_few():
            return
        if not await self._apart():
            with suppress(Failed):
                async for _ in here.events(task, values, progress=False):
                    pass
            return
        self._number += 1
        request = self._request(task, values, False)  # by its own number: more may be asked
        with suppress(Failed):
            process = await self._start()
            assert process.stdin
            process.stdin.write(request)

    async def result(self, task: Task, values: Values) -> Any:
        """Return the result of a task. Raises Failed; cancelling this stops the task."""
        async with aclosing(self.ask(task, values, progress=False)) as events:
            return await anext(events)

    def close(self) -> None:
        """Kill the process, without waiting for it."""
        if self._process is not None:
            if self._process.returncode is None:
                kill(self._process)
            # Closing the pipes now keeps their finalisers from complaining after the loop ends. To
            # close the whole transport would reap the process, which asyncio's own watcher does.
            if Child.stand_in is None:
                for pipe in self._process._transport._pipes.values():  # type: ignore[attr-defined]
                    pipe.pipe.close()
            self._killed = [one for one in self._killed if one.returncode is None]
            self._killed.append(self._process)
        self._process, self._preparing = None, False
        if self._stopping is not None:
            self._stopping.cancel()

    async def end(self) -> None:
        """Kill the process, and see it go; asyncio complains of one that outlives the loop."""
        self.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(GONE):
                await asyncio.gather(*(one.wait() for one in self._killed))

    async def _apart(self) -> bool:
        """Return whether tasks are done by a process; where the first one cannot be started, this
        one is `alone` from then on."""
        if Child.stand_in is not None:
            return True
        if not alone() and not Child._possible:
            with suppress(Failed):  # such as that others have the places
                try:
                    await self._start()
                    Child._possible = True
                except Unstarted:
                    os.environ[ALONE] = "1"
        return not alone()

    def _request(self, task: Task, values: Values, progress: bool) -> bytes:
        return packed((self._number, task, values, progress))

    def _drop(self) -> None:
        """Stop what is going on: a word without a task says so. Where others are waiting for the
        place, the process is killed."""
        stopping = self._stopping is not None and not self._stopping.done()
        if slots.are_few():
            self.close()
        elif self._process and self._process.stdin and not stopping:
            self._process.stdin.write(packed(None))
            if not self._preparing:
                self._stopping = asyncio.create_task(self._stopped(self._process))

    async def _stopped(self, process: Process) -> None:
        """See a task end, or kill the process that does it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.soon):
                while (event := await self._event(process, dropped=True)) is not None:
                    if event == IDLE:
                        return
        if process is self._process:
            self.close()

    async def _start(self) -> Process:
        """Return the process, which does nothing that was dropped; a new one, if there is none."""
        if self._stopping is not None:
            await asyncio.wait([self._stopping])
        async with self._starting:
            if self._process is not None and self._process.returncode is not None:
                self.close()
            if self._process is None:
                self._process = await self._started()
            return self._process

    async def _started(self) -> Process:
        if Child.stand_in is not None:
            self._preparing = True  # until it says something
            return Child.stand_in()
        plain = {"NUMBA_DISABLE_JIT": "1"} if self._plain else {}
        slot = slots.take()
        try:
            process = await asyncio.create_subprocess_exec(
                *COMMAND,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                limit=LONGEST,
                env=os.environ | plain,
                creationflags=_flags(self._polite),
            )
        except OSError as error:
            raise Unstarted(f"no process can be started: {error.strerror}") from None
        if slot is not None:
            self._watch = asyncio.create_task(_freed(slot, process))
        if self._polite and sys.platform != "win32":
            own = os.getpriority(os.PRIO_PROCESS, 0)
            with suppress(OSError):  # it has ended already
                os.setpriority(os.PRIO_PROCESS, process.pid, own + POLITE)
        return process

    async def _event(self, process: Process, dropped: bool = False) -> Any:
        """The next event of the newest task, or of one that was `dropped`; None at the end of the
        process."""
        assert process.stdout
        async with self._reading:
            # What it was saying when it died is not a whole line.
            while (line := await process.stdout.readline()).endswith(b"\n"):
                number, event = unpacked(line)
                self._preparing = isinstance(event, Progress) and event.preparing
                # A search that was left compiling may still have had something to say.
                if number == self._number or dropped:
                    return event
        return None


def kill(process: Process) -> None:
    """Kill a process. Its own `kill` first looks whether it has ended, and where it just has (a
    signal may be for us all), takes its end away from asyncio's watcher, who then complains."""
    with suppress(ProcessLookupError):
        if sys.platform == "win32" or Child.stand_in is not None:
            process.kill()
        else:
            os.kill(process.pid, signal.SIGKILL)


async def _freed(slot: slots.Slot, process: Process) -> None:
    """Hold a slot for as long as the process is there."""
    with closing(slot):
        await process.wait()


def _flags(polite: bool) -> int:
    """Return the flags for a new process on Windows."""
    if sys.platform == "win32" and polite:
        return subprocess.BELOW_NORMAL_PRIORITY_CLASS
    return 0
