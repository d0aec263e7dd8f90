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
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from typing import Any
from unittest.mock import patch

from puzzles.flow import generator as flow
from puzzles.kami import generator as kami
from puzzles.running import jobs
from puzzles.running.making import Order, make

SETTINGS = [
    Order("flow", 1, {"size": "7x7"}),
    Order("flow", 1, {"size": "10x10"}),
    Order("flow", 1, {"size": "14x14"}),
    *(Order("flow", 1, {"size": "8x8", "kind": kind})
      for kind in ("gaps", "walls", "warps", "bridges", "hexes", "twins")),
    Order("kami", 1, {"par": 5}),
    Order("kami", 1, {"par": 10}),
    Order("kami", 1, {"par": 5, "kind": "square"}),
    Order("kami", 1, {"par": 5, "kind": "islands"}),
]  # fmt: skip
COUNTED: dict[str, tuple[Any, tuple[str, ...]]] = {
    "flow": (flow, ("Cover", "_verdict")),
    "kami": (kami, ("_board", "_worth_a_proof", "_proved")),
}


def rate(order: Order, workers: int, seconds: float) -> tuple[int, float]:
    """How many levels were made, and in how many seconds."""
    orders = (Order(order.puzzle, seed, order.wishes) for seed in count())
    made, began = -workers, time.perf_counter()
    for text, _ in jobs.run(make, orders, workers):
        made += bool(text)
        if made == 0:
            began = time.perf_counter()  # all processes have their kernels by now
        if made > 0 and time.perf_counter() - began > seconds:
            break
    return made, time.perf_counter() - began


def shares(order: Order, seconds: float) -> Counter[str]:
    """How often each step of making was taken, in this process."""
    module, names = COUNTED[order.puzzle]
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
        for seed in count():
            text, _ = make(Order(order.puzzle, seed, order.wishes))
            steps["level"] += bool(text)
            if time.perf_counter() - began > seconds:
                return steps
    raise AssertionError


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzle", nargs="?", choices=COUNTED)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    for order in SETTINGS:
        if options.puzzle in (None, order.puzzle):
            made, seconds = rate(order, options.jobs, options.seconds)
            steps = ", ".join(f"{name} {number}" for name, number
                              in shares(order, options.seconds / 4).items())  # fmt: skip
            what = " ".join(f"{key} {value}" for key, value in order.wishes.items())
            print(f"{order.puzzle} {what:24} {60 * made / seconds:9.1f} a minute "
                  f"({made} in {seconds:.0f} s); {steps}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
