"""How long it takes from a stroke to the verdict on what is drawn: `python bench/maker.py`.

The drawings of `drawings.txt` are drawn anew, every stroke once the one before is judged.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from statistics import median

from helping import help_first, some
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.running.child import Child, Compiler
from puzzles.ui.maker.verdict import Teller
from strokes import drawn

LONGEST = 20.0  # seconds to wait for a verdict


async def judged(solver: Child, puzzle: AnyPuzzle, level: Level) -> float:
    """Return the milliseconds until there is a verdict."""

    def heard() -> None:
        if teller.verdict.settled:
            settled.set()

    settled, teller, began = asyncio.Event(), Teller(solver, puzzle, heard), time.perf_counter()
    asking = asyncio.create_task(teller.tell(lambda: level))
    with suppress(TimeoutError):
        async with asyncio.timeout(LONGEST):
            await settled.wait()
    took = time.perf_counter() - began
    asking.cancel()
    with suppress(asyncio.CancelledError):
        await asking
    return 1000 * took


async def run() -> dict[str, list[float]]:
    """Return the milliseconds to the verdicts, by puzzle."""
    compiler = Compiler(print)
    solver, took = Child(compiler), dict[str, list[float]]()
    try:
        for puzzle, _, levels in some(drawn()):
            if puzzle.id not in took:
                took[puzzle.id] = []
                solver.prepare(puzzle.id)
                await asyncio.sleep(2)
            for level in some(levels):
                took[puzzle.id].append(await judged(solver, puzzle, level))
    finally:
        await solver.end()
        await compiler.end()
    return took


def main() -> None:
    for name, times in asyncio.run(run()).items():
        late = sorted(times)[int(0.95 * (len(times) - 1))]
        print(
            f"{name}: {len(times)} times, median {median(times):.1f} ms, 95 % {late:.1f} ms, "
            f"most {max(times):.1f} ms"
        )


if __name__ == "__main__":
    help_first(__doc__)
    main()
