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
from puzzles.flow.solver.layers import ENOUGH, bytes_of, grown
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
        self._lack = ENOUGH
        self.done = False

    @property
    def states(self) -> int:
        """States expanded so far."""
        return int(self._at["states"])

    @property
    def bytes(self) -> int:
        """What the layers take, with the room that the next slice will make."""
        return bytes_of(self._front.layers, self._lack)

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
        """Make the room that is lacking, and expand at most `budget` states."""
        if self._lack != ENOUGH:
            layers = grown(self._front.layers, self._lack, self._front.new)
            self._front = self._front._replace(layers=layers)
        lack = advance(self._front, budget)
        self.done = lack == DONE
        self._lack = ENOUGH if self.done else lack

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


class Sweeps:
    """Four sweeps over a problem that race, to be advanced in slices."""

    def __init__(self, problem: Problem, untouching: bool) -> None:
        self._problem, self._untouching = problem, untouching
        self._runs = [_Run(problem, 0, untouching)]
        self._ahead = self._runs[0]

    def slice(self) -> bool:
        """Let the sweep go on that has least left to do; whether it is done."""
        if len(self._runs) == 1 and self.states:
            self._runs += [_Run(self._problem, way, self._untouching) for way in (1, 2, 3)]
        self._ahead = min(self._runs, key=lambda run: run.left)
        self._ahead.slice()
        return self._ahead.done

    @property
    def states(self) -> int:
        """States expanded so far."""
        return sum(run.states for run in self._runs)

    @property
    def bytes(self) -> int:
        """What all the layers take, with the room that the next slices will make."""
        return sum(run.bytes for run in self._runs)

    @property
    def count(self) -> int:
        """The number of solutions, once done."""
        return self._ahead.count

    def solutions(self, most: int) -> tuple[Solution, ...]:
        """Up to `most` solutions, once done."""
        return self._ahead.solutions(most)


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
    sweeps, stopped, peak = Sweeps(problem, untouching), "", 0
    while not (done := sweeps.slice()):
        seconds, size = time.monotonic() - began, sweeps.bytes
        if stopped := limits.reached(seconds, sweeps.states, size / 1e6):
            break
        peak = max(peak, size)
        yield Progress(sweeps.states, seconds)
    number = sweeps.count if done else 0
    capped = cap is not None and number >= cap
    if cap is not None:
        number = min(number, cap)
    solutions = sweeps.solutions(want) if done else ()
    yield Count(number, done and not capped, stopped, solutions, sweeps.states,
                time.monotonic() - began, max(peak, sweeps.bytes if done else 0) / 1e6)  # fmt: skip


def passes(problem: Problem) -> Iterator[tuple[list[int], int]]:
    """One sweep, vertex by vertex: those passed so far, and the partial solutions kept apart."""
    run = _Run(problem, 0, untouching=False)
    passed: list[int] = []
    while not run.done:
        run.step()
        if len(run.passed) > len(passed) or run.done:
            passed = run.passed
            yield passed, run.kept
