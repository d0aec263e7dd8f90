"""How long a game takes to say something on S and H where numba is not used, on every level that
ships, where it begins: `python bench/cold.py`. Aim: at most 250 ms.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import time

from helping import help_first, show, some, watched
from puzzles.library.catalogue import Entry, library
from puzzles.player.game import Game
from puzzles.running.child import Child, Compiler
from puzzles.running.work import load


async def first_words(entries: list[Entry]) -> tuple[list[float], list[float]]:
    """Seconds until a game has the solution to show, and the first sentence of a hint."""
    solver = Child(Compiler(print))
    solutions, hints = [], []
    await solver.result(load, {"puzzle": entries[0].pack.puzzle.id})  # starts the process
    for entry in watched(entries):
        game = Game(entry)
        began = time.perf_counter()
        assert game.rest_of_solution()
        shown = time.perf_counter()
        outcome = game.hint()
        assert outcome.question
        assert outcome.then
        assert outcome.then(await solver.answer(outcome.question)).words
        solutions.append(shown - began)
        hints.append(time.perf_counter() - shown)
    await solver.end()
    return solutions, hints


def main() -> None:
    entries = list(some(library().entries()))
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    rows = []
    for what, took in zip(("S", "H"), asyncio.run(first_words(entries)), strict=True):
        greatest, name = max(zip(took, (entry.name for entry in entries), strict=True))
        median, most = (f"{1000 * value:.0f}" for value in (statistics.median(took), greatest))
        rows.append((what, len(took), median, most, name))
    show(("key", "levels", "median (ms)", "greatest (ms)", "on"), rows)


if __name__ == "__main__":
    help_first(__doc__)
    main()
