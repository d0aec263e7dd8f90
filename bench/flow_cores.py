"""What several cores do for one question about Flow boards:

    python bench/flow_cores.py [--seeds N …] [--time S] [FILE …]

The boards of 20×20 with these seeds (`drawn` of `flow_count.py`; 29 and 27 if none is given) are
counted. Of each board of a file two solutions are looked for, or the proof that there are fewer.
Each is done on one core and on all there are. Told are the wall and the CPU time in seconds, the
states or decisions, which are the same, and the longest time between two events.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator

import flow_data
from puzzles.core.solving import Limits
from puzzles.flow.rules.model import start
from puzzles.flow.rules.problem import Problem
from puzzles.flow.solver.count import count
from puzzles.flow.solver.settle import Question, settle
from puzzles.library.levels import read_pack

LIMITS = Limits(memory_mb=4000)


def timed(name: str, problem: Problem, counting: bool, seconds: float) -> None:
    """Print what it takes on one core, and on all."""
    every, limits = os.sched_getaffinity(0), Limits(seconds=seconds, memory_mb=4000)
    for cores in ({min(every)}, every):
        os.sched_setaffinity(0, cores)
        question = Question(problem, 2)
        events = count(problem, limits, want=0) if counting else settle(question, limits)
        wall, cpu, longest = time.perf_counter(), time.process_time(), 0.0
        began = last = wall
        for event in events:
            last, before = time.perf_counter(), last
            longest = max(longest, last - before)
            end = event
        found = end.count if counting else len(end.solutions)  # type: ignore[union-attr]
        nodes = end.states if counting else end.nodes  # type: ignore[union-attr]
        print(
            f"{name}, {len(cores)} cores: {last - began:.2f} s, CPU "
            f"{time.process_time() - cpu:.2f} s, {nodes:,} states, at most {longest:.3f} s "
            f"between events; {found:,} solutions",
            flush=True,
        )


def boards(files: list[str]) -> Iterator[tuple[str, Problem]]:
    for file in files:
        with open(file, encoding="utf-8") as text:
            levels = read_pack(file, text.read()).levels
        for number, level in enumerate(levels, 1):
            yield f"{file} {number}", start(level).board.problem  # type: ignore[arg-type]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, nargs="*", default=[])
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    seeds = arguments.seeds or ([] if arguments.files else [29, 27])
    small = flow_data.plain("AA....\n......\n......\nBB....", fill=False)
    list(count(small, LIMITS))  # loads the kernels
    for method in ("search", "learning", "count"):
        list(settle(Question(small, 2, method=method), LIMITS))
    drawn = dict(enumerate(flow_data.drawn())) if seeds else {}
    for seed in seeds:
        timed(*drawn[seed], True, arguments.time)
    for name, problem in boards(arguments.files):
        timed(name, problem, False, arguments.time)


if __name__ == "__main__":
    main()
