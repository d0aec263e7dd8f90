"""Small changes of a Flow board, and which of its solutions each of them keeps.

- *wall*: a passage is closed, which keeps the solutions that do not go through it;
- *pair*: a pipe is cut in two between two cells, which become dots; the second piece gets a colour
  of its own. It keeps the solutions whose pipe goes from the one cell to the other, that way round;
- *hole*: the cell of a dot is taken away, and the dot goes to the next cell of its pipe. It keeps
  the solutions whose pipe goes that way;
- *dot*: a dot goes to an empty cell;
- *opening*: a wall is taken away.

The last two lead to other solutions, of which nothing is known beforehand. Of several changes, what
is kept by all of the first three kinds is kept; so they are taken as conditions that a solution
meets or not, and sets of changes by what they exclude. To have that so simple, a pipe is cut once
at most, and only the pipe of a colour that has two dots.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from puzzles.flow.rules.levels import LETTERS
from puzzles.flow.rules.model import Board, Edge, passages
from puzzles.flow.rules.problem import Solution, edges_of, joined

WALLS, PAIRS, HOLES, DOTS = "walls", "pairs", "holes", "dots"
CHANGES = (WALLS, PAIRS, HOLES, DOTS)
CONDITIONS = ("wall", "pair", "hole")


@dataclass(frozen=True)
class Change:
    """A change of a kind between two cells: those a wall parts, that a cut goes between, or from
    which to which a dot goes."""

    kind: str  # "wall", "pair", "hole", "dot" or "opening"
    a: int
    b: int
    colour: int = -1  # of the pipe that is cut


Steps = Mapping[Edge, int]


def excludes(change: Change, steps: Steps) -> bool:
    """Return whether a condition takes away the solution that has these steps."""
    if change.kind == "pair":
        return steps.get((change.a, change.b)) != change.colour
    joined = (change.a, change.b) in steps or (change.b, change.a) in steps
    return joined == (change.kind == "wall")


def conditions(board: Board, kinds: Collection[str], whole: int = 0) -> list[Change]:
    """Return all changes of these kinds that are conditions, walls first. The pipes of so many
    colours, the first, stay `whole`."""
    dots, bridges = board.dots, board.bridges
    joined = [(a, b) for a, b in sorted(board.joined) if bridges.isdisjoint((a, b))]
    found: list[Change] = []
    if WALLS in kinds:
        found += [Change("wall", a, b) for a, b in joined if a < b]
    if PAIRS in kinds:
        inner = [(a, b) for a, b in joined if dots[a] < 0 and dots[b] < 0]
        single = [c for c in range(whole, len(board.symbols)) if (dots == c).sum() == 2]
        found += [Change("pair", a, b, colour) for a, b in inner for colour in single]
    if HOLES in kinds:
        led_to = {cell for bridge, cell in board.joined if bridge in bridges}
        found += [
            Change("hole", a, b)
            for a, b in joined
            if dots[a] >= 0 and dots[b] < 0 and a not in led_to
        ]
    return found


def leaps(board: Board, kinds: Collection[str]) -> Iterator[Change]:
    """Yield the changes of these kinds that lead to other solutions, the smallest first: walls that
    are taken away, dots that go to a cell beside them, or to one beside that."""
    if WALLS in kinds:
        yield from (Change("opening", a, b) for a, b in sorted(board.walls))
    if DOTS in kinds:
        near = passages(board.grid, board.wrap)
        dots = np.flatnonzero(board.dots >= 0).tolist()
        beside = {dot: {*near[dot]} for dot in dots}
        beyond = {dot: {c for cell in near[dot] for c in near[cell]} - beside[dot] for dot in dots}
        for reach in (beside, beyond):
            for dot in dots:
                for cell in sorted(reach[dot]):
                    if board.dots[cell] < 0 and cell not in board.bridges:
                        yield Change("dot", dot, cell)


def changed(board: Board, changes: Collection[Change]) -> Board | None:
    """Return the board with these changes; None if they do not go together."""
    dots, symbols = board.dots.copy(), board.symbols
    cuts = [change for change in changes if change.kind == "pair"]
    if len({cut.colour for cut in cuts}) < len(cuts):
        return None
    for cut in cuts:
        if len(symbols) == len(LETTERS) or (dots[[cut.a, cut.b]] >= 0).any():
            return None
        last = np.flatnonzero(board.dots == cut.colour)[-1]
        dots[cut.a], dots[[cut.b, last]] = cut.colour, len(symbols)
        symbols = (*symbols, next(letter for letter in LETTERS if letter not in symbols))
    for change in changes:
        if change.kind in ("hole", "dot"):
            if dots[change.a] < 0 or dots[change.b] >= 0:
                return None
            dots[change.a], dots[change.b] = -1, dots[change.a]
    closed, opened = (
        {(c.a, c.b) for c in changes if c.kind == kind} for kind in ("wall", "opening")
    )
    whole = replace(board, symbols=symbols, dots=dots, walls=(board.walls | closed) - opened)
    gone = [change.a for change in changes if change.kind == "hole"]
    if not gone:
        return whole
    grid = board.grid
    left = [cell for cell in range(grid.n) if cell not in gone]
    new = {cell: i for i, cell in enumerate(left)}
    present = grid.index >= 0
    present[grid.row[gone], grid.col[gone]] = False
    walls = frozenset((new[a], new[b]) for a, b in whole.walls if a in new and b in new)
    bridges = frozenset(new[cell] for cell in board.bridges)
    grid = type(grid)(present)
    return replace(whole, grid=grid, dots=dots[left], walls=walls, bridges=bridges)


def original_steps(board: Board, changes: Collection[Change], solution: Solution) -> Steps:
    """Return the steps, on the board, of a solution of the board changed by conditions: its pieces
    put together, its dots where they were. Those of each pipe go from its lesser end on, and have
    its colour."""
    gone = {change.a for change in changes if change.kind == "hole"}
    board_vertex = [vertex for vertex in range(len(board.cell_of)) if vertex not in gone]
    edges = [(board_vertex[a], board_vertex[b]) for a, b in edges_of(solution)]
    edges += ((c.a, c.b) for c in changes if c.kind in ("pair", "hole"))
    paths = (min(path, path[::-1]) for path in joined(edges))
    return {step: int(board.dot_at[path[0]]) for path in paths for step in pairwise(path)}
