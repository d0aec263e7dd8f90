"""How long it takes from a stroke to the verdict on what is drawn: `python bench/maker.py`.

The drawings of `drawings.txt` are drawn anew, every stroke once the one before is judged, and then
again with all strokes of a board a tenth of a second apart, whoever has judged what. Then cells are
changed of boards that nobody can solve, while a search goes on. Printed are the time to the verdict
(median, 95 %, most), the nodes that were searched, what a stroke itself takes, which waits for
nothing, and how long after it the search for the board before is gone.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from puzzles.core.errors import LevelError
from puzzles.core.level import Level
from puzzles.library.levels import read_pack
from puzzles.library.writing import level_toml
from puzzles.player.draft import Draft, blank
from puzzles.running.solver_process import SolverProcess
from puzzles.running.speeds import Compiler
from puzzles.ui.maker.verdict import Teller

DRAWINGS = Path(__file__).with_name("drawings.txt")
HOPELESS = {"kami square 20x20": 400, "flow 14x14": 16, "flow hex 16x16": 20}  # cells drawn at
SEARCHED = 0.7  # seconds between strokes on those
LONGEST = 20.0  # seconds to wait for a verdict
APART = 0.1  # seconds between the strokes of somebody in a hurry


class Drawing:
    """A board that is drawn, and what is said of it."""

    def __init__(self, text: str, solver: SolverProcess) -> None:
        self.name, _, strokes = text.partition(":")
        self.strokes = strokes.split()
        self._puzzle, sketch = blank(self.name.split())
        self._draft = Draft(self._puzzle, sketch)
        self._teller = Teller(solver, self._puzzle, self._heard)
        self._asking: asyncio.Task[None] | None = None
        self._settled = asyncio.Event()

    def _heard(self) -> None:
        if self._teller.verdict.settled:
            self._settled.set()

    def stroke(self, text: str) -> bool:
        """Draw it, and ask; whether there is a level to be judged."""
        if text == "undo":
            self._draft.undo()
        else:
            cells, _, self._draft.brush = text.partition("=")
            self._draft.paint(*map(self._draft.grid.cell, cells.split(",")))
        if self._asking is not None:
            self._asking.cancel()
        self._settled.clear()
        self._teller.forget()
        self._asking = asyncio.create_task(self._teller.tell(self._level))
        with suppress(LevelError):
            return self._level() is not None
        return False

    def _level(self) -> Level:
        (level,) = read_pack("level.toml", level_toml(self._puzzle, self._draft.sketch)).levels
        return level

    async def settled(self, began: float) -> tuple[float, int]:
        """Seconds since then until there is a verdict, and the nodes that it took."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                await self._settled.wait()
        return time.perf_counter() - began, self._teller.verdict.nodes

    async def end(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            with suppress(asyncio.CancelledError):
                await self._asking


def hopeless(board: str, cells: int) -> str:
    """A drawing of things at random, and of a dozen strokes after them."""
    rng, draft = Random(1), Draft(*blank(board.split()))
    dots, names = "flow" in board, [draft.grid.name(cell) for cell in range(draft.grid.n)]
    places = rng.sample(names, cells)
    keys = [thing.key for thing in draft.things[dots : dots + (2 if dots else 5)]]
    strokes = [f"{','.join(places[i :: len(keys)])}={key}" for i, key in enumerate(keys)]
    for place in rng.sample(places, 6):
        strokes += [f"{place}={keys[0]}", f"{place}={keys[1]}"]
    return f"{board}: {' '.join(strokes)}"


async def cancelled(text: str, solver: SolverProcess) -> list[float]:
    """Seconds from each stroke until the search for the board before it is gone."""
    drawing, took = Drawing(text, solver), list[float]()
    children = solver._runner._fast, solver._runner._plain
    for stroke in drawing.strokes:
        began, before = time.perf_counter(), drawing._asking
        drawing.stroke(stroke)
        if before is not None:
            await asyncio.wait([before])
            await asyncio.gather(
                *filter(None, (child._stopping for child in children)), return_exceptions=True
            )
            took.append(time.perf_counter() - began)
        await asyncio.sleep(SEARCHED)
    await drawing.end()
    return took


async def run(texts: list[str], boards: dict[str, int]) -> dict[str, list[tuple[float, int]]]:
    """Seconds to the verdicts of each puzzle and nodes, seconds of the strokes themselves, and
    until searches on hopeless `boards` are gone."""
    compiler = Compiler()
    solver = SolverProcess(compiler)
    took: dict[str, list[tuple[float, int]]] = {"stroke": []}
    try:
        for hurry in (False, True):
            for text in texts:
                drawing = Drawing(text, solver)
                puzzle = drawing.name.split()[0]
                times = took.setdefault(f"{puzzle}, in a hurry" if hurry else puzzle, [])
                await solver.prepare(puzzle)
                await asyncio.sleep(0 if times else 2)
                for stroke in drawing.strokes:
                    began = time.perf_counter()
                    judged = drawing.stroke(stroke)
                    took["stroke"].append((time.perf_counter() - began, 0))
                    if hurry:
                        await asyncio.sleep(APART)
                    elif judged:
                        times.append(await drawing.settled(began))
                if hurry:  # the verdict on the last one
                    began = time.perf_counter()
                    drawing.stroke("undo")
                    if drawing.stroke(stroke):
                        times.append(await drawing.settled(began))
                await drawing.end()
        for board, cells in boards.items():
            for seconds in await cancelled(hopeless(board, cells), solver):
                took.setdefault("search gone", []).append((seconds, 0))
    finally:
        await solver.end()
        await compiler.end()
    return took


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="drawings whose names hold this")
    arguments = parser.parse_args()
    paragraphs = DRAWINGS.read_text().split("\n\n")[1:]
    texts = [" ".join(text.split()) for text in paragraphs if arguments.only in text]
    boards = {board: cells for board, cells in HOPELESS.items() if arguments.only in board}
    for name, times in asyncio.run(run(texts, boards)).items():
        if times:
            seconds, nodes = (sorted(some) for some in zip(*times, strict=True))
            late = int(0.95 * (len(times) - 1))
            median, late, most = (
                1000 * at for at in (statistics.median(seconds), seconds[late], seconds[-1])
            )
            print(
                f"{name:16} {len(times):4} times  median {median:5.1f} ms  95 % {late:6.1f} ms  "
                f"most {most:6.1f} ms  nodes: median {statistics.median(nodes):.0f}, "
                f"most {nodes[-1]:,}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
