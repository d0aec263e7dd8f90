"""A puzzle with one kernel that is soon compiled, and slow as plain Python: *Off*, a row of lights
to switch off one by one."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

from puzzles.core.puzzle import Puzzle
from puzzles.core.results import Status
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import SymbolLevel, SymbolRules, SymbolState
from puzzles.running import kernels

SLICES, SLICE, PLAINLY = 4000, 4000, 0.04  # s; minutes as plain Python, a moment compiled


@kernels.compiled
def spin(number: int) -> int:
    """Goes round so many times; a compiler may be told something that it does not know."""
    total = int("0") if BROKEN else 0
    for i in range(number):
        total = (total * 31 + i) % 1_000_003
    return total


BROKEN = bool(os.environ.get("SLOWLY_BROKEN"))


class Rules(SymbolRules[SymbolLevel]):
    def apply(self, state: SymbolState, cell: int) -> SymbolState:
        return state.after(state.cells[:cell] + "." + state.cells[cell + 1 :])

    def status(self, state: SymbolState) -> Status:
        return Status(state.moves, grade="" if "L" in state.cells else "off")

    def move_text(self, state: SymbolState, cell: int) -> str:
        return str(cell + 1)

    def move_parse(self, state: SymbolState, text: str) -> int:
        return int(text) - 1

    def move_facts(self, state: SymbolState, cell: int) -> dict[str, int]:
        return {"cell": cell}


def solve(state: SymbolState, limits: Limits, method: str = "") -> Iterator[Event]:
    cells = [cell for cell, light in enumerate(state.cells) if light == "L"]
    began = time.monotonic()
    if not kernels.is_ready(spin):
        yield Progress(preparing=True)
    for number in range(SLICES if limits.nodes is None else 1):
        spin(SLICE)
        if kernels.PLAIN:
            time.sleep(PLAINLY)  # as if it were at work, which would only take the compiler's time
        yield Progress(number, time.monotonic() - began, 1, len(cells), moves=tuple(cells))
    yield Answer(
        tuple(cells),
        True,
        len(cells),
        SLICES,
        time.monotonic() - began,
        "off",
        facts={"plain": kernels.PLAIN},
    )


slowly = Puzzle[SymbolLevel, SymbolState, int](
    id="slowly",
    title="Off",
    blurb="Switch the lights off.",
    instructions="Switch them off.",
    rules=Rules(SquareGrid, 36, {"L": "#ffff00", ".": "#000000"}, lambda cells: "", missing=""),
    solver=SimpleNamespace(solve=solve, check=lambda level, limits: iter(())),
    packs=Path(__file__).parent / "slow_levels",
)
