"""How long a game takes to say something on S and H where numba is not used, on every level that
ships, where it begins: `python bench/cold.py`. Aim: at most 250 ms.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from contextlib import aclosing

from helping import help_first, show, watched
from puzzles.library.catalogue import Entry, library
from puzzles.player.game import Game
from puzzles.running.child import Child, Compiler


async def first_words(entries: list[Entry]) -> tuple[list[float], list[float]]:
    """Seconds until a game has the solution to show, and the first sentence of a hint."""
    solver = Child(Compiler(print))
    solutions, hints = [], []
    for entry in watched([*entries[:1], *entries]):  # the first starts the process
        game = Game(entry)
        began = time.perf_counter()
        assert game.rest_of_solution()
        shown = time.perf_counter()
        outcome = game.hint()
        assert outcome.question
        assert outcome.then
        async with aclosing(solver.solve(outcome.question)) as events:
            answer = [event async for event in events][-1]
        assert outcome.then(answer).words
        solutions.append(shown - began)
        hints.append(time.perf_counter() - shown)
    await solver.end()
    return solutions[1:], hints[1:]


def main() -> None:
    entries = list(library().entries())
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
