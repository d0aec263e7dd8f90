"""How Kami boards are solved: the rows of the tables of docs/kami-solver.md.

Random boards are connected region graphs of 6 to 16 regions in two to five colours; the optimum is
the solver's. No bound may be above it. Sets of up to seven regions are grown on every tenth board
only, until they equal the optimum or are exhausted. Milliseconds are of CPU on one core, and
contain what a bound rests on.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median

import numpy as np

import kami_data
from helping import few, watched
from puzzles.core.errors import Place
from puzzles.core.solving import Limits, answer
from puzzles.grids.graph import Graph
from puzzles.grids.network import NetworkGrid
from puzzles.kami.rules import model
from puzzles.kami.rules.model import Board, Colour, KamiLevel
from puzzles.kami.solver.pair_bound import pair_bound, pair_tables
from puzzles.kami.solver.position import colour_bound, positions_of, radius_bound
from puzzles.kami.solver.search import PATIENCE
from puzzles.kami.solver.set_bound import find_far_quadruple
from puzzles.kami.solver.set_growth import grown_bounds
from puzzles.kami.solver.set_questions import prepare_quadruples, questions_of
from puzzles.kami.solver.solve import solve
from puzzles.kami.solver.triple_bound import triple_bound, triple_tables

MOST = 16  # moves: more than any of the random boards needs
NAMES = "colours", "radius", "pairs", "triples", "quadruples", "sets"
EVERY = 10  # boards: sets are grown on one of so many
SECONDS = 60  # for a board of a file
TIGHTNESS = "bound", "boards", "equals the optimum", "ms: mean, most"
BOARDS = (
    *("board", "regions", "colours", "published", "found", "at least"),
    *("positions", "seconds", "of CPU"),
)
SLOW = 0.3  # seconds of CPU: quicker boards have no row

Bound = tuple[int, float]  # what it says, and the milliseconds it took


def graph(rng: random.Random) -> tuple[Graph, list[int]]:
    """A connected graph, planar in the main: a random tree with some chords, coloured properly."""
    n, colours = rng.randint(6, 16), rng.randint(2, 5)
    while True:
        edges = {(max(0, v - rng.randint(1, 5)), v) for v in range(1, n)}
        edges |= {(v - rng.randint(1, min(v, 3)), v) for v in range(1, n) if rng.random() < 0.5}
        colour = [rng.randrange(colours) for _ in range(n)]
        for a, b in sorted(edges, key=lambda edge: edge[1]):
            if colour[a] == colour[b]:
                colour[b] = (colour[b] + 1) % colours
        if all(colour[a] != colour[b] for a, b in edges):
            used = sorted(set(colour))
            return Graph.from_edges(n, sorted(edges)), [used.index(c) for c in colour]


def roots(board: Graph, colours: list[int], most: int = MOST) -> dict[str, Bound]:
    """Each bound at the root but that of sets; of interest are those up to `most`."""
    began, found = time.process_time(), dict[str, Bound]()

    def note(name: str, value: int) -> int:
        found[name] = value, 1000 * (time.process_time() - began)
        return value

    positions, palette = positions_of(board, colours, 1), max(colours) + 1
    counts = np.zeros(palette, np.int64)
    pairs, triples = pair_tables(board.n, palette, most), triple_tables(board.n, palette, most)
    note("colours", colour_bound(positions, 0, counts, -1))
    note("radius", radius_bound(positions, 0))
    bound = note("pairs", pair_bound(positions, 0, counts, -1, most, pairs)[0])
    bound = note("triples", triple_bound(pairs, triples, bound, most)[0])
    sets = questions_of(pairs, triples, most)
    prepare_quadruples(sets, bound, most)
    while find_far_quadruple(sets, -1, bound, PATIENCE):
        bound += 1
    note("quadruples", bound)
    return found


def grown(board: Graph, colours: list[int], most: int, found: Bound) -> Bound:
    """What sets say, if it is more than was found; no more than `most`."""
    began = time.process_time()
    for bound in grown_bounds(board, colours, most):
        if bound > found[0]:
            found = bound, 1000 * (time.process_time() - began)
    return found


def optimum(board: Graph, colours: list[int]) -> int:
    grid = NetworkGrid(tuple(map(str, range(board.n))), [tuple(e) for e in board.edges.tolist()])
    palette = tuple(Colour(letter, "#000000", letter) for letter in "ABCDE"[: max(colours) + 1])
    place = Place("")
    level = KamiLevel("", place, Board(grid, palette, np.array(colours, np.uint8)), None, place)
    result = answer(solve(model.start(level), Limits()))
    assert result.proved
    assert result.moves is not None
    return len(result.moves)


def tightness(boards: int = 10_000) -> Iterator[tuple[object, ...]]:
    """The cells of the table of random boards, by TIGHTNESS."""
    equal, spent = {name: list[bool]() for name in NAMES}, {name: list[float]() for name in NAMES}
    for seed in range(-1, few(boards)):
        board, colours = graph(random.Random(seed))
        best, found = optimum(board, colours), roots(board, colours)
        if seed % EVERY == 0 or seed < 0:
            found["sets"] = grown(board, colours, best + 1, found["quadruples"])
        for name, (value, milliseconds) in found.items() if seed >= 0 else ():  # the first loads
            assert value <= best, f"{name}: seed {seed}"
            equal[name].append(bool(value == best))
            spent[name].append(milliseconds)
    for name in NAMES:
        yield (
            name,
            f"{len(equal[name]):,}",
            f"{mean(equal[name]):.1%}".replace("%", " %"),
            f"{mean(spent[name]):.2g}, {max(spent[name]):.2g}",
        )


def boards(folder: Path) -> tuple[str, list[tuple[object, ...]]]:
    """Return a sentence on all boards, and the cells by BOARDS of those that take longest."""
    levels = list(kami_data.levels(folder))
    answer(solve(model.start(levels[0]), Limits()))  # loads the kernels
    rows, times, proved, above = list[tuple[object, ...]](), list[float](), 0, 0
    for level in watched(levels, folder.name):
        began = time.process_time()
        result = answer(solve(model.start(level), Limits(seconds=SECONDS)))
        times.append(time.process_time() - began)
        found = len(result.moves or ())
        proved += result.proved
        above += level.par is not None and found > level.par
        known = "**proved**" if result.proved else result.lower_bound
        board = level.title, result.facts["regions"], len(level.board.palette), level.par, found
        spent = f"{result.nodes:,}", f"{result.seconds:.3g}", f"{times[-1]:.3g}"
        if times[-1] > SLOW:
            rows.append((*board, known, *spent))
    return (
        f"Of {len(times)} boards, {SECONDS} s each, {proved} are proved; the median takes "
        f"{median(times) * 1000:.0f} ms of CPU, and {above or 'none'} of the counts found are "
        f"above the published ones.",
        rows,
    )
