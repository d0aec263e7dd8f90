"""Prints how long a new player waits for the solver: nothing is compiled yet; and then, what is.

    python bench/cold.py [--every N] [--plain]

One question at a time, on every Nth shipped level. Cold ones are asked as the app asks: the
compiler has begun on an empty cache, and the process that will be asked is loaded. The next level
is asked the same for as long as that compiler has not done; then the cache is emptied, and both
begin anew. An answer that came of what is compiled took the time since the compiler began: an upper
bound of what it would have taken, had that begun with the question. Ten levels are opened in the
app, where S, or H, is pressed as soon as the board is drawn; compiled, OPENED seconds after that.
Aims: cold median ≤ 0.5 s, nine of ten ≤ 3 s, none longer than compiling takes; compiled, H ≤ 300 ms
and S ≤ 700 ms. With --plain numba is not used at all, and what a game says first on S and H is
timed, where each level begins (aim: 250 ms).
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
from collections.abc import Iterator, Sequence
from contextlib import aclosing, contextmanager
from unittest.mock import patch

from puzzles.core.solving import Answer
from puzzles.library.catalogue import Entry, library
from puzzles.library.lessons import lesson_pack
from puzzles.player.game import Game
from puzzles.running import compile_state
from puzzles.running.question import Question
from puzzles.running.solver_process import SolverProcess
from puzzles.running.speeds import Compiler
from terminal import Terminal

OPENED = 2.0  # seconds that a level is looked at
APP = 10  # levels that are opened in the app
LONGEST = 180  # seconds that an answer may take
SAID = {"S": "Next:", "H": "Look "}  # what the app says after a key


@contextmanager
def empty_cache() -> Iterator[None]:
    """A machine on which nothing is compiled."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, PUZZLES_CACHE_DIR=folder):
        yield


class Asked:
    """The processes that levels are asked of, one after the other."""

    def __init__(self) -> None:
        self._compiler = Compiler()
        self._solver = SolverProcess(self._compiler)
        self._ready, self._since = "", 0.0  # the puzzle for which they are, and since when

    async def answer(self, entry: Entry) -> float:
        """Seconds from the question to the answer."""
        puzzle = entry.pack.puzzle
        if self._ready != puzzle.id:
            self._since = time.perf_counter()
            self._compiler.begin(puzzle.id)
            # Nobody waits for what this loads, but for a question that comes after it.
            await self._solver.prepare(puzzle.id)
            lessons = lesson_pack(puzzle)
            assert lessons
            await self._solved(Question(puzzle, lessons.levels[0]))
            self._ready = puzzle.id
        began, cold = time.perf_counter(), compile_state.is_lacking(puzzle.id)
        async with asyncio.timeout(LONGEST):
            await self._solved(Question(puzzle, entry.level))
        if cold and not compile_state.is_lacking(puzzle.id):
            began = self._since
        return time.perf_counter() - began

    async def _solved(self, question: Question) -> None:
        async with aclosing(self._solver.solve(question)) as events:
            async for _ in events:
                pass

    async def end(self) -> None:
        await asyncio.gather(self._compiler.end(), self._solver.end())


async def cold_answers(entries: list[Entry]) -> list[float]:
    """Seconds from the question to the answer for each level, where nothing is compiled."""
    took: list[float] = []
    while len(took) < len(entries):
        with empty_cache():
            asked = Asked()
            try:
                for entry in entries[len(took) :]:
                    took.append(await asked.answer(entry))
                    if not compile_state.is_lacking(entry.pack.puzzle.id):
                        break
            finally:
                await asked.end()
    return took


async def compiled_answers(entries: list[Entry]) -> list[float]:
    """The same, where all is compiled."""
    asked = Asked()
    try:
        return [await asked.answer(entry) for entry in entries]
    finally:
        await asked.end()


def shown(entry: Entry, key: str, after: float = 0) -> float:
    """Seconds from a key, pressed so long after the board is there, to what the app then says."""
    terminal = Terminal(120, 40, [entry.name], {})
    try:
        assert terminal.wait_for(lambda text: entry.level.title in text)
        terminal.read(0.5 + after)
        began = time.perf_counter()
        terminal.child.send(key)
        assert terminal.wait_for(lambda text: SAID[key] in text, LONGEST)
        return time.perf_counter() - began
    finally:
        terminal.close()


def compiling(puzzle: str) -> float:
    """Seconds of CPU that compiling all kernels of a puzzle takes."""
    code = (
        "import sys; from puzzles.running import compile_state, work; compile_state.find_room();"
        "work.done(work.compile_all, {'puzzle': sys.argv[1]})"
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code, puzzle], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def show(what: str, entries: list[Entry], seconds: Sequence[float]) -> None:
    """Print what something took on these levels."""
    took = sorted(zip(seconds, (entry.name for entry in entries), strict=True))
    values = [value for value, _ in took]
    p90, p95 = (values[min(len(values) - 1, int(len(values) * part))] for part in (0.9, 0.95))
    print(
        f"{what:<26} {len(values):4} levels  median {statistics.median(values):6.2f} s"
        f"  90 % {p90:6.2f}  95 % {p95:6.2f}  greatest {values[-1]:6.2f} ({took[-1][1]})",
        flush=True,
    )


async def first_words(entries: list[Entry]) -> tuple[list[float], list[float]]:
    """Seconds until a game has the solution to show, and the first sentence of a hint."""
    solver = SolverProcess(Compiler())
    solutions, hints = [], []
    for number, entry in enumerate([*entries[:1], *entries]):  # the first starts the process
        game = Game(entry)
        began = time.perf_counter()
        assert game.rest_of_solution()
        shown = time.perf_counter()
        outcome = game.hint()
        assert outcome.question
        assert outcome.then
        async with aclosing(solver.solve(outcome.question)) as events:
            async for event in events:
                if isinstance(event, Answer):
                    assert outcome.then(event).words
        if number:
            solutions.append(shown - began)
            hints.append(time.perf_counter() - shown)
    await solver.end()
    return solutions, hints


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--plain", action="store_true")
    options = parser.parse_args()
    entries = list(library().entries())[:: options.every]
    if options.plain:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        solutions, hints = asyncio.run(first_words(entries))
        show("plain: S, the solution", entries, solutions)
        show("plain: H, first sentence", entries, hints)
        return
    some = entries[:: max(1, len(entries) // APP)][:APP]

    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUZZLES_STATE_DIR"] = folder  # games of its own
        puzzles = sorted({entry.pack.puzzle.id for entry in entries})
        for puzzle in puzzles:
            with empty_cache():
                print(f"compiling {puzzle}: {compiling(puzzle):.1f} s of CPU", flush=True)
        show("cold: answer", entries, asyncio.run(cold_answers(entries)))
        for key in SAID:
            took = []
            for entry in some:
                with empty_cache():
                    took.append(shown(entry, key))
            show(f"cold: {key}", some, took)
        for puzzle in puzzles:
            compiling(puzzle)  # for the runs below
        show("compiled: answer", entries, asyncio.run(compiled_answers(entries)))
        for key in SAID:
            show(f"compiled: {key}", some, [shown(entry, key, OPENED) for entry in some])


if __name__ == "__main__":
    main()
