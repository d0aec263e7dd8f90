"""How many levels are made in a minute, and the share of candidates that is kept.

    python bench/generate.py [--jobs N] [--seconds S] [flow|kami]

For each setting levels are made for about S seconds in N processes (start not counted), then some
more in this one, to count: covers of Flow that were tried, those looked at for a second filling,
and levels; boards of Kami that were drawn, those handsome, those solved, and levels.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any
from unittest.mock import patch

from puzzles.flow.generator import generator as flow
from puzzles.kami.generator import generator as kami
from puzzles.running import pool, work
from puzzles.running.work import Failed

Wishes = dict[str, Any]
SETTINGS: list[tuple[str, Wishes]] = [
    ("flow", {"size": "7x7"}),
    ("flow", {"size": "10x10"}),
    ("flow", {"size": "14x14"}),
    *(
        ("flow", {"size": "8x8", "kind": kind})
        for kind in ("gaps", "walls", "warps", "bridges", "hexes", "twins")
    ),
    ("kami", {"par": 5}),
    ("kami", {"par": 10}),
    ("kami", {"par": 5, "kind": "square"}),
    ("kami", {"par": 5, "kind": "islands"}),
]
COUNTED: dict[str, tuple[Any, tuple[str, ...]]] = {
    "flow": (flow, ("Cover", "_verdict")),
    "kami": (kami, ("_board", "_worth_a_proof", "_proved")),
}


def orders(puzzle: str, wishes: Wishes) -> Iterator[tuple[int, dict[str, Any]]]:
    """One for each seed, without end."""
    return ((seed, {"puzzle": puzzle, "seed": seed, "wishes": wishes}) for seed in count())


def rate(puzzle: str, wishes: Wishes, workers: int, seconds: float) -> tuple[int, float]:
    """How many levels were made, and in how many seconds."""
    made, began = -workers, time.perf_counter()
    for _, found in pool.run(work.make, orders(puzzle, wishes), workers):
        if isinstance(found, Failed):
            raise found
        made += bool(found["text"])
        if made == 0:
            began = time.perf_counter()  # all processes have their kernels by now
        if made > 0 and time.perf_counter() - began > seconds:
            break
    return made, time.perf_counter() - began


def shares(puzzle: str, wishes: Wishes, seconds: float) -> Counter[str]:
    """How often each step of making was taken, in this process."""
    module, names = COUNTED[puzzle]
    steps: Counter[str] = Counter()

    def counting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            steps[name.strip("_")] += 1
            return function(*arguments, **named)

        return call

    with ExitStack() as stack:
        for name in names:
            stack.enter_context(patch.object(module, name, counting(name, getattr(module, name))))
        began = time.perf_counter()
        for _, found in pool.run(work.make, orders(puzzle, wishes)):
            assert not isinstance(found, Failed)
            steps["level"] += bool(found["text"])
            if time.perf_counter() - began > seconds:
                return steps
    raise AssertionError


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzle", nargs="?", choices=COUNTED)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    for puzzle, wishes in SETTINGS:
        if options.puzzle in (None, puzzle):
            made, seconds = rate(puzzle, wishes, options.jobs, options.seconds)
            steps = ", ".join(
                f"{name} {number}"
                for name, number in shares(puzzle, wishes, options.seconds / 4).items()
            )
            what = " ".join(f"{key} {value}" for key, value in wishes.items())
            print(
                f"{puzzle} {what:24} {60 * made / seconds:9.1f} a minute "
                f"({made} in {seconds:.0f} s); {steps}",
                flush=True,
            )


if __name__ == "__main__":
    main()
