"""How Flow boards are solved, by whichever engine is first, file by file:

    python bench/flow_solve.py [--time S] [--method M] [--empty] [--check] FILE …

A file is anything that the program reads: level packs, Numberlink boards, a list of URLs. Per file:
how many boards are solved, proved unsolvable and not settled within the time (S seconds each),
which engine answered, and the CPU time in milliseconds. `--empty` lets cells stay empty, `--check`
checks what the levels claim instead.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

from puzzles.core.puzzle import Problem
from puzzles.core.solving import Answer, Limits
from puzzles.flow.model import FlowLevel, start
from puzzles.flow.solver.solve import check, solve
from puzzles.library.levels import read_pack


def levels(file: str) -> Iterator[FlowLevel]:
    """The levels of a file; of a list of URLs, each."""
    text = Path(file).read_text()
    for part in text.split() if text.startswith("http") else [text]:
        yield from read_pack(file, part).levels  # type: ignore[misc]


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the solving of Flow.")
    parser.add_argument("--time", type=float, default=20, help="seconds for each board")
    parser.add_argument("--method", default="", help="search, learning or count; by default, all")
    parser.add_argument("--empty", action="store_true", help="cells may stay empty")
    parser.add_argument("--check", action="store_true", help="check the claims instead")
    parser.add_argument("files", metavar="FILE", nargs="+")
    options = parser.parse_args()
    limits = Limits(seconds=options.time)
    (small,) = read_pack("small", "A.A\nBBC\n..C").levels
    for method in ("search", "learning", "count"):  # loads the kernels
        list(solve(start(small), limits, method))  # type: ignore[arg-type]
    for file in options.files:
        outcomes, times = Counter[str](), []
        for level in levels(file):
            if options.empty:
                level = replace(level, board=replace(level.board, fill=False))
            state = start(level)
            began, wrong = time.process_time(), False
            events = check(level, limits) if options.check else (
                solve(state, limits, options.method))
            for event in events:
                wrong |= isinstance(event, Problem)
            assert isinstance(event, Answer)
            times.append((time.process_time() - began) * 1000)
            outcomes["wrong" if wrong else "not settled" if not event.proved else
                     "solved" if event.moves is not None else "unsolvable"] += 1
            if not options.check:
                outcomes[f"by {event.facts['method']}"] += event.proved
        ranked = sorted(times)
        found = ", ".join(f"{what} {number}" for what, number in sorted(outcomes.items()))
        print(f"{Path(file).name:24} {len(times):4} boards: {found}; "
              f"{median(ranked):.1f} ms, 95 % {ranked[len(ranked) * 95 // 100]:.1f}, "
              f"most {ranked[-1]:.1f}", flush=True)


if __name__ == "__main__":
    main()
