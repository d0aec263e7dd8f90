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

ANY = range(4, 6)  # difficulties: regions of these have any size, of harder boards rather even ones


def made(rng: Random, blank: LayeredLevel, wish: int) -> Made:
    """A new level as hard as is wished, or None if a try came to nothing."""
    grid, number = blank.grid, int(blank.variant.get("stars", 1))
    solution = yield from drawn(declare(replace(blank, cells=NONE * grid.n)), rng)
    regions = _regions(grid, solution, number, wish, rng)
    board = replace(blank, cells=regions), solution
    found = regions and (yield from fitted(board, declare, wish, rng, changed=changed))
    if not found:
        return None
    pieces = grid.graph.components(found.cells).tolist()
    return replace(found, cells="".join(ascii_uppercase[piece] for piece in pieces))


def _regions(grid: LatticeGrid, solution: Places, number: int, wish: int, rng: Random) -> str:
    """Regions at random, each with so many stars: stars close by are joined, then regions grow, any
    or of two the smaller, for harder boards, or the larger. "" if stars are left over."""
    near, left, owner = grid.graph.neighbours, {*solution}, dict[int, str]()
    for name in ascii_uppercase[: grid.rows]:
        left.remove(star := rng.choice(sorted(left)))
        owner[star] = name
        for _ in range(number - 1):
            area = grid.graph.area(star, {*range(grid.n)}.difference(owner))
            if not (others := left.intersection(area)):
                return ""
            left.remove(cell := min(others, key=area.index))
            while cell != star:
                owner[cell] = name
                cell = next(before for before in area if before in near[cell])
    while len(owner) < grid.n:
        sizes, cells = Counter(owner.values()), [c for c in owner if not owner.keys() >= {*near[c]}]
        some = rng.sample(sorted(cells), 1 if wish in ANY else min(len(cells), 2))
        cell = (max if wish < ANY[0] else min)(some, key=lambda each: sizes[owner[each]])
        owner[rng.choice([other for other in near[cell] if other not in owner])] = owner[cell]
    return "".join(owner[cell] for cell in range(grid.n))


def changed(board: Board, other: Places, rng: Random) -> Board | None:
    """A board with a cell in the smallest region beside it: a star of another solution, or any."""
    level, solution = board
    graph, cells = level.grid.graph, level.cells
    for some in (other - solution, {*range(level.grid.n)} - solution):
        for cell in rng.sample(sorted(some), len(some)):
            rest = [c for c, letter in enumerate(cells) if letter == cells[cell] and c != cell]
            letters = {cells[near] for near in graph.neighbours[cell]} - {cells[cell]}
            if letters and len(graph.area(rest[0], {*rest})) == len(rest):
                letter = min(rng.sample(sorted(letters), len(letters)), key=cells.count)
                cells = cells[:cell] + letter + cells[cell + 1 :]
                return replace(level, cells=cells), solution
    return None
