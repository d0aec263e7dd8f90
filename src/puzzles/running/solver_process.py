"""A solver for an asyncio program: questions in, streams of events out, worked out in children."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any

from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import Proposal, Verdict
from puzzles.core.solving import Answer, Event, Progress
from puzzles.running import work
from puzzles.running.question import Question
from puzzles.running.speeds import Runner


class SolverProcess(Runner):
    """Answers one question at a time. The answers raise Failed; close a generator
    (`contextlib.aclosing`) to stop the search."""

    def solve(self, question: Question) -> AsyncGenerator[Event, None]:
        """The events of the answer; moves in them are text."""
        return self.ask(work.solve, vars(question))

    async def answer(self, question: Question) -> Answer:
        """The last of its events; cancelling this stops the search."""
        found: Answer = await self.result(work.solve, vars(question))
        return found

    async def judge(
        self, puzzle: AnyPuzzle, level: Level
    ) -> AsyncGenerator[Progress | Verdict, None]:
        """Yield verdicts on a board that is being drawn (`core.modules.Maker.judge`)."""
        async with aclosing(self.ask(work.judge, {"puzzle": puzzle, "level": level})) as events:
            async for event in events:
                yield event.look["verdict"] if getattr(event, "look", None) else event

    def assist(
        self, puzzle: AnyPuzzle, sketch: Level, wish: str, orbits: Sequence[Sequence[int]]
    ) -> AsyncGenerator[Progress | Proposal[Any], None]:
        """A sketch made into what is wished for (`core.modules.Maker.assist`)."""
        values = {"puzzle": puzzle, "sketch": sketch, "wish": wish, "orbits": orbits}
        return self.ask(work.assist, values)
