"""New boards of Stars: regions grow around stars at random, and are changed until there is one
solution."""

from collections import Counter
from dataclasses import replace
from random import Random
from string import ascii_uppercase

from puzzles.grids.grid import LatticeGrid
from puzzles.grids.layers import LayeredLevel
from puzzles.logic.generating import Places, drawn, fitted
from puzzles.logic.playing import Board, Made
from puzzles.stars.rules import NONE, declare

EVEN = 5  # harder boards begin with regions of rather even size


def made(rng: Random, blank: LayeredLevel, wish: int) -> Made:
    """A new level as hard as is wished, or None if a try came to nothing."""
    grid = blank.grid
    solution = yield from drawn(declare(replace(blank, cells=NONE * grid.n)), rng)
    number = int(blank.variant.get("stars", 1))
    regions = _regions(grid, solution, number, wish > EVEN, rng)
    board = replace(blank, cells=regions), solution
    found = regions and (yield from fitted(board, declare, wish, rng, changed=changed))
    if not found:
        return None
    pieces = grid.graph.components(found.cells).tolist()
    return replace(found, cells="".join(ascii_uppercase[piece] for piece in pieces))


def _regions(grid: LatticeGrid, solution: Places, number: int, even: bool, rng: Random) -> str:
    """Regions at random, each with so many stars: single stars grow, of two the smaller if they
    are to be `even`; then neighbours join, those with fewest first. "" if that leaves some over."""
    owner, near = {star: star for star in solution}, grid.graph.neighbours
    while len(owner) < grid.n:
        sizes, cells = Counter(owner.values()), [c for c in owner if not owner.keys() >= {*near[c]}]
        some = rng.sample(sorted(cells), min(len(cells), 2 if even else 1))
        cell = min(some, key=lambda each: sizes[owner[each]])
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


def changed(board: Board, other: Places, rng: Random) -> Board | None:
    """A board with a cell in another region: a star of another solution, or any, to make room."""
    level, solution = board
    graph, cells = level.grid.graph, level.cells
    for some in (other - solution, {*range(level.grid.n)} - solution):
        for cell in rng.sample(sorted(some), len(some)):
            rest = [c for c, letter in enumerate(cells) if letter == cells[cell] and c != cell]
            letters = {cells[near] for near in graph.neighbours[cell]} - {cells[cell]}
            if letters and len(graph.area(rest[0], {*rest})) == len(rest):
                cells = cells[:cell] + rng.choice(sorted(letters)) + cells[cell + 1 :]
                return replace(level, cells=cells), solution
    return None
