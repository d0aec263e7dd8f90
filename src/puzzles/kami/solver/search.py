"""IDA* over the region graph of one connected part, in slices that can be dropped between any two.

An iteration looks depth first for a solution of at most `limit` moves. It only tries recolouring a
component to the colour of a neighbour (see `solver` for why), skips positions the transposition
table knows, and goes back where a lower bound is more than the moves that are left. The stack lies
in arrays, so that the compiled kernel can stop after a given amount of work and go on later.

A search that proves long is *shared*: several lanes, each a stack of its own, work at a slice each,
on as many threads as there are cores. A lane that has nothing left takes half of the moves that
another has still to try, as near to the root as there are any. During a slice the table is only
read, and what a lane learns stands in a small one of its own until all have finished the slice: so
the search takes the same steps on every machine, however many cores it has.

A lane that has gone through its own share of a position's moves notes that the position fails,
though another lane may still be busy with the rest. That is sound: let a position noted so be one
that can be won in time, of all those one with the fewest components. Among its moves one leads to
the win, and that one a lane has still to try. Below it there are fewer components, so nothing that
is noted there is wrong, and the lane finds the win before the iteration is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

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
from puzzles.kami.solver.position import Flags, Ints, Positions, child_key, least_key, recolour
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
from puzzles.kami.solver.slices import PART, WORK
from puzzles.kami.solver.symmetry import MOST as MOST_SYMMETRIES
from puzzles.kami.solver.symmetry import Symmetry, symmetries
from puzzles.kami.solver.table import Table, failed, full, grown, merge, store, table
from puzzles.kami.solver.triple_bound import (
    LEVEL,
    UNFINISHED,
    TripleRoom,
    finished,
    triple_bound,
    triple_bytes,
    triple_room,
)
from puzzles.kami.solver.triple_moves import reducing_moves as reducing_triples
from puzzles.running.kernels import compiled
from puzzles.running.lanes import LANES, side_by_side

RUNNING, FOUND, EXHAUSTED, PAUSING = range(4)

# With fewer moves left, the triple bound takes longer than what it saves: NEAR where the pair bound
# is not tight, and rules out no moves, FAR where it is. The same goes for quadruples and FOUR.
NEAR, FAR = 4, 6
FOUR = 6

GROWING = 2  # slices of growing sets for one of search: with LANES of these, even on two cores
ASKING = 8  # times as long as the search are sets asked below the root, if it comes to that
MOST_TURNS = 8  # large positions take longer than a slice
FRESH = 1 << 14  # entries of a lane's own table

# What `Stack.at` holds.
DEPTH, BASE, LIMIT, GOAL, NODES, NODE_LIMIT, BUDGET, STAGE, BOUND = range(9)

# The stages of entering a position, between and in most of which it can be left.
SCREEN, TRIPLES, PREPARE, QUADRUPLES, FILTER, LIST = range(6)


class Stack(NamedTuple):
    """A depth-first search: the position at each depth, and the moves that can be made there."""

    room: Positions  # slot d: the position after d moves
    moves: Ints  # (depths, moves): packed by `pack`, in the order to try
    listed: Ints  # (depths,): how many there are
    tried: Ints  # (depths,): how many were tried
    counts: Ints  # (colours,): components of each colour, for the bounds
    allowed: Flags  # (n, colours): moves that can lower the pair bound
    # (9,): depth, −1 before the root; the least depth with moves of its own; limit; goal; nodes;
    # their limit; word operations left of the slice; stage of the position that is entered, and the
    # best bound it has so far
    at: Ints


class Lane(NamedTuple):
    """The memory that one thread of the search works with."""

    stack: Stack
    space: PairRoom
    triples: TripleRoom
    sets: SetRoom
    fresh: Table  # what it has learnt in this slice


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
def enter(lane: Lane, slot: int, left: int, stop: int) -> int:
    """Go on bounding the position in `slot`, and list its moves: YES if `left` moves may be enough,
    NO if not, UNKNOWN if no more than `stop` is left of the slice before that is known."""
    at = lane.stack.at
    if at[STAGE] == SCREEN:
        by_pairs(lane, slot, left)
    if at[STAGE] == TRIPLES and at[BUDGET] > stop:
        by_triples(lane, left, stop)
    if at[STAGE] == PREPARE and at[BOUND] <= left and at[BUDGET] > stop:
        at[BUDGET] -= prepare(lane.sets, at[BOUND], left)
        at[STAGE], lane.sets.at[PAIR] = QUADRUPLES, 0
    if at[STAGE] == QUADRUPLES and at[BUDGET] > stop:
        by_quadruples(lane, left, stop)
    if at[BOUND] > left:
        at[STAGE] = SCREEN
        return NO
    if at[STAGE] == FILTER and at[BUDGET] > stop:
        filter_moves(lane, left, stop)
    if at[STAGE] != LIST:
        return UNKNOWN
    at[STAGE] = SCREEN
    at[NODES] += 1
    list_all(lane.stack, slot, left)
    return YES


@compiled
def by_pairs(lane: Lane, slot: int, left: int) -> None:
    """Begin with a position: the cheap bounds, and that by pairs."""
    stack, at = lane.stack, lane.stack.at
    goal = at[GOAL]
    at[BOUND], work = screen(stack.room, slot, stack.counts, goal, left, lane.space, stack.allowed)
    at[BUDGET] -= work
    if at[BOUND] <= left:
        far = (FAR if at[BOUND] == left else NEAR) + ((components(stack.counts) - 1) >> 6)
        at[STAGE] = TRIPLES if goal < 0 and left >= far else LIST
        lane.triples.at[LEVEL] = 0


@compiled
def by_triples(lane: Lane, left: int, stop: int) -> None:
    """Go on with the bound by triples."""
    at = lane.stack.at
    bound, work = triple_bound(lane.space, lane.triples, at[BOUND], left, at[BUDGET] - stop)
    at[BUDGET] -= work
    if bound != UNFINISHED:
        at[BOUND] = bound
        if not finished(lane.triples, components(lane.stack.counts)):
            at[STAGE] = LIST
        else:
            at[STAGE] = PREPARE if left >= FOUR else FILTER


@compiled
def by_quadruples(lane: Lane, left: int, stop: int) -> None:
    """Go on looking for a quadruple that needs more than `left` moves."""
    at, sets = lane.stack.at, lane.sets
    before = sets.at[SPENT]
    more = list_longer(sets, at[GOAL], left, sets.far, at[BUDGET] - stop)
    at[BUDGET] -= sets.at[SPENT] - before
    if more:
        at[BOUND] = left + 1
    elif sets.at[PAIR] == components(lane.stack.counts) ** 2:
        at[STAGE] = FILTER


@compiled
def filter_moves(lane: Lane, left: int, stop: int) -> None:
    """Go on dropping moves that cannot lower the bound by triples, if each move must."""
    at = lane.stack.at
    done, work = at[BOUND] < left, 0
    if not done:
        done, work = reducing_triples(
            lane.space, lane.triples, at[BOUND], lane.stack.allowed, at[BUDGET] - stop
        )
    at[BUDGET] -= work
    if done:
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
def advance(lane: Lane, entries: Table, part: int) -> int:
    """Go on with a slice of the search until found, exhausted, the slice is over (PAUSING), or
    `part` word operations are spent."""
    stack, fresh = lane.stack, lane.fresh
    room, at = stack.room, stack.at
    stop = at[BUDGET] - part
    while at[STAGE] != SCREEN or (at[BUDGET] > 0 and at[NODES] < at[NODE_LIMIT]):
        if at[BUDGET] <= stop:
            return RUNNING
        depth = at[DEPTH]
        left = at[LIMIT] - depth - 1
        if at[STAGE] == SCREEN:
            if depth >= 0 and stack.tried[depth] == stack.listed[depth]:
                if depth == at[BASE]:
                    return EXHAUSTED
                key_1, key_2 = least_key(room, depth)
                store(fresh, key_1, key_2, left + 2)
                at[DEPTH] -= 1
                continue
            if depth >= 0 and not make(stack, fresh, entries, depth, left):
                continue
        answer = enter(lane, depth + 1, left, stop)
        if answer == YES:
            at[DEPTH] += 1
            if stack.listed[depth + 1] == 0 and components(stack.counts) == 1:
                return FOUND
        elif answer == NO:
            if depth < 0:
                return EXHAUSTED
            key_1, key_2 = least_key(room, depth + 1)
            store(fresh, key_1, key_2, left + 1)
    return PAUSING


@compiled
def make(stack: Stack, fresh: Table, entries: Table, depth: int, left: int) -> bool:
    """Make the next move in the position at a depth, unless a table knows that `left` moves are not
    enough after it; whether it was made."""
    room, at = stack.room, stack.at
    v, colour = unpack(stack.moves[depth, stack.tried[depth]])
    stack.tried[depth] += 1
    key_1, key_2 = child_key(room, depth, v, colour, room, depth + 1)
    at[BUDGET] -= 16
    if failed(entries, key_1, key_2, left) or failed(fresh, key_1, key_2, left):
        return False
    recolour(room, depth, room, depth + 1, v, colour)
    at[BUDGET] -= room.near.shape[1] * room.near.shape[2]
    return True


def lane(
    graph: Graph, colours: Sequence[int], goal: int, most: int, group: Sequence[Symmetry]
) -> Lane:
    """A lane for iterations of up to `most` moves."""
    palette = max(colours) + 1
    stack = Stack(
        position.positions(graph, colours, most + 1, group),
        np.zeros((most + 1, graph.n * (palette - 1)), np.int64),
        np.zeros(most + 1, np.int64),
        np.zeros(most + 1, np.int64),
        np.zeros(palette, np.int64),
        np.zeros((graph.n, palette), np.bool_),
        np.zeros(9, np.int64),
    )
    stack.at[GOAL] = goal
    pairs, triples = pair_room(graph.n, palette, most), triple_room(graph.n, palette, most)
    return Lane(stack, pairs, triples, set_room(pairs, triples, most), table(FRESH))


def search_bytes(n: int, colours: Sequence[int], most: int) -> int:
    """Return the bytes of memory that a shared `Search` for up to `most` moves with n regions
    takes, its table apart."""
    palette = max(colours) + 1
    slot = position.bytes_per_slot(n, MOST_SYMMETRIES)
    per_move = slot + pair_bytes(n) + 8 * n * (palette - 1)
    fixed = 20 * palette * n * n + triple_bytes(n, palette, most) + set_room_bytes(n, most)
    return LANES * ((most + 2) * per_move + fixed)


def split(giver: Stack, taker: Stack, depth: int) -> None:
    """Let `taker` try half of the moves that `giver` has still to try at a depth."""
    keep = (giver.tried[depth] + giver.listed[depth]) // 2
    given = giver.moves[depth, keep : giver.listed[depth]]
    position.copy(giver.room, taker.room, depth)
    taker.moves[:depth], taker.tried[:depth] = giver.moves[:depth], giver.tried[:depth]
    taker.moves[depth, : len(given)] = given
    taker.listed[depth], taker.tried[depth] = len(given), 0
    taker.at[[DEPTH, BASE]] = depth
    taker.at[LIMIT] = giver.at[LIMIT]
    giver.listed[depth] = keep


class Search:
    """The search for solutions of one part, and what it remembers between iterations."""

    def __init__(
        self, graph: Graph, colours: Sequence[int], goal: int, most: int, memory: int
    ) -> None:
        """For iterations of up to `most` moves; `goal` is the colour to end in, −1 for any.
        `memory` bytes hold the transposition table."""
        self._arguments = graph, colours, goal, most, symmetries(graph, colours)
        self._lanes = [lane(*self._arguments)]
        self._busy: list[int] = []  # numbers of the lanes that have something to do
        self._results: dict[int, int] = {}  # of this slice; RUNNING where a lane is still at it
        self._work = WORK  # of a slice
        self._leader = 0  # the lane that has found a solution, or one that is busy
        self._table = table()
        self._growth: Iterator[Table | None] = iter(())
        self._memory = memory
        self._bounds: Iterator[tuple[int, bool]] | None = None  # by sets
        self._lower, self._below = 0, False  # the best of them; whether sets are asked by now
        self._growing = self._asking = 0  # parts of that to be done beside, or before the next one

    @property
    def goal(self) -> int:
        """The colour to end in, −1 for any."""
        return self._arguments[2]

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return sum(int(lane.stack.at[NODES]) for lane in self._lanes)

    def begin(self, limit: int) -> None:
        """Start the iteration that looks for at most `limit` moves."""
        for lane in self._lanes:
            lane.stack.at[STAGE] = SCREEN
        at = self._lanes[0].stack.at
        at[DEPTH], at[BASE], at[LIMIT] = -1, 0, limit
        self._busy, self._leader = [0], 0
        self._results = {}

    @property
    def midway(self) -> bool:
        """Return True if a slice has been begun and not ended."""
        return RUNNING in self._results.values()

    def share(self) -> None:
        """From now on, let all lanes work."""
        while len(self._lanes) < LANES:
            self._lanes.append(lane(*self._arguments))

    def grow(self) -> None:
        """From now on, look for a set of regions, too, that rules out all solutions of the
        iteration at once: beside the search, as one more lane."""
        graph, colours, goal, most, _ = self._arguments
        if self._bounds is not None or goal >= 0:
            return
        self._bounds = iter(())
        memory = self._memory - set_bytes(graph.n, max(colours) + 1, most)
        if memory > 0:
            self._bounds, self._memory = set_bounds(graph, colours, most), memory

    def advance(self, nodes: int, work: int = WORK) -> int:
        """One slice of the iteration, or a part of it, or of making the table larger: RUNNING,
        FOUND or EXHAUSTED. In a slice at most `nodes` more positions are expanded."""
        if self._lower > self._lanes[0].stack.at[LIMIT]:
            return EXHAUSTED
        if not self.midway:
            for larger in self._growth:
                if larger is not None:
                    self._table = larger
                return RUNNING
            if full(self._table, self._memory):
                self._growth = grown(self._table)
            self._deal()
            working = self._busy[:nodes]
            for i in working:
                at = self._lanes[i].stack.at
                at[BUDGET], at[NODE_LIMIT] = work, at[NODES] + nodes // len(working)
            self._results, self._work = dict.fromkeys(working, RUNNING), work
        return self._go_on()

    def _go_on(self) -> int:
        """A part of a slice; at its end, what the lanes have come to. While sets are asked, the
        lanes mostly wait."""
        if self._below and self._asking:
            self._asking -= 1
            self._go_on_bounding(1)
            return RUNNING
        lanes = [i for i, result in self._results.items() if result == RUNNING]
        shares: list[Callable[[], Any]] = [
            partial(advance, self._lanes[i], self._table, PART) for i in lanes
        ]
        growing = 0 if self._below else min(GROWING, self._growing)
        self._growing -= growing
        bounding: Callable[[], Any] = partial(self._go_on_bounding, growing)
        _, *told = side_by_side([bounding, *shares])
        self._results |= zip(lanes, map(int, told), strict=True)
        if RUNNING in told:
            return RUNNING
        spent = max(self._work - int(self._lanes[i].stack.at[BUDGET]) for i in self._results)
        parts = min(max(1, GROWING * spent // WORK), MOST_TURNS) * (WORK // PART)
        self._growing, self._asking = self._growing + parts, ASKING * parts
        return self._outcome()

    def _go_on_bounding(self, parts: int) -> None:
        """So many parts of growing sets, or of asking them."""
        for _ in range(parts):
            self._lower, self._below = next(self._bounds or iter(()), (self._lower, False))

    def _outcome(self) -> int:
        """Return the outcome of a slice that all lanes have done their share of."""
        working = [i for i in self._busy if i in self._results]
        for i in working:
            merge(self._lanes[i].fresh, self._table)
        for i in working:
            if self._results[i] == FOUND:
                self._leader = i
                return FOUND
            if self._results[i] == EXHAUSTED:
                self._busy.remove(i)
        if not self._busy:
            return EXHAUSTED
        self._leader = self._busy[0]
        return RUNNING

    def _deal(self) -> None:
        """Give lanes that have nothing to do a share of what others have."""
        for i in range(len(self._lanes)):
            if i in self._busy:
                continue
            shares = []
            for giver in self._busy:
                stack = self._lanes[giver].stack
                depths = np.arange(stack.at[BASE], stack.at[DEPTH] + 1)
                open_ = depths[stack.listed[depths] > stack.tried[depths]]
                shares += [(int(depth), giver) for depth in open_[:1]]
            if shares:
                depth, giver = min(shares)
                split(self._lanes[giver].stack, self._lanes[i].stack, depth)
                self._busy.append(i)

    def line(self) -> list[tuple[int, int]]:
        """The moves being tried, or those found: region and colour."""
        stack = self._lanes[self._leader].stack
        packed = (stack.moves[d, stack.tried[d] - 1] for d in range(stack.at[DEPTH]))
        return [unpack(move) for move in packed]
