"""New boards of Stars: regions grow around stars at random, and are changed until there is one
solution."""

from dataclasses import replace
from random import Random
from string import ascii_uppercase

from puzzles.grids.grid import LatticeGrid
from puzzles.grids.layers import LayeredLevel
from puzzles.logic.generating import drawn, mended
from puzzles.logic.playing import Made
from puzzles.stars.rules import NONE, declare


def made(rng: Random, blank: LayeredLevel, wish: int) -> Made:
    """A new level as hard as is wished, or None if a try came to nothing."""
    grid = blank.grid
    solution = yield from drawn(declare(replace(blank, cells=NONE * grid.n)), rng)
    regions = _regions(grid, solution, int(blank.variant.get("stars", 1)), rng)
    if not regions:
        return None
    level = replace(blank, cells=regions)
    found = yield from mended(level, solution, _mended, declare, wish, rng)
    if found is None:
        return None
    pieces = grid.graph.components(found.cells).tolist()
    return replace(found, cells="".join(ascii_uppercase[piece] for piece in pieces))


def _regions(grid: LatticeGrid, solution: frozenset[int], number: int, rng: Random) -> str:
    """Regions at random, each with so many stars of a solution: they grow from single stars, and
    then neighbours join, those with fewest first; "" if that leaves some over."""
    owner, near = {star: star for star in solution}, grid.graph.neighbours
    while len(owner) < grid.n:
        cell = rng.choice([c for c in sorted(owner) if not owner.keys() >= {*near[c]}])
        owner[rng.choice([other for other in near[cell] if other not in owner])] = owner[cell]
    parts, part_of = grid.graph.contract([owner[cell] for cell in range(grid.n)])
    left, letter, beyond = {*range(parts.n)}, dict[int, str](), parts.neighbours
    for name in ascii_uppercase[: parts.n // number]:
        beside = {min(sorted(left), key=lambda part: len(left.intersection(beyond[part])))}
        fresh = set[int]()
        for _ in range(number):
            if not beside:
                return ""
            fresh.add(rng.choice(sorted(beside)))
            beside = {other for part in fresh for other in beyond[part]} & left - fresh
        left -= fresh
        letter |= dict.fromkeys(fresh, name)
    return "".join(letter[part] for part in part_of.tolist())


def _mended(
    level: LayeredLevel, solution: frozenset[int], other: frozenset[int], rng: Random
) -> LayeredLevel | None:
    """The level with a cell in another region, so that another solution is none any more; where
    each of its stars holds a region together, another cell makes room."""
    graph, cells = level.grid.graph, level.cells
    for some in (other - solution, {*range(level.grid.n)} - solution):
        for cell in rng.sample(sorted(some), len(some)):
            rest = [c for c, letter in enumerate(cells) if letter == cells[cell] and c != cell]
            letters = {cells[near] for near in graph.neighbours[cell]} - {cells[cell]}
            if letters and not graph.induced(rest).components().any():
                return replace(
                    level, cells=cells[:cell] + rng.choice(sorted(letters)) + cells[cell + 1 :]
                )
    return None
