"""Makes the packs of Flow whose boards are drawn, or put together from several things.

    python bench/boards.py [--pool FOLDER] [PACK …]

A seed makes a board without dots and says how many pairs it is to have; dots are put on it as
`puzzles generate` does, so that it has one filling. The silhouettes are drawn in `bench/boards/`.
More are made than a pack needs, and as many taken as are wanted, their difficulty rising in even
steps. A level is known by the seed in its proof. With `--pool` all that were made are written
there, to look at with `bench/sheet.py`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from packs import Keys, Worded, make_worded, worded
from puzzles.core.facets import Grade
from puzzles.core.solving import Limits
from puzzles.flow.generator import shapes
from puzzles.flow.generator.cover import Cover
from puzzles.flow.generator.generator import canonical, dotted, with_dots
from puzzles.flow.rules.model import Board, Edge, FlowLevel
from puzzles.flow.rules.problem import Path as Pipe
from puzzles.flow.solver.count import count
from puzzles.flow.tutor.difficulty import grade
from puzzles.grids.square import SquareGrid
from puzzles.library import registry

BOARDS = Path(__file__).parent / "boards"
FLOW = registry.plugin("flow")

Made = FlowLevel | None
Maker = Callable[[int, Random], Made]


def run(work: Generator[Any, None, Made]) -> Made:
    """What a generator returns."""
    try:
        while True:
            next(work)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]


def dotted_by(board: Board, rng: Random, most: float = 1.05) -> Made:
    """A level on a board, with about as many pairs as its side has cells, or fewer."""
    pairs = max(2, round(sqrt(board.graph.n) * rng.uniform(0.7, most)))
    return run(with_dots(board, pairs, rng))


# Makers ------------------------------------------------------------------------------------------


def silhouette(seed: int, rng: Random) -> Made:
    """One of the figures that are drawn, with its title."""
    figures = tomllib.loads((BOARDS / "15-silhouettes.toml").read_text(encoding="utf-8"))["board"]
    figure = figures[seed % len(figures)]
    rows = figure["board"].split()
    present = np.array([[cell == "." for cell in row] for row in rows])
    level = dotted_by(shapes.bare(SquareGrid(present)), rng, 1.1)
    return level and replace(level, title=figure["title"])


def rooms(seed: int, rng: Random) -> Made:
    """Rooms of a house: halves of halves, a door or two in each wall."""
    rows = cols = 7 + seed % 6
    grid, walls = SquareGrid.full(rows, cols), set[Edge]()

    def split(top: int, left: int, down: int, right: int) -> None:
        tall, wide = down - top, right - left
        if tall * wide <= 24 or max(tall, wide) < 4:
            return
        if tall > wide or (tall == wide and rng.random() < 0.5):
            at = rng.randint(top + 2, down - 2)
            wall = [(grid.at(at - 1, c), grid.at(at, c)) for c in range(left, right)]
            parts = (top, left, at, right), (at, left, down, right)
        else:
            at = rng.randint(left + 2, right - 2)
            wall = [(grid.at(r, at - 1), grid.at(r, at)) for r in range(top, down)]
            parts = (top, left, down, at), (top, at, down, right)
        for door in rng.sample(wall, 2 + (len(wall) > 6)):
            wall.remove(door)
        walls.update(wall)
        for part in parts:
            split(*part)

    split(0, 0, rows, cols)
    return dotted_by(shapes.bare(grid, walls=frozenset(walls)), rng)


def corridor(seed: int, rng: Random) -> Made:
    """A long and narrow board, or one that stands."""
    sides = ((4, 10), (4, 14), (5, 11), (5, 15), (6, 12), (6, 15), (7, 15), (8, 15))
    rows, cols = sides[seed % len(sides)]
    if seed // len(sides) % 3 == 2:
        rows, cols = cols, rows
    return dotted_by(shapes.bare(SquareGrid.full(rows, cols)), rng)


def few(seed: int, rng: Random) -> Made:
    """Half as many pairs as are usual, so that each goes a long way."""
    side = 6 + seed % 6
    return run(with_dots(shapes.bare(SquareGrid.full(side, side)), side // 2 + seed % 2, rng))


def around(seed: int, rng: Random) -> Made:
    """Continents on a world that goes on over its rims."""
    side = 7 + seed % 5
    gaps = shapes.shape("gaps", side, side, rng)
    return dotted_by(shapes.bare(gaps.grid, wrap=True), rng)


def beehive(seed: int, rng: Random) -> Made:
    """Large boards of hexagons, cut or with cells missing."""
    side = (9, 11, 13)[seed % 3]
    board = shapes.shape("hexes", side, side, rng)
    if board.grid.n == side * side:
        return None
    return dotted_by(board, rng, 0.9)


def wax(seed: int, rng: Random) -> Made:
    """Hexagons with walls, as many to the left as to the right."""
    side = (7, 9, 9, 11)[seed % 4]
    board = shapes.shape("hexes", side, side, rng)
    grid = board.grid
    edges = sorted((v, w) for v in range(grid.n) for w in grid.graph.neighbours[v] if v < w)
    while True:
        walls, wanted = set[Edge](), grid.n * rng.uniform(0.15, 0.3)
        while len(walls) < wanted:
            edge = rng.choice(edges)
            a, b = (grid.at(int(grid.row[v]), grid.cols - 1 - int(grid.col[v])) for v in edge)
            walls |= {edge, (min(a, b), max(a, b))} if grid.cols % 2 and min(a, b) >= 0 else {edge}
        made = shapes.bare(grid, walls=frozenset(walls))
        if _usable(made):
            return dotted_by(made, rng, 0.95)


def causeways(seed: int, rng: Random) -> Made:
    """Bridges, cells that are missing, and rims that pipes go over, all at once."""
    side = 9 + seed % 5
    while True:
        gaps = shapes.shape("gaps", side, side, rng)
        grid, wanted = gaps.grid, side * side // 20
        near = shapes.bare(grid, wrap=True).graph.neighbours
        cells, bridges = list(range(grid.n)), set[int]()
        rng.shuffle(cells)
        for cell in cells:
            # With the image after half a turn.
            other = grid.at(side - 1 - int(grid.row[cell]), side - 1 - int(grid.col[cell]))
            both = {cell, other} if other >= 0 else {cell}
            inside = all(len(grid.graph.neighbours[v]) == 4 for v in both)
            if inside and not any(w in bridges | both for v in both for w in near[v]):
                bridges |= both
            if len(bridges) >= wanted:
                break
        made = shapes.bare(grid, bridges=frozenset(bridges), wrap=True)
        if len(bridges) >= 3 and _usable(made):
            return dotted_by(made, rng, 0.95)


def _usable(board: Board) -> bool:
    """Whether a board is in one piece, without dead ends."""
    return bool(board.graph.components().max() == 0 and min(map(len, board.graph.neighbours)) >= 2)


class Half(Board):
    """The upper half of a board that looks the same after half a turn: below its last row comes
    that row again, from right to left."""

    @cached_property
    def joined(self) -> dict[Edge, str]:
        seam = self.grid.rows - 1
        steps = dict(Board.joined.func(self))  # type: ignore[attr-defined]
        for col in range(self.grid.cols):
            pair = self.grid.at(seam, col), self.grid.at(seam, self.grid.cols - 1 - col)
            steps.setdefault(pair, "down")
        return steps

    def whole(self, pipe: Pipe) -> Pipe:
        """A pipe on the whole board: it changes halves where it goes over the seam."""
        last, lower, cells = 2 * self.grid.n - 1, False, list(pipe[:1])
        for a, b in pairwise(pipe):
            lower ^= b not in self.grid.graph.neighbours[a]
            cells.append(last - b if lower else b)
        return tuple(cells)


def turned(seed: int, rng: Random) -> Made:
    """A board whose dots stay where they are when it is turned upside down."""
    side = (6, 6, 8, 8, 10)[seed % 5]
    upper = SquareGrid.full(side // 2, side)
    half = Half(upper, (), np.full(upper.n, -1, np.int32))
    full = shapes.bare(SquareGrid.full(side, side))
    for _ in range(40):
        cover, pairs = Cover(half, rng), max(2, round(side * rng.uniform(0.36, 0.5)))
        for _ in cover.anneal(pairs, list(range(upper.n))):
            pass
        if not cover.fine(pairs):
            continue
        own = [half.whole(pipe) for pipe in cover.pipes]
        other = [tuple(full.grid.n - 1 - cell for cell in pipe) for pipe in own]
        level = dotted(full, tuple(own + other), range(2 * pairs))
        found = counted(level)
        if found:
            return replace(level, proof=found)
    return None


def counted(level: FlowLevel) -> dict[str, int] | None:
    """The figures of the count that proves the only filling."""
    *_, end = count(level.board.problem, Limits(nodes=1_000_000), cap=2)
    proof = {"fillings": 1, "untouching": 1, "states": end.states}  # type: ignore[union-attr]
    return proof if end.exact and end.count == 1 else None  # type: ignore[union-attr]


# Packs -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pack(Worded):
    """A pack whose boards a maker makes; figures have their own titles, and no words."""

    maker: Maker
    spare: float = 1.6
    least: float = 1.0  # difficulty


PACKS = (
    Pack(
        "15-silhouettes",
        "Silhouettes",
        "Boards cut out along what they show.",
        26,
        "",
        silhouette,
        spare=3,
    ),
    Pack(
        "16-rooms",
        "Rooms",
        "Every pipe knows a way through the doors.",
        24,
        "Hall Kitchen Pantry Parlour Study Attic Cellar Library Nursery Landing Larder Porch "
        "Scullery Gallery Bathroom Closet Conservatory Workshop Cloakroom Ballroom Chapel "
        "Dormitory Observatory Stables",
        rooms,
    ),
    Pack(
        "17-corridors",
        "Corridors",
        "Long and narrow: nobody gets past without asking.",
        24,
        "Passage Alley Arcade Aisle Tunnel Lane Walkway Gangway Cloister Colonnade Underpass "
        "Subway Towpath Bypass Promenade Avenue Boulevard Footpath Crosscut Drift Adit Causey "
        "Ramp Stairwell",
        corridor,
    ),
    Pack(
        "18-long-ways",
        "Long Ways",
        "Half the pairs, and twice the way for each.",
        20,
        "Pilgrim Courier Drover Rambler Nomad Peddler Wayfarer Envoy Ferryman Postman Scout "
        "Carter Rover Ranger Tramp Voyager Explorer Herald Navigator Odyssey",
        few,
    ),
    Pack(
        "19-half-turns",
        "Half Turns",
        "Turn the board upside down: the dots stay where they are.",
        20,
        "Pinwheel Windmill Seesaw Hourglass Turnstile Carousel Waltz Compass Whirl Weathervane "
        "Somersault Roundabout Cartwheel Pirouette Gyre Spindle Rotor Propeller Merry-go-round "
        "Orrery",
        turned,
    ),
    Pack(
        "20-beehives",
        "Beehives",
        "Large combs, and what the bees left out.",
        20,
        "Skep Brood Drone Forager Waggle Propolis Clover Heather Lavender Acacia Linden Buckwheat "
        "Bramble Thyme Sage Borage Manuka Royal-jelly Honeydew Beekeeper",
        beehive,
    ),
    Pack(
        "21-around-the-world",
        "Around the World",
        "Seas to sail around, and no edge to fall off.",
        20,
        "Lisbon Zanzibar Santiago Macau Tangier Bergen Bombay Havana Odessa Palermo Yokohama "
        "Fremantle Mombasa Halifax Naples Genoa Muscat Hobart Galway Marseilles",
        around,
    ),
    Pack(
        "22-causeways",
        "Causeways",
        "Bridges, gaps, and rims that are none: all at once.",
        15,
        "Skyway Overpass Drawbridge Boardwalk Pontoon Trestle Swing-bridge Isthmus Jetties "
        "Groyne Dyke Polder Sandbank Lighthouse Archipelago",
        causeways,
        least=5,
    ),
    Pack(
        "23-waxworks",
        "Waxworks",
        "Hexagons, with walls of wax between them.",
        15,
        "Cell Seal Candle Taper Wick Chandler Smoker Frame Foundation Partition Chamber Cocoon "
        "Labyrinth Catacomb Citadel",
        wax,
        least=5,
    ),
)


def pool(pack: Pack) -> list[Keys]:
    """Levels of a pack, with their seeds; more than are needed."""
    seen, found = set[str](), list[Keys]()
    for seed in range(9 * pack.number if pack.words else 3 * pack.number):
        level = pack.maker(seed, Random(f"{pack.file} {seed}"))
        if level is None or (like := canonical(level)) in seen:
            continue
        seen.add(like)
        graded = next(event for event in grade(level) if isinstance(event, Grade))
        if graded.difficulty < pack.least:
            continue
        found.append(
            FLOW.format(
                replace(level, proof={**level.proof, "seed": seed}, difficulty=graded.difficulty)
            )
        )
        if len(found) == round(pack.number * pack.spare):
            break
    return found


def picked(pack: Pack, levels: list[Keys]) -> list[Keys]:
    """The levels of a pack; of figures one of each, the easiest and the hardest in turn."""
    if pack.words:
        return worded(pack, levels)
    taken: dict[str, Keys] = {}
    for level in sorted(levels, key=_difficulty):
        if level["title"] not in taken or len(level["title"]) % 2:
            taken[level["title"]] = level
    return sorted(taken.values(), key=_difficulty)


def _difficulty(level: Keys) -> float:
    return float(level["difficulty"])


if __name__ == "__main__":
    make_worded("flow", PACKS, pool, picked)
