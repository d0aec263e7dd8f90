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

from puzzles.grids.graph import Graph
from puzzles.kami.solver import position
from puzzles.kami.solver.bounds import colour_bound, radius_bound
from puzzles.kami.solver.moves import components, list_moves, unpack
from puzzles.kami.solver.pair_bound import (
    PairRoom,
    pair_bound,
    pair_bytes,
    pair_room,
    reducing_moves,
)
from puzzles.kami.solver.position import (
    PART,
    WORK,
    Flags,
    Ints,
    Positions,
    child_key,
    least_key,
    recolour,
)
from puzzles.kami.solver.quad_bound import list_longer
from puzzles.kami.solver.set_room import (
    NO,
    PAIR,
    SPENT,
    UNKNOWN,
    YES,
    SetRoom,
    prepare,
    set_room,
    set_room_bytes,
)
from puzzles.kami.solver.set_search import set_bounds, set_bytes
from puzzles.kami.solver.symmetry import MOST as MOST_SYMMETRIES
from puzzles.kami.solver.symmetry import Symmetry, symmetries
from puzzles.kami.solver.table import Table, failed, full, grown, store, table
from puzzles.kami.solver.triple_bound import (
    LEVEL,
    UNFINISHED,
    TripleRoom,
    finished,
    triple_bound,
    triple_bytes,
    triple_room,
)
from puzzles.running.kernels import compiled

RUNNING, FOUND, EXHAUSTED, PAUSING = range(4)

# With fewer moves left, the triple bound takes longer than what it saves: NEAR where the pair bound
# is not tight, and rules out no moves, FAR where it is. The same goes for quadruples and FOUR.
NEAR, FAR = 4, 6
FOUR = 6

GROWING = 2  # slices of growing sets for one of search
ASKING = 8  # times as long as the search are sets asked below the root, if it comes to that
MOST_TURNS = 8  # large positions take longer than a slice

# What `Stack.at` holds.
DEPTH, LIMIT, GOAL, NODES, NODE_LIMIT, BUDGET, STAGE, BOUND = range(8)

# The stages of entering a position, between and in most of which it can be left.
SCREEN, TRIPLES, PREPARE, QUADRUPLES, LIST = range(5)


class Stack(NamedTuple):
    """A depth-first search: the position at each depth, and the moves that can be made there."""

    room: Positions  # slot d: the position after d moves
    moves: Ints  # (depths, moves): packed by `pack`, in the order to try
    listed: Ints  # (depths,): how many there are
    tried: Ints  # (depths,): how many were tried
    counts: Ints  # (colours,): components of each colour, for the bounds
    allowed: Flags  # (n, colours): moves that can lower the pair bound
    # (8,): depth, −1 before the root; limit; goal; nodes; their limit; word operations left of the
    # slice; stage of the position that is entered, and the best bound it has so far
    at: Ints


class Workspace(NamedTuple):
    """The memory that a search works with, its table apart."""

    stack: Stack
    space: PairRoom
    triples: TripleRoom
    sets: SetRoom


@compiled
def screen(
    room: Positions, slot: int, counts: Ints, goal: int, left: int, space: PairRoom, allowed: Flags
) -> tuple[int, int]:
    """Bound a position by what is cheap and by pairs, and put into `allowed` (n, colours) the
    moves that can lower a bound that `left` moves have to lower, or all of them. The pair bound,
    or left + 1 if `left` moves are not enough; and the word operations it took."""
    if colour_bound(room, slot, counts, goal) > left:
        return left + 1, 1
    size = components(counts)
    work = size * size * room.alive.shape[1]
    if radius_bound(room, slot) > left:
        return left + 1, work
    bound, more = pair_bound(room, slot, counts, goal, left, space)
    work += more
    for v in range(len(allowed)):
        for c in range(len(counts)):
            allowed[v, c] = True
    if bound == left > 0:
        work += reducing_moves(space, goal, bound, allowed)
    return bound, work


@compiled
def enter(own: Workspace, slot: int, left: int, stop: int) -> int:
    """Go on bounding the position in `slot`, and list its moves: YES if `left` moves may be enough,
    NO if not, UNKNOWN if no more than `stop` is left of the slice before that is known."""
    at = own.stack.at
    if at[STAGE] == SCREEN:
        by_pairs(own, slot, left)
    if at[STAGE] == TRIPLES and at[BUDGET] > stop:
        by_triples(own, left, stop)
    if at[STAGE] == PREPARE and at[BOUND] <= left and at[BUDGET] > stop:
        at[BUDGET] -= prepare(own.sets, at[BOUND], left)
        at[STAGE], own.sets.at[PAIR] = QUADRUPLES, 0
    if at[STAGE] == QUADRUPLES and at[BUDGET] > stop:
        by_quadruples(own, left, stop)
    if at[BOUND] > left:
        at[STAGE] = SCREEN
        return NO
    if at[STAGE] != LIST:
        return UNKNOWN
    at[STAGE] = SCREEN
    at[NODES] += 1
    list_all(own.stack, slot, left)
    return YES


@compiled
def by_pairs(own: Workspace, slot: int, left: int) -> None:
    """Begin with a position: the cheap bounds, and that by pairs."""
    stack, at = own.stack, own.stack.at
    goal = at[GOAL]
    at[BOUND], work = screen(stack.room, slot, stack.counts, goal, left, own.space, stack.allowed)
    at[BUDGET] -= work
    if at[BOUND] <= left:
        far = (FAR if at[BOUND] == left else NEAR) + ((components(stack.counts) - 1) >> 6)
        at[STAGE] = TRIPLES if goal < 0 and left >= far else LIST
        own.triples.at[LEVEL] = 0


@compiled
def by_triples(own: Workspace, left: int, stop: int) -> None:
    """Go on with the bound by triples."""
    at = own.stack.at
    bound, work = triple_bound(own.space, own.triples, at[BOUND], left, at[BUDGET] - stop)
    at[BUDGET] -= work
    if bound != UNFINISHED:
        at[BOUND] = bound
        more = left >= FOUR and finished(own.triples, components(own.stack.counts))
        at[STAGE] = PREPARE if more else LIST


@compiled
def by_quadruples(own: Workspace, left: int, stop: int) -> None:
    """Go on looking for a quadruple that needs more than `left` moves."""
    at, sets = own.stack.at, own.sets
    before = sets.at[SPENT]
    more = list_longer(sets, at[GOAL], left, sets.far, at[BUDGET] - stop)
    at[BUDGET] -= sets.at[SPENT] - before
    if more:
        at[BOUND] = left + 1
    elif sets.at[PAIR] == components(own.stack.counts) ** 2:
        at[STAGE] = LIST


@compiled
def list_all(stack: Stack, slot: int, left: int) -> None:
    """List the moves of a position that are worth trying."""
    room, counts, goal = stack.room, stack.counts, stack.at[GOAL]
    tight = colour_bound(room, slot, counts, goal) == left
    stack.tried[slot] = 0
    stack.listed[slot] = list_moves(
        room, slot, counts, goal, tight, stack.allowed, stack.moves[slot]
    )


@compiled
def advance(own: Workspace, entries: Table, part: int) -> int:
    """Go on with a slice of the search until found, exhausted, the slice is over (PAUSING), or
    `part` word operations are spent."""
    stack = own.stack
    room, at = stack.room, stack.at
    stop = at[BUDGET] - part
    while at[STAGE] != SCREEN or (at[BUDGET] > 0 and at[NODES] < at[NODE_LIMIT]):
        if at[BUDGET] <= stop:
            return RUNNING
        depth = at[DEPTH]
        left = at[LIMIT] - depth - 1
        if at[STAGE] == SCREEN:
            if depth >= 0 and stack.tried[depth] == stack.listed[depth]:
                if depth == 0:
                    return EXHAUSTED
                key_1, key_2 = least_key(room, depth)
                store(entries, key_1, key_2, left + 2)
                at[DEPTH] -= 1
                continue
            if depth >= 0 and not make(stack, entries, depth, left):
                continue
        answer = enter(own, depth + 1, left, stop)
        if answer == YES:
            at[DEPTH] += 1
            if stack.listed[depth + 1] == 0 and components(stack.counts) == 1:
                return FOUND
        elif answer == NO:
            if depth < 0:
                return EXHAUSTED
            key_1, key_2 = least_key(room, depth + 1)
            store(entries, key_1, key_2, left + 1)
    return PAUSING


@compiled
def make(stack: Stack, entries: Table, depth: int, left: int) -> bool:
    """Make the next move in the position at a depth, unless the table knows that `left` moves are
    not enough after it; whether it was made."""
    room, at = stack.room, stack.at
    v, colour = unpack(stack.moves[depth, stack.tried[depth]])
    stack.tried[depth] += 1
    key_1, key_2 = child_key(room, depth, v, colour, room, depth + 1)
    at[BUDGET] -= 16
    if failed(entries, key_1, key_2, left):
        return False
    recolour(room, depth, room, depth + 1, v, colour)
    at[BUDGET] -= room.near.shape[1] * room.near.shape[2]
    return True


def workspace(
    graph: Graph, colours: Sequence[int], goal: int, most: int, group: Sequence[Symmetry]
) -> Workspace:
    """Return the memory for iterations of up to `most` moves."""
    palette = max(colours) + 1
    stack = Stack(
        position.positions(graph, colours, most + 1, group),
        np.zeros((most + 1, graph.n * (palette - 1)), np.int64),
        np.zeros(most + 1, np.int64),
        np.zeros(most + 1, np.int64),
        np.zeros(palette, np.int64),
        np.zeros((graph.n, palette), np.bool_),
        np.zeros(8, np.int64),
    )
    stack.at[GOAL] = goal
    pairs, triples = pair_room(graph.n, palette, most), triple_room(graph.n, palette, most)
    return Workspace(stack, pairs, triples, set_room(pairs, triples, most))


def search_bytes(n: int, colours: Sequence[int], most: int) -> int:
    """Return the bytes of memory that a `Search` for up to `most` moves with n regions takes, its
    table apart."""
    palette = max(colours) + 1
    slot = position.bytes_per_slot(n, MOST_SYMMETRIES)
    per_move = slot + pair_bytes(n) + 8 * n * (palette - 1)
    fixed = 20 * palette * n * n + triple_bytes(n, palette, most) + set_room_bytes(n, most)
    return (most + 2) * per_move + fixed


class Search:
    """The search for solutions of one part, and what it remembers between iterations."""

    def __init__(
        self, graph: Graph, colours: Sequence[int], goal: int, most: int, memory: int
    ) -> None:
        """For iterations of up to `most` moves; `goal` is the colour to end in, −1 for any.
        `memory` bytes hold the transposition table."""
        self._arguments = graph, colours, most
        self.goal = goal
        self._own = workspace(graph, colours, goal, most, symmetries(graph, colours))
        self.midway = False  # in a slice that has been begun and not ended
        self._work = WORK  # of a slice
        self._table = table()
        self._growth: Iterator[Table | None] = iter(())
        self._memory = memory
        self._bounds: Iterator[tuple[int, bool]] | None = None  # by sets
        self._lower, self._below = 0, False  # the best of them; whether sets are asked by now
        self._growing = self._asking = 0  # parts of that to be done beside, or before the next one

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return int(self._own.stack.at[NODES])

    def begin(self, limit: int) -> None:
        """Start the iteration that looks for at most `limit` moves."""
        at = self._own.stack.at
        at[STAGE], at[DEPTH], at[LIMIT] = SCREEN, -1, limit
        self.midway = False

    def grow(self) -> None:
        """From now on, look for a set of regions, too, that rules out all solutions of the
        iteration at once: beside the search."""
        graph, colours, most = self._arguments
        if self._bounds is not None or self.goal >= 0:
            return
        self._bounds = iter(())
        memory = self._memory - set_bytes(graph.n, max(colours) + 1, most)
        if memory > 0:
            self._bounds, self._memory = set_bounds(graph, colours, most), memory

    def advance(self, nodes: int, work: int = WORK) -> int:
        """One slice of the iteration, or a part of it, or of making the table larger: RUNNING,
        FOUND or EXHAUSTED. In a slice at most `nodes` more positions are expanded."""
        at = self._own.stack.at
        if self._lower > at[LIMIT]:
            return EXHAUSTED
        if not self.midway:
            for larger in self._growth:
                if larger is not None:
                    self._table = larger
                return RUNNING
            if full(self._table, self._memory):
                self._growth = grown(self._table)
            at[BUDGET], at[NODE_LIMIT] = work, at[NODES] + nodes
            self._work, self.midway = work, True
        return self._go_on()

    def _go_on(self) -> int:
        """A part of a slice; at its end, what has come of it. While sets are asked, the search
        mostly waits."""
        if self._below and self._asking:
            self._asking -= 1
            self._go_on_bounding(1)
            return RUNNING
        growing = 0 if self._below else min(GROWING, self._growing)
        self._growing -= growing
        self._go_on_bounding(growing)
        result = int(advance(self._own, self._table, PART))
        if result == RUNNING:
            return RUNNING
        self.midway = False
        spent = self._work - int(self._own.stack.at[BUDGET])
        parts = min(max(1, GROWING * spent // WORK), MOST_TURNS) * (WORK // PART)
        self._growing, self._asking = self._growing + parts, ASKING * parts
        return RUNNING if result == PAUSING else result

    def _go_on_bounding(self, parts: int) -> None:
        """So many parts of growing sets, or of asking them."""
        for _ in range(parts):
            self._lower, self._below = next(self._bounds or iter(()), (self._lower, False))

    def line(self) -> list[tuple[int, int]]:
        """The moves being tried, or those found: region and colour."""
        stack = self._own.stack
        packed = (stack.moves[d, stack.tried[d] - 1] for d in range(stack.at[DEPTH]))
        return [unpack(move) for move in packed]
