"""Counts against others that know each puzzle's rules in their own words: small boards by trying
everything, larger ones by python-sat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, pairwise, product
from random import Random
from types import ModuleType
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt
import published
import pytest
from pysat.card import CardEnc
from pysat.solvers import Solver as Judge

from puzzles.akari import rules as akari
from puzzles.binairo import rules as binairo
from puzzles.core.solving import Limits
from puzzles.grids.sides import SideGrid, sides_of
from puzzles.logic.solving import search
from puzzles.loop import rules as loop
from puzzles.sat import solver as sat
from puzzles.stars import rules as stars
from sampling import slow

MOST = 30  # solutions that are counted of a board that is larger
SMALL = 12  # cells of which everything is tried
Line = frozenset[tuple[int, int]]  # a side, as the points that it joins


@dataclass
class Told:
    """A board, and what its rules say of it: how many of some cells are set, at least and at most;
    pairs of cells that are alike, or not; lists of cells that are not marked alike."""

    rows: list[str]
    more: dict[str, Any] = field(default_factory=dict)
    counts: list[tuple[list[int], int, int]] = field(default_factory=list)
    pairs: dict[tuple[int, int], bool] = field(default_factory=dict)
    unlike: list[tuple[list[int], list[int]]] = field(default_factory=list)

    @property
    def n(self) -> int:
        return len(self.rows) * len(self.rows[0])

    def tried(self) -> set[frozenset[int]]:
        """The solutions, of all there could be."""
        ways = np.array([*product((0, 1), repeat=self.n)], dtype=np.int8)
        kept = np.ones(len(ways), dtype=bool)
        for cells, least, most in self.counts:
            total = ways[:, cells].sum(axis=1)
            kept &= (total >= least) & (total <= most)
        for (a, b), alike in self.pairs.items():
            kept &= (ways[:, a] == ways[:, b]) == alike
        for one, other in self.unlike:
            kept &= (ways[:, one] != ways[:, other]).any(axis=1)
        return {frozenset(np.flatnonzero(way).tolist()) for way in ways[kept]}

    def judged(self) -> set[frozenset[int]]:
        """Up to MOST solutions by python-sat."""
        found, top = set[frozenset[int]](), self.n
        with Judge("minisat22") as judge:
            for cells, least, most in self.counts:
                literals = [cell + 1 for cell in cells]
                if not 0 <= least <= most or least > len(cells):
                    return set()
                for encode, bound in ((CardEnc.atleast, least), (CardEnc.atmost, most)):
                    encoded = encode(lits=literals, bound=bound, top_id=top)
                    top = max(top, encoded.nv)
                    judge.append_formula(encoded.clauses)
            for (a, b), alike in self.pairs.items():
                other = b + 1 if alike else -b - 1
                judge.append_formula([[a + 1, -other], [-a - 1, other]])
            for one, others in self.unlike:
                differs = range(top + 1, top + 1 + len(one))
                top += len(one)
                judge.add_clause([*differs])
                for d, a, b in zip(differs, one, others, strict=True):
                    judge.append_formula([[-d, a + 1, b + 1], [-d, -a - 1, -b - 1]])
            while len(found) < MOST and judge.solve():
                values = {v for v in judge.get_model() if 0 < abs(v) <= self.n}
                values |= {-v for v in range(1, self.n + 1)} - {-v for v in values if v > 0}
                found.add(frozenset(v - 1 for v in values if v > 0))
                judge.add_clause([-v for v in values])
        return found


def numbered(rows: list[str]) -> Iterator[tuple[int, int, int, str]]:
    """The number, row, column and symbol of each cell."""
    cols = len(rows[0])
    for number in range(len(rows) * cols):
        row, col = divmod(number, cols)
        yield number, row, col, rows[row][col]


def of_akari(rng: Random, rows: int, cols: int) -> Told:
    told = Told(["".join(rng.choices(".#012", (14, 2, 1, 2, 1), k=cols)) for _ in range(rows)])
    for number, row, col, symbol in numbered(told.rows):
        seen = []
        for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            y, x = row + dy, col + dx
            while 0 <= y < rows and 0 <= x < cols and told.rows[y][x] == ".":
                seen.append(((dy, dx), y * cols + x, abs(y - row) + abs(x - col)))
                y, x = y + dy, x + dx
        if symbol == ".":
            told.counts.append(([number, *(cell for _, cell, _ in seen)], 1, 99))
            told.counts += [([number, cell], 0, 1) for _, cell, _ in seen]
        else:
            told.counts.append(([number], 0, 0))
        if symbol.isdigit():
            near = [cell for _, cell, away in seen if away == 1]
            told.counts.append((near, int(symbol), int(symbol)))
    return told


def of_stars(rng: Random, rows: int, cols: int) -> Told:
    letters = [[""] * cols for _ in range(rows)]
    seeds = rng.sample([*product(range(rows), range(cols))], rows)
    for letter, (y, x) in zip("ABCDEFGHIJ", seeds, strict=False):
        letters[y][x] = letter
    while any("" in row for row in letters):
        y, x = rng.randrange(rows), rng.randrange(cols)
        near = [(y + dy, x + dx) for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        y2, x2 = rng.choice(near)
        if 0 <= y2 < rows and 0 <= x2 < cols and not letters[y][x]:
            letters[y][x] = letters[y2][x2]
    stars = 1 if rows < 8 else rng.choice((1, 2))
    told = Told(["".join(row) for row in letters], {"variant": {"stars": stars}})
    sets: dict[object, list[int]] = {}
    for number, row, col, symbol in numbered(told.rows):
        for key in (row, -1 - col, symbol):
            sets.setdefault(key, []).append(number)
    told.counts = [(cells, stars, stars) for cells in sets.values()]
    for a, b in combinations(range(told.n), 2):
        (ay, ax), (by, bx) = divmod(a, cols), divmod(b, cols)
        if max(abs(ay - by), abs(ax - bx)) == 1:
            told.counts.append(([a, b], 0, 1))
    return told


def of_binairo(rng: Random, rows: int, cols: int) -> Told:
    rows, cols = rows // 2 * 2, cols // 2 * 2
    weights = (rows * cols, rng.randrange(5), rng.randrange(5))
    board = ["".join(rng.choices(".01", weights, k=cols)) for _ in range(rows)]
    told = Told(board, {"variant": {"unlike": rng.random() < 0.5}})
    lines = [[row * cols + col for col in range(cols)] for row in range(rows)]
    across = [[row * cols + col for row in range(rows)] for col in range(cols)]
    for line in (*lines, *across):
        told.counts.append((line, len(line) // 2, len(line) // 2))
        told.counts += [(line[i : i + 3], 1, 2) for i in range(len(line) - 2)]
        told.pairs |= {pair: rng.random() < 0.5 for pair in pairwise(line) if rng.random() < 0.1}
    if told.more["variant"]["unlike"]:
        told.unlike = [*combinations(lines, 2), *combinations(across, 2)]
    for number, _, _, symbol in numbered(board):
        if symbol != ".":
            told.counts.append(([number], int(symbol), int(symbol)))
    told.more["between"] = {pair: "=" if alike else "x" for pair, alike in told.pairs.items()}
    return told


Draw = Callable[[Random, int, int], Told]
KINDS: dict[str, tuple[Draw, ModuleType, Iterable[int], Iterable[int]]] = {
    "akari": (of_akari, akari, (2, 3), (6, 7, 8)),
    "stars": (of_stars, stars, (2, 3), (5, 6, 8)),
    "binairo": (of_binairo, binairo, (2, 4), (4, 6, 8)),
}


@pytest.mark.parametrize("boards", [(8, 2), *slow((1800, 200))], ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_others_find_the_same_solutions(kind: str, boards: tuple[int, int]) -> None:
    (small, large), (draw, rules, few, many) = boards, KINDS[kind]
    rng, solved = Random(5), 0
    for number in range(small + large):
        rows, cols = (rng.choice([*(few if number < small else many)]) for _ in range(2))
        told = draw(rng, rows, rows if kind == "stars" else cols)
        tried = told.n <= SMALL
        expected = told.tried() if tried else told.judged()
        level = published.level(told.rows, **told.more)
        found = published.ended(search(rules.declare(level), {}, 10_000 if tried else MOST))
        assert len(found.solutions) == len({*found.solutions}) == len(expected), told.rows
        assert found.complete == (tried or len(expected) < MOST)
        if found.complete:
            assert {*found.solutions} == expected, told.rows
        solved += bool(expected)
    assert 0 < solved < small + large


@cache
def loops(rows: int, cols: int) -> tuple[list[frozenset[Line]], npt.NDArray[np.int8]]:
    """All loops on a small board, each as pairs of points, and the numbers of all cells in each."""
    cycles = nx.simple_cycles(nx.grid_2d_graph(rows + 1, cols + 1))
    every = [frozenset(map(frozenset, pairwise([*cycle, cycle[0]]))) for cycle in cycles]
    around = []
    for y, x in product(range(rows), range(cols)):
        ring = [(y, x), (y, x + 1), (y + 1, x + 1), (y + 1, x), (y, x)]
        around.append([*map(frozenset, pairwise(ring))])
    numbers = [[sum(side in loop for side in sides) for sides in around] for loop in every]
    return every, np.array(numbers, dtype=np.int8)


def line(grid: SideGrid, side: int) -> Line:
    """The two points of a side, as rows and columns of points."""
    row, col = int(grid.row[side]), int(grid.col[side])
    if row % 2:
        return frozenset({(row // 2, col // 2), (row // 2 + 1, col // 2)})
    return frozenset({(row // 2, col // 2), (row // 2, col // 2 + 1)})


@pytest.mark.parametrize("boards", [(12, 3), *slow((2000, 4))], ids=str)
def test_others_find_the_same_loops(boards: tuple[int, int]) -> None:
    """Of all loops that there are. The numbers are those of one of them; on some boards one is
    another."""
    (many, side), rng, numbers_of = boards, Random(7), set[int]()
    for _ in range(many):
        rows, cols = (rng.randint(2, side) for _ in range(2))
        every, numbers = loops(rows, cols)
        clues = numbers[rng.randrange(len(every))].copy()
        clues[clues == 4] = -1
        clues[[c for c in range(rows * cols) if rng.random() < 0.4]] = -1
        if rng.random() < 0.4:
            clues[rng.randrange(rows * cols)] = rng.randrange(4)
        kept = ((numbers == clues) | (clues < 0)).all(axis=1)
        expected = {every[i] for i in np.flatnonzero(kept).tolist()}
        symbols = ["." if clue < 0 else str(clue) for clue in clues.tolist()]
        board = ["".join(symbols[row * cols : (row + 1) * cols]) for row in range(rows)]
        level = published.level(board)
        found = published.ended(search(loop.declare(level), {}, MOST))
        grid = sides_of(level.grid)
        solutions = {frozenset(line(grid, side) for side in one) for one in found.solutions}
        assert solutions <= expected, board
        assert len(solutions) == len(found.solutions) == min(len(expected), MOST), board
        assert found.complete == (len(expected) < MOST), board
        numbers_of.add(min(len(expected), 2))
    assert numbers_of == {0, 1, 2}


def test_a_search_ends_at_its_limit_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it has learned and found takes room, not only what it begins with."""
    monkeypatch.setattr(sat, "SPARE", 1000)
    model = akari.declare(published.level(["." * 10] * 10))
    found = published.ended(search(model, {}, 9_000, Limits(memory_mb=1)))
    assert (found.stopped, found.complete) == ("memory limit", False)
    assert 100 < len(found.solutions) < 9_000
