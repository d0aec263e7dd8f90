"""The search for solutions against plain enumeration, its limits, and published levels."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from puzzles.core.solving import Limits
from puzzles.flow.problem import Path as Pipe
from puzzles.flow.problem import Problem, Solution, fault, touches_itself
from puzzles.flow.search import Found, search
from puzzles.grids.graph import Graph

DATA = Path(__file__).parents[2] / "../shared/data/flow"

Edge = tuple[int, int]


def problem(n: int, edges: list[Edge], dot: dict[int, int], fill: bool = True) -> Problem:
    dots = np.full(n, -1, np.int32)
    for v, colour in dot.items():
        dots[v] = colour
    place = np.stack([np.arange(n), np.zeros(n)], axis=1).astype(float)
    return Problem.build(Graph.from_edges(n, edges), dots, place, fill)


def square_edges(rows: int, cols: int) -> list[Edge]:
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    return ([(r * cols + c, r * cols + c + 1) for r, c in cells if c + 1 < cols]
            + [(r * cols + c, r * cols + cols + c) for r, c in cells if r + 1 < rows])


def board(text: str, fill: bool = True) -> Problem:
    """A square board: `.` is empty, any other character a dot."""
    rows = text.split()
    letters = "".join(rows)
    names = sorted(set(letters) - {"."})
    dot = {v: names.index(letter) for v, letter in enumerate(letters) if letter != "."}
    return problem(len(letters), square_edges(len(rows), len(rows[0])), dot, fill)


def random_edges(rng: random.Random, kind: str) -> tuple[int, list[Edge], list[int]]:
    """A small board of a kind: its number of vertices, edges, and where dots may be."""
    rows, cols = rng.choice([(2, 4), (3, 3), (3, 4), (4, 3), (4, 4), (3, 5), (4, 5)])
    n = rows * cols
    edges = square_edges(rows, cols)
    dots = list(range(n))
    if kind == "holes":
        dots = [v for v in dots if rng.random() < 0.85]
        edges = [(a, b) for a, b in edges if a in dots and b in dots]
    elif kind == "walls":
        edges = [edge for edge in edges if rng.random() < 0.85]
    elif kind == "wraps":
        edges += [(r * cols, r * cols + cols - 1) for r in range(rows) if rng.random() < 0.5]
        edges += [(c, n - cols + c) for c in range(cols) if rows > 2 and rng.random() < 0.5]
    elif kind == "hexes":
        edges += [(r * cols + c, r * cols + cols + c + 1)
                  for r in range(rows - 1) for c in range(cols - 1)]
    elif kind == "graph":
        edges = [(a, b) for b in range(n) for a in range(b) if rng.random() < 3 / n]
    elif kind == "bridges":
        row, col = rng.randint(0, rows - 3) + 1 if rows > 2 else 0, rng.randint(1, cols - 2)
        v = row * cols + col
        if row > 0:
            edges = [(a, n if b == v else b) if a == v - cols or b == v + cols else (a, b)
                     for a, b in edges]
            edges = [(n, b) if a == v and b == v + cols else (a, b) for a, b in edges]
            n += 1
            dots.remove(v)
    if kind == "holes":  # renumbered, so that no vertex lies outside the board
        new = {v: i for i, v in enumerate(dots)}
        edges = [(new[a], new[b]) for a, b in edges]
        n, dots = len(dots), list(range(len(dots)))
    return n, edges, dots


def random_problem(rng: random.Random, kind: str, fill: bool) -> Problem:
    """Half of them have dots anywhere, half at the ends of random paths, which makes them solvable
    more often."""
    n, edges, free = random_edges(rng, kind)
    colours = rng.randint(1, 4)
    dot: dict[int, int] = {}
    if rng.random() < 0.4:
        chosen = rng.sample(free, min(len(free) // 2, rng.randint(1, 4)) * 2)
        for i, v in enumerate(chosen):
            dot[v] = (i // 2) % colours
    else:
        for i, (a, b) in enumerate(random_ends(rng, n, edges, set(free))):
            dot[a] = dot[b] = i if rng.random() < 0.8 else rng.randrange(i + 1)
    return problem(n, edges, dot, fill)


def random_ends(rng: random.Random, n: int, edges: list[Edge], dots: set[int]) -> list[Edge]:
    """The ends of disjoint paths through most of a graph: the longest that walks happen to be."""
    near = Graph.from_edges(n, edges).neighbours
    left, ends = set(range(n)), []
    for start in rng.sample(sorted(dots), len(dots)):
        walk = [start]
        while start in left:
            steps = [w for w in near[walk[-1]] if w in left and w not in walk]
            if not steps or rng.random() < 0.1:
                break
            walk.append(rng.choice(steps))
        while len(walk) > 1 and walk[-1] not in dots:
            walk.pop()
        if start in left and len(walk) > 1:
            left -= set(walk)
            ends.append((start, walk[-1]))
    return ends


def enumeration(task: Problem) -> Iterator[Solution]:
    """Every solution, by growing a path from the first dot that has none."""
    near, dot = task.graph.neighbours, task.dot.tolist()
    dots = [v for v in range(task.n) if dot[v] >= 0]

    def extend(paths: list[Pipe], used: set[int]) -> Iterator[Solution]:
        start = next((v for v in dots if v not in used), None)
        if start is None:
            if not task.fill or len(used) == task.n:
                yield tuple(paths)
            return
        stack: list[Pipe] = [(start,)]
        while stack:
            path = stack.pop()
            for w in near[path[-1]]:
                if w in used or w in path:
                    continue
                if dot[w] < 0:
                    stack.append((*path, w))
                elif dot[w] == dot[start]:
                    yield from extend([*paths, (*path, w)], used | set(path) | {w})

    return extend([], set())


def touches(task: Problem, solution: Solution) -> bool:
    return any(touches_itself(task.graph, path) for path in solution)


def found(task: Problem, untouching: bool, want: int = 1, limits: Limits | None = None) -> Found:
    *_, last = search(task, limits or Limits(), untouching, want)
    assert isinstance(last, Found)
    return last


def canonical(solution: Solution) -> frozenset[Pipe]:
    return frozenset(min(path, path[::-1]) for path in solution)


def check_against_enumeration(seed: int, kind: str, boards: int) -> None:
    rng = random.Random(f"{kind} {seed}")
    counts = []
    for _ in range(boards):
        task = random_problem(rng, kind, fill=rng.random() < 0.6)
        every = list(enumeration(task))
        for untouching in (False, True):
            wanted = {canonical(s) for s in every if not (untouching and touches(task, s))}
            result = found(task, untouching, 50)
            assert len(result.solutions) == min(50, len(wanted))
            assert {canonical(s) for s in result.solutions} <= wanted
            assert all(not fault(task, s) for s in result.solutions)
            assert len({canonical(s) for s in result.solutions}) == len(result.solutions)
            assert result.stopped == ""
            assert result.complete == (len(wanted) < 50) or len(wanted) == 50
            counts.append(len(wanted))
    assert sum(count > 0 for count in counts) > boards // 3
    assert sum(count == 0 for count in counts) > boards // 10


KINDS = ["square", "holes", "walls", "wraps", "bridges", "hexes", "graph"]


@pytest.mark.parametrize("kind", KINDS)
def test_enumeration_agrees(kind):
    check_against_enumeration(1, kind, 150)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_enumeration_agrees_on_many(kind):
    check_against_enumeration(2, kind, 3000)
