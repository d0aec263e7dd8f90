"""Counts all solutions of Flow, exactly, and reads some of them back.

What a sweep costs depends on its direction by factors of ten and more. So four sweeps race, one
from each side of the board: at any time the one goes on that seems to have least left to do.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from puzzles.core.solving import Limits, Progress
from puzzles.flow.rules.problem import Problem, Solution
from puzzles.flow.solver.frontier import advance
from puzzles.flow.solver.order import axes
from puzzles.flow.solver.sweep import Sweep
from puzzles.running.kernels import is_ready

# States expanded before another sweep may take over: a part of all, but at least SLICE, which take
# about 0.4 ms, and at most LONG.
SLICE, PART, LONG = 1 << 11, 16, 1 << 15


@dataclass(frozen=True)
class Count:
    """The end of a count.

    `exact` says that there are `count` solutions; if not, there are at least as many, and
    `stopped` names the limit that was hit. `solutions` are distinct.
    """

    count: int
    exact: bool
    stopped: str
    solutions: tuple[Solution, ...]
    states: int
    seconds: float
    peak_mb: float


class Race:
    """Four sweeps over a problem that race, in slices. With `logging`, solutions can be read
    back."""

    def __init__(self, problem: Problem, logging: bool) -> None:
        self._sweeps = [Sweep(problem, each, logging) for each in axes(problem)]
        self._leader = self._sweeps[0]
        self.states = 0  # expanded so far, by all

    def slice(self) -> bool:
        """Let the sweep go on that seems to have least left to do; True if it is done."""
        self._leader = min(self._sweeps, key=lambda sweep: sweep.left)
        before = self._leader.states
        self._leader.slice(min(max(SLICE, self.states // PART), LONG))
        self.states += self._leader.states - before
        return self._leader.done

    @property
    def bytes(self) -> int:
        """The memory in use, with what the next slices will need."""
        return sum(sweep.bytes for sweep in self._sweeps if sweep.begun)

    @property
    def count(self) -> int:
        """The number of solutions, once done."""
        return self._leader.count

    def solutions(self, most: int) -> tuple[Solution, ...]:
        """Return up to `most` solutions, once done."""
        return self._leader.solutions(most)


def count(problem: Problem, limits: Limits, want: int = 1) -> Iterator[Progress | Count]:
    """Count the solutions, and read back up to `want` of them."""
    if not is_ready(advance):
        yield Progress(preparing=True)
    race, stopped, peak = Race(problem, want > 0), "", 0
    done = race.slice()  # for which all may have to be compiled
    began = time.monotonic()
    while not done:
        seconds, size = time.monotonic() - began, race.bytes
        if stopped := limits.reached(seconds, race.states, size / 1e6):
            break
        peak = max(peak, size)
        yield Progress(race.states, seconds)
        done = race.slice()
    yield Count(
        race.count if done else 0,
        done,
        stopped,
        race.solutions(want) if done and want else (),
        race.states,
        time.monotonic() - began,
        max(peak, race.bytes if done else 0) / 1e6,
    )
