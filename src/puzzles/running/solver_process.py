"""A solver for an asyncio program: questions in, streams of events out, worked out in children.

Kernels are compiled once on a machine, which takes half a minute. So that nobody waits for that, a
second child answers meanwhile with the same kernels as plain Python; who answers first, answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from puzzles.core.solving import Answer, Event
from puzzles.running import work
from puzzles.running.child import Child
from puzzles.running.question import Question
from puzzles.running.wire import read_event
from puzzles.running.work import Failed as SolverFailed

__all__ = ["SolverFailed", "SolverProcess"]

LOADING = 1.0  # seconds that kernels take to be loaded; what takes longer is being compiled

Heard = tuple[Child, Event | SolverFailed]


class SolverProcess:
    """Answers one question at a time."""

    def __init__(self) -> None:
        self._compiled, self._plain = Child(), Child(plain=True)

    async def ask(self, question: Question) -> AsyncGenerator[Event, None]:
        """The events of the answer; moves in them are text.

        Raises SolverFailed. Close the generator (`contextlib.aclosing`) to stop the search.
        """
        heard: asyncio.Queue[Heard] = asyncio.Queue()

        def begin(child: Child) -> asyncio.Task[None]:
            return asyncio.create_task(_listen(child, question, heard.put_nowait))

        asked = {self._compiled: begin(self._compiled)}
        late: float | None = asyncio.get_running_loop().time() + LOADING
        try:
            while True:
                try:
                    async with asyncio.timeout_at(late):
                        child, event = await heard.get()
                except TimeoutError:
                    asked[self._plain], late = begin(self._plain), None
                    continue
                if isinstance(event, SolverFailed):
                    if len(asked) == 1:
                        raise event
                    del asked[child]
                    continue
                if child is self._compiled and not getattr(event, "preparing", False):
                    late = None  # it is under way
                if isinstance(event, Answer) or child is self._plain or self._plain not in asked:
                    yield event
                if isinstance(event, Answer):
                    return
        finally:
            for task in asked.values():
                task.cancel()

    def close(self) -> None:
        """Kill the processes, without waiting for them."""
        self._compiled.close()
        self._plain.close()

    async def end(self) -> None:
        """Kill the processes, and see them go."""
        await asyncio.gather(self._compiled.end(), self._plain.end())


async def _listen(child: Child, question: Question, tell: Callable[[Heard], None]) -> None:
    """Have a child answer, and pass on what it says."""
    try:
        async with aclosing(child.ask(work.solve, question.as_json())) as events:
            async for event in events:
                tell((child, read_event(event)))
    except SolverFailed as failure:
        tell((child, failure))
