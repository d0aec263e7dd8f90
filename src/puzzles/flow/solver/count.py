"""Counts all solutions of Flow, exactly, and reads some of them back.

What a sweep costs depends on its direction by factors of ten and more. So four sweeps race, one
from each side of the board: at any time the one goes on that seems to have least left to do.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.core.solving import Limits, Progress
from puzzles.flow.rules.problem import Floats, Problem, Solution, joined
from puzzles.flow.solver.frontier import Frontier, advance, frontier
from puzzles.flow.solver.layers import DOWN, ENOUGH, NO_LIMB, NO_LOG, NO_ROOM, NO_TABLE, fill_table
from puzzles.flow.solver.order import axes
from puzzles.running.kernels import is_ready

# States expanded before another sweep may take over: a part of all, but at least SLICE, which take
# about 0.4 ms, and at most LONG.
SLICE, PART, LONG = 1 << 11, 16, 1 << 15
UNBEGUN = 1000  # states that a sweep seems to have before it begins

Array = npt.NDArray[Any]
Edges = tuple[tuple[int, int], ...]


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


class Sweep:
    """A sweep, which begins with its first slice. With `logging`, solutions can be read back."""

    def __init__(self, problem: Problem, axes: tuple[Floats, Floats], logging: bool) -> None:
        self._problem, self._axes, self._logging = problem, axes, logging
        self._lack = ENOUGH

    @cached_property
    def _front(self) -> Frontier:
        return frontier(self._problem, *self._axes, self._logging)

    @property
    def begun(self) -> bool:
        """Say if the sweep has begun."""
        return "_front" in vars(self)

    @property
    def left(self) -> int:
        """Guess how many states are left to expand: as many at each step as there are now."""
        n = self._problem.n
        return self.kept * (n - self.steps) if self.begun else UNBEGUN * n

    def _counter(self, name: str) -> int:
        return int(self._front.layers.at[name][0])

    @property
    def states(self) -> int:
        """The states expanded so far."""
        return self._counter("states")

    @property
    def kept(self) -> int:
        """The number of states in the layer being expanded."""
        return self._counter("sources")

    @property
    def passed(self) -> list[int]:
        """The vertices that are processed, in their order."""
        return list(self._front.order.order[: self._counter("step")].tolist())

    @property
    def steps(self) -> int:
        """The number of vertices that are processed."""
        return self._counter("step")

    @property
    def done(self) -> bool:
        """Say if all vertices are processed, or no state is left."""
        return self.steps == self._problem.n or self.kept == 0

    @property
    def bytes(self) -> int:
        """The memory in use, with what the next slice will need."""
        layers, side = self._front.layers, self._counter("side")
        grows = {
            NO_ROOM: layers.words[1 - side].nbytes * 3 // 2,
            NO_TABLE: layers.table.nbytes * 2,
            NO_LOG: layers.log.nbytes * 3 // 2,
            NO_LIMB: layers.words[0].nbytes + layers.words[1].nbytes,
        }
        return grows.get(self._lack, 0) + sum(a.nbytes for a in (*layers.words, *layers[1:]))

    def slice(self, states: int) -> None:
        """Expand so many states, with all that the last slice lacked."""
        self._enlarge()
        self._lack = advance(self._front, states)

    def step(self) -> None:
        """Process one vertex, or a part of its states."""
        self.slice(max(1, self.kept - self._counter("next")))

    def _enlarge(self) -> None:
        """Make what the kernel lacked."""
        layers, side = self._front.layers, self._counter("side")
        words, at = list(layers.words), layers.at[0]
        if self._lack == NO_LOG:
            self._replace(log=_larger(layers.log))
        elif self._lack == NO_ROOM:
            words[1 - side] = _larger(words[1 - side])
            self._replace(words=tuple(words))
        elif self._lack == NO_LIMB:
            self._replace(words=tuple(np.pad(rows, ((0, 0), (0, 1))) for rows in words))
            at["amount"] *= DOWN
        elif self._lack == NO_TABLE:
            at["mask"] = 2 * at["mask"] + 1
            if at["mask"] >= len(layers.table):
                self._replace(table=np.empty(at["mask"] + 1, np.int32))
            fill_table(self._front.layers, self._front.new)

    def _replace(self, **arrays: Any) -> None:
        """Use other arrays for the layers."""
        self._front = self._front._replace(layers=self._front.layers._replace(**arrays))

    # Once it is done --------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """The number of solutions."""
        layers, size = self._front.layers, len(self._front.new.words)
        limbs = layers.words[self._counter("side")][: self.kept, size:]
        return sum(int(limb) << 64 * k for k, limb in enumerate(limbs.ravel()))

    def solutions(self, most: int) -> tuple[Solution, ...]:
        """Return up to `most` solutions: the transitions that led to the last state, backwards."""
        if not self.kept:
            return ()
        layers, order, near = self._front.layers, self.passed, self._problem.graph.neighbours
        position = {v: step for step, v in enumerate(order)}
        ends: list[tuple[int, Edges]] = [(0, ())]
        for step in range(len(order) - 1, -1, -1):
            later = [w for w in near[order[step]] if position[w] > step]
            choices, targets = layers.log[slice(*layers.logged[step : step + 2])].T
            ends = [
                (source, edges + drawn)
                for state, edges in ends
                for source, drawn in self._drawn(order[step], later, choices[targets == state])
            ][:most]
        return tuple(joined(edges) for _, edges in ends)

    def _drawn(self, v: int, later: list[int], choices: Array) -> Iterator[tuple[int, Edges]]:
        """Yield the source of each choice at a vertex, and the edges that it draws."""
        ways = len(later) + 1
        for choice in choices.tolist():
            source, chosen = divmod(choice, ways**2)
            yield source, tuple((v, later[i - 1]) for i in divmod(chosen, ways) if i)


def _larger(array: Array) -> Array:
    """Return a copy of an array with room for half as many rows again."""
    return np.concatenate([array, np.empty_like(array[: len(array) // 2])])


class Race:
    """Four sweeps over a problem that race, in slices. With `logging`, solutions can be read
    back."""

    def __init__(self, problem: Problem, logging: bool) -> None:
        self._sweeps = [Sweep(problem, each, logging) for each in axes(problem)]
        self.leader = self._sweeps[0]  # the one that went on last
        self.states = 0  # expanded so far, by all

    def slice(self) -> bool:
        """Let the sweep go on that seems to have least left to do; True if it is done."""
        self.leader = min(self._sweeps, key=lambda sweep: sweep.left)
        before = self.leader.states
        self.leader.slice(min(max(SLICE, self.states // PART), LONG))
        self.states += self.leader.states - before
        return self.leader.done

    @property
    def bytes(self) -> int:
        """The memory in use, with what the next slices will need."""
        return sum(sweep.bytes for sweep in self._sweeps if sweep.begun)


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
        race.leader.count if done else 0,
        done,
        stopped,
        race.leader.solutions(want) if done and want else (),
        race.states,
        time.monotonic() - began,
        max(peak, race.bytes if done else 0) / 1e6,
    )
