"""Counts all solutions of Flow, exactly, and reads some of them back.

The work of a sweep depends on its direction by factors of ten and more, and not in a way that can
be told beforehand. So four sweeps race, and the one goes on that seems to have least left to do.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from puzzles.core.solving import Limits, Progress
from puzzles.flow.problem import Path, Problem, Solution
from puzzles.flow.solver.frontier import DONE, advance, frontier
from puzzles.flow.solver.layers import ENOUGH, grown
from puzzles.flow.solver.sweep import ways
from puzzles.running.kernels import is_ready

SLICE = 1 << 11  # states expanded before another sweep may take over: about 0.5 ms

Edges = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Count:
    """The end of a count.

    `exact` says that there are `count` solutions; if not, there are at least as many, and
    `stopped` names the limit that was hit, or is empty if `cap` was. `solutions` are distinct.
    """

    count: int
    exact: bool
    stopped: str
    solutions: tuple[Solution, ...]
    states: int
    seconds: float
    peak_mb: float


class _Run:
    """One sweep: its frontier, and what it takes to go on."""

    def __init__(self, problem: Problem, way: int, untouching: bool) -> None:
        self._problem = problem
        self._front = frontier(problem, *ways(problem)[way], untouching)
        self._at = self._front.layers.at[0]
        self.done = False

    @property
    def states(self) -> int:
        """States expanded so far."""
        return int(self._at["states"])

    @property
    def bytes(self) -> int:
        """What the layers take."""
        return sum(array.nbytes for array in self._front.layers)

    @property
    def count(self) -> int:
        """The number of solutions, once done."""
        limbs = self._front.layers.words[self._at["side"], 0, len(self._front.new.words) :].tolist()
        return sum(limb << 64 * k for k, limb in enumerate(limbs)) if self._at["sources"] else 0

    @property
    def left(self) -> int:
        """A guess at what is still to be done: layers grow while much is ahead. The power is what
        took the fewest states on 26 boards of 14×14 and 15×15."""
        return int(self._at["sources"]) * (self._problem.n - int(self._at["step"])) ** 6

    @property
    def passed(self) -> list[int]:
        """The vertices processed so far."""
        return list(self._front.order[: self._at["step"]].tolist())

    @property
    def kept(self) -> int:
        """How many states there are after the last vertex processed."""
        return int(self._at["sources"])

    def step(self) -> None:
        """Process one vertex, or a part of its states."""
        self.slice(max(1, int(self._at["sources"] - self._at["next"])))

    def slice(self, budget: int = SLICE) -> None:
        """Expand at most `budget` states, or make more room."""
        lack = advance(self._front, budget)
        self.done = lack == DONE
        if lack not in (DONE, ENOUGH):
            layers = grown(self._front.layers, lack, self._front.new)
            self._front = self._front._replace(layers=layers)

    def solutions(self, most: int) -> tuple[Solution, ...]:
        """Up to `most` solutions, found by going back from the last state along what is logged."""
        layers, order = self._front.layers, self._front.order.tolist()
        step_of = {v: step for step, v in enumerate(order)}
        logged = layers.logged.tolist()
        ends: list[tuple[int, Edges]] = [(0, ())] * int(self._at["sources"] > 0)
        for step in range(self._problem.n - 1, -1, -1):
            v = order[step]
            later = [w for w in self._problem.graph.neighbours[v] if step_of[w] > step]
            ways = len(later) + 1
            choices, targets = layers.log[logged[step] : logged[step + 1]].T
            before: list[tuple[int, Edges]] = []
            for state, edges in ends:
                for choice in choices[targets == state][: most - len(before)].tolist():
                    source, chosen = divmod(choice, ways**2)
                    drawn = tuple((v, later[i - 1]) for i in divmod(chosen, ways) if i)
                    before.append((source, edges + drawn))
            ends = before
        return tuple(_paths(self._problem, edges) for _, edges in ends)


def _paths(problem: Problem, edges: Edges) -> Solution:
    """The paths that these edges make."""
    near: dict[int, list[int]] = {}
    for v, w in edges:
        near.setdefault(v, []).append(w)
        near.setdefault(w, []).append(v)
    paths: list[Path] = []
    done: set[int] = set()
    for dot in np.flatnonzero(problem.dot >= 0).tolist():
        if dot not in done:
            path = [dot]
            while len(path) == 1 or problem.dot[path[-1]] < 0:
                path += [w for w in near[path[-1]] if w not in path[-2:]]
            paths.append(tuple(path))
            done |= {dot, path[-1]}
    return tuple(paths)


def count(
    problem: Problem,
    limits: Limits,
    cap: int | None = None,
    untouching: bool = False,
    want: int = 1,
) -> Iterator[Progress | Count]:
    """Count the solutions, in which no path touches itself if `untouching`.

    Reads back up to `want` of them. With a `cap`, a greater count is not told.
    """
    if not is_ready(advance):
        yield Progress(preparing=True)
        _Run(problem, 0, untouching).slice(1)
    began = time.monotonic()
    runs = [_Run(problem, 0, untouching)]
    memory = limits.memory_mb * 1_000_000
    stopped, peak = "", 0
    while True:
        run = min(runs, key=lambda run: run.left)
        run.slice()
        states, seconds = sum(run.states for run in runs), time.monotonic() - began
        size = sum(run.bytes for run in runs)
        peak = max(peak, size)
        if run.done:
            break
        if limits.seconds is not None and seconds >= limits.seconds:
            stopped = "time limit"
        elif limits.nodes is not None and states >= limits.nodes:
            stopped = "node limit"
        elif size > memory:
            stopped = "memory limit"
        if stopped:
            break
        if len(runs) == 1:
            runs += [_Run(problem, way, untouching) for way in (1, 2, 3)]
        yield Progress(states, seconds)
    number = run.count if run.done else 0
    capped = cap is not None and number >= cap
    exact = run.done and not capped
    if cap is not None:
        number = min(number, cap)
    seconds = time.monotonic() - began
    solutions = run.solutions(want) if run.done else ()
    yield Count(number, exact, stopped, solutions, states, seconds, peak / 1e6)


def passes(problem: Problem) -> Iterator[tuple[list[int], int]]:
    """One sweep, vertex by vertex: those passed so far, and the partial solutions kept apart."""
    run = _Run(problem, 0, untouching=False)
    passed: list[int] = []
    while not run.done:
        run.step()
        if len(run.passed) > len(passed) or run.done:
            passed = run.passed
            yield passed, run.kept
