"""A new level like the one being played, made by a process of its own while the player plays.

The process is the command itself, `puzzles generate`, for one level; it ends when that is made.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from dataclasses import replace
from typing import Any

from puzzles.core.errors import PuzzlesError
from puzzles.core.facets import required
from puzzles.core.level import Level
from puzzles.core.puzzle import Puzzle
from puzzles.library.levels import Pack, read_pack

POLITE = 10  # how nice the process is to others


class Ahead:
    """At most one level, made or being made."""

    def __init__(self) -> None:
        self._command: list[str] = []
        self._task: asyncio.Task[Pack] | None = None

    def begin(self, puzzle: Puzzle[Any, Any, Any], level: Level) -> None:
        """Have a level like this one made, unless there is one already."""
        maker = required(puzzle.makes, f"no new levels of {puzzle.title} are made")
        command = [puzzle.id]
        for name, value in maker.like(level).items():
            command += [f"--{name}", str(value)]
        if self._task is None or command != self._command:
            self.close()
            self._command = command
            self._task = asyncio.create_task(_make(command))

    async def take(self, puzzle: Puzzle[Any, Any, Any], level: Level) -> Pack:
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

    def close(self) -> None:
        """Stop what is being made, and forget what is."""
        if self._task is not None:
            self._task.cancel()
            self._task = None


async def _make(command: list[str]) -> Pack:
    seed = random.randrange(10**6)
    process = subprocess.Popen(
        [sys.executable, "-m", "puzzles", "generate", *command, "--seed", str(seed),
         "--jobs", "1", "--json"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    os.setpriority(os.PRIO_PROCESS, process.pid, POLITE)
    try:
        # In a thread, which ends with the process: the loop may be closed before that is reaped.
        out, err = await asyncio.to_thread(process.communicate)
    finally:
        process.kill()
    if process.returncode:
        lines = err.decode(errors="replace").strip().split("\n")
        raise PuzzlesError(lines[-1].removeprefix("puzzles: "))
    return replace(read_pack("new", out.decode()), title="New")
