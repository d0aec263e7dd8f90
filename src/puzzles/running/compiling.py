"""The task of the process that compiles: all kernels of a puzzle, once on a machine.

Kernels are compiled for the types that they are called with, so a level is solved, counted, graded
and so on. Whoever wants the same meanwhile waits for the lock, and finds what there is by then.
"""

import gc
import sqlite3
import traceback
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from itertools import chain, islice
from threading import Thread

from puzzles.core.errors import PuzzlesError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import Limits, Progress
from puzzles.library import catalogue, locations, registry
from puzzles.library.levels import Pack
from puzzles.running import compile_state, kernels

OFTEN = 0.1  # seconds between two reports
MOST = 20  # hard levels, each the last of its pack, that are used at most
LIMITS = Limits(nodes=1000)


def compile_all(puzzle: str) -> Iterator[Progress | dict[str, str]]:
    """Compile all kernels of a puzzle and keep them. Progress has how many are compiled; the
    result has a `notice` why they could not be, empty if they are, and the `traceback`."""
    plugin = registry.plugin(puzzle)
    notice, trace = "", ""
    # SQLite's lock is the same on all systems, and goes with the process.
    file = locations.kernels() / f"{puzzle}.lock"
    with closing(sqlite3.connect(file, timeout=OFTEN, isolation_level=None)) as lock:
        while not _locked(lock):
            yield Progress(preparing=True)
        if not compile_state.is_compiled(puzzle):
            plugin.load()
            notice = kernels.WHY_PLAIN
            if _counted(puzzle)[1]:
                notice, trace = yield from _compile(plugin)
            if notice:
                compile_state.forget(puzzle)
            else:
                try:
                    compile_state.mark_compiled(puzzle)
                except OSError as error:
                    notice = f"{locations.kernels()}: {error.strerror}"
    yield {"notice": notice, "traceback": trace}


def _locked(lock: sqlite3.Connection) -> bool:
    """Return True if this process is the one that compiles, after a wait."""
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        # Where nothing can be locked, two may compile the same.
        return error.sqlite_errorcode != sqlite3.SQLITE_BUSY
    return True


def _compile(puzzle: AnyPuzzle) -> Generator[Progress, None, tuple[str, str]]:
    """Compile the kernels that are not compiled; return why that could not be, and where."""
    fault = "", ""

    def use() -> None:
        nonlocal fault
        try:
            _use(puzzle)
        except Exception as error:
            line = f"{type(error).__name__}: {error}".splitlines()[0]
            fault = line, traceback.format_exc()

    gc.disable()  # there is little garbage, and much else to look through
    try:
        using = Thread(target=use, daemon=True)
        using.start()
        while using.is_alive():
            yield Progress(preparing=True, compiled=_counted(puzzle.id))
            using.join(OFTEN)
    finally:
        gc.enable()
    return fault


def _counted(puzzle: str) -> tuple[int, int]:
    """Return how many kernels of a puzzle are compiled, here or by a process before, and how many
    it has. A kernel that is loaded with the one that calls it is not ready itself."""
    kept, packages = kernels.kept(), compile_state.packages(puzzle)
    own = [one for one in kernels.KERNELS if compile_state.package_of(one.__module__) in packages]
    done = (kernels.is_ready(one) or kernels.file_stem(one) in kept for one in own)
    return sum(done), len(own)


def _use(puzzle: AnyPuzzle) -> None:
    """Have a puzzle do all it can with its first level, and what takes more of that on hard levels
    with the last one of each pack, until each kernel is compiled."""
    packs = (
        pack for pack in catalogue.reading() if isinstance(pack, Pack) and pack.puzzle is puzzle
    )
    for number, pack in enumerate(islice(packs, MOST)):
        easy = _easy(puzzle, pack.levels[0]) if number == 0 else ()
        for task in chain(easy, _hard(puzzle, pack.levels[-1])):
            compiled, of = _counted(puzzle.id)
            if compiled == of:
                return
            with suppress(PuzzlesError):
                deque(task, maxlen=0)


def _easy(puzzle: AnyPuzzle, level: Level) -> Iterator[Iterator[object]]:
    """Yield what a puzzle can do with a level that takes thinking."""
    start = puzzle.start(level)
    for method in ("", *puzzle.methods):
        yield puzzle.solver.solve(start, LIMITS, method)
    yield puzzle.solver.check(level, LIMITS)
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


def _hard(puzzle: AnyPuzzle, level: Level) -> Iterator[Iterator[object]]:
    """Yield what takes more of that on hard levels."""
    if puzzle.can("tutor.grade"):
        yield puzzle.tutor.grade(level)
    if puzzle.can("tutor.explain"):
        yield puzzle.tutor.explain(level, LIMITS)
