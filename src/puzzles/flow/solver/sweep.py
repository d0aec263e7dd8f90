"""One sweep over a problem, in slices, and the solutions it found."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Floats, Problem, Solution, joined
from puzzles.flow.solver.frontier import Frontier, advance, frontier
from puzzles.flow.solver.layers import DOWN, NO_LIMB, NO_LOG, NO_ROOM, NO_TABLE, START

UNBEGUN = 1000  # states that a sweep seems to have before it begins
PART = 1 << 16  # rows that are copied between two looks at the clock

Array = npt.NDArray[Any]
Edges = tuple[tuple[int, int], ...]


class Sweep:
    """A sweep, which begins with its first slice. With `logging`, solutions can be read back."""

    def __init__(self, problem: Problem, axes: tuple[Floats, Floats], logging: bool) -> None:
        self._problem, self._axes, self._logging = problem, axes, logging
        self._budget, self._making = 0, 0
        self._going = self._go()

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
        layers = self._front.layers
        return self._making + sum(array.nbytes for array in (*layers.words, *layers[1:]))

    def slice(self, states: int) -> None:
        """Expand so many states, or do a part of what has to be done before."""
        self._budget = states
        next(self._going)

    def step(self) -> None:
        """Process one vertex, or a part of its states."""
        self.slice(max(1, self.kept - self._counter("next")))

    def _go(self) -> Iterator[None]:
        """Go on, slice by slice."""
        while True:
            lack = advance(self._front, self._budget)
            yield
            yield from self._enlarge(lack)

    def _enlarge(self, lack: int) -> Iterator[None]:
        """Make what the kernel lacks."""
        layers = self._front.layers
        at, side = layers.at[0], int(layers.at["side"][0])
        if lack == NO_LOG:
            log = yield from self._larger(layers.log, 2, len(layers.log))
            self._replace(log=log)
        elif lack == NO_ROOM:
            words = list(layers.words)
            width = words[1 - side].shape[1]
            words[1 - side] = yield from self._larger(words[1 - side], width, int(at["targets"]))
            self._replace(words=tuple(words))
        elif lack == NO_LIMB:
            words = list(layers.words)
            width = words[side].shape[1] + 1
            words[side] = yield from self._larger(words[side], width, int(at["sources"]))
            words[1 - side] = np.empty((len(words[1 - side]), width), np.uint64)
            self._replace(words=tuple(words))
            at["amount"] *= DOWN
        elif lack == NO_TABLE:
            size = 2 * (int(at["mask"]) + 1)
            if size > len(layers.table):
                self._making = size * layers.table.itemsize
                yield
                self._replace(table=np.empty(size, np.int32))
                self._making = 0
            at["mask"], at["cleared"], at["hashed"] = size - 1, 0, 0

    def _larger(self, array: Array, width: int, rows: int) -> Generator[None, None, Array]:
        """A copy of so many rows of an array with room for half as many again."""
        shape = len(array) + max(len(array) // 2, START), width
        self._making = prod(shape) * array.itemsize
        if rows > PART:
            yield  # it may be too much
        larger, old = np.empty(shape, array.dtype), array.shape[1]
        for start in range(0, rows, PART):
            piece = slice(start, min(start + PART, rows))
            larger[piece, :old], larger[piece, old:] = array[piece], 0
            if rows > PART:
                yield
        self._making = 0
        return larger

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
