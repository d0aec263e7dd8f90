"""A solver for an asyncio program: questions in, streams of events out, worked out in children."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import asdict
from typing import Any

from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import Proposal, Verdict
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.running import work
from puzzles.running.question import Question
from puzzles.running.speeds import Compiler, Runner
from puzzles.running.wire import draft_of, level_values, read_event, read_verdict


class SolverProcess:
    """Answers one question at a time."""

    def __init__(self, compiler: Compiler) -> None:
        self._runner = Runner(compiler)

    async def ask(self, question: Question) -> AsyncGenerator[Event, None]:
        """The events of the answer; moves in them are text.

        Raises Failed. Close the generator (`contextlib.aclosing`) to stop the search.
        """
        async with aclosing(self._runner.ask(work.solve, question.as_json())) as events:
            async for event in events:
                yield read_event(event)

    async def judge(
        self, puzzle: AnyPuzzle, level: Level
    ) -> AsyncGenerator[Progress | Verdict, None]:
        """What there is to say of a board that is being drawn (`core.modules.Maker.judge`). Raises
        Failed."""
        async with aclosing(self._runner.ask(work.judge, level_values(puzzle, level))) as events:
            async for event in events:
                if event["event"] == "Progress" and not event["look"]:
                    told = read_event(event)
                    assert isinstance(told, Progress)
                    yield told
                else:
                    yield read_verdict(event.get("look") or event)

    async def assist(
        self,
        puzzle: AnyPuzzle,
        sketch: Level,
        wish: str,
        orbits: Sequence[Sequence[int]],
    ) -> AsyncGenerator[Progress | Proposal[Any], None]:
        """A sketch made into what is wished for (`core.modules.Maker.assist`). Raises Failed."""
        values = {
            "puzzle": puzzle.id,
            "keys": puzzle.format(sketch),
            "wish": wish,
            "orbits": list(map(list, orbits)),
        }
        async with aclosing(self._runner.ask(work.assist, values)) as events:
            async for event in events:
                if event["event"] == "Progress":
                    told = read_event(event)
                    assert isinstance(told, Progress)
                    yield told
                else:
                    made = draft_of(puzzle, event["keys"])
                    yield Proposal(made, tuple(event["changes"]), event["note"])

    async def certify(self, puzzle: AnyPuzzle, level: Level, limits: Limits) -> Answer:
        """The proof of what a level claims (`core.modules.Solver.certify`). Raises Failed."""
        values = {**level_values(puzzle, level), "limits": asdict(limits)}
        found = read_event(await self._runner.result(work.certify, values))
        assert isinstance(found, Answer)
        return found

    async def prepare(self, puzzle: str) -> None:
        """Be quick when a question about this puzzle comes."""
        await self._runner.prepare(puzzle)

    def close(self) -> None:
        """Kill the processes, without waiting for them."""
        self._runner.close()

    async def end(self) -> None:
        """Kill the processes, and see them go."""
        await self._runner.end()
