"""What it is worth to remember what was left over, where pipes may touch themselves:

    python bench/flow_memory.py [--time S] [--every N]

Of each board at hand of up to 500 cells two fillings of any kind are looked for, or the proof that
there are fewer: by the search that takes the loose end with the fewest ways to go on, by the one
that sweeps and remembers, by the count, and by all in turns. Per method: how many boards are
settled in S seconds of CPU each, decisions or states in all, and milliseconds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from statistics import median

import flow_data
from progress import watched
from puzzles.core.solving import Limits
from puzzles.flow.rules.problem import Problem
from puzzles.flow.solver.search import EXHAUSTED, FOUND, Search
from puzzles.flow.solver.settle import Question, Settled, settle
from tables import show

MOST_CELLS = 500
METHODS = (
    "the loose end with the fewest ways",
    "sweeping, remembering",
    "the count",
    "all in turns",
)
COLUMNS = ("method", "boards", "settled", "decisions and states", "ms: median, 90 %, sum")

Run = tuple[int | None, int, float]  # solutions if settled, nodes, seconds


def searched(problem: Problem, remembering: bool, seconds: float) -> Run:
    began, found = time.process_time(), 0
    run = Search(problem, False, remembering=remembering)
    while (spent := time.process_time() - began) < seconds:
        result = run.advance(10**12)
        found += result == FOUND
        if result == EXHAUSTED or found == 2:
            return found, run.nodes, time.process_time() - began
    return None, run.nodes, spent


def settled(problem: Problem, method: str, seconds: float) -> Run:
    began, nodes = time.process_time(), 0
    for event in settle(Question(problem, 2, method=method), Limits()):
        nodes, spent = event.nodes, time.process_time() - began
        if isinstance(event, Settled):
            done = event.complete or len(event.solutions) == 2
            return len(event.solutions) if done else None, nodes, spent
        if spent > seconds:
            break
    return None, nodes, spent


def rows(seconds: float, every: int) -> Iterator[tuple[object, ...]]:
    """The cells of the table, by COLUMNS."""
    boards = [
        problem
        for _, problem in [*flow_data.boards(), *flow_data.numberlink()]
        if problem.n <= MOST_CELLS
    ][::every]
    runs: dict[str, list[Run]] = {method: [] for method in METHODS}
    # The first loads the kernels.
    for problem in watched([flow_data.plain("AABB"), *boards], "boards"):
        one = (
            searched(problem, False, seconds),
            searched(problem, True, seconds),
            settled(problem, "count", seconds),
            settled(problem, "", seconds),
        )
        assert len({run[0] for run in one} - {None}) <= 1
        for method, run in zip(METHODS, one, strict=True):
            runs[method].append(run)
    for method, of in runs.items():
        spent = sorted(1000 * run[2] for run in of[1:])
        yield (
            method,
            len(spent),
            sum(run[0] is not None for run in of[1:]),
            f"{sum(run[1] for run in of[1:]):,}",
            f"{median(spent):.1f}, {spent[len(spent) * 9 // 10]:.0f}, {sum(spent):,.0f}",
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--time", type=float, default=2)
    parser.add_argument("--every", type=int, default=1)
    arguments = parser.parse_args()
    show(COLUMNS, rows(arguments.time, arguments.every))


if __name__ == "__main__":
    main()
