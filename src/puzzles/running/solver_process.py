"""Solving in a child process, as a stream of events for an asyncio program.

One process serves one search at a time and is kept for the next one. Dropping the stream stops the
search by killing the process, which takes a few milliseconds whatever the search is doing; only a
process that is still compiling is left to finish, so that compiling never has to be done twice.
Nothing here makes the event loop wait.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator
from typing import Any

from puzzles.core.errors import PuzzlesError
from puzzles.core.solving import Answer, Event, Progress
from puzzles.running.question import Question

_KINDS: dict[str, type[Event]] = {"Progress": Progress, "Answer": Answer}


class SolverFailed(PuzzlesError):
    """The solver, or its process, broke down; the text says how."""


class SolverProcess:
    """The child process `puzzles.running.worker`, started when first needed."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._number = 0

    async def start(self) -> asyncio.subprocess.Process:
        """The process, started if there is none."""
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "puzzles.running.worker",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL, limit=1 << 24, start_new_session=True,
            )  # fmt: skip
        return self._process

    async def ask(self, question: Question) -> AsyncGenerator[Event, None]:
        """The events of the answer; moves in them are text.

        Raises SolverFailed. Close the generator (`contextlib.aclosing`) to stop the search.
        """
        process = await self.start()
        assert process.stdin
        assert process.stdout
        self._number += 1
        number = self._number
        request = {"id": number, **question.as_json()}
        keep = preparing = False
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            while line := await process.stdout.readline():
                values = json.loads(line)
                # A search that was left compiling may still have had something to say.
                if values.pop("id") != number:
                    continue
                if values["event"] == "Failed":
                    keep = True
                    raise SolverFailed(values["reason"])
                event = _event(values)
                keep = isinstance(event, Answer)
                preparing = isinstance(event, Progress) and event.preparing
                yield event
                if isinstance(event, Answer):
                    return
            raise SolverFailed("the solver's process ended unexpectedly")
        finally:
            if preparing:  # what is compiled by now is not lost; a word without a request ends it
                process.stdin.write(b"{}\n")
            elif not keep:
                self.close()

    def close(self) -> None:
        """Kill the process, without waiting for it."""
        if self._process is not None:
            if self._process.returncode is None:
                self._process.kill()
            # Closing the pipes now keeps their finalisers from complaining after the loop ends.
            self._process._transport.close()  # type: ignore[attr-defined]
            self._process = None


def _event(values: dict[str, Any]) -> Event:
    kind = values.pop("event")
    for key in ("line", "moves"):
        if values.get(key) is not None:
            values[key] = tuple(values[key])
    return _KINDS[kind](**values)
