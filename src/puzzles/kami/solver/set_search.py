"""Refuting a number of moves by sets of regions, from the root downwards (docs/kami-solver.md).

Where k moves are left and a set of regions needs k, each move must lower what *that set* needs. So
a few sets that need k at the root, each carried into the position after a move, rule out most
moves. A move that was ruled out *sleeps* after moves that it is independent of. For that all moves
of a position are asked about before any is followed.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations

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

MOST_PARTS = 16  # of sets, that are asked about before the sets

Move = tuple[int, int]  # the least region of a component, and its new colour


@dataclass(frozen=True)
class Position:
    """A connected board after some moves."""

    graph: Graph  # of components
    colours: Sequence[int]
    component_of: Sequence[int]  # the component that each region of the board is part of

    @cached_property
    def names(self) -> dict[int, int]:
        """The least region of each component: what does not change with it keeps its name."""
        return {v: region for region, v in reversed([*enumerate(self.component_of)])}

    @cached_property
    def colouring(self) -> tuple[int, ...]:
        """The colour of each region of the board, by which positions can be told apart."""
        return tuple(self.colours[v] for v in self.component_of)

    @cached_property
    def moves(self) -> list[Move]:
        """All recolourings of a component to the colour of a neighbour."""
        return [
            (self.names[v], c)
            for v in range(self.graph.n)
            for c in sorted({self.colours[w] for w in self.graph.neighbours[v]})
        ]

    def after(self, move: Move) -> "Position":
        """Return the position that a move leads to."""
        v, colour = self.component_of[move[0]], move[1]
        merged = {w for w in self.graph.neighbours[v] if self.colours[w] == colour}
        kept = [u for u in range(self.graph.n) if u not in merged]
        number = {u: i for i, u in enumerate(kept)}
        number |= dict.fromkeys(merged, number[v])
        pairs = ((number[a], number[b]) for a, b in self.graph.edges.tolist())
        return Position(
            Graph.from_edges(len(kept), [(a, b) for a, b in pairs if a != b]),
            [colour if u == v else self.colours[u] for u in kept],
            [number[u] for u in self.component_of],
        )

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
        self._root = Position(graph, colours, range(graph.n))
        # Whether a position was ruled out, one move after so many were left.
        self._ruled_out: dict[tuple[int, tuple[int, ...]], bool] = {}
        self._palette = max(colours) + 1
        self._triples = triple_tables(graph.n, self._palette, most)
        pairs = pair_tables(graph.n, self._palette, 0)  # until there is a position
        self._sets = questions_of(pairs, self._triples, most)
        self._tight = tight
        self._parts: list[Members] = []  # of those, that have ruled something out, the last first
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
        is_far = partial(self._is_far, sets, position, left)
        far = part = next(filter(is_far, [*self._parts, *self._tight]), None)
        while part:
            far, part = part, next(filter(is_far, combinations(part, len(part) - 1)), None)
        self._steps += int(sets.counters[SPENT])
        if far is None:
            return False
        self._parts = [far, *(other for other in self._parts if other != far)][:MOST_PARTS]
        return True

    def _is_far(self, sets: SetQuestions, position: Position, left: int, regions: Members) -> bool:
        """Return True if so many moves do not join what the regions have become part of."""
        members = [int(sets.pairs.number[position.component_of[region]]) for region in regions]
        colours = (1 << self._palette) - 1
        return not joinable_colours(sets, np.array(members), colours, left, True)


def _independent_of(position: Position, move: Move, moves: Iterable[Move]) -> set[Move]:
    """Return those of the moves that are independent of one."""
    return {other for other in moves if position.independent(other, move)}
