"""The task of the one process that compiles: all kernels of a puzzle, once on a machine.

Kernels are compiled for the types that they are called with, so a level is solved, counted, graded
and so on. A second process that wants the same waits for the lock, and finds what there is by then;
so does one that comes after another was ended in the middle.
"""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from itertools import islice
from threading import Thread
from typing import Any

from puzzles.core.errors import PuzzlesError
from puzzles.core.puzzle import Puzzle
from puzzles.core.solving import Limits, Progress
from puzzles.library import catalogue, registry
from puzzles.library.levels import Pack
from puzzles.running import kept, kernels
from puzzles.running.wire import Values

OFTEN = 0.1  # seconds between two reports
MOST = 20  # hard levels, each the last of its pack, that are used at most
LIMITS = Limits(nodes=1000)


def compile_all(puzzle: str) -> Iterator[Progress | Values]:
    """Have all kernels of a puzzle compiled and kept. Progress tells how many are; the result has a
    `notice` why they could not be, empty if they are."""
    plugin = registry.plugin(puzzle)
    plugin.load()
    notice = kernels.WHY_PLAIN
    if kernels.KERNELS:
        notice = yield from _compile(plugin)
    if not notice:
        try:
            kept.mark(puzzle)
        except OSError as error:
            notice = f"{kept.folder()}: {error.strerror}"
    yield {"notice": notice}


def _compile(plugin: Puzzle[Any, Any, Any]) -> Generator[Progress, None, str]:
    """Have the kernels compiled that are not, in their turn; why that could not be."""
    from puzzles.running import kernel_cache

    keys = [kernel.keys() for kernel in kernels.KERNELS]

    def kept_so_far() -> int:
        there = kernel_cache.keys()
        return sum(not key.isdisjoint(there) for key in keys)

    def progress() -> Progress:
        return Progress(preparing=True, compiled=(kept_so_far(), len(keys)))

    lock = sqlite3.connect(kept.folder() / "lock", timeout=OFTEN, isolation_level=None)
    while not _locked(lock):
        yield progress()
    using = _Using(plugin, lambda: kept_so_far() == len(keys))
    using.start()
    while using.is_alive():
        yield progress()
        using.join(OFTEN)
    yield progress()
    return using.fault or kernel_cache.trouble()


def _locked(lock: sqlite3.Connection) -> bool:
    """Whether this process is the one that compiles, after a wait. SQLite's lock is the same on all
    systems, and goes with the process."""
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        # Where nothing can be locked, two may compile the same.
        return error.sqlite_errorcode != sqlite3.SQLITE_BUSY
    return True


class _Using(Thread):
    """Has a puzzle do all it can with some levels, so that each kernel is called; `fault` tells
    what is wrong with one."""

    def __init__(self, puzzle: Puzzle[Any, Any, Any], enough: Callable[[], bool]) -> None:
        super().__init__(daemon=True)
        self._puzzle, self._enough, self.fault = puzzle, enough, ""

    def run(self) -> None:
        gc.disable()  # there is little garbage, and much else to look through
        for task in self._tasks():
            try:
                with suppress(PuzzlesError):
                    for _ in task:
                        pass
            except Exception as error:
                self.fault = f"{type(error).__name__}: {error}".splitlines()[0]
            if self._enough():
                return

    def _tasks(self) -> Iterator[Iterator[Any]]:
        """All it can do with the first level, and what is harder with the last ones of packs."""
        packs = (
            pack
            for pack in catalogue.reading()
            if isinstance(pack, Pack) and pack.puzzle is self._puzzle
        )
        for number, pack in enumerate(islice(packs, MOST)):
            if number == 0:
                yield from _easy(self._puzzle, pack.levels[0])
            yield from _hard(self._puzzle, pack.levels[-1])


def _easy(puzzle: Puzzle[Any, Any, Any], level: Any) -> Iterator[Iterator[Any]]:
    """What a puzzle can do with a level that takes thinking."""
    start = puzzle.start(level)
    for method in ("", *puzzle.methods):
        yield puzzle.solve(start, LIMITS, method)
    yield puzzle.check(level, LIMITS)
    if puzzle.can("solver.count"):
        yield puzzle.solver.count(start, LIMITS)
    if puzzle.can("solver.ways"):
        for task in puzzle.solver.tasks(start)[:1]:
            yield puzzle.solver.ways(start, task, LIMITS)
            yield puzzle.solver.count_ways(start, task, LIMITS)
    if puzzle.can("solver.solutions"):
        yield puzzle.solver.solutions(start, 1, LIMITS)
    if puzzle.can("solver.within"):
        yield puzzle.solver.within(start, 1, LIMITS)
    if puzzle.can("tutor.trace"):
        for view in puzzle.tutor.VIEWS:
            yield puzzle.tutor.trace(start, view, LIMITS)
    yield from _hard(puzzle, level)
    if puzzle.can("generator.make"):
        yield puzzle.generator.make(1, puzzle.generator.like(level))


def _hard(puzzle: Puzzle[Any, Any, Any], level: Any) -> Iterator[Iterator[Any]]:
    """What takes more of that on hard levels."""
    if puzzle.can("tutor.grade"):
        yield puzzle.tutor.grade(level)
    if puzzle.can("tutor.explain"):
        yield puzzle.tutor.explain(level, LIMITS)
