"""The reason why a position needs so many moves: two to four regions that alone need as many.

The tables of the bounds show which regions these are; certificates name them. The checker of
certificates computes what joining them rests on, and only that. Read backwards, it gives a cheapest
way to join them: a path, or a tree with three or four leaves, and the moves along it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from puzzles import checker
from puzzles.grids.graph import Graph
from puzzles.kami.solver.pair_bound import PairTables, pairs_of
from puzzles.kami.solver.search import PATIENCE
from puzzles.kami.solver.set_bound import find_far_quadruple
from puzzles.kami.solver.set_questions import prepare_quadruples, questions_of
from puzzles.kami.solver.triple_bound import TripleTables, filled, triple_bound, triple_tables

Regions = tuple[int, ...]
Fold = tuple[Regions, int]  # regions that are one by then, and the colour they get


def unjoined(
    pairs: PairTables, table: PairTables | TripleTables, bound: int, moves: int, goal: int
) -> list[Regions]:
    """Return the sets that so many moves do not join (in the colour `goal`, if that is not −1), all
    of two or all of three as the table has them. The bound left that table so."""
    if moves > bound:
        return []
    rows = table.reached[moves]
    if goal >= 0:
        rows = rows & table.direct[goal]
        if moves:
            rows = rows | table.reached[moves - 1]
    size = int(pairs.first[-1])
    joined = np.unpackbits(rows.view(np.uint8), axis=-1, count=size, bitorder="little")
    far = sorted(some[::-1] for some in np.argwhere(joined == 0).tolist())
    ascending = (some for some in far if sorted({*some}) == some)
    return [tuple(int(pairs.name[x]) for x in some) for some in ascending]


def far_three_or_four(pairs: PairTables, bound: int, left: int, goal: int, fours: bool) -> Regions:
    """Return a set of three, or of four if wanted, that takes more than `left` moves to join; () if
    there is none. `pairs` are as the pair bound left them: it is no more than `left`."""
    n, palette = len(pairs.name), len(pairs.coloured)
    triples = triple_tables(n, palette, left + 1)
    bound, _ = triple_bound(pairs, triples, bound, left + 1)
    if not filled(triples, n):
        return ()
    if far := unjoined(pairs, triples, bound, left, goal):
        return far[0]
    if fours:
        sets = questions_of(pairs, triples, left + 1)
        prepare_quadruples(sets, bound, left)
        if find_far_quadruple(sets, goal, left, PATIENCE):
            return tuple(int(pairs.name[x]) for x in sets.far[0])
    return ()


@dataclass(frozen=True)
class Witness:
    """Regions, two to four, that it takes `needs` moves to join, however they are joined; one
    cheapest way, all `regions` on it, and its moves in order."""

    ends: Regions
    needs: int
    regions: Regions
    folds: tuple[Fold, ...]


def witness(graph: Graph, colours: Sequence[int], needs: int) -> Witness | None:
    """Return a witness that a connected graph needs so many moves, of as few regions as can be;
    None if no four show it. `colours` are numbers from 0 of properly coloured regions."""
    pairs, bound = pairs_of(graph, colours, max(colours) + 1, needs)
    far = unjoined(pairs, pairs, bound, needs - 1, -1)
    ends = far[0] if far else far_three_or_four(pairs, bound, needs - 1, -1, True)
    if not ends:
        return None
    near = [sum(1 << w for w in row) for row in graph.neighbours]
    joins, leaves = checker.Joins(near, colours), sum(1 << v for v in ends)
    c = next(c for c in joins.coloured if joins.joined(needs, leaves, c))
    return Witness(tuple(sorted(ends)), needs, *_read(joins, needs, leaves, c))


def _read(
    joins: checker.Joins, moves: int, leaves: int, c: int
) -> tuple[Regions, tuple[Fold, ...]]:
    """Return a cheapest tree that joins a set of leaves in colour c: its regions, and its moves, of
    which there are so many. The regions of a path are in their order."""
    if moves == 0:
        return tuple(checker.bits(leaves)), ()
    for d in joins.coloured:
        if joins.joined(moves - 1, leaves, d):
            regions, folds = _read(joins, moves - 1, leaves, d)
            return regions, (*folds, (regions, c))
    left, right, early, ends, starts = next(
        (left, right, early, ends, starts)
        for left, right, early, ends, rim in joins.splits(moves, leaves, c, -1)
        if (starts := joins.extending(moves - early, right, c, rim))
    )
    b = checker.least(starts)
    a = checker.least(ends & joins.beside(1 << b))
    one, first = _read(joins, early, left | 1 << a, c)
    other, second = _read(joins, moves - early, right | 1 << b, c)
    one = one if one[-1] == a else one[::-1]
    other = other if other[0] == b else other[::-1]
    return one + other, first + second
