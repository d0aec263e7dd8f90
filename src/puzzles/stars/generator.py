"""New boards of Stars: regions grow around stars at random, and are changed until there is one
solution."""

from dataclasses import replace
from random import Random

from puzzles.core.errors import NOWHERE
from puzzles.core.tables import Values
from puzzles.grids.layers import LayeredLevel
from puzzles.grids.square import SquareGrid
from puzzles.logic.generating import drawn, mended
from puzzles.logic.playing import Made
from puzzles.stars.rules import NONE, declare

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def made(rng: Random, rows: int, cols: int, variant: Values, hardest: int) -> Made:
    """A new level whose steps need at most so many rules, or None if a try came to nothing."""
    grid = SquareGrid.full(rows, cols)
    bare = LayeredLevel("", NOWHERE, grid, NONE * grid.n, variant=variant)
    solution = yield from drawn(declare(bare), rng)
    regions = _regions(grid, solution, int(variant.get("stars", 1)), rng)
    if regions is None:
        return None
    level = replace(bare, cells="".join(regions))
    found = yield from mended(level, solution, _mended, declare, hardest, rng)
    if found is None:
        return None
    order = dict(zip(dict.fromkeys(found.cells), LETTERS, strict=False))
    return replace(found, cells="".join(order[letter] for letter in found.cells))


def _regions(
    grid: SquareGrid, solution: frozenset[int], number: int, rng: Random
) -> list[str] | None:
    """Regions at random, each with so many stars of a solution: they grow from single stars, and
    then neighbours join; None if that leaves some over."""
    owner = {star: star for star in rng.sample(sorted(solution), len(solution))}
    near = grid.graph.neighbours
    while len(owner) < grid.n:
        cell = rng.choice([c for c in owner if any(other not in owner for other in near[c])])
        owner[rng.choice([other for other in near[cell] if other not in owner])] = owner[cell]
    left, letter = dict.fromkeys(owner.values()), dict[int, str]()
    for name in LETTERS:
        if not left:
            break
        together = [rng.choice([*left])]
        for _ in range(number - 1):
            touching = {owner[o] for c in owner if owner[c] in together for o in near[c]}
            beside = sorted(touching & left.keys() - {*together})
            if not beside:
                return None
            together.append(rng.choice(beside))
        for star in together:
            left.pop(star)
            letter[star] = name
    return [letter[owner[cell]] for cell in range(grid.n)]


def _mended(
    level: LayeredLevel, solution: frozenset[int], other: frozenset[int], rng: Random
) -> LayeredLevel | None:
    """The level with a star of another solution in another region, so that it is none any more."""
    near, cells = level.grid.graph.neighbours, level.cells
    choices = []
    for cell in sorted(other - solution):
        rest = [c for c in range(level.grid.n) if cells[c] == cells[cell] and c != cell]
        if len({*level.grid.graph.induced(rest).components().tolist()}) == 1:
            choices += [(cell, cells[o]) for o in near[cell] if cells[o] != cells[cell]]
    if not choices:
        return None
    cell, letter = rng.choice(choices)
    return replace(level, cells=cells[:cell] + letter + cells[cell + 1 :])
