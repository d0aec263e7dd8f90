"""How fast the solutions of Flow boards are counted:

    python bench/flow_count.py [--untouching] [--cap N] [--time SECONDS] [--every N] [PACK …]

PACK is the name of a level pack (`21`, `w1-*`), `boards` for the single boards, `numberlink` for
the Numberlink files, `classics` for the two shipped boards, `generated` for thirty of 20×20 as the
generator lays them, `drawn` for thirty whose pipes are pieces of a random path, or `covered` for
eighteen of 15×15, three of each kind; all packs if none is given. Per kind and size: how many
boards, median and greatest seconds of CPU, states and megabytes of the worst, and the boards that
have not one solution or were not finished. SECONDS are of CPU.
"""

from __future__ import annotations

import argparse
import re
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import flow_data
from helping import need
from progress import watched
from puzzles.core.solving import Limits
from puzzles.flow.rules.problem import Problem
from puzzles.flow.solver.count import Count, count

LARGE = "seed", "pairs", "fillings", "states", "s of CPU", "MB", "s by the clock"
COVERED = "kind, seed", "pairs", "fillings", "states", "seconds", "MB", "untouching"
MISSED = 4  # boards not counted in a row: with fewer pairs most take longer still
KINDS = {"hexes": "hexagons", "warps": "rims that wrap"}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("packs", nargs="*", default=["*"])
    parser.add_argument("--untouching", action="store_true")
    parser.add_argument("--cap", type=int)
    parser.add_argument("--time", type=float)
    parser.add_argument("--every", type=int, default=1, help="take only every nth board")
    options = parser.parse_args()
    need(flow_data.DATA)
    groups: dict[str, list[Count]] = defaultdict(list)
    for number, (name, kind, problem) in enumerate(_problems(options.packs)):
        if number % options.every:
            continue
        result = counted(problem, options.time, options.untouching, options.cap)
        groups[f"{kind} {problem.n:4}"].append(result)
        if result.count != 1 or not result.exact:
            bound = "" if result.exact else "at least "
            cost = f"{result.states:,} states, {result.seconds:.2f} s, {result.peak_mb:,.0f} MB"
            print(f"  {name}: {bound}{result.count:,} {result.stopped} ({cost})", flush=True)
    for group, results in sorted(groups.items()):
        seconds = [result.seconds for result in results]
        print(
            f"{group}: {len(results):4} boards, median {statistics.median(seconds):.4f} s, "
            f"most {max(seconds):.4f} s, {max(result.states for result in results):,} states, "
            f"{max(result.peak_mb for result in results):.0f} MB",
        )


def _problems(packs: list[str]) -> Iterator[tuple[str, str, Problem]]:
    for pack in packs:
        if pack in ("boards", "numberlink", "classics", "generated", "drawn", "covered"):
            yield from ((name, pack, problem) for name, problem in getattr(flow_data, pack)())
        else:
            yield from ((name, kind, problem) for name, kind, problem, _ in flow_data.packs(pack))


def large_rows(
    boards: Iterator[tuple[str, Problem]], seconds: float
) -> Iterator[tuple[object, ...]]:
    """The cells of the table of `generated` or `drawn`, by LARGE, from most pairs on, until MISSED
    one after the other are not counted."""
    missed = 0
    for name, problem in watched(reversed(list(boards)), "boards"):
        if missed == MISSED:
            return
        _, seed, pairs, _ = re.split(r" seed |, | pairs", name)
        began = time.monotonic()
        result = counted(problem, seconds)
        missed = 0 if result.exact else missed + 1
        yield seed, pairs, *_told(result), f"{time.monotonic() - began:.1f}"


def covered_rows(seconds: float) -> Iterator[tuple[object, ...]]:
    """The cells of the table of `covered`, by COVERED."""
    for name, problem in watched(flow_data.covered(), "boards"):
        _, kind, seed, pairs, _ = re.split(r" seed |, | pairs| ", name)
        fillings, *cost = _told(counted(problem, seconds))
        untouching, *_ = _told(counted(problem, seconds, untouching=True))
        yield f"{KINDS.get(kind, kind)}, {seed}", pairs, fillings, *cost, untouching


def _told(result: Count) -> tuple[str, str, str, str]:
    """Solutions, states, seconds and megabytes."""
    number = f"{result.count:,}" if result.exact else f"not counted ({result.stopped})"
    memory = f"{result.peak_mb:,.0f}" if result.exact else ""
    return number, f"{result.states:,}", f"{result.seconds:.2f}", memory


def counted(
    problem: Problem, seconds: float | None, untouching: bool = False, cap: int | None = None
) -> Count:
    """What is counted with so many seconds of CPU, which `seconds` of the result are, and 4 GB."""
    began, limits = time.process_time(), Limits(memory_mb=4000)
    for number, event in enumerate(count(problem, limits, cap, untouching, want=0)):
        if isinstance(event, Count):
            return replace(event, seconds=time.process_time() - began)
        if seconds is None or number % 64:
            continue
        spent = time.process_time() - began
        if spent > seconds:
            return Count(0, False, "time limit", (), event.nodes, spent, 0)
    raise AssertionError


if __name__ == "__main__":
    main()
