"""The count is compared with plain enumeration on small boards, and with SAT on larger ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from itertools import count as count_up

import naive
import numpy as np
import pytest
from naive import fault
from pysat.solvers import Solver

import flow_data
from puzzles.core.solving import UNLIMITED, Limits, Progress, last
from puzzles.flow.rules.problem import Problem
from puzzles.flow.solver import count as counting
from puzzles.flow.solver import layers
from puzzles.flow.solver.crossings import NO_MORE, is_flat, new_crossings, uncrossed
from puzzles.flow.solver.frontier import Ends, alive, axes
from puzzles.flow.solver.settle import Query, Settled, settle
from puzzles.grids.graph import Graph
from sampling import slow

KINDS = ("square", "holes", "walls", "wraps", "bridges", "hexes")
SIZES = ((3, 3), (4, 3), (3, 4), (2, 5), (5, 2), (4, 4))

# Two colours alternate on the frontier, and one reaches its mate through a strand that has no
# colour yet.
ALTERNATING = ".....BA .C..... ......C ...B..A ....... ....... ......."


def counted(problem: Problem, want: int = 1, limits: Limits = UNLIMITED) -> Settled:
    return last(settle(Query(problem, want, method="count"), limits), Settled)


def board(rng: random.Random, kind: str, width: int, height: int) -> Problem:
    """A random board of a kind, without dots."""
    bridges = set()
    cells = [(x, y) for y in range(height) for x in range(width)]
    if kind == "holes":
        cells = [cell for cell in cells if rng.random() < 0.85]
    if kind == "bridges":
        bridges = {
            (x, y)
            for x, y in cells
            if 0 < x < width - 1 and 0 < y < height - 1 and rng.random() < 0.5
        }
    vertices = [(cell, axis) for cell in cells for axis in ((0, 1) if cell in bridges else (0,))]
    number = {vertex: i for i, vertex in enumerate(vertices)}
    edges = []
    for x, y in cells:
        steps = [(1, 0, 0), (0, 1, 1)]
        if kind == "hexes":
            steps = [(0, 1, 0), (1, 0, 0), (1, 1 if x % 2 == 0 else -1, 0)]
        for right, down, axis in steps:
            other = (x + right, y + down)
            if kind == "wraps":
                other = (other[0] % width, other[1] % height)
            a, b = (number.get((cell, axis if cell in bridges else 0)) for cell in ((x, y), other))
            if b is not None and a != b and not (kind == "walls" and rng.random() < 0.2):
                edges.append((a, b))
    place = np.array(
        [
            (x * 0.75**0.5, y + 0.5 * (x % 2 == 0)) if kind == "hexes" else (x, y)
            for (x, y), _ in vertices
        ],
        np.float64,
    ).reshape(-1, 2)
    dot = np.full(len(vertices), -1, np.int32)
    dot[[number[cell, 0] for cell in bridges] + [number[cell, 1] for cell in bridges]] = -2
    return Problem.build(Graph.from_edges(len(vertices), edges), dot, place)


def dotted(rng: random.Random, empty: Problem, pairs: int, colours: int, fill: bool) -> Problem:
    """The board with dots: at the ends of a random cover by paths where that has few enough,
    otherwise anywhere but on bridges (marked −2)."""
    dot = np.where(empty.dot == -2, -1, empty.dot).astype(np.int32)
    ends = _cover(rng, empty)
    if not fill or len(ends) > pairs:
        free = np.flatnonzero(empty.dot == -1).tolist()
        rng.shuffle(free)
        ends = list(zip(free[:pairs], free[pairs : 2 * pairs], strict=False))
    for number, pair in enumerate(ends):
        dot[list(pair)] = number % colours
    return Problem.build(empty.graph, dot, empty.place, fill)


def _cover(rng: random.Random, empty: Problem) -> list[tuple[int, int]]:
    """The ends of paths that use all vertices; empty if that fails."""
    mate = list(range(empty.n))
    degree = [0] * empty.n
    edges = empty.graph.edges.tolist()
    rng.shuffle(edges)
    for a, b in edges:
        if max(degree[a], degree[b]) < 2 and mate[a] != b:
            end, other = mate[a], mate[b]
            mate[end], mate[other] = other, end
            degree[a], degree[b] = degree[a] + 1, degree[b] + 1
    ends = [v for v in range(empty.n) if degree[v] == 1]
    if 0 in degree or any(empty.dot[v] == -2 for v in ends):
        return []
    return [(v, mate[v]) for v in ends if v < mate[v]]


def samples(number: int) -> Iterator[tuple[str, Problem]]:
    for seed in range(number):
        rng = random.Random(seed)
        kind = KINDS[seed % len(KINDS)]
        pairs = rng.choice((1, 2, 2, 3, 4))
        problem = dotted(
            rng,
            board(rng, kind, *rng.choice(SIZES)),
            pairs,
            rng.choice((pairs, pairs, (pairs + 1) // 2)),
            rng.random() < 0.7,
        )
        if problem.n:
            yield kind, problem


@pytest.mark.parametrize("boards", [56, *slow(420)])
def test_it_agrees_with_plain_enumeration(boards: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In half of the cases the sweeps take turns after every few states."""
    kinds = Counter[str]()
    checked = 0
    for kind, problem in samples(boards):
        every = naive.solutions(problem)
        monkeypatch.setattr(counting, "SLICE", 1 if checked // len(KINDS) % 2 else 2048)
        result = counted(problem, want=3)
        assert (result.number, result.exact) == (len(every), True)
        read = {naive.edges(solution) for solution in result.solutions}
        assert len(result.solutions) == len(read) == min(3, len(every))
        assert read <= set(every)
        assert not any(fault(problem, solution) for solution in result.solutions)
        kinds[kind] += bool(every)
        checked += 1
    assert checked >= boards * 0.95
    assert min(kinds[kind] for kind in KINDS) >= boards // 42, "many of each kind have solutions"


def test_colours_that_alternate_may_be_joined_by_a_strand_without_colour() -> None:
    problem = flow_data.plain(ALTERNATING)
    # Turned, so that the alternation is met by whichever sweep is the first.
    for mirror in (1, -1), (-1, 1), (-1, -1):
        turned = Problem.build(problem.graph, problem.dot, problem.place * mirror)
        assert counted(turned).number == 1
    assert counted(problem).number == 1


def unpruned(problem: Problem) -> Problem:
    """The same board, drawn so large that it is not known to be flat."""
    return Problem.build(problem.graph, problem.dot, 2 * problem.place, problem.fill)


@pytest.mark.parametrize("boards", [12, *slow(300)])
def test_pruning_of_crossings_changes_no_number(boards: int) -> None:
    """On square boards, some of whose cells or edges are missing or may stay empty."""
    nodes = np.zeros(2, int)
    for seed in range(boards):
        rng = random.Random(seed)
        empty = board(rng, KINDS[seed % 3], rng.randint(5, 7), rng.randint(5, 7))
        number = rng.randint(3, 7)
        problem = dotted(rng, empty, number, number, fill=seed % 4 > 0 or empty.n > 30)
        both = counted(problem), counted(unpruned(problem))
        assert both[0].number == both[1].number
        nodes += [settled.nodes for settled in both]
    assert nodes[0] < nodes[1]


@pytest.mark.parametrize(
    ("labels", "rim", "told"),
    [
        ("aabb", "", True),
        ("abab", "", False),
        ("abba", "", True),
        ("ab.a", "b", False),
        (".ab.", "ba", True),
        (".ab.", "ab", False),
        # A strand without colour leads past one end of b, or past both.
        ("sabsab", "", True),
        ("sababs", "", False),
        # One of the ends of b is not on the border.
        ("aba", "", True),
    ],
)
def test_colours_that_alternate_on_the_border_cross(labels: str, rim: str, told: bool) -> None:
    slots, colours = len(labels), {letter: k for k, letter in enumerate("ab")}
    row = np.zeros(slots, np.uint8)
    for slot, letter in enumerate(labels):
        if letter in colours:
            row[slot] = 1 + slots + colours[letter]
    first, last = labels.find("s"), labels.rfind("s")
    if first >= 0:
        row[[first, last]] = 1 + last, 1 + first
    ahead = [-1 - colours[letter] for letter in rim]
    some = new_crossings(flow_data.plain("AABB"), *np.zeros((2, 4)), slots)
    border = np.array([*range(slots), *ahead, NO_MORE])
    assert uncrossed(some._replace(border=border), row, slots) == told


def test_only_boards_of_squares_that_are_drawn_without_crossings_are_flat() -> None:
    rng = random.Random(1)
    flat = {kind: is_flat(board(rng, kind, 4, 4)) for kind in KINDS}
    assert [kind for kind in KINDS if flat[kind]] == ["square", "holes", "walls"]
    shifted = flow_data.plain("AA")
    assert is_flat(Problem.build(shifted.graph, shifted.dot, shifted.place + 0.5))


def test_an_end_goes_to_no_dot_of_another_colour() -> None:
    """In slot 0 is a vertex whose one neighbour that is left has a dot of colour 1."""
    slots, ends = 2, Ends(np.array([0, NO_MORE]), np.array([[-2, NO_MORE]]))
    colour = 1 + slots
    for row, told in ([colour, 0], False), ([colour + 1, 0], True), ([2, 1], True), ([1, 0], True):
        assert alive(ends, np.array(row, np.uint8), slots) == told


def test_how_far_the_dots_are_ahead() -> None:
    for _, problem in samples(12):
        for major, minor in axes(problem):
            position = np.argsort(np.lexsort((minor, major)))[problem.dot >= 0]
            wanted = [
                np.maximum(position - t, 0).mean() / (np.ptp(major) + 1) if len(position) else 0.0
                for t in range(problem.n + 1)
            ]
            assert np.allclose(counting.dots_ahead(problem, major, minor), wanted)


def test_the_sweep_that_comes_to_the_dots_first_begins() -> None:
    rows = ["ABCDEF..", "." * 8, "..BDACFE", *["." * 8] * 5]
    columns = ["".join(row) for row in zip(*rows, strict=True)]
    mirrored = [row[::-1] for row in columns]
    for side, board in enumerate((rows, rows[::-1], columns, mirrored)):
        problem = flow_data.plain(" ".join(board))
        race = counting.Race(problem, logging=False)
        race.advance(1, 1)
        major, minor = axes(problem)[side]
        assert race.leader.processed[0] == np.lexsort((minor, major))[0]
    long = flow_data.plain("A" + "." * 1500 + "A")
    assert counted(long).number == 1  # across, the dots are a thousand lines ahead


def test_layers_grow_when_they_are_full(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = flow_data.plain(ALTERNATING)
    usual = counted(problem, want=3)
    monkeypatch.setattr(layers, "START", layers.LEAST // 2)
    grown = counted(problem, want=3)
    assert (grown.number, grown.nodes) == (usual.number, usual.nodes)
    assert grown.solutions == usual.solutions
    assert counted(corner(7, 7, fill=False)).number == 575_780_564


def corner(width: int, height: int, fill: bool) -> Problem:
    """An empty rectangle with two dots in opposite corners."""
    rows = [["."] * width for _ in range(height)]
    rows[0][0] = rows[-1][-1] = "A"
    return flow_data.plain("\n".join(map("".join, rows)), fill)


def test_self_avoiding_walks_are_counted_beyond_64_bits() -> None:
    # The paths between opposite corners of a grid, OEIS A007764.
    walks = {2: 2, 3: 12, 4: 184, 7: 575_780_564, 11: 1_568_758_030_464_750_013_214_100}
    for size, number in walks.items():
        assert counted(corner(size, size, fill=False)).number == number


def test_counts_have_as_many_bits_as_they_need() -> None:
    # Independent parts of a board multiply: ladders of two rungs, each crossed in two ways.
    rows = "\n".join(["A..A", "....", "####"] * 70)
    cells = [(x, y) for y, row in enumerate(rows.split()) for x, c in enumerate(row) if c != "#"]
    number = {cell: i for i, cell in enumerate(cells)}
    edges = [
        (i, number[other])
        for (x, y), i in number.items()
        for other in ((x + 1, y), (x, y + 1))
        if other in number
    ]
    dot = np.array([y // 3 if y % 3 == 0 and x in (0, 3) else -1 for x, y in cells], np.int32)
    problem = Problem.build(
        Graph.from_edges(len(cells), edges), dot, np.array(cells, np.float64), fill=False
    )
    one = len(
        naive.solutions(
            Problem.build(
                Graph.from_edges(8, [(a, b) for a, b in edges if max(a, b) < 8]),
                dot[:8],
                np.array(cells[:8], np.float64),
                fill=False,
            )
        )
    )
    result = counted(problem, want=2)
    assert result.number == one**70 > 1 << 128
    assert len({naive.edges(solution) for solution in result.solutions}) == 2


@pytest.mark.parametrize(
    "limits",
    [
        Limits(seconds=0.0),
        Limits(nodes=100),
        Limits(memory_mb=1),
    ],
)
def test_a_limit_gives_an_honest_bound(limits: Limits) -> None:
    result = counted(corner(12, 12, fill=False), limits=limits)
    assert not result.exact
    assert result.stopped
    assert 0 <= result.number <= 182_413_291_514_248_049_241_470_885_236
    assert result.seconds < 10


def test_it_can_be_dropped_midway() -> None:
    events = settle(Query(corner(14, 14, fill=False), method="count"), Limits())
    assert all(isinstance(next(events), Progress) for _ in range(5))
    events.close()
    with pytest.raises(StopIteration):
        next(events)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("AA", 1),
        ("A.A", 1),
        ("A.\n.A", 0),
        ("AB\nBA", 0),
        ("AA\nBB", 1),
        ("...", 0),
    ],
)
def test_tiny_boards(text: str, number: int) -> None:
    assert counted(flow_data.plain(text)).number == number


needs_data = pytest.mark.skipif(not flow_data.DATA.exists(), reason="no data")


@pytest.mark.slow
@needs_data
def test_known_counts() -> None:
    boards = dict(flow_data.boards("jumbo_14x14_30"))
    problem = boards["jumbo_14x14_30"]
    result = counted(problem, want=4)
    assert (result.number, result.exact) == (5_229_537_966_204, True)
    assert len({naive.edges(solution) for solution in result.solutions}) == 4
    assert not any(fault(problem, solution) for solution in result.solutions)


@needs_data
def test_published_levels_of_every_kind_have_the_one_solution_stored() -> None:
    for name, _, problem, solution in flow_data.packs("[01]*", step=23):
        result = counted(problem, want=2)
        assert (name, result.number) == (name, 1)
        assert naive.edges(result.solutions[0]) == naive.edges(solution)


def satisfied(problem: Problem, untouching: bool, most: int) -> int:
    """The number of solutions by SAT, or `most` if there are so many: a variable for each edge,
    and for each vertex and colour; loops are forbidden when they occur, and solutions when they
    are found."""
    edges = [tuple(edge) for edge in problem.graph.edges.tolist()]
    colours = int(problem.dot.max()) + 1
    used = {edge: i + 1 for i, edge in enumerate(edges)}
    has = {
        (v, c): len(edges) + 1 + v * colours + c for v in range(problem.n) for c in range(colours)
    }
    around = [
        [used[min(v, w), max(v, w)] for w in problem.graph.neighbours[v]] for v in range(problem.n)
    ]
    with Solver("cadical153") as solver:
        for v in range(problem.n):
            degree = 1 if problem.dot[v] >= 0 else 2
            for group in combinations(around[v], degree + 1):
                solver.add_clause([-edge for edge in group])
            for group in combinations(around[v], max(0, len(around[v]) - degree + 1)):
                solver.add_clause(list(group))
            solver.add_clause([has[v, c] for c in range(colours)])
            for c, d in combinations(range(colours), 2):
                solver.add_clause([-has[v, c], -has[v, d]])
            if problem.dot[v] >= 0:
                solver.add_clause([has[v, int(problem.dot[v])]])
        for (v, w), edge in used.items():
            for c in range(colours):
                solver.add_clause([-edge, -has[v, c], has[w, c]])
                solver.add_clause([-edge, has[v, c], -has[w, c]])
                if untouching:
                    solver.add_clause([edge, -has[v, c], -has[w, c]])
        number = 0
        while number < most and solver.solve():
            model = set(solver.get_model())
            chosen = [edge for edge, variable in used.items() if variable in model]
            parts = Graph.from_edges(problem.n, chosen).components()
            closed = set(parts.tolist()) - set(parts[problem.dot >= 0].tolist())
            loops = [[-used[edge] for edge in chosen if parts[edge[0]] == part] for part in closed]
            for loop in loops:
                solver.add_clause(loop)
            if not loops:
                number += 1
                solver.add_clause([-used[edge] for edge in chosen])
        return number


def to_fill(sides: tuple[int, int], pairs: tuple[int, int]) -> Iterator[Problem]:
    """Boards without end, each of a seed of its own, to be filled by at least and at most so many
    pairs; `sides` are the least and the most cells along one."""
    for seed in count_up(1):
        rng = random.Random(seed)
        kind = rng.choice(("square", "holes", "walls", "hexes"))
        empty = board(rng, kind, rng.randint(*sides), rng.randint(*sides))
        number = rng.randint(*pairs)
        yield dotted(rng, empty, number, number, fill=True)


@pytest.mark.slow
def test_it_agrees_with_sat_where_unsound_pruning_would_show() -> None:
    counts = Counter[int]()
    boards = to_fill((7, 9), (3, 7))
    while sum(counts.values()) < 40:
        problem = next(boards)
        number = counted(problem).number
        if (number == 0 and counts[0] >= 20) or number > 200:
            continue
        counts[number] += 1
        assert satisfied(problem, False, 1000) == number
