"""Counts all solutions of Flow, exactly, and reads some of them back.

The work of a sweep depends on its direction by factors of ten and more, and not in a way that can
be told beforehand. So four sweeps race, and the one goes on that seems to have least left to do.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.core.solving import Limits, Progress
from puzzles.flow.problem import Path, Problem, Solution
from puzzles.flow.solver.frontier import (
    DONE,
    FILL,
    MOST_COLOURS,
    NEXT,
    NO_LIMB,
    NO_LOG,
    NO_ROOM,
    SIDE,
    SINGLE,
    SLOTS,
    SOURCES,
    STATES,
    STEP,
    STRANDS,
    Layers,
    advance,
    open_layer,
    rehash,
)
from puzzles.flow.solver.sweep import sweep, ways
from puzzles.running.kernels import is_ready

START = 1 << 10  # room for states at first
SLICE = 1 << 11  # states expanded before another sweep may take over: about 0.5 ms
MOST_LABELS = 255  # in a byte

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
    """One sweep: its layers, and what it takes to go on."""

    def __init__(self, problem: Problem, way: int, untouching: bool) -> None:
        self._problem = problem
        self._sweep = sweep(problem, *ways(problem)[way])
        slots = self._sweep.slots
        labels = 1 + slots + int(problem.dot.max(initial=-1)) + 1
        kind = np.uint8 if labels <= MOST_LABELS else np.uint16
        numbers = 2 * slots + slots * ((slots + 7) // 8) if untouching else slots
        words = max(1, -(-numbers * np.dtype(kind).itemsize // 8))
        key = np.zeros((2, words), np.uint64)
        self._layers = Layers(
            np.zeros((2, START, words + 1), np.uint64), np.empty(2 * START, np.int32),
            np.empty((START, 2), np.uint32), np.zeros(problem.n + 1, np.int64),
            key, key.view(kind), np.zeros(6 * 64 + slots, np.int64), np.zeros(12, np.int64),
        )  # fmt: skip
        self._at[SOURCES], self._at[SLOTS], self._at[FILL] = 1, slots, problem.fill
        self._at[STRANDS] = slots * untouching
        dots = np.bincount(problem.dot[problem.dot >= 0])[:MOST_COLOURS]
        self._at[SINGLE] = sum(1 << colour for colour in np.flatnonzero(dots == 2).tolist())
        self._layers.words[0, 0, words] = 1
        open_layer(self._layers.table, self._at)
        self.done = False

    @property
    def _at(self) -> npt.NDArray[np.int64]:
        return self._layers.at

    @property
    def states(self) -> int:
        """States expanded so far."""
        return int(self._at[STATES])

    @property
    def bytes(self) -> int:
        """What all arrays take."""
        return sum(array.nbytes for array in self._layers)

    @property
    def count(self) -> int:
        """The number of solutions, once done."""
        limbs = self._layers.words[self._at[SIDE], 0, self._layers.key.shape[1] :].tolist()
        return sum(limb << 64 * k for k, limb in enumerate(limbs)) if self._at[SOURCES] else 0

    @property
    def left(self) -> int:
        """A guess at what is still to be done: layers grow while much is ahead. The power is what
        took the fewest states on 26 boards of 14×14 and 15×15."""
        return int(self._at[SOURCES]) * (self._problem.n - int(self._at[STEP])) ** 6

    def slice(self, budget: int = SLICE) -> None:
        """Expand at most `budget` states, or make more room."""
        old = self._layers
        result = advance(self._sweep.plan, self._sweep.start, self._sweep.lines, old, budget)
        self.done = result == DONE
        if result == NO_ROOM:
            self._layers = old._replace(
                words=_longer(old.words, 1), table=np.empty(2 * len(old.table), np.int32))
            _, table, *_ = self._layers
            rehash(old.key[1], self._layers.words, table, self._at, len(table))
        elif result == NO_LOG:
            self._layers = old._replace(log=_longer(old.log, 0))
        elif result == NO_LIMB:
            limb = np.zeros_like(old.words[..., :1])
            self._layers = old._replace(words=np.concatenate([old.words, limb], axis=2))

    def solutions(self, most: int) -> tuple[Solution, ...]:
        """Up to `most` solutions, found by going back from the last state along what is logged."""
        layers = self._layers
        ends: list[tuple[int, Edges]] = [(0, ())] * int(self._at[SOURCES] > 0)
        near = self._problem.graph.neighbours
        position = np.argsort(self._sweep.order)
        for step in range(self._problem.n - 1, -1, -1):
            v = int(self._sweep.order[step])
            later = [w for w in near[v] if position[w] > step]
            choices = (len(later) + 1) ** 2
            logged = slice(*layers.logged[step : step + 2])
            before: list[tuple[int, Edges]] = []
            for state, edges in ends:
                ways = np.flatnonzero(layers.log[logged, 1] == state)[: most - len(before)]
                for code in layers.log[logged, 0][ways].tolist():
                    source, choice = divmod(code, choices)
                    chosen = [later[i - 1] for i in divmod(choice, len(later) + 1) if i]
                    before.append((source, edges + tuple((v, w) for w in chosen)))
            ends = before
        return tuple(_paths(self._problem, edges) for _, edges in ends)


def _longer(array: npt.NDArray[Any], axis: int) -> npt.NDArray[Any]:
    """A copy of an array with twice the room along an axis."""
    shape = list(array.shape)
    shape[axis] *= 2
    longer = np.empty(shape, array.dtype)
    longer[(slice(None),) * axis + (slice(array.shape[axis]),)] = array
    return longer


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
    step = 0
    while not run.done:
        run.slice(max(1, int(run._at[SOURCES] - run._at[NEXT])))
        if run._at[STEP] > step or run.done:
            step = int(run._at[STEP])
            yield run._sweep.order[:step].tolist(), int(run._at[SOURCES])
