"""Random covers of a board with pipes, by annealing.

Every vertex starts as a pipe of its own. A move takes the end of a pipe and joins it to a
neighbouring vertex: the pipe that lies there is cut, and one part of it changes owner (on its own
pipe this is the *backbite* move for Hamiltonian paths: Mansfield, J. Chem. Phys. 1982). So ends
wander, and pipes grow, shrink and merge. What makes a board bad has a price, and falling
temperature makes prices decisive.

What boards look like has smaller prices: covers are then drawn from a distribution in which the
mean of each priced feature is as wished, and which is otherwise as random as can be (a model of
maximum entropy: Zhu, Wu & Mumford, "Minimax entropy principle and its application to texture
modeling", 1997).
"""

import math
from collections.abc import Iterable, Iterator
from random import Random
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.model import Board
from puzzles.flow.rules.problem import Floats, Numbers, Path, Solution, Words, touches_itself
from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled, zeros

SHORTEST = 3  # vertices of a pipe

# Faults, which the last temperature no longer accepts: a vertex missing from a short pipe, an edge
# at which a pipe touches itself, a pipe that ends on a bridge; and each pipe too many.
SHORT, TOUCH, BRIDGE_END, EXTRA = 4.0, 3.0, 3.0, 2.0
# Looks of a pipe: no bend; SHORTEST vertices and one more, for each vertex along a side of the
# board; the share of the board that its steps on the rim are, the square of its length over the
# mean of all, and the distance of its ends in sides of the board. Newton's method found these
# prices: with them our plain boards of 8×8 to 12×12 have about the means of every second one that
# people have played for years.
RULER, STUMP, STUB, ALONG, SPREAD, APART = 0.05, 0.038, 0.017, 3.3, 0.075, -0.16

HOT, COLD = 1.5, 0.15
SWEEPS = 250  # moves tried for each vertex
SLICE = 20_000  # moves between two looks at the clock, about 20 ms

# The indices of `Layout.counters`.
PIPES, LEAST, STAMP = range(3)


class Layout(NamedTuple):
    """A board with n vertices and its pipes, in the order in which they were made."""

    indptr: Ints  # (n + 1,) and
    indices: Ints  # (2m,): the graph
    way: npt.NDArray[np.int8]  # (2m,): the direction of each step
    rim: npt.NDArray[np.bool_]  # (n,)
    bridge: npt.NDArray[np.bool_]  # (n,)
    spot: Floats  # (n, 2): where each vertex is drawn
    pipe: Annotated[Ints, "n n"]  # the vertices of each pipe, from end to end
    size: Annotated[Numbers, "n"]  # how many they are
    price: Annotated[Floats, "n"]
    owner: Annotated[Numbers, "n"]  # the pipe on each vertex, and
    place: Annotated[Numbers, "n"]  # where it stands on that
    scratch: Annotated[Ints, "2 n"]
    mark: Annotated[Numbers, "n"]  # the last stamp each vertex got
    state: Annotated[Words, "1"]  # of the random numbers
    # How many pipes there are, how few there may be, the stamp.
    counters: Annotated[Numbers, "3"]


class Cover:
    """Pipes that use every vertex of a board once."""

    def __init__(self, board: Board, rng: Random) -> None:
        graph, n = board.graph, board.graph.n
        self._graph, self._beside = graph, board.grid.graph.neighbours
        ways = {way: i for i, way in enumerate(sorted(set(board.ways.values())))}
        steps = [(v, w) for v in range(n) for w in graph.neighbours[v]]
        degree = np.diff(graph.indptr)
        given = {
            "indptr": graph.indptr,
            "indices": graph.indices,
            "way": np.array([ways[board.ways[step]] for step in steps], np.int8),
            "rim": degree < degree.max(),
            "bridge": np.array([cell in board.bridges for cell in board.cell_of]),
            "spot": board.grid.centres[[*board.cell_of]],
        }
        self._layout = zeros(Layout, given, n=n)
        self._layout.pipe[:, 0] = self._layout.owner[:] = np.arange(n)
        self._layout.size[:], self._layout.counters[PIPES] = 1, n
        self._layout.state[0] = rng.getrandbits(64) | 1
        self._layout.price[:] = [price_of(self._layout, pipe, 1) for pipe in self._layout.pipe]

    @property
    def pipes(self) -> Solution:
        layout = self._layout
        return tuple(
            tuple(layout.pipe[i, : layout.size[i]].tolist()) for i in range(layout.counters[PIPES])
        )

    def fine(self, pipes: int) -> bool:
        """Return whether there are so many pipes, all without a fault, and some dot off the rim."""
        own = self.pipes
        ends = [end for pipe in own for end in (pipe[0], pipe[-1])]
        return len(own) == pipes and all(map(self._sound, own)) and not self._layout.rim[ends].all()

    def _sound(self, pipe: Path) -> bool:
        first, last = pipe[0], pipe[-1]
        if len(pipe) < SHORTEST or self._layout.bridge[[first, last]].any():
            return False
        # Dots beside each other look joined, even with a wall between them.
        return last not in self._beside[first] and not touches_itself(self._graph, pipe)

    def around(self, vertices: Iterable[int]) -> list[int]:
        """Return all vertices of the pipes that these are on or next to."""
        close = {w for v in vertices for w in (v, *self._graph.neighbours[v])}
        owners = {int(self._layout.owner[v]) for v in close}
        return [v for i, pipe in enumerate(self.pipes) if i in owners for v in pipe]

    def anneal(
        self, least: int, region: list[int], sweeps: int = SWEEPS, hot: float = HOT
    ) -> Iterator[None]:
        """Improve the pipes of these vertices, and what they touch, with no fewer than `least`
        pipes on the board. Pauses for whoever wants to look at the clock."""
        self._layout.counters[LEAST] = least
        steps, vertices = sweeps * len(region), np.array(region, np.int32)
        for first in range(0, steps, SLICE):
            yield
            anneal(self._layout, vertices, first, min(first + SLICE, steps), steps, hot)


@compiled
def random(layout: Layout) -> float:
    """Return the next random number, at least 0 and less than 1: xorshift64* (Vigna 2016)."""
    x = layout.state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    layout.state[0] = x
    return float((x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(11)) / 2.0**53


@compiled
def anneal(layout: Layout, region: Ints, first: int, last: int, steps: int, hot: float) -> None:
    """Make moves `first` … `last` − 1 of the `steps` in which the temperature falls."""
    temperature = hot * (COLD / hot) ** (first / steps)
    factor = (COLD / hot) ** (1 / steps)
    for _ in range(first, last):
        temperature *= factor
        move(layout, region[int(random(layout) * len(region))], temperature)


@compiled
def move(layout: Layout, vertex: int, temperature: float) -> None:
    """Try one move of an end of the pipe that a vertex is on."""
    i = layout.owner[vertex]
    pipe, size, grown, rest = layout.pipe[i], layout.size[i], layout.scratch[0], layout.scratch[1]
    backward = random(layout) < 0.5
    for k in range(size):
        grown[k] = pipe[size - 1 - k] if backward else pipe[k]
    end = grown[size - 1]
    degree = layout.indptr[end + 1] - layout.indptr[end]
    if degree == 0:
        return
    target = layout.indices[layout.indptr[end] + int(random(layout) * degree)]
    j, place = layout.owner[target], layout.place[target]
    left = more = 0
    if i == j:
        own = size - 1 - place if backward else place
        if own == size - 2:
            return
        backbite(grown, own, size)
    else:
        onward = random(layout) < 0.5
        more = layout.size[j] - place if onward else place + 1
        left = layout.size[j] - more
        if left == 0 and layout.counters[PIPES] <= layout.counters[LEAST]:
            return
        graft(layout, j, place, onward, size)
    price = price_of(layout, grown, size + more)
    change = price - layout.price[i]
    if i != j:
        change += (price_of(layout, rest, left) if left else -EXTRA) - layout.price[j]
    if change > 0 and random(layout) >= math.exp(-change / temperature):
        return
    put(layout, i, grown, size + more)
    if left:
        put(layout, j, rest, left)
    elif i != j:
        drop(layout, j)


@compiled
def backbite(pipe: Ints, place: int, size: int) -> None:
    """Join the end of a pipe to the vertex at a place of its own, and cut it after that."""
    for k in range((size - place - 1) // 2):
        a, b = place + 1 + k, size - 1 - k
        pipe[a], pipe[b] = pipe[b], pipe[a]


@compiled
def graft(layout: Layout, j: int, place: int, onward: bool, size: int) -> None:
    """Cut pipe j at a place: append what follows from there, or what leads there, to the pipe of
    that size in `scratch[0]`, and put what is left into `scratch[1]`."""
    pipe, grown, rest = layout.pipe[j], layout.scratch[0], layout.scratch[1]
    for k in range(layout.size[j]):
        if onward and k >= place:
            grown[size + k - place] = pipe[k]
        elif not onward and k <= place:
            grown[size + place - k] = pipe[k]
        else:
            rest[k if onward else k - place - 1] = pipe[k]


@compiled
def drop(layout: Layout, j: int) -> None:
    """Forget pipe j, which has no vertices left; the last pipe gets its number."""
    layout.counters[PIPES] -= 1
    last = layout.counters[PIPES]
    if j < last:
        for k in range(layout.size[last]):
            layout.scratch[1, k] = layout.pipe[last, k]
        put(layout, j, layout.scratch[1], layout.size[last])


@compiled
def put(layout: Layout, i: int, vertices: Ints, size: int) -> None:
    """Make the first `size` of these vertices pipe i."""
    for k in range(size):
        v = vertices[k]
        layout.pipe[i, k] = v
        layout.owner[v], layout.place[v] = i, k
    layout.size[i] = size
    layout.price[i] = price_of(layout, layout.pipe[i], size)


@compiled
def price_of(layout: Layout, pipe: Ints, size: int) -> float:
    """Return the price of the pipe that is the first `size` of these vertices."""
    layout.counters[STAMP] += 1
    for k in range(size):
        layout.mark[pipe[k]] = layout.counters[STAMP]
    joined, bends, along, before = 0, 0, 0, -1
    for k in range(size):
        for step in range(layout.indptr[pipe[k]], layout.indptr[pipe[k] + 1]):
            w = layout.indices[step]
            joined += layout.mark[w] == layout.counters[STAMP]
            if k + 1 < size and w == pipe[k + 1]:
                bends += before >= 0 and before != layout.way[step]
                along += layout.rim[pipe[k]] and layout.rim[w]
                before = layout.way[step]
    first, last, n = pipe[0], pipe[size - 1], len(layout.owner)
    here, there = layout.spot[first], layout.spot[last]
    fill = size * layout.counters[LEAST] / n
    return float(
        SHORT * max(0, SHORTEST - size)
        + TOUCH * (joined // 2 - size + 1)
        + BRIDGE_END * (int(layout.bridge[first]) + int(layout.bridge[last]))
        + RULER * (bends == 0)
        + math.sqrt(n) * (STUMP * (size == SHORTEST) + STUB * (size == SHORTEST + 1))
        + ALONG * along / n
        + SPREAD * (fill * fill)
        + APART * (abs(here[0] - there[0]) + abs(here[1] - there[1])) / math.sqrt(n)
    )
