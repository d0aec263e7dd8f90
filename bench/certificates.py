"""What certificates cost: the time to prove and to check, and how large they are.

    python bench/certificates.py [PACK …] [--every N] [--time S]
    python bench/certificates.py --others FOLDER [--every N] [--time S]

Of all levels that ship, or of some packs, every Nth; or of published boards. Times are CPU times on
one core; what checks is the plain Python of `puzzles/checker.py`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

import kami_proof
from helping import need
from progress import watched
from puzzles import checker
from puzzles.core.level import Level
from puzzles.core.puzzle import Puzzle
from puzzles.core.solving import Limits, answer
from puzzles.library import catalogue
from puzzles.library.levels import read_pack

HEAD = (
    "| boards | levels | certified | prove: most (s) | check: median, most (s) | "
    "size: median, most (kB) |\n|---|---|---|---|---|---|"
)

PATIENCE = 5  # seconds on the clock for one of CPU, on a busy machine

Cost = tuple[float, float, float]  # seconds to prove and to check, and kilobytes


def shipped(packs: list[str], every: int, seconds: float) -> Iterator[str]:
    """The table of levels that ship, a line for each puzzle."""
    yield HEAD
    levels: dict[Puzzle, list[Level]] = {}
    for pack in catalogue.library().packs:
        if not packs or pack.name in packs:
            levels.setdefault(pack.puzzle, []).extend(pack.levels)
    for puzzle, own in levels.items():
        taken = own[::every]
        yield told(puzzle.title, len(taken), costs_of(puzzle, taken, seconds))


def published(folder: Path, every: int, seconds: float) -> Iterator[str]:
    """The same of boards by others, of Flow Free every 20th of those."""
    yield HEAD
    kami = next(pack.puzzle for pack in catalogue.library().packs if pack.puzzle.id == "kami")
    for name, title in (("kami1", "KAMI 1"), ("kami2", "KAMI 2")):
        boards = list(kami_proof.levels(folder / name))[::every]
        yield told(title, len(boards), costs_of(kami, boards, seconds))
    costs, levels = list[Cost](), 0
    for file in sorted((folder / "flow" / "packs").glob("*.txt")):
        pack = read_pack(str(file))
        taken = pack.levels[:: 20 * every]
        costs, levels = costs + costs_of(pack.puzzle, taken, seconds), levels + len(taken)
    yield told("Flow Free", levels, costs)


def costs_of(puzzle: Puzzle, levels: Sequence[Level], seconds: float) -> list[Cost]:
    """What the certificates cost, of the levels that have one in so many seconds of CPU; which have
    none is said."""
    costs = []
    for level in watched(levels, puzzle.id):
        began = time.process_time()
        proof = answer(puzzle.solver.certify(level, Limits(PATIENCE * seconds)))
        proved = time.process_time()
        text = proof.facts.get("certificate")
        if text is None or proved - began > seconds:
            print(f"{level.title}: {proof.headline}", file=sys.stderr, flush=True)
            continue
        checker.check(text)
        costs.append((proved - began, time.process_time() - proved, len(text) / 1000))
    return costs


def told(name: str, levels: int, costs: list[Cost]) -> str:
    """A row of the table."""
    if not costs:
        return f"| {name} | {levels} | 0 | | | |"
    prove, check, size = zip(*costs, strict=True)
    return (
        f"| {name} | {levels} | {len(costs)} | {max(prove):.2f} | {median(check):.3f}, "
        f"{max(check):.2f} | {median(size):.1f}, {max(size):.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("packs", nargs="*")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--time", type=float, default=600)
    parser.add_argument("--others", type=Path, metavar="FOLDER", help="../shared/data instead")
    arguments = parser.parse_args()
    how = arguments.every, arguments.time
    rows = (
        shipped(arguments.packs, *how)
        if arguments.others is None
        else published(need(arguments.others), *how)
    )
    for line in rows:
        print(line, flush=True)


if __name__ == "__main__":
    main()
