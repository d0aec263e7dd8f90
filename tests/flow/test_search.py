"""The search for solutions against plain enumeration, its limits, and published levels."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
from naive import fault

import flow_data
from puzzles.flow.rules.problem import Path, Problem, Solution, touches_itself
from puzzles.flow.solver.search import EXHAUSTED, FOUND, RUNNING, Search
from puzzles.grids.graph import Graph
from sampling import slow

Edge = tuple[int, int]


def problem(n: int, edges: list[Edge], dot: dict[int, int], fill: bool = True) -> Problem:
    dots = np.full(n, -1, np.int32)
    for v, colour in dot.items():
        dots[v] = colour
    place = np.stack([np.arange(n), np.zeros(n)], axis=1).astype(float)
    return Problem.build(Graph.from_edges(n, edges), dots, place, fill)


def square_edges(rows: int, cols: int) -> list[Edge]:
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    return [(r * cols + c, r * cols + c + 1) for r, c in cells if c + 1 < cols] + [
        (r * cols + c, r * cols + cols + c) for r, c in cells if r + 1 < rows
    ]


def random_graph(rng: random.Random, kind: str) -> tuple[int, list[Edge], list[int]]:
    """A small board of a kind: its number of vertices, its edges, and where dots may be."""
    rows, cols = rng.choice([(2, 4), (3, 3), (3, 4), (4, 3), (4, 4), (3, 5), (4, 5)])
    if kind == "hexes" and rows * cols > 12:
        rows, cols = 3, 4
    n = rows * cols
    edges, dots = square_edges(rows, cols), list(range(n))
    if kind == "holes":
        kept = [v for v in dots if rng.random() < 0.85]
        edges = [(kept.index(a), kept.index(b)) for a, b in edges if a in kept and b in kept]
        n, dots = len(kept), list(range(len(kept)))
    elif kind == "walls":
        edges = [edge for edge in edges if rng.random() < 0.85]
    elif kind == "wraps":
        edges += [(r * cols, r * cols + cols - 1) for r in range(rows) if rng.random() < 0.5]
        edges += [(c, n - cols + c) for c in range(cols) if rows > 2 and rng.random() < 0.5]
    elif kind == "hexes":
        edges += [
            (r * cols + c, r * cols + cols + c + 1)
            for r in range(rows - 1)
            for c in range(cols - 1)
        ]
    elif kind == "graph":
        edges = [(a, b) for b in range(n) for a in range(b) if rng.random() < 3 / n]
    elif kind == "bridges" and rows > 2:
        v = rng.randint(1, rows - 2) * cols + rng.randint(1, cols - 2)
        above, below = v - cols, v + cols
        edges = [edge for edge in edges if edge not in ((above, v), (v, below))]
        edges += [(above, n), (below, n)]  # the crossing pipe runs up and down
        n += 1
        dots.remove(v)
    return n, edges, dots


def random_problem(rng: random.Random, kind: str, fill: bool) -> Problem:
    """Some have dots anywhere; most have them at the ends of random walks, and are solvable more
    often. Some have several pairs of a colour."""
    n, edges, free = random_graph(rng, kind)
    if rng.random() < 0.3:
        chosen = rng.sample(free, min(len(free) // 2, rng.randint(1, 4)) * 2)
        ends = list(zip(chosen[::2], chosen[1::2], strict=True))
    else:
        ends = random_ends(rng, n, edges, set(free))
    dot = {}
    for i, (a, b) in enumerate(ends):
        dot[a] = dot[b] = i if rng.random() < 0.8 else rng.randrange(i + 1)
    return problem(n, edges, dot, fill)


def random_ends(rng: random.Random, n: int, edges: list[Edge], dots: set[int]) -> list[Edge]:
    """The ends of disjoint walks over most of a graph, all of them where dots may be."""
    near = Graph.from_edges(n, edges).neighbours
    left, ends = set(range(n)), []
    for start in rng.sample(sorted(dots), len(dots)):
        if start not in left:
            continue
        walk = [start]
        while steps := [w for w in near[walk[-1]] if w in left and w not in walk]:
            walk.append(rng.choice(steps))
            if rng.random() < 0.1:
                break
        while walk[-1] not in dots:
            walk.pop()
        if len(walk) > 1:
            left -= set(walk)
            ends.append((start, walk[-1]))
    return ends


def enumeration(task: Problem) -> Iterator[Solution]:
    """Every solution, by growing a path from the first dot that has none."""
    near, dot = task.graph.neighbours, task.dot.tolist()
    dots = [v for v in range(task.n) if dot[v] >= 0]

    def extend(paths: list[Path], used: set[int]) -> Iterator[Solution]:
        start = next((v for v in dots if v not in used), None)
        if start is None:
            if not task.fill or len(used) == task.n:
                yield tuple(paths)
            return
        stack: list[Path] = [(start,)]
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


class Found(NamedTuple):
    solutions: list[Solution]
    complete: bool


def found(task: Problem, untouching: bool, want: int = 1) -> Found:
    """Up to so many solutions, and whether there are no others."""
    run, solutions = Search(task, untouching), list[Solution]()
    while (result := run.advance(10**9)) != EXHAUSTED:
        if result == FOUND:
            solutions.append(run.paths())
            if len(solutions) == want:
                return Found(solutions, False)
    return Found(solutions, True)


def canonical(solution: Solution) -> frozenset[Path]:
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
            assert result.complete or len(wanted) >= 50
            counts.append(len(wanted))
    assert sum(count > 0 for count in counts) > boards // 3
    assert sum(count == 0 for count in counts) > boards // 10


KINDS = ["square", "holes", "walls", "wraps", "bridges", "hexes", "graph"]


@pytest.mark.parametrize("kind", KINDS)
def test_enumeration_agrees(kind):
    check_against_enumeration(1, kind, 40)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_enumeration_agrees_on_many(kind):
    check_against_enumeration(2, kind, 350)


# Boards of which the answer is known: fillings, and those that do not touch themselves.


FIVE = "..123 ..... 1..5. ...43 25..4"
SIX = "1.3..6 2.12.. ...... .45... .5.34. .....6"
UNCOLOURED_STRAND = ".....BA .C..... ......C ...B..A ....... ....... ......."
NEIGHBOURS = "AA.. .... ...."  # the dots are side by side, the path goes around
CROSS = "A..B .... B..A"


@pytest.mark.parametrize(
    ("text", "fillings", "untouching"),
    [
        (FIVE, 1, 1),
        (SIX, 1, 1),
        (UNCOLOURED_STRAND, 1, 1),
        (NEIGHBOURS, 2, 0),
        ("AABB", 1, 1),
        ("A.AB.B", 1, 1),
        ("AAAA", 1, 1),  # two pairs
        ("AA AA", 2, 2),  # paths of a colour may touch each other
        (CROSS, 0, 0),
        ("A.. ... ..A", 2, 0),
        ("AB BA", 0, 0),
    ],
)
def test_known_boards(text, fillings, untouching):
    task = flow_data.plain(text)
    for rule, count in ((False, fillings), (True, untouching)):
        result = found(task, rule, 10)
        assert (len(result.solutions), result.complete) == (count, True)


def test_cells_may_stay_empty():
    result = found(flow_data.plain("A.A ...", fill=False), False, 10)
    assert {canonical(s) for s in result.solutions} == {
        frozenset({path}) for path in ((0, 1, 2), (0, 3, 4, 5, 2), (0, 1, 4, 5, 2), (0, 3, 4, 1, 2))
    }


def test_more_colours_than_fit_into_a_word():
    # Columns of two: 80 colours side by side, and then the lower ones one further, which is
    # impossible for all but the last in place.
    n = 160
    edges = square_edges(2, 80)
    straight = {v: v % 80 for v in range(n)}
    twisted = straight | {80: 1, 81: 0}
    for untouching in (False, True):
        for fill in (False, True):
            assert len(found(problem(n, edges, straight, fill), untouching, 2).solutions) == 1
            result = found(problem(n, edges, twisted, fill), untouching, 2)
            assert result == ([], True)


def test_many_colours_that_need_a_search():
    rows = [
        "".join(chr(0x4E00 + i) for i in range(70)),
        "." * 70,
        "".join(chr(0x4E00 + i) for i in range(70)),
    ]
    result = found(flow_data.plain(" ".join(rows)), True, 2)
    assert (len(result.solutions), result.complete) == (1, True)
    swapped = rows[2][1::-1] + rows[2][2:]
    assert not found(flow_data.plain(" ".join([*rows[:2], swapped])), False, 2).solutions


# Slices.


def hard() -> Problem:
    """One that takes decisions by the million under rule F."""
    return flow_data.plain(" ".join(["A........B", *["." * 10] * 8, "B........A"]))


def empty(size: int) -> Problem:
    """One with solutions without end."""
    return flow_data.plain(
        " ".join(["A" + "." * (size - 1), *["." * size] * (size - 2), "." * (size - 1) + "A"]),
        fill=False,
    )


def in_slices(task: Problem, untouching: bool, work: int) -> tuple[int, list[Solution]]:
    run, solutions = Search(task, untouching), []
    while (result := run.advance(10**9, work)) != EXHAUSTED:
        if result == FOUND:
            solutions.append(run.paths())
    return run.nodes, solutions


def test_slices_of_any_size_give_the_same_search():
    rng = random.Random(5)
    for kind in KINDS:
        task = random_problem(rng, kind, fill=True)
        for untouching in (False, True):
            assert in_slices(task, untouching, 1) == in_slices(task, untouching, 10**9)


def test_one_decision_at_a_time():
    run = Search(empty(5), False)
    for decisions in range(1, 6):
        assert run.advance(1) == RUNNING
        assert run.nodes == decisions


# What is left over, and was hopeless before.


def remembering(task: Problem) -> tuple[Search, list[Solution]]:
    """A search that remembers, at its end, and all that it found."""
    run, solutions = Search(task, False), []
    while (result := run.advance(10**9)) != EXHAUSTED:
        if result == FOUND:
            solutions.append(run.paths())
    return run, solutions


@pytest.mark.parametrize("boards", [40, *slow(250)])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_remembered_hides_no_solution(kind, boards):
    rng = random.Random(f"{kind} remembered")
    for _ in range(boards):
        task = random_problem(rng, kind, fill=rng.random() < 0.7)
        solutions = remembering(task)[1]
        assert {canonical(s) for s in solutions} == {canonical(s) for s in enumeration(task)}
        assert len({canonical(s) for s in solutions}) == len(solutions)


def test_what_is_left_over_again_is_gone_through_once():
    """A board on which two pipes would have to cross: millions of ways lead to few remainders."""
    run, solutions = remembering(hard())
    assert solutions == []
    assert run.nodes < 100_000


# Levels of other makers, where they are at hand.


@pytest.mark.parametrize("step", [70, *slow(5)])
def test_published_levels_have_one_untouching_solution(step):
    levels = list(flow_data.packs(step=step))
    if not levels:
        pytest.skip("no level packs")
    assert {kind for _, kind, *_ in levels} >= {"plain", "walls", "holes", "hexes", "warps"}
    for name, _, task, stored in levels:
        result = found(task, True, 2)
        assert result.complete, name
        assert [canonical(s) for s in result.solutions] == [canonical(stored)], name


def test_large_sparse_boards():
    boards = list(flow_data.numberlink("inputs9_even"))[:10]
    if not boards:
        pytest.skip("no Numberlink boards")
    for name, task in boards:
        result = found(task, True, 1)
        assert not fault(task, result.solutions[0]), name
        assert not touches(task, result.solutions[0]), name


@pytest.mark.parametrize("budget", [1, 500])
def test_first_conclusions_keep_to_their_work_and_go_on(budget: int) -> None:
    """On a large board plain Python takes seconds for all of them."""
    side, rows = 20, range(20)
    dots = {row * side + col: row for row in rows for col in (0, side - 1)}
    board = problem(side * side, square_edges(side, side), dots)
    whole, parts = Search(board, True), Search(board, True)
    assert whole.advance(1) == FOUND
    most = before = 0
    while (result := parts.advance(1, budget)) == RUNNING:
        most, before = max(most, parts.spent - before), parts.spent
    assert (result, whole.nodes, parts.nodes) == (FOUND, 0, 0)
    assert whole.spent == parts.spent > 1000
    assert 0 < most < budget + 100
    assert whole.drawn() == parts.drawn()
