"""Refuting a number of moves by sets of regions, from the root downwards (docs/kami-solver.md).

Where k moves are left and a set of regions needs k, each move must lower what *that set* needs. So
a few sets that need k at the root, each carried into the position after a move, rule out most
moves. A move that was ruled out *sleeps* after moves that it is independent of. For that all moves
of a position are asked about before any is followed.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence

import numpy as np

from puzzles.grids.graph import Graph
from puzzles.kami.solver.pair_bound import pair_tables, pairs_of
from puzzles.kami.solver.set_bound import joinable_colours
from puzzles.kami.solver.set_growth import Clock, grown_bounds
from puzzles.kami.solver.set_questions import (
    SPENT,
    STEPS_PER_WORD,
    Members,
    SetQuestions,
    prepare,
    questions_of,
)
from puzzles.kami.solver.triple_bound import filled, triple_bound, triple_tables

Move = tuple[int, int]  # the least region of a component, and its new colour


class Position:
    """A connected board after some moves."""

    def __init__(self, board: Graph, colouring: Sequence[int]) -> None:
        """The regions of the board have these colours, by which positions can be told apart."""
        self.board, self.colouring = board, tuple(colouring)
        # The graph of components, and the component that each region is part of.
        self.graph, regions = board.contract(self.colouring)
        self.component_of: list[int] = regions.tolist()
        # The least region of each: what does not change with it keeps its name.
        self.names = [*map(self.component_of.index, range(self.graph.n))]
        self.colours = [self.colouring[region] for region in self.names]

    @property
    def moves(self) -> list[Move]:
        """All recolourings of a component to the colour of a neighbour."""
        return [
            (self.names[v], c)
            for v in range(self.graph.n)
            for c in sorted({self.colours[w] for w in self.graph.neighbours[v]})
        ]

    def after(self, move: Move) -> "Position":
        """Return the position that a move leads to."""
        changed = self.component_of[move[0]]
        regions = zip(self.component_of, self.colouring, strict=True)
        return Position(self.board, [move[1] if v == changed else c for v, c in regions])

    def independent(self, one: Move, two: Move) -> bool:
        """Return True if either move is made on the same component before the other and after it:
        then both orders lead to the same position."""
        (v, c), (w, d) = (self.component_of[one[0]], one[1]), (self.component_of[two[0]], two[1])
        if v == w:
            return False
        swallowed = self.colours[v] == d or self.colours[w] == c
        return not (swallowed and w in self.graph.neighbours[v])


Children = dict[Move, Position]


def set_bounds(graph: Graph, colours: Sequence[int], most: int) -> Iterator[tuple[int, bool]]:
    """Yield lower bounds on the moves a connected graph needs, one for each turn of work and each
    at least the one before, until there are no more: by sets that are grown; and then by those
    that have the best bound, *below* the root, which is said with them."""
    tight: list[Members] = []
    bound = most
    for bound in grown_bounds(graph, colours, most, tight):
        yield bound, False
    if tight and (yield from SetSearch(graph, colours, most, tight).refute(bound)):
        yield bound + 1, False


class SetSearch:
    """A search for solutions of one connected board that only sets, and what they rest on, cut."""

    def __init__(
        self, graph: Graph, colours: Sequence[int], most: int, tight: Sequence[Members]
    ) -> None:
        """For solutions of up to `most` moves; the sets are of regions."""
        self._root = Position(graph, colours)
        # Whether a position was ruled out, one move after so many were left.
        self._ruled_out: dict[tuple[int, tuple[int, ...]], bool] = {}
        self._palette = max(colours) + 1
        self._triples = triple_tables(graph.n, self._palette, most)
        pairs = pair_tables(graph.n, self._palette, 0)  # until there is a position
        self._sets = questions_of(pairs, self._triples, most)
        self._tight = tight
        self._clock, self._steps = Clock(), 0  # that a position took
        self._bound = 0, True  # in every turn

    def refute(self, limit: int) -> Generator[tuple[int, bool], None, bool]:
        """Return True if it is proved that there is no solution of at most `limit` moves, after
        yielding this limit, as `set_bounds` does, for each turn of work."""
        self._bound = limit, True
        yield self._bound
        live, dead = yield from self._sift(self._root, set(), limit)
        return (yield from self._follow(self._root, live, dead, limit))

    def _sift(
        self, position: Position, asleep: set[Move], left: int
    ) -> Generator[tuple[int, bool], None, tuple[Children, set[Move]]]:
        """Return the children that are not ruled out where `left` moves are left, and the moves
        that are, those `asleep` among them."""
        live: Children = {}
        dead = set(asleep)
        for move in position.moves:
            if move in asleep:
                continue
            child = position.after(move)
            key = left, child.colouring
            if key not in self._ruled_out:
                self._steps = 0
                self._ruled_out[key] = self._needs_more(child, left - 1)
                for _ in self._clock.turns(self._steps):
                    yield self._bound
            if self._ruled_out[key]:
                dead.add(move)
            else:
                live[move] = child
        return live, dead

    def _follow(
        self, position: Position, live: Children, dead: set[Move], left: int
    ) -> Generator[tuple[int, bool], None, bool]:
        """Return True if the position has no solution of `left` moves that begins with one of the
        `live` moves, the `dead` ones being known to begin none."""
        if position.graph.n == 1:
            return False
        below: dict[Move, tuple[Children, set[Move]]] = {}
        for move, child in live.items():
            asleep = _independent_of(position, move, dead)
            below[move] = yield from self._sift(child, asleep, left - 1)
        tried: list[Move] = []
        for move in sorted(live, key=lambda move: len(below[move][0])):
            children, ruled = below[move]
            ruled |= _independent_of(position, move, tried)
            children = {m: child for m, child in children.items() if m not in ruled}
            if not (yield from self._follow(live[move], children, ruled, left - 1)):
                return False
            self._ruled_out[left, live[move].colouring] = True
            tried.append(move)
        return True

    def _needs_more(self, position: Position, left: int) -> bool:
        """Return True if a bound is more than `left` moves."""
        n, triples = position.graph.n, self._triples
        if n == 1 or left == 0:
            return n > 1
        pairs, bound = pairs_of(position.graph, position.colours, self._palette, left)
        if bound > left:
            return True
        bound, work = triple_bound(pairs, triples, bound, left)
        self._steps += STEPS_PER_WORD * work
        if bound > left or not filled(triples, n):
            return bound > left
        sets = self._sets._replace(pairs=pairs)
        prepare(sets, bound, left)
        far = any(self._is_far(sets, position, left, regions) for regions in self._tight)
        self._steps += int(sets.counters[SPENT])
        return far

    def _is_far(self, sets: SetQuestions, position: Position, left: int, regions: Members) -> bool:
        """Return True if so many moves do not join what the regions have become part of."""
        members = [int(sets.pairs.number[position.component_of[region]]) for region in regions]
        colours = (1 << self._palette) - 1
        return not joinable_colours(sets, np.array(members), colours, left, True)


def _independent_of(position: Position, move: Move, moves: Iterable[Move]) -> set[Move]:
    """Return those of the moves that are independent of one."""
    return {other for other in moves if position.independent(other, move)}
