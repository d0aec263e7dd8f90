"""Prints how long a new player waits for the solver: nothing is compiled yet; and then, what is.

    python bench/cold.py [--every N]

One question at a time, on every Nth shipped level. Cold ones begin with an empty cache each, as the
app does: the compiler begins, and so does the process that will be asked; the question comes
OPENED seconds later. Ten levels are opened in the app, where S, or H, is pressed as soon as the
board is drawn; compiled, OPENED seconds after that. Aims: cold median ≤ 0.5 s, nine of ten ≤ 3 s,
none longer than compiling takes; compiled, H ≤ 300 ms and S ≤ 700 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from child import Child
from puzzles.library.catalogue import Entry, library
from puzzles.running.question import Question
from puzzles.running.solver_process import SolverProcess
from puzzles.running.speeds import Compiler

OPENED = 2.0  # seconds that a level is looked at
APP = 10  # levels that are opened in the app
LONGEST = 180  # seconds that an answer may take


@contextmanager
def empty_cache() -> Iterator[None]:
    """A machine on which nothing is compiled."""
    before = os.environ.pop("PUZZLES_CACHE_DIR", None)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUZZLES_CACHE_DIR"] = folder
        yield
    del os.environ["PUZZLES_CACHE_DIR"]
    if before is not None:
        os.environ["PUZZLES_CACHE_DIR"] = before


async def answered(entry: Entry) -> float:
    """Seconds from the question to the answer."""
    puzzle, compiler = entry.pack.puzzle, Compiler()
    solver = SolverProcess(compiler)
    try:
        compiler.begin(puzzle.id)
        await solver.prepare(puzzle.id)
        await asyncio.sleep(OPENED)
        began = time.perf_counter()
        async with asyncio.timeout(LONGEST):
            async for _ in solver.ask(Question(puzzle, entry.level)):
                pass
        return time.perf_counter() - began
    finally:
        await asyncio.gather(compiler.end(), solver.end())


async def compiled(puzzles: list[str]) -> None:
    """Have the kernels of these puzzles compiled, where they are not."""
    compiler = Compiler()
    await asyncio.gather(*map(compiler.begin, puzzles))
    await compiler.end()


def shown(entry: Entry, key: bytes, words: str, after: float) -> float:
    """Seconds from a key, pressed so long after the board is there, to what the app then says."""
    child = Child([entry.name], 120, 40)
    try:
        child.wait_for_text(entry.level.title)
        child.settle(0.1, 2)
        time.sleep(after)
        began = time.perf_counter()
        child.press(key)
        child.wait_for_text(words, LONGEST)
        return time.perf_counter() - began
    finally:
        child.end()


def compiling(puzzle: str) -> float:
    """Seconds of CPU that compiling all kernels of a puzzle takes."""
    code = ("import sys; from puzzles.running import kept, work; kept.find_room();"
            "work.done(work.name_of(work.compile_all), {'puzzle': sys.argv[1]})")  # fmt: skip
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code, puzzle], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(what: str, entries: list[Entry], seconds: Callable[[Entry], float]) -> None:
    """Print what something takes on these levels."""
    took = sorted((seconds(entry), entry.name) for entry in entries)
    values = [value for value, _ in took]
    p90, p95 = (values[min(len(values) - 1, int(len(values) * part))] for part in (0.9, 0.95))
    print(f"{what:<26} {len(values):4} levels  median {statistics.median(values):6.2f} s"
          f"  90 % {p90:6.2f}  95 % {p95:6.2f}  greatest {values[-1]:6.2f} ({took[-1][1]})",
          flush=True)  # fmt: skip


def cold(seconds: Callable[[Entry], float]) -> Callable[[Entry], float]:
    """The same, with an empty cache each time."""

    def measured(entry: Entry) -> float:
        with empty_cache():
            return seconds(entry)

    return measured


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1, metavar="N")
    every = parser.parse_args().every
    entries = list(library().entries())[::every]
    some = entries[:: max(1, len(entries) // APP)][:APP]

    def answer(entry: Entry) -> float:
        return asyncio.run(answered(entry))

    def watch(entry: Entry, after: float = 0) -> float:
        return shown(entry, b"S", "Next:", after)

    def hint(entry: Entry, after: float = 0) -> float:
        return shown(entry, b"H", "Look ", after)

    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUZZLES_STATE_DIR"] = folder  # games of its own
        puzzles = sorted({entry.pack.puzzle.id for entry in entries})
        for puzzle in puzzles:
            with empty_cache():
                print(f"compiling {puzzle}: {compiling(puzzle):.1f} s of CPU", flush=True)
        measure("cold: answer", entries, cold(answer))
        measure("cold: S, first move", some, cold(watch))
        measure("cold: H", some, cold(hint))
        asyncio.run(compiled(puzzles))
        measure("compiled: answer", entries, answer)
        measure("compiled: S, first move", some, partial(watch, after=OPENED))
        measure("compiled: H", some, partial(hint, after=OPENED))


if __name__ == "__main__":
    main()
