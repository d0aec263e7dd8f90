"""Random covers of a board with pipes, by annealing.

Every vertex starts as a pipe of its own. A move takes the end of a pipe and joins it to a
neighbouring vertex, wherever that lies: the pipe it lies on is cut there and the loose part goes
to the other pipe (on its own pipe that is the *backbite* move for Hamiltonian paths). So ends wander,
pipes grow, shrink and merge, and whatever makes a board bad (short pipes, pipes that touch
themselves, long straight runs) has a price that falling temperature makes decisive.
"""

from __future__ import annotations

import math
from random import Random

from puzzles.flow.model import Board
from puzzles.flow.problem import Path

SHORTEST = 3  # vertices of a pipe

# Prices. Those of faults are beyond what the last temperature accepts.
SHORT, TOUCH, BRIDGE_END, EXTRA = 4.0, 3.0, 3.0, 2.0
BEND, RULER, STUMP, RIM = 0.1, 0.8, 0.4, 0.25
HOT, COLD = 1.5, 0.15
SWEEPS = 250  # moves tried for each vertex


class Cover:
    """Pipes that use every vertex of a board once."""

    def __init__(self, board: Board, paths: list[Path] | None = None) -> None:
        self._near = board.graph.neighbours
        self._ways = board.ways
        self._cells = board.grid.n  # the lower vertices of bridges come after the cells
        self._bridges = board.bridges
        most = max(map(len, self._near))
        self._rim = [len(near) < most for near in self._near]
        self.paths = [list(path) for path in paths or [(v,) for v in range(board.graph.n)]]
        self._owner = [0] * board.graph.n
        for i, path in enumerate(self.paths):
            self._own(i, path)

    def _own(self, i: int, path: list[int]) -> None:
        for v in path:
            self._owner[v] = i

    def cut(self, i: int, at: int) -> None:
        path = self.paths[i]
        self.paths[i] = path[:at]
        self.paths.append(path[at:])
        self._own(len(self.paths) - 1, path[at:])

    def faults(self, path: list[int]) -> float:
        """The price of what a pipe may not be in the end."""
        price = SHORT * max(0, SHORTEST - len(path))
        for end in (path[0], path[-1]):
            if end >= self._cells or end in self._bridges:
                price += BRIDGE_END
        inside = set(path)
        joined = sum(w in inside for v in path for w in self._near[v])
        return price + TOUCH * (joined / 2 - len(path) + 1)

    def price(self, path: list[int]) -> float:
        """What a pipe costs, looks included."""
        ways = [self._ways[a, b] for a, b in zip(path, path[1:], strict=False)]
        bends = sum(a != b for a, b in zip(ways, ways[1:], strict=False))
        stump = len(path) == SHORTEST
        rim = self._rim[path[0]] + self._rim[path[-1]]
        return self.faults(path) + BEND * bends + RULER * (bends == 0) + STUMP * stump + RIM * rim

    @property
    def fine(self) -> bool:
        return not any(self.faults(path) for path in self.paths)

    def anneal(self, rng: Random, least: int, sweeps: int = SWEEPS, hot: float = HOT,
               region: list[int] | None = None) -> None:
        """Improve the cover, with no fewer than `least` pipes."""
        region = region or list(range(len(self._owner)))
        steps = sweeps * len(region)
        cooling = (COLD / hot) ** (1 / steps)
        prices = [self.price(path) for path in self.paths]
        temperature = hot
        for _ in range(steps):
            temperature *= cooling
            self._move(rng, region[int(rng.random() * len(region))], least, prices, temperature)

    def _move(self, rng: Random, start: int, least: int, prices: list[float], temperature: float) -> None:
        """Try one move."""
        i = self._owner[start]
        path = self.paths[i]
        if rng.random() < 0.5:
            path = path[::-1]
        near = self._near[path[-1]]
        target = near[int(rng.random() * len(near))] if near else path[-1]
        j = self._owner[target]
        if i == j:
            at = path.index(target)
            if at >= len(path) - 2:
                return
            grown, rest = path[: at + 1] + path[:at:-1], []
        else:
            other = self.paths[j]
            at = other.index(target)
            if rng.random() < 0.5:
                grown, rest = path + other[at:], other[:at]
            else:
                grown, rest = path + other[at::-1], other[at + 1 :]
            if not rest and len(self.paths) <= least:
                return
        before = prices[i] + (prices[j] if i != j else 0)
        price, left = self.price(grown), self.price(rest) if rest else 0.0
        change = price + left - before - (EXTRA if i != j and not rest else 0)
        if change > 0 and rng.random() >= math.exp(-change / temperature):
            return
        self.paths[i], prices[i] = grown, price
        if i == j:
            return
        self._own(i, grown)
        self.paths[j], prices[j] = rest, left
        if not rest:
            self.paths[j], prices[j] = self.paths[-1], prices[-1]
            self.paths.pop()
            prices.pop()
            if j < len(self.paths):
                self._own(j, self.paths[j])
