"""What certificates cost: the rows of the tables of docs/trials.md.

Times are CPU times on one core; what checks is the plain Python of `puzzles/checker.py`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from statistics import median

import kami_data
from helping import DATA, some, watched
from puzzles import checker
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import Limits, answer
from puzzles.library import registry
from puzzles.library.catalogue import library
from puzzles.library.levels import read_pack

COLUMNS = (
    *("boards", "levels", "certified", "prove: most (s)"),
    *("check: median, most (s)", "size: median, most (kB)"),
)
SHIPPED_EVERY, SHIPPED_SECONDS = 5, 60  # levels, and seconds of CPU for each
OTHERS_EVERY, OTHERS_SECONDS = 8, 30
FREE_EVERY = 20 * OTHERS_EVERY  # there are many of Flow Free
PATIENCE = 5  # seconds on the clock for one of CPU, on a busy machine


def shipped() -> Iterator[tuple[object, ...]]:
    """Yield the cells of the levels that ship, a row for each puzzle."""
    for puzzle in registry.plugins()[0].values():
        if not puzzle.can("solver.certify"):
            continue
        levels = [
            level for pack in library().packs if pack.puzzle is puzzle for level in pack.levels
        ]
        yield _row(puzzle.title, puzzle, levels[::SHIPPED_EVERY], SHIPPED_SECONDS)


def published() -> Iterator[tuple[object, ...]]:
    """Yield the cells of boards by others."""
    for name, title in (("kami1", "KAMI 1"), ("kami2", "KAMI 2")):
        boards = list(kami_data.levels(DATA / name))[::OTHERS_EVERY]
        yield _row(title, registry.plugin("kami"), boards, OTHERS_SECONDS)
    files = some(sorted((DATA / "flow" / "packs").glob("*.txt")))
    levels = [level for file in files for level in read_pack(str(file)).levels[::FREE_EVERY]]
    yield _row("Flow Free", registry.plugin("flow"), levels, OTHERS_SECONDS)


def _row(
    name: str, puzzle: AnyPuzzle, levels: Sequence[Level], seconds: float
) -> tuple[object, ...]:
    """Return the cells by COLUMNS; print which levels have no certificate after so many seconds."""
    costs = []
    for level in watched(levels, name):
        began = time.process_time()
        proof = answer(puzzle.solver.certify(level, Limits(PATIENCE * seconds)))
        proved = time.process_time()
        text = proof.facts.get("certificate")
        if text is None or proved - began > seconds:
            print(f"{level.title}: {proof.headline}", file=sys.stderr, flush=True)
            continue
        checker.check(text)
        costs.append((proved - began, time.process_time() - proved, len(text) / 1000))
    if not costs:
        return name, len(levels), 0, "", "", ""
    prove, check, size = zip(*costs, strict=True)
    return (
        *(name, len(levels), len(costs), f"{max(prove):.2f}"),
        f"{median(check):.3f}, {max(check):.2f}",
        f"{median(size):.1f}, {max(size):.0f}",
    )
