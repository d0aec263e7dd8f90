"""The dots and walls that exclude a solution by themselves, none of which can be
spared (docs/flow-solver.md, "Other questions").

What is spared is relaxed, so that every solution of the whole is one of the rest, too. Of dots
there are two ways to do that, and the first that explains anything is taken:

- *joining*: cells may stay empty, and the pairs that are spared are taken away;
- *filling*: all dots stay where they are, but those that are spared may be joined in any way.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from puzzles.core.solving import Limits, Progress, relay
from puzzles.flow.rules.model import Board, Edge
from puzzles.flow.solver.settle import Question, Settled, settle

T = TypeVar("T")

ENOUGH = Limits(nodes=20_000, memory_mb=200)  # for one thing that may be spared
Excluded = Generator[Progress, None, bool]


@dataclass(frozen=True)
class Conflict:
    """`colours` that cannot all be joined with `walls` as they are, or, where that is not for want
    of ways, cannot be joined so that the rest can be `filled`. It is `smallest` if it is proved
    that nothing of it can be spared."""

    colours: tuple[int, ...]
    walls: frozenset[Edge]
    filled: bool
    smallest: bool


def conflict(board: Board) -> Generator[Progress, None, Conflict]:
    """Find what excludes any solution."""
    filled, doubts = False, False  # how it is relaxed; something was kept that may be spared

    def excluded(colours: Sequence[int], walls: Sequence[Edge]) -> Excluded:
        """Return whether these colours and walls alone are known to leave no solution."""
        nonlocal doubts
        relaxed = replace(board, walls=frozenset(walls), fill=filled)
        dots = relaxed.dot_at.copy()
        dots[(dots >= 0) & ~np.isin(dots, colours)] = len(board.symbols) if filled else -1
        question = Question(replace(relaxed.problem, dot=dots))
        settled = yield from relay(settle(question, ENOUGH), Settled)
        doubts |= bool(settled.stopped)
        return settled.complete and not settled.solutions

    colours, walls = sorted({*board.dots.tolist()} - {-1}), sorted(board.walls)
    if not (yield from excluded(colours, walls)):
        filled, doubts = True, False
    # Dots alone say more than dots and walls. What is needed with all colours is with fewer, too.
    walls = yield from _needed(walls, lambda some: excluded(colours, some))
    colours = yield from _needed(colours, lambda some: excluded(some, walls))
    return Conflict(tuple(colours), frozenset(walls), filled, not doubts)


def _needed(
    things: list[T], excluded: Callable[[list[T]], Excluded]
) -> Generator[Progress, None, list[T]]:
    """Things of which none can be spared, many at a time to begin with."""
    size = len(things)
    while size:
        at = 0
        while at < len(things):
            rest = things[:at] + things[at + size :]
            if (yield from excluded(rest)):
                things = rest
            else:
                at += size
        size //= 2
    return things
