"""A new level like the one being played, made by processes of its own while the player plays."""

from __future__ import annotations

import asyncio
import random

from puzzles.core.errors import UsageError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.tables import Values
from puzzles.library.levels import Pack
from puzzles.running import work
from puzzles.running.making import PATIENCE
from puzzles.running.speeds import Compiler, Runner

Wanted = tuple[AnyPuzzle, Values]  # and wishes


class Ahead:
    """At most one level, made or being made."""

    def __init__(self, compiler: Compiler) -> None:
        self._compiler = compiler
        self._wanted: Wanted | None = None
        self._task: asyncio.Task[Pack] | None = None
        self._runner = Runner(compiler, polite=True)

    def begin(self, puzzle: AnyPuzzle, level: Level) -> None:
        """Have a level like this one made, unless there is one already."""
        puzzle.need("generator.make")
        maker = puzzle.generator
        wanted = puzzle, maker.like(level)
        if self._task is None or wanted != self._wanted:
            self.close()
            self._wanted, self._runner = wanted, Runner(self._compiler, polite=True)
            self._task = asyncio.create_task(_make(self._runner, *wanted))

    async def take(self, puzzle: AnyPuzzle, level: Level) -> Pack:
        """A pack of one level like this one, as soon as it is made. Raises PuzzlesError with the
        reason if it cannot be."""
        self.begin(puzzle, level)
        task = self._task
        assert task
        try:
            return await asyncio.shield(task)
        finally:
            if task.done() and task is self._task:
                self._task = None

    async def make(self, puzzle: AnyPuzzle, wishes: Values) -> Pack:
        """A pack of one level as wished for, made now; cancelling this stops it. Raises
        PuzzlesError with the reason if it cannot be."""
        return await _make(Runner(self._compiler), puzzle, wishes)

    def close(self) -> None:
        """Stop what is being made, and forget what is."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._runner.close()

    async def end(self) -> None:
        """Stop what is being made, and see its process go."""
        self.close()
        await self._runner.end()


async def _make(runner: Runner, puzzle: AnyPuzzle, wishes: Values) -> Pack:
    """The first level that comes of some seeds."""
    try:
        for _ in range(PATIENCE):
            order = {"puzzle": puzzle, "seed": random.randrange(10**6), "wishes": wishes}
            made = await runner.result(work.make, order)
            if not isinstance(made, UsageError):
                return Pack(puzzle, "new", "New", "", "new", (made,), (1,))
        raise made
    finally:
        runner.close()
