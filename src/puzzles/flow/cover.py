"""Random covers of a board with pipes, by annealing.

Every vertex starts as a pipe of its own. A move takes the end of a pipe and joins it to a
neighbouring vertex: the pipe that lies there is cut, and one part of it changes owner (on its own
pipe this is the *backbite* move for Hamiltonian paths: Mansfield, J. Chem. Phys. 1982). So ends
wander, and pipes grow, shrink and merge. What makes a board bad has a price, and falling
temperature makes prices decisive.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from random import Random

from puzzles.flow.model import Board
from puzzles.flow.problem import Path, Solution, touches_itself

SHORTEST = 3  # vertices of a pipe

# Faults, which the last temperature no longer accepts: a vertex missing from a short pipe, an edge
# at which a pipe touches itself, a pipe that ends on a bridge; and each pipe too many.
SHORT, TOUCH, BRIDGE_END, EXTRA = 4.0, 3.0, 3.0, 2.0
# Looks: a pipe without a bend, one of the least length, each bend, each dot on the rim. Staircases
# and dots along the rim give themselves away.
RULER, STUMP, BEND, RIM = 0.8, 0.4, 0.1, 0.25

HOT, COLD = 1.5, 0.15
SWEEPS = 250  # moves tried for each vertex
PAUSE = 1000  # moves between two looks at the clock, about 20 ms


class Cover:
    """Pipes that use every vertex of a board once."""

    def __init__(self, board: Board) -> None:
        self._near = board.graph.neighbours
        self._graph, self._ways = board.graph, board.ways
        inner = max(map(len, self._near))
        self._rim = [len(near) < inner for near in self._near]
        self._bridge = [cell in board.bridges for cell in board.cell_of]
        self._owner = [0] * board.graph.n
        self.pipes = tuple((vertex,) for vertex in range(board.graph.n))

    @property
    def pipes(self) -> Solution:
        return tuple(map(tuple, self._pipes))

    @pipes.setter
    def pipes(self, pipes: Solution) -> None:
        self._pipes = [list(pipe) for pipe in pipes]
        self._prices = [self._price(pipe) for pipe in self._pipes]
        for i, pipe in enumerate(self._pipes):
            self._put(i, pipe, self._prices[i])

    def sound(self, pipe: Path) -> bool:
        """Whether a pipe has no faults."""
        ends_on_bridge = self._bridge[pipe[0]] or self._bridge[pipe[-1]]
        return not (len(pipe) < SHORTEST or ends_on_bridge or touches_itself(self._graph, pipe))

    def around(self, vertices: Iterable[int]) -> list[int]:
        """All vertices of the pipes that these are on or next to."""
        close = {w for v in vertices for w in (v, *self._near[v])}
        owners = sorted({self._owner[v] for v in close})
        return [v for i in owners for v in self._pipes[i]]

    def anneal(
        self, rng: Random, least: int, region: list[int], sweeps: int = SWEEPS, hot: float = HOT
    ) -> Iterator[None]:
        """Improve the pipes of these vertices, and what they touch, with no fewer than `least`
        pipes on the board. Pauses for whoever wants to look at the clock."""
        steps = sweeps * len(region)
        for step in range(steps):
            if step % PAUSE == 0:
                temperature = hot * (COLD / hot) ** (step / steps)
                yield
            self._move(rng, region[int(rng.random() * len(region))], least, temperature)

    def _move(self, rng: Random, vertex: int, least: int, temperature: float) -> None:
        """Try one move of an end of the pipe that a vertex is on."""
        i = self._owner[vertex]
        pipe = self._pipes[i]
        if rng.random() < 0.5:
            pipe = pipe[::-1]
        near = self._near[pipe[-1]]
        if not near:
            return
        target = near[int(rng.random() * len(near))]
        j = self._owner[target]
        other, rest = self._pipes[j], []
        if i == j:
            at = pipe.index(target)
            grown = pipe[: at + 1] + pipe[:at:-1]
        else:
            at = other.index(target)
            if rng.random() < 0.5:
                grown, rest = pipe + other[at:], other[:at]
            else:
                grown, rest = pipe + other[at::-1], other[at + 1 :]
            if not rest and len(self._pipes) <= least:
                return
        price = self._price(grown)
        change = price - self._prices[i]
        if i != j:
            change += (self._price(rest) if rest else -EXTRA) - self._prices[j]
        if change > 0 and rng.random() >= math.exp(-change / temperature):
            return
        self._put(i, grown, price)
        if rest:
            self._put(j, rest, self._price(rest))
        elif i != j:
            last, price = self._pipes.pop(), self._prices.pop()
            if j < len(self._pipes):
                self._put(j, last, price)

    def _put(self, i: int, pipe: list[int], price: float) -> None:
        self._pipes[i], self._prices[i] = pipe, price
        for v in pipe:
            self._owner[v] = i

    def _price(self, pipe: list[int]) -> float:
        first, last, inside = pipe[0], pipe[-1], set(pipe)
        joined = sum(w in inside for v in pipe for w in self._near[v])
        ways = [self._ways[step] for step in pairwise(pipe)]
        bends = sum(a != b for a, b in pairwise(ways))
        return (
            SHORT * max(0, SHORTEST - len(pipe))
            + TOUCH * (joined // 2 - len(pipe) + 1)
            + BRIDGE_END * (self._bridge[first] + self._bridge[last])
            + RULER * (bends == 0)
            + STUMP * (len(pipe) == SHORTEST)
            + BEND * bends
            + RIM * (self._rim[first] + self._rim[last])
        )
