"""Why a position needs so many moves: the two to four regions that the bounds rest on, as data.

`pair_bound` and `triple_bound` say of all pairs and triples of regions how many moves it takes to
join them, `quad_bound` whether four need more than so many. Read backwards from those with the
largest value, their recurrences give a cheapest way to join them: a path, or a tree with three or
four leaves, and the moves along it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from puzzles import checker
from puzzles.grids.graph import Graph
from puzzles.kami.solver.pair_bound import PairRoom, pairs_of
from puzzles.kami.solver.position import Words
from puzzles.kami.solver.quad_bound import longer
from puzzles.kami.solver.set_room import prepare, set_room
from puzzles.kami.solver.slices import EVER
from puzzles.kami.solver.triple_bound import TripleRoom, finished, triple_bound, triple_room

NEVER = 1 << 20  # moves: they are not joined

Regions = tuple[int, ...]
Fold = tuple[Regions, int]  # regions that are one by then, and the colour they get


@dataclass(frozen=True)
class Witness:
    """Regions, two to four, that it takes `needs` moves to join, however they are joined; one
    cheapest way, all `regions` on it, and its moves in order."""

    ends: tuple[int, ...]
    needs: int
    regions: tuple[int, ...]
    folds: tuple[Fold, ...]


def witness(graph: Graph, colours: Sequence[int], needs: int) -> Witness | None:
    """A witness that a connected graph needs so many moves, of as few regions as can be; None if
    no four show it. `colours` are numbers from 0 of properly coloured regions."""
    palette = max(colours) + 1
    pairs, bound = pairs_of(graph, colours, palette, needs + 1)
    ways = _Ways(graph, pairs, bound)
    if not ways.complete:  # the board is too large
        return None
    if bound == needs:
        return ways.pair()
    triples = triple_room(graph.n, palette, needs + 1)
    bound, _ = triple_bound(pairs, triples, bound, needs + 1, EVER)
    if bound == needs:
        return _Trees(ways, triples).triple(needs)
    space = set_room(pairs, triples, needs)
    if finished(triples, graph.n):
        prepare(space, bound, needs)
        if longer(space, -1, needs - 1):
            return _four(graph, colours, needs, pairs.name[space.far[0]].tolist())
    return None


def _four(graph: Graph, colours: Sequence[int], needs: int, ends: list[int]) -> Witness:
    """The witness of four, which so many moves join. There is no table of all quadruples to read:
    the checker of certificates tells what the ways to these rest on, and only that."""
    near = [sum(1 << w for w in row) for row in graph.neighbours]
    joins, some = checker.Joins(near, colours), sum(1 << v for v in ends)
    c = next(c for c in joins.coloured if joins.joined(needs, some, c))
    return Witness(tuple(ends), needs, *_read(joins, needs, some, c))


def _read(
    joins: checker.Joins, moves: int, leaves: int, c: int
) -> tuple[Regions, tuple[Fold, ...]]:
    """A cheapest tree that joins a set of leaves in colour c: its regions, and its moves, of which
    there are so many."""
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
    return one + other, first + second


def _bits(rows: Words, n: int) -> npt.NDArray[np.bool_]:
    """The first n bits of rows of words."""
    return np.unpackbits(rows.view(np.uint8), axis=-1, count=n, bitorder="little").astype(bool)


class _Ways:
    """The pair bound's F, for regions as the graph numbers them: `cost[c, x, y]`."""

    def __init__(self, graph: Graph, pairs: PairRoom, bound: int) -> None:
        n = graph.n
        self.near = graph.neighbours
        self.number = pairs.number[:n]
        self.colours = range(len(pairs.own))
        reached = _bits(pairs.reached[: bound + 1], n)
        self.complete = bool(reached[-1].all())
        least = np.where(reached.any(axis=0), reached.argmax(axis=0), NEVER)
        cost = least + ~_bits(pairs.direct, n)
        order = self.number
        self.cost = cost[:, order][:, :, order]
        self.least, self.bound = least[order][:, order], bound

    def pair(self) -> Witness:
        """The witness of the pair bound."""
        x, y = np.unravel_index(int(self.least.argmax()), self.least.shape)
        c = int(self.cost[:, x, y].argmin())
        path, folds = self.way(int(x), int(y), c)
        return Witness((int(x), int(y)), self.bound, path, folds)

    def way(self, x: int, y: int, c: int) -> tuple[tuple[int, ...], tuple[Fold, ...]]:
        """A cheapest path from x to y that ends in colour c, and the moves along it."""
        left = int(self.cost[c, x, y])
        if left == 0:
            return (x,), ()
        for d in self.colours:
            if self.cost[d, x, y] == left - 1:
                path, folds = self.way(x, y, d)
                return path, (*folds, (path, c))
        a, b = next(self._splits(x, y, c, left))
        one, first = self.way(x, a, c)
        other, second = self.way(b, y, c)
        return one + other, first + second

    def _splits(self, x: int, y: int, c: int, left: int) -> Iterator[tuple[int, int]]:
        """The edges at which a cheapest path falls into two."""
        for a in np.flatnonzero(self.cost[c, x] <= left).tolist():
            for b in self.near[a]:
                if self.cost[c, x, a] + self.cost[c, b, y] == left:
                    yield a, b


class _Trees:
    """The triple bound's T."""

    def __init__(self, ways: _Ways, triples: TripleRoom) -> None:
        self._ways, self._triples = ways, triples

    def triple(self, needs: int) -> Witness:
        """The witness of the triple bound, which is `needs`."""
        n = len(self._ways.near)
        late = ~_bits(self._triples.reached[needs - 1], n)
        own = np.argsort(self._ways.number)
        x, y, z = (int(own[i]) for i in np.unravel_index(int(late.argmax()), late.shape))
        c = min(self._ways.colours, key=lambda c: self._cost(c, x, y, z))
        regions, folds = self._tree(x, y, z, c)
        return Witness((x, y, z), needs, regions, folds)

    def _cost(self, c: int, x: int, y: int, z: int) -> int:
        """The fewest moves that join all three in colour c."""
        if len({x, y, z}) < 3:
            return int(self._ways.cost[c, x, z if x == y else y])
        x, y, z = self._ways.number[[x, y, z]].tolist()
        word, bit = z >> 6, z & 63
        for level, rows in enumerate(self._triples.reached):
            if int(rows[x, y, word]) >> bit & 1:
                return level + 1 - (int(self._triples.direct[c, x, y, word]) >> bit & 1)
        return NEVER

    def _tree(self, x: int, y: int, z: int, c: int) -> tuple[tuple[int, ...], tuple[Fold, ...]]:
        """A cheapest tree that joins x, y and z in colour c: its regions, and the moves."""
        if len({x, y, z}) < 3:
            return self._ways.way(x, z if x == y else y, c)
        left = self._cost(c, x, y, z)
        for d in self._ways.colours:
            if self._cost(d, x, y, z) == left - 1:
                regions, folds = self._tree(x, y, z, d)
                return regions, (*folds, (regions, c))
        leaf, a, b, rest = next(self._branches(x, y, z, c, left))
        branch, first = self._ways.way(leaf, a, c)
        tree, second = self._tree(b, *rest, c)
        return branch + tree, first + second

    def _branches(
        self, x: int, y: int, z: int, c: int, left: int
    ) -> Iterator[tuple[int, int, int, tuple[int, int]]]:
        """The leaves, the edges at which their branches may be cut off, and the other leaves."""
        for leaf, rest in ((x, (y, z)), (y, (x, z)), (z, (x, y))):
            for a in np.flatnonzero(self._ways.cost[c, leaf] <= left).tolist():
                for b in self._ways.near[a]:
                    if self._ways.cost[c, leaf, a] + self._cost(c, b, *rest) == left:
                        yield leaf, a, b, rest
