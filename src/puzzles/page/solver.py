"""The second worker of the page, which does tasks: it stands for a process, from both sides."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Callable
from typing import Protocol

from puzzles.running.child import LONGEST
from puzzles.running.worker import answers


class Handle(Protocol):
    """A web worker."""

    def send(self, text: str, /) -> object: ...

    def end(self) -> object: ...


Spawn = Callable[[Callable[[str], None]], Handle]  # starts one, that tells what it answers


class WebWorker(Process):
    """A web worker in place of a process, as `running.child` needs one."""

    def __init__(self, spawn: Spawn) -> None:
        self.stdin = self  # type: ignore[assignment]
        self.stdout = self._events = asyncio.StreamReader(LONGEST)
        self._over: int | None = None
        self._worker = spawn(self._hear)

    @property
    def returncode(self) -> int | None:
        return self._over

    def write(self, data: bytes) -> None:
        if self._over is None:
            self._worker.send(data.decode())

    def kill(self) -> None:
        if self._over is None:
            self._over = -9
            self._worker.end()
            self._events.feed_eof()

    async def wait(self) -> int:
        assert self._over is not None, "only what was ended is waited for"
        return self._over

    def _hear(self, line: str) -> None:
        """Take an event; an empty line: the worker has died."""
        if not line:
            self.kill()
        elif self._over is None:
            self._events.feed_data(line.encode())


class Solver:
    """The worker's side: it does the newest request, until another line comes in."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._lines = deque[str]()
        self._working: asyncio.Task[None] | None = None

    def hear(self, line: str) -> None:
        self._lines.append(line)
        if self._working is None or self._working.done():
            self._working = asyncio.ensure_future(self._work())

    async def _work(self) -> None:
        from puzzles.running import kernels  # plain ones

        kernels.let_wrap()
        while self._lines:
            line = self._lines.popleft()
            for event in () if self._lines else answers(line.encode()):
                if event:
                    self._say(event.decode())
                await asyncio.sleep(0)  # lines come in
                if self._lines:
                    break
