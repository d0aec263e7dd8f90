"""How many states must a sweep over a board of 20×20 hold, however well it tells which of them
cannot be finished?

    python bench/flow_live.py [--samples N] [SEED …]

The boards are those of `flow_data.drawn`. From the filling that one was made from others are
reached by random moves that keep what is joined. Each of them has a state at every line between
rows and between columns, seen from either side, and all these states can be finished. How many
there are is estimated from below (Chao, "Nonparametric estimation of the number of classes in a
population", 1984): those seen, and as many unseen ones as half the square of those seen once over
those seen twice. That samples resemble each other makes it less.

A row for each board, for the better one of rows and columns: the states that must be held at the
worst line by one sweep, and by two that meet where that is best; and how many these two expand at
least, if each of the cells of a line costs as many as the line.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import njit

import flow_data
from puzzles.flow.rules.problem import Words
from tables import show

COLUMNS = (
    "pairs",
    "states at the worst line: by one sweep",
    "by two that meet",
    "expanded by these in all",
)
SEEDS = [0, 4, 8, 13, 29]
SAMPLES = 20_000  # fillings of a board that are looked at
SIZE = 20
LOOPS = 2  # as many may there be between one filling and the next
APART = 3_000  # moves between two that are looked at
END = 1_000  # as where a strand leads: a dot of colour 0

Cells = npt.NDArray[np.int64]
Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    return cast(Function, njit(function, cache=True))


@kernel
def used(near: Cells, v: int, w: int) -> bool:
    return bool(near[v, 0] == w or near[v, 1] == w)


@kernel
def exchange(near: Cells, v: int, old: int, new: int) -> None:
    """Lead an edge of v elsewhere."""
    near[v, 0 if near[v, 0] == old else 1] = new


@kernel
def onward(near: Cells, v: int, back: int) -> int:
    """The other cell that v is joined to, or −1."""
    return int(near[v, 1] if near[v, 0] == back else near[v, 0])


@kernel
def end(near: Cells, dot: Cells, v: int, back: int, corners: Cells) -> int:
    """Where the strand at v ends that does not go on to `back`, if the edges between the first two
    corners, and between the other two, are gone: a corner, or END and a colour."""
    while True:
        w = onward(near, v, back)
        if w < 0:
            return END + int(dot[v])
        for k in range(4):
            if v == corners[k] and w == corners[k ^ 1]:
                return v
        v, back = w, v


@kernel
def flip(near: Cells, dot: Cells, corners: Cells, room: int) -> int:
    """Join corners 0 and 2, and 1 and 3, instead of 0 and 1, and 2 and 3, if that joins no dots of
    two colours; how many loops more that makes, which may be `room` at most."""
    a, b, d, c = corners
    if not (used(near, a, b) and used(near, c, d)) or used(near, a, d) or used(near, b, c):
        return 0
    to_a, to_b = end(near, dot, a, b, corners), end(near, dot, b, a, corners)
    more = 0
    if to_a == b or end(near, dot, c, d, corners) == d:
        more = -1
    elif to_a == d or to_b == c:
        more = 1
    elif to_a != c and to_b != d:
        return 0
    if more > room:
        return 0
    exchange(near, a, b, d)
    exchange(near, b, a, c)
    exchange(near, c, d, b)
    exchange(near, d, c, a)
    return more


@kernel
def shift(near: Cells, x: int, y: int, aside: int) -> None:
    """Give the two cells x and y, if a path goes aside to visit them, to one on the other side."""
    b, c, a, d = x + aside, y + aside, x - aside, y - aside
    visited = used(near, x, y) and used(near, x, b) and used(near, y, c)
    if visited and not used(near, b, c) and used(near, a, d):
        exchange(near, b, x, c)
        exchange(near, c, y, b)
        exchange(near, x, b, a)
        exchange(near, y, c, d)
        exchange(near, a, d, x)
        exchange(near, d, a, y)


@kernel
def walk(near: Cells, dot: Cells, loops: int) -> None:
    """Go on at random until there is another filling; there are no loops before and after."""
    corners, moves = np.empty(4, np.int64), 0
    while moves < APART or loops:
        moves += 1
        r, c, turned = np.random.randint(SIZE), np.random.randint(SIZE), np.random.randint(2)
        right, down = (SIZE, 1) if turned else (1, SIZE)
        a = r * SIZE + c
        if r < SIZE - 1 and c < SIZE - 1:
            corners[:] = a, a + right, a + down, a + right + down
            loops += flip(near, dot, corners, LOOPS - loops)
        if 0 < (c if turned else r) < SIZE - 1 and (r if turned else c) < SIZE - 1:
            shift(near, a, a + right, down if np.random.randint(2) else -down)


@kernel
def states(near: Cells, dot: Cells, ends: Cells, states: Words) -> None:
    """A hash of the state at each line between rows (0) or columns (1) of the part before (0) or
    after it (1), into `states` (2, 2, SIZE − 1). `ends` (colours, 2) are the dots."""
    names = np.empty(len(ends), np.int64)
    for turned in range(2):
        along, over = (SIZE, 1) if turned else (1, SIZE)
        for after in range(2):
            for line in range(SIZE - 1):
                names[:] = -1
                told, h = 0, np.uint64(1)
                for k in range(SIZE):
                    v = k * along + (line + after) * over
                    w = v + (over if after == 0 else -over)
                    lead = 0
                    if used(near, v, w):
                        lead = 1 + lead_to(near, dot, v, w, over, line + 1, after)
                    if lead > END:
                        colour = lead - 1 - END
                        inside = 0
                        for i in range(2):
                            inside += (ends[colour, i] // over % SIZE > line) == after
                        if inside == 2:
                            if names[colour] < 0:
                                names[colour] = told
                                told += 1
                            lead = 2 * END + names[colour]
                    h = (h ^ np.uint64(lead)) * np.uint64(0x9E3779B97F4A7C15)
                    h ^= h >> np.uint64(29)
                states[turned, after, line] = h


@kernel
def lead_to(near: Cells, dot: Cells, v: int, w: int, over: int, line: int, after: int) -> int:
    """Where the strand that leaves a part of the board from v to w comes from: the place where it
    leaves it, too, or END and a colour."""
    while True:
        v, w = onward(near, v, w), v
        if v < 0:
            return END + int(dot[w])
        if (v // over % SIZE >= line) != (after == 1):
            return w // (SIZE if over == 1 else 1) % SIZE


@kernel
def sample(near: Cells, dot: Cells, ends: Cells, seed: int, found: Any) -> None:
    """Fill in `found` (N, 2, 2, SIZE − 1)."""
    np.random.seed(seed)
    for i in range(len(found)):
        walk(near, dot, 0)
        states(near, dot, ends, found[i])


def at_least(samples: Words) -> float:
    """How many kinds there are, by Chao's estimate."""
    counts = np.unique(samples, return_counts=True)[1]
    once, twice = int((counts == 1).sum()), int((counts == 2).sum())
    return len(counts) + once * (once - 1) / (2 * (twice + 1))


def rows(seeds: list[int], samples: int) -> Iterator[tuple[object, ...]]:
    """The cells of the table, by COLUMNS."""
    for seed in seeds:
        pipes = flow_data.drawn_pipes(SIZE, flow_data.pairs_of(seed), seed)
        near, dot = np.full((SIZE * SIZE, 2), -1), np.full(SIZE * SIZE, -1)
        for colour, pipe in enumerate(pipes):
            near[pipe[1:], 0], near[pipe[:-1], 1] = pipe[:-1], pipe[1:]
            dot[[pipe[0], pipe[-1]]] = colour
        found = np.zeros((samples, 2, 2, SIZE - 1), np.uint64)
        sample(near, dot, np.array([(pipe[0], pipe[-1]) for pipe in pipes]), seed, found)
        yield len(pipes), *(f"{bound:,.0f}" for bound in bounds(found))


def bounds(samples: Words) -> tuple[float, float, float]:
    """What one sweep holds at the worst line, what two hold that meet, and what these expand."""
    states = np.apply_along_axis(at_least, 0, samples)
    alone = states.max(axis=2).min()
    met = [
        (
            max(before[: k + 1].max(), after[k:].max()),
            SIZE * (before[: k + 1].sum() + after[k:].sum()),
        )
        for before, after in states
        for k in range(SIZE - 1)
    ]
    return float(alone), float(min(hold for hold, _ in met)), float(min(work for _, work in met))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("seeds", nargs="*", type=int, default=SEEDS)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    options = parser.parse_args()
    show(COLUMNS, rows(options.seeds, options.samples))


if __name__ == "__main__":
    main()
