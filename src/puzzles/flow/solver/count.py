"""Counts all solutions of Flow, exactly, and reads some of them back.

What a sweep costs depends on its direction by factors of ten and more. The sooner it comes to the
dots, the less it is, as a rule; but that is a guess. So four sweeps race, one from each side of the
board: at any time the one goes on that seems to have least left to do.
"""

import math
from collections.abc import Iterator
from functools import partial
from operator import itemgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Floats, Problem, Solution, joined
from puzzles.flow.solver.frontier import (
    ENOUGH,
    NO_LIMB,
    NO_ROOM,
    advance,
    axes,
    frontier,
    most_choices,
)
from puzzles.flow.solver.layers import LIMB_RATIO
from puzzles.flow.solver.search import EXHAUSTED, RUNNING

# States expanded before another sweep may take over: a part of all, but at least SLICE, which take
# about 0.4 ms, and at most LONG.
SLICE, PART, LONG = 1 << 12, 32, 1 << 15
UNBEGUN = 100  # states that a sweep seems to have before it begins

Array = npt.NDArray[Any]
Edges = tuple[tuple[int, int], ...]


class Sweep:
    """A sweep. With `logging`, solutions can be read back."""

    def __init__(self, problem: Problem, axes: tuple[Floats, Floats], logging: bool) -> None:
        self._problem, self._lacking = problem, ENOUGH
        self._ahead = dots_ahead(problem, *axes)
        self._front = frontier(problem, *axes, logging)

    def _counter(self, name: str) -> int:
        return int(self._front.layers.counters[name][0])

    @property
    def left(self) -> float:
        """Guess how many states are left to expand, as a logarithm: as many at each step as there
        are now, and e times more for each vertex of a line that the dots are further ahead."""
        states = self.layer_size * (self._problem.n - self.steps)
        return math.log(max(1, states)) + float(self._ahead[self.steps])

    @property
    def layer_size(self) -> int:
        """The number of states in the layer being expanded."""
        return self._counter("sources")

    @property
    def processed(self) -> list[int]:
        """The vertices that are processed, in their order."""
        return list(self._front.order.order[: self.steps].tolist())

    @property
    def steps(self) -> int:
        """The number of vertices that are processed."""
        return self._counter("step")

    @property
    def done(self) -> bool:
        """Say if all vertices are processed, or no state is left."""
        return self.steps == self._problem.n or self.layer_size == 0

    @property
    def bytes(self) -> int:
        """The memory in use, with what the next slice may need."""
        size = sum(array.nbytes for array in (*self._front.layers.words, *self._front.layers[1:]))
        return size if self._lacking == ENOUGH else 2 * size

    def advance(self, states: int) -> int:
        """Expand so many states, with all that the last slice lacked; returns how many."""
        self._enlarge()
        before = self._counter("states")
        self._lacking = advance(self._front, states)
        return self._counter("states") - before

    def step(self) -> None:
        """Process one vertex, or a part of its states."""
        self.advance(max(1, self.layer_size - self._counter("next")))

    def _enlarge(self) -> None:
        """Make what the kernel lacked."""
        layers, more = self._front.layers, most_choices(self._front)
        words, table, log = list(layers.words), layers.table, layers.log
        target = 1 - self._counter("side")
        if self._lacking == NO_ROOM:
            if self._counter("targets") + more > len(words[target]):
                words[target] = _doubled(words[target])
            if len(table) < 4 * len(words[target]):
                table = _doubled(table)
            if self._counter("logged") + more > len(log):
                log = _doubled(log)
        elif self._lacking == NO_LIMB:
            words = [np.pad(rows, ((0, 0), (0, 1))) for rows in words]
            layers.counters["amount"] *= LIMB_RATIO
        new = layers._replace(words=(words[0], words[1]), table=table, log=log)
        self._front = self._front._replace(layers=new)

    # Once it is done --------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """The number of solutions."""
        layers, size = self._front.layers, len(self._front.new.words)
        limbs = layers.words[self._counter("side")][: self.layer_size, size:]
        return sum(int(limb) << 64 * k for k, limb in enumerate(limbs.ravel()))

    def solutions(self, most: int) -> tuple[Solution, ...]:
        """Return up to `most` solutions: the ways to the last state."""
        if not most or not self.layer_size:
            return ()
        return tuple(joined(edges) for edges in self.drawn_to(0, most))

    def drawn_to(self, state: int, most: int) -> list[Edges]:
        """Return the edges of up to `most` ways to a state of the layer: the transitions that led
        to it, backwards. These were logged."""
        layers, order = self._front.layers, self._front.order.order.tolist()
        near, position = self._problem.graph.neighbours, self._front.order.position
        ends: list[tuple[int, Edges]] = [(state, ())]
        for step in range(self.steps - 1, -1, -1):
            later = [w for w in near[order[step]] if position[w] > step]
            choices, targets = layers.log[slice(*layers.logged[step : step + 2])].T
            ends = [
                (source, edges + drawn)
                for state, edges in ends
                for source, drawn in self._drawn(order[step], later, choices[targets == state])
            ][:most]
        return [edges for _, edges in ends]

    def _drawn(self, v: int, later: list[int], choices: Array) -> Iterator[tuple[int, Edges]]:
        """Yield the source of each choice at a vertex, and the edges that it draws."""
        ways = len(later) + 1
        for choice in choices.tolist():
            source, chosen = divmod(choice, ways**2)
            yield source, tuple((v, later[i - 1]) for i in divmod(chosen, ways) if i)


def _doubled(array: Array) -> Array:
    """Return a copy of an array with room for twice as many rows."""
    return np.concatenate([array, np.empty_like(array)])


def dots_ahead(problem: Problem, major: Floats, minor: Floats) -> Floats:
    """Return how far ahead of a sweep the dots are after each step (n + 1,): the mean distance in
    vertices, 0 for dots that are processed, divided by the number of lines."""
    dots = problem.dot[np.lexsort((minor, major))] >= 0
    later = dots[::-1].cumsum()[::-1]  # the number of dots from each step on
    ahead = np.append(later[1:][::-1].cumsum()[::-1], [0.0, 0.0])
    mean: Floats = ahead / (max(1, later[0]) * (np.ptp(major) + 1))
    return mean


class Race:
    """Four sweeps over a problem that race, in slices."""

    def __init__(self, problem: Problem, logging: bool) -> None:
        lasting = [
            (math.log(UNBEGUN * problem.n) + dots_ahead(problem, *each)[0], each)
            for each in reversed(axes(problem))
        ]
        lasting.sort(key=itemgetter(0), reverse=True)  # the least is begun first
        self._unbegun = [(left, partial(Sweep, problem, each, logging)) for left, each in lasting]
        self._begun = [self._unbegun.pop()[1]()]
        self.leader = self._begun[0]  # the one that went on last
        self.nodes = self.spent = 0  # states expanded so far, by all

    @property
    def bytes(self) -> int:
        """The memory in use, with what the next slices may need."""
        return sum(sweep.bytes for sweep in self._begun)

    def advance(self, nodes: int, work: int) -> int:
        """Expand about so many states, always in the sweep that seems to have least left to do:
        RUNNING, or EXHAUSTED once one is done."""
        most = self.nodes + min(nodes, work)
        while not self.leader.done and self.nodes < most:
            self.leader = min(self._begun, key=lambda sweep: sweep.left)
            if self._unbegun and self.leader.left > self._unbegun[-1][0]:
                self.leader = self._unbegun.pop()[1]()
                self._begun.append(self.leader)
            self.nodes += self.leader.advance(min(max(SLICE, self.nodes // PART), LONG))
        self.spent = self.nodes
        return EXHAUSTED if self.leader.done else RUNNING
