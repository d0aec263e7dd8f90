"""How fast boards of 12×12 to 15×13 are counted, beside other counters:

    python bench/flow_rivals.py [BOARDS] [--rival "PROGRAM OPTION …"] …

Two times sixty boards, without walls or holes, or the first BOARDS of each. *Published*: every
tenth of the 600 in the level packs at hand that have 144 to 195 cells and no side of less than 12.
*Laid here*: as the generator lays them, but not made to have one solution, twelve of each size,
with 8 to 19 pairs.

All fillings are counted. A rival is called with a file after its options, which has a line with
width and height, and the rows as numbers, 0 for an empty cell; it prints a line
`#solution = NUMBER`. All take turns, board by board, and must agree. Seconds are of CPU, of all
threads: ours those of the count, with the kernels loaded; a rival's those of its processes. The
ratios are a rival's seconds to ours, in sum and on the median board.
"""

from __future__ import annotations

import argparse
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path
from statistics import median

import numpy as np

import flow_data
from helping import need, show, watched
from puzzles.core.solving import Limits, last
from puzzles.flow.rules.problem import Problem
from puzzles.flow.solver.settle import Query, Settled, settle

SIZES = (12, 12), (13, 12), (13, 13), (14, 13), (15, 13)
PAIRS = range(8, 20)
COLUMNS = "boards", "counter", "s: sum, median, most", "to ours: sum, median", "states"

Boards = list[tuple[str, Problem]]


def published() -> Boards:
    """Name and problem of each."""
    fit = [
        (name, problem)
        for name, kind, problem, _ in flow_data.packs()
        if kind == "plain" and 144 <= problem.n <= 195 and min(size(problem)) >= 12
    ]
    return fit[::10]


def laid() -> Boards:
    """Name and problem of each."""
    return [
        (f"seed {seed}", flow_data.laid(*sides, pairs, seed))
        for seed, (sides, pairs) in enumerate(product(SIZES, PAIRS))
    ]


def size(problem: Problem) -> tuple[int, int]:
    """Width and height of a board without gaps."""
    width, height = (np.ptp(problem.place, axis=0) + 1).astype(int).tolist()
    return width, height


def written(problem: Problem) -> str:
    """A board as a rival reads it."""
    width, height = size(problem)
    numbers = np.zeros((height, width), int)
    x, y = (problem.place - problem.place.min(axis=0)).astype(int).T
    numbers[y, x] = problem.dot + 1
    return "\n".join([f"{width} {height}", *(" ".join(map(str, row)) for row in numbers), ""])


def counted(problem: Problem) -> tuple[Settled, float]:
    """What is counted in 4 GB of memory, and the seconds of CPU that it takes."""
    began, query = time.process_time(), Query(problem, 0, method="count")
    result = last(settle(query, Limits(memory_mb=4000)), Settled)
    return result, time.process_time() - began


def rivalled(rival: list[str], problem: Problem) -> tuple[int, float]:
    """What a rival counts, and the seconds of CPU that it takes."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(written(problem))
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        told = subprocess.run([*rival, file.name], capture_output=True, text=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    solutions = re.search(r"#solution = (\d+)", told.stdout + told.stderr)
    if solutions is None:
        sys.exit(f"{shlex.join(rival)}: {told.stdout}")
    return int(solutions[1]), sum(after[:2]) - sum(before[:2])


def rows(title: str, boards: Boards, rivals: list[list[str]]) -> Iterator[tuple[object, ...]]:
    """Yield the cells by COLUMNS."""
    counted(boards[0][1])  # loads the kernels
    ours, states = list[float](), 0
    theirs: list[list[float]] = [[] for _ in rivals]
    for name, problem in watched(boards, title):
        result, spent = counted(problem)
        ours.append(spent)
        states += result.nodes
        for rival, costs in zip(rivals, theirs, strict=True):
            number, seconds = rivalled(rival, problem)
            costs.append(seconds)
            if number != result.number:
                sys.exit(f"{name}: {result.number} here, {number} by {shlex.join(rival)}")
    yield title, "this one", _spread(ours), "", f"{states:,}"
    for rival, costs in zip(rivals, theirs, strict=True):
        ratio = median(their / our for their, our in zip(costs, ours, strict=True))
        command = shlex.join([Path(rival[0]).name, *rival[1:]])
        yield (
            title,
            f"`{command}`",
            _spread(costs),
            f"{sum(costs) / sum(ours):.1f}, {ratio:.1f}",
            "",
        )


def _spread(seconds: list[float]) -> str:
    return f"{sum(seconds):.2f}, {median(seconds):.4f}, {max(seconds):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("boards", type=int, nargs="?", default=60)
    parser.add_argument("--rival", metavar="PROGRAM", type=shlex.split, action="append", default=[])
    need(flow_data.DATA / "packs")
    options = parser.parse_args()
    kinds = ("published", published()), ("laid here", laid())
    cells = (rows(title, found[: options.boards], options.rival) for title, found in kinds)
    show(COLUMNS, chain.from_iterable(cells))


if __name__ == "__main__":
    main()
