"""What certificates cost: the time to prove and to check, and how large they are.

    python bench/certificates.py [PACK …] [--every N] [--time S]

Of all levels that ship, or of some packs, every Nth. Times are CPU times on one core; what checks
is the plain Python of `puzzles/checker.py`.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from puzzles import checker
from puzzles.core.solving import Limits, answer
from puzzles.library import catalogue


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("packs", nargs="*")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--time", type=float, default=600)
    arguments = parser.parse_args()
    print("| pack | levels | certified | prove: most (s) | check: median, most (s) | "
          "size: median, most (kB) |\n|---|---|---|---|---|---|")  # fmt: skip
    everything: list[tuple[float, float, float]] = []
    for pack in catalogue.library().packs:
        if arguments.packs and pack.name not in arguments.packs:
            continue
        levels, rows = pack.levels[:: arguments.every], []
        for level in levels:
            began = time.process_time()
            proof = answer(pack.puzzle.certifies.certify(level, Limits(arguments.time)))
            proved = time.process_time()
            text = proof.facts.get("certificate")
            if text is None:
                print(f"{level.title}: {proof.headline}")
                continue
            checker.check(text)
            rows.append((proved - began, time.process_time() - proved, len(text) / 1000))
        everything += rows
        tell(pack.name, len(levels), rows)
    tell("all", len(everything), everything)


def tell(name: str, levels: int, rows: list[tuple[float, float, float]]) -> None:
    """A row of the table."""
    if rows:
        prove, check, size = zip(*rows, strict=True)
        print(f"| {name} | {levels} | {len(rows)} | {max(prove):.2f} | {median(check):.3f}, "
              f"{max(check):.2f} | {median(size):.1f}, {max(size):.0f} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
