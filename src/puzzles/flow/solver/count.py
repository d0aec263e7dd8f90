"""Counts all solutions of Flow, exactly, and reads some of them back.

What a sweep costs depends on its direction by factors of ten and more. So four sweeps race, one
from each side of the board: at any time the one goes on that seems to have least left to do.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from puzzles.core.solving import Limits, Progress
from puzzles.flow.rules.problem import Floats, Problem, Solution
from puzzles.flow.solver.frontier import advance
from puzzles.flow.solver.order import axes
from puzzles.flow.solver.sweep import Sweep
from puzzles.grids.graph import Graph
from puzzles.running.kernels import is_ready

# States expanded before another sweep may take over: a part of all, but at least SLICE, which take
# about 0.4 ms, and at most LONG.
SLICE, PART, LONG = 1 << 11, 16, 1 << 15
UNBEGUN = 1000  # states that a sweep seems to have before it begins


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


@dataclass(frozen=True)
class _Racer:
    """A sweep in one direction, which begins when it is first to go on."""

    problem: Problem
    axes: tuple[Floats, Floats]
    logging: bool

    @cached_property
    def sweep(self) -> Sweep:
        """The sweep."""
        return Sweep(self.problem, self.axes, self.logging)

    @property
    def begun(self) -> bool:
        """Say if the sweep has begun."""
        return "sweep" in vars(self)

    @property
    def left(self) -> int:
        """Guess how many states are left to expand: as many at each step as there are now."""
        if not self.begun:
            return UNBEGUN * self.problem.n
        return self.sweep.kept * (self.problem.n - self.sweep.steps)


class Race:
    """Four sweeps over a problem that race, in slices. With `logging`, solutions can be read
    back."""

    def __init__(self, problem: Problem, logging: bool) -> None:
        self._racers = [_Racer(problem, each, logging) for each in axes(problem)]
        self._leader = self._racers[0]
        self.states = 0  # expanded so far, by all

    def slice(self) -> bool:
        """Let the sweep go on that seems to have least left to do; True if it is done."""
        self._leader = min(self._racers, key=lambda racer: racer.left)
        sweep = self._leader.sweep
        before = sweep.states
        sweep.slice(min(max(SLICE, self.states // PART), LONG))
        self.states += sweep.states - before
        return sweep.done

    @property
    def bytes(self) -> int:
        """The memory in use, with what the next slices will need."""
        return sum(racer.sweep.bytes for racer in self._racers if racer.begun)

    @property
    def count(self) -> int:
        """The number of solutions, once done."""
        return self._leader.sweep.count

    def solutions(self, most: int) -> tuple[Solution, ...]:
        """Return up to `most` solutions, once done."""
        return self._leader.sweep.solutions(most)


def count(
    problem: Problem,
    limits: Limits,
    want: int = 1,
) -> Iterator[Progress | Count]:
    """Count the solutions, and read back up to `want` of them."""
    if not is_ready(advance):
        yield Progress(preparing=True)
        _compile()
    began = time.monotonic()
    race, stopped, peak = Race(problem, want > 0), "", 0
    while not (done := race.slice()):
        seconds, size = time.monotonic() - began, race.bytes
        if stopped := limits.reached(seconds, race.states, size / 1e6):
            break
        peak = max(peak, size)
        yield Progress(race.states, seconds)
    solutions = race.solutions(want) if done and want else ()
    yield Count(
        race.count if done else 0,
        done,
        stopped,
        solutions,
        race.states,
        time.monotonic() - began,
        max(peak, race.bytes if done else 0) / 1e6,
    )


def _compile() -> None:
    """Call all kernels once."""
    dots, places = np.zeros(2, np.int32), np.array([(0.0, 0.0), (1.0, 0.0)])
    problem = Problem.build(Graph.from_edges(2, [(0, 1)]), dots, places)
    race = Race(problem, logging=False)
    while not race.slice():
        pass
