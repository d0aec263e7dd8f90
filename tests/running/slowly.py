"""A puzzle with one kernel that is soon compiled, and slow as plain Python: *Off*, a row of lights
to switch off one by one."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

from puzzles.core.puzzle import Puzzle, Status
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import SymbolLevel, SymbolLevels, SymbolPrints, SymbolState
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


def apply(state: SymbolState, cell: int) -> SymbolState:
    return state.after(state.cells[:cell] + "." + state.cells[cell + 1 :])


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
    rules="Switch them off.",
    levels=SymbolLevels(SquareGrid, 36, "L.", lambda cells: "", missing=""),
    model=SimpleNamespace(
        start=lambda level: SymbolState(level, level.cells),
        apply=apply,
        status=lambda state: Status(state.moves, grade="" if "L" in state.cells else "off"),
        move_text=lambda state, cell: str(cell + 1),
        move_parse=lambda state, text: int(text) - 1,
        move_facts=lambda state, cell: {"cell": cell},
    ),
    prints=SymbolPrints({"L": "#ffff00", ".": "#000000"}),
    solver=SimpleNamespace(solve=solve, check=lambda level, limits: iter(())),
    board="none:None",
    packs=Path(__file__).parent / "slow_levels",
)
