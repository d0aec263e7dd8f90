"""IDA* over the region graph of one connected part, in slices that can be dropped between any two.

An iteration looks depth first for a solution of at most `limit` moves. It only tries recolouring a
component to the colour of a neighbour (see `solver` for why), skips positions the transposition
table knows, and goes back where a lower bound is more than the moves that are left. The stack lies
in arrays, so that the compiled kernel can stop after a given amount of work and go on later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from puzzles.core.kernels import compiled
from puzzles.grids.graph import Graph
from puzzles.kami import position
from puzzles.kami.bounds import colour_bound, radius_bound
from puzzles.kami.moves import components, list_moves, unpack
from puzzles.kami.pair_bound import PairRoom, pair_bound, pair_bytes, pair_room, reducing_moves
from puzzles.kami.position import Flags, Ints, Positions, child_key, recolour
from puzzles.kami.table import Table, failed, full, grown, store, table
from puzzles.kami.triple_bound import TripleRoom, triple_bound, triple_bytes, triple_room
from puzzles.kami.triple_bound import reducing_moves as reducing_triples

RUNNING, FOUND, EXHAUSTED = 0, 1, 2
WORK = 6_000_000  # word operations in a slice: about 20 ms

NEAR = 4
FAR = 6  # with fewer moves left, the triple bound takes longer than what it saves

# What `Stack.at` holds.
DEPTH, LIMIT, GOAL, NODES, NODE_LIMIT = range(5)


class Stack(NamedTuple):
    """A depth-first search: the position at each depth, and the moves that can be made there."""

    room: Positions  # slot d: the position after d moves
    moves: Ints  # (depths, moves): packed by `pack`, in the order to try
    listed: Ints  # (depths,): how many there are
    tried: Ints  # (depths,): how many were tried
    counts: Ints  # (colours,): components of each colour, for the bounds
    allowed: Flags  # (n, colours): moves that can lower the pair bound
    at: Ints  # (5,): depth, −1 before the root; limit; goal; nodes; their limit


@compiled
def screen(
    room: Positions, slot: int, counts: Ints, goal: int, left: int, space: PairRoom, allowed: Flags
) -> tuple[int, int]:
    """Bound a position by what is cheap and by pairs, and leave in `allowed` (n, colours) only
    moves that can lower a bound that `left` moves have to lower. The pair bound, or left + 1 if
    `left` moves are not enough; and the word operations it took."""
    if colour_bound(room, slot, counts, goal) > left:
        return left + 1, 1
    size = components(counts)
    work = size * size * room.alive.shape[1]
    if radius_bound(room, slot) > left:
        return left + 1, work
    bound, more = pair_bound(room, slot, counts, goal, left, space)
    work += more
    if bound == left > 0:
        work += reducing_moves(space, goal, bound, allowed)
    return bound, work


@compiled
def enter(
    stack: Stack, space: PairRoom, triples: TripleRoom, slot: int, left: int
) -> tuple[bool, int]:
    """Bound the position in `slot` and list its moves; whether `left` moves may be enough, and
    the word operations it took."""
    room, counts, goal, allowed = stack.room, stack.counts, stack.at[GOAL], stack.allowed
    for v in range(len(allowed)):
        for c in range(len(counts)):
            allowed[v, c] = True
    bound, work = screen(room, slot, counts, goal, left, space, allowed)
    if bound > left:
        return False, work
    far = (FAR if bound == left else NEAR) + ((components(counts) - 1) >> 6)
    if goal < 0 and left >= far:
        strong, more = triple_bound(space, triples, bound, left)
        work += more
        if strong > left:
            return False, work
        if strong == left:
            work += reducing_triples(space, triples, strong, allowed)
    stack.at[NODES] += 1
    stack.tried[slot] = 0
    tight = colour_bound(room, slot, counts, goal) == left
    stack.listed[slot] = list_moves(
        room, slot, counts, goal, tight, allowed, stack.moves[slot])
    return True, work


@compiled
def advance(
    stack: Stack, entries: Table, space: PairRoom, triples: TripleRoom, budget: int) -> int:
    """Go on searching until found, exhausted, or `budget` word operations are spent."""
    room, at = stack.room, stack.at
    while budget > 0 and at[NODES] < at[NODE_LIMIT]:
        depth = at[DEPTH]
        left = at[LIMIT] - depth - 1
        if depth >= 0:
            if stack.tried[depth] == stack.listed[depth]:
                store(entries, room.key[depth, 0], room.key[depth, 1], left + 2)
                at[DEPTH] -= 1
                if depth == 0:
                    return EXHAUSTED
                continue
            v, colour = unpack(stack.moves[depth, stack.tried[depth]])
            stack.tried[depth] += 1
            key_1, key_2 = child_key(room, depth, v, colour)
            budget -= 16
            if failed(entries, key_1, key_2, left):
                continue
            recolour(room, depth, room, depth + 1, v, colour)
            budget -= room.near.shape[1] * room.near.shape[2]
        promising, work = enter(stack, space, triples, depth + 1, left)
        budget -= work
        if promising:
            at[DEPTH] += 1
            if stack.listed[depth + 1] == 0 and components(stack.counts) == 1:
                return FOUND
        elif depth < 0:
            return EXHAUSTED
        else:
            store(entries, key_1, key_2, left + 1)
    return RUNNING


def search_bytes(n: int, colours: Sequence[int], most: int) -> int:
    """What a `Search` for up to `most` moves with n regions takes, its table apart."""
    palette = max(colours) + 1
    per_move = position.bytes_per_slot(n) + pair_bytes(n) + 8 * n * (palette - 1)
    fixed = 20 * palette * n * n + triple_bytes(n, palette, most)
    return (most + 2) * per_move + fixed


class Search:
    """The search for solutions of one part, and what it remembers between iterations."""

    def __init__(
        self, graph: Graph, colours: Sequence[int], goal: int, most: int, memory: int
    ) -> None:
        """For iterations of up to `most` moves; `goal` is the colour to end in, −1 for any.
        `memory` bytes hold the transposition table."""
        palette = max(colours) + 1
        self._stack = Stack(
            position.positions(graph, colours, most + 1),
            np.zeros((most + 1, graph.n * (palette - 1)), np.int64),
            np.zeros(most + 1, np.int64),
            np.zeros(most + 1, np.int64),
            np.zeros(palette, np.int64),
            np.zeros((graph.n, palette), np.bool_),
            np.zeros(5, np.int64),
        )
        self._stack.at[GOAL] = goal
        self._space = pair_room(graph.n, palette, most)
        self._triples = triple_room(graph.n, palette, most)
        self._table = table()
        self._growth: Iterator[Table | None] = iter(())
        self._memory = memory

    @property
    def goal(self) -> int:
        """The colour to end in, −1 for any."""
        return int(self._stack.at[GOAL])

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return int(self._stack.at[NODES])

    def begin(self, limit: int) -> None:
        """Start the iteration that looks for at most `limit` moves."""
        self._stack.at[DEPTH], self._stack.at[LIMIT] = -1, limit

    def advance(self, nodes: int, work: int = WORK) -> int:
        """One slice of the iteration, or of making the table larger: RUNNING, FOUND or EXHAUSTED.
        At most `nodes` more positions are expanded."""
        for larger in self._growth:
            if larger is not None:
                self._table = larger
            return RUNNING
        if full(self._table, self._memory):
            self._growth = grown(self._table)
        self._stack.at[NODE_LIMIT] = self.nodes + nodes
        return int(advance(self._stack, self._table, self._space, self._triples, work))

    def line(self) -> list[tuple[int, int]]:
        """The moves being tried, or those found: region and colour."""
        stack = self._stack
        packed = (stack.moves[d, stack.tried[d] - 1] for d in range(stack.at[DEPTH]))
        return [unpack(move) for move in packed]
