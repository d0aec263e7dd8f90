"""Lanes: shares of one task that are worked at side by side, as many on every machine.

How the work is shared never depends on how many cores there are, nor on who is faster; so a solver
whose lanes only meet between two rounds takes the same steps everywhere.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from puzzles.core.threads import alone
from puzzles.running.cores import cores
from puzzles.running.kernels import PLAIN

T = TypeVar("T")

LANES = 4


@cache
def _threads(_process: int) -> ThreadPoolExecutor:
    """The threads of a process beside the one that asks; a fork has none of its parent's."""
    return ThreadPoolExecutor(LANES - 1, "lane")


def side_by_side(shares: Sequence[Callable[[], T]]) -> list[T]:
    """Do some shares of a task, on as many threads as there are cores, but for those that are busy
    otherwise; what they come to, in their order. Kernels run side by side; as plain Python nothing
    does."""
    waiting, done = deque(enumerate(shares)), dict[int, T]()

    def work() -> None:
        while waiting:
            try:
                number, share = waiting.popleft()
            except IndexError:  # another thread was faster
                return
            done[number] = share()

    helpers = 0 if PLAIN or alone() else min(cores(), len(shares)) - 1
    others = [_threads(os.getpid()).submit(work) for _ in range(helpers)]
    work()
    for other in others:
        if not other.cancel():
            other.result()
    return [done[number] for number in range(len(shares))]
