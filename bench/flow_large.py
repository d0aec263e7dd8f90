"""How long it takes to tell whether large boards of Flow have one solution:

    python bench/flow_large.py [--pairs N] [--time S] [--method M] [--any] [SIZE …]

Ten square boards of each size, whose pipes were drawn first, none touching itself
(`flow_data.large`), with N pairs on each 10,000 cells. Two solutions in which no pipe touches
itself are looked for, or with `--any` any two. Per board: what is known, who told, and the seconds
of CPU; per size the median.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from statistics import median

import flow_data
from progress import watched
from puzzles.core.solving import Limits, last
from puzzles.flow.rules.problem import Problem
from puzzles.flow.solver.settle import Question, Settled, settle
from tables import show

SEEDS = range(1, 11)
COLUMNS = ("board", "pairs", "one", "two", "not settled", "s: median, most")


def run(problem: Problem, untouching: bool, method: str, seconds: float) -> tuple[Settled, float]:
    """What is known of a board, and the seconds of CPU that it took."""
    began, question = time.process_time(), Question(problem, 2, untouching, method)
    settled = last(settle(question, Limits(seconds=seconds, memory_mb=4000)), Settled)
    return settled, time.process_time() - began


def rows(
    sizes: list[int], pairs: int, untouching: bool, method: str, seconds: float, aloud: bool
) -> Iterator[tuple[object, ...]]:
    """The cells of the table, by COLUMNS."""
    for each in ("search", "learning", "count"):  # loads the kernels
        run(flow_data.plain("A.A BBC ..C"), untouching, each, 1)
    for size in sizes:
        number, spent, found = pairs * size * size // 10_000, list[float](), list[str]()
        for seed in watched(SEEDS, f"{size}×{size}"):
            settled, took = run(flow_data.large(size, number, seed), untouching, method, seconds)
            spent.append(took)
            found.append("not settled" if settled.stopped else "one" if settled.complete else "two")
            if aloud:
                print(
                    f"  {size}×{size} seed {seed}: {found[-1]}, {settled.method}, "
                    f"{settled.nodes:,} nodes, {took:.2f} s",
                    flush=True,
                )
        yield (
            f"{size}×{size}",
            number,
            *map(found.count, COLUMNS[2:5]),
            f"{median(spent):.1f}, {max(spent):.1f}",
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", metavar="SIZE", type=int, nargs="*", default=[50, 100])
    parser.add_argument("--pairs", type=int, default=300, help="on 10,000 cells")
    parser.add_argument("--time", type=float, default=60, help="seconds for each board")
    parser.add_argument("--method", default="", help="search, learning or count; else all in turns")
    parser.add_argument("--any", action="store_true", help="pipes may touch themselves")
    options = parser.parse_args()
    show(
        COLUMNS,
        rows(options.sizes, options.pairs, not options.any, options.method, options.time, True),
    )


if __name__ == "__main__":
    main()
