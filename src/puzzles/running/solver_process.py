"""A solver for an asyncio program: questions in, streams of events out, worked out in a child."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from puzzles.core.solving import Event
from puzzles.running import work
from puzzles.running.child import Child
from puzzles.running.question import Question
from puzzles.running.wire import read_event
from puzzles.running.work import Failed as SolverFailed

__all__ = ["SolverFailed", "SolverProcess"]


class SolverProcess:
    """A child that answers one question at a time."""

    def __init__(self) -> None:
        self._child = Child()

    async def ask(self, question: Question) -> AsyncGenerator[Event, None]:
        """The events of the answer; moves in them are text.

        Raises SolverFailed. Close the generator (`contextlib.aclosing`) to stop the search.
        """
        async with aclosing(self._child.ask(work.solve, question.as_json())) as events:
            async for event in events:
                yield read_event(event)

    def close(self) -> None:
        """Kill the process, without waiting for it."""
        self._child.close()

    async def end(self) -> None:
        """Kill the process, and see it go."""
        await self._child.end()
