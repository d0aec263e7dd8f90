"""How often each lower bound at the root equals the optimum, on random small boards:

    python bench/kami_bounds.py [--boards N]

The boards are connected region graphs of 6 to 16 regions in two to five colours; the optimum is the
solver's. No bound may be above it.
"""

from __future__ import annotations

import argparse
import random

import numpy as np

from puzzles.core.solving import Limits, answer
from puzzles.grids.graph import Graph
from puzzles.grids.network import NetworkGrid
from puzzles.kami import model
from puzzles.kami.model import Board, Colour, KamiLevel
from puzzles.kami.solver import bounds
from puzzles.kami.solver.pair_bound import pair_bound, pair_room
from puzzles.kami.solver.position import positions
from puzzles.kami.solver.quad_bound import longer, prepare, quad_room
from puzzles.kami.solver.solve import solve
from puzzles.kami.solver.triple_bound import triple_bound, triple_room

MOST = 16  # moves: more than any of the boards needs


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


def roots(board: Graph, colours: list[int]) -> dict[str, int]:
    """Each bound at the root."""
    room, palette = positions(board, colours, 1), max(colours) + 1
    counts = np.zeros(palette, np.int64)
    pairs, triples = pair_room(board.n, palette, MOST), triple_room(board.n, palette, MOST)
    found = {"colours": bounds.colour_bound(room, 0, counts, -1),
             "radius": bounds.radius_bound(room, 0)}
    found["pairs"] = pair_bound(room, 0, counts, -1, MOST, pairs)[0]
    found["triples"] = bound = triple_bound(pairs, triples, found["pairs"], MOST)[0]
    quads = quad_room(board.n, MOST)
    prepare(pairs, triples, quads, bound, MOST)
    while longer(pairs, triples, quads, -1, bound):
        bound += 1
    return {**found, "quadruples": bound}


def optimum(board: Graph, colours: list[int]) -> int:
    grid = NetworkGrid(tuple(map(str, range(board.n))), [tuple(e) for e in board.edges.tolist()])
    palette = tuple(Colour(letter, "#000000", letter) for letter in "ABCDE"[: max(colours) + 1])
    place = None
    level = KamiLevel("", place, Board(grid, palette, np.array(colours, np.uint8)), None, place)
    result = answer(solve(model.start(level), Limits()))
    assert result.proved
    assert result.moves is not None
    return len(result.moves)


def tightness(boards: int) -> tuple[dict[str, float], int]:
    """The share of the boards (0 to 1) on which each bound equals the optimum; and how often one is
    above it."""
    names = "colours", "radius", "pairs", "triples", "quadruples"
    equal, above = dict.fromkeys(names, 0), 0
    for seed in range(boards):
        board, colours = graph(random.Random(seed))
        best = optimum(board, colours)
        for name, value in roots(board, colours).items():
            equal[name] += value == best
            above += value > best
    return {name: number / boards for name, number in equal.items()}, above


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, default=10_000)
    boards = parser.parse_args().boards
    equal, above = tightness(boards)
    for name, share in equal.items():
        print(f"{name:10} equals the optimum on {share:6.1%} of {boards:,} boards")
    print(f"above the optimum: {above}")


if __name__ == "__main__":
    main()
