"""IDA* over the region graph of one connected part, in slices that can be dropped between any two.

An iteration looks depth first for a solution of at most `limit` moves (iterative deepening: Korf,
1985). It only tries recolouring a component to the colour of a neighbour (docs/kami-solver.md,
Lemma 2), skips positions the transposition table knows, and goes back where a lower bound is more
than the moves that are left. The stack lies in arrays, so that the compiled kernel can stop between
any two positions and go on later.
"""

import sys
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from puzzles.grids.graph import Graph
from puzzles.kami.solver.moves import list_moves, unpack
from puzzles.kami.solver.pair_bound import pair_bound, pair_tables, reducing_moves
from puzzles.kami.solver.position import (
    ONE,
    PART,
    SLOWER,
    WORK,
    Flags,
    Ints,
    Positions,
    child_key,
    colour_bound,
    is_wide,
    memory_of,
    positions_of,
    radius_bound,
    recolour,
)
from puzzles.kami.solver.set_bound import find_far_quadruple
from puzzles.kami.solver.set_growth import ANSWERS, TURN
from puzzles.kami.solver.set_questions import (
    SPENT,
    STEPS_PER_WORD,
    SetQuestions,
    prepare_quadruples,
    questions_of,
)
from puzzles.kami.solver.set_search import set_bounds
from puzzles.kami.solver.table import Table, grown, is_refuted, should_grow, store, table
from puzzles.kami.solver.triple_bound import filled, triple_bound, triple_tables
from puzzles.running.kernels import compiled, int64, zeros

RUNNING, FOUND, EXHAUSTED = range(3)

# With fewer moves left, the bound by triples, or by quadruples, takes longer than what it saves.
# Where the pair bound is tight it rules out moves, so triples pay later.
TRIPLES_FROM, TRIPLES_FROM_TIGHT, QUADRUPLES_FROM = 4, 6, 6
TRIPLES_TO = 160  # regions of the board: beyond, triples would take more than 0.2 s a position
PATIENCE = int64(180_000_000 // SLOWER)  # steps, some 0.1 s, for all questions about a position

FREE_FROM = 4  # moves left: with fewer, to find the free moves takes longer than what that saves
LOOKUP = 16  # word operations for a move that the table knows
GROWING = 4  # times as long as the search are sets grown, if it comes to that
ASKING = 32  # and asked below the root, if it comes to that

# What `Stack.counters` holds: the depth, −1 before the root; word operations left of the slice.
DEPTH, LIMIT, GOAL, NODES, NODE_LIMIT, BUDGET = range(6)


class Stack(NamedTuple):
    """A depth-first search: the position at each depth, and the moves that can be made there."""

    positions: Positions  # slot d: the position after d moves
    moves: Annotated[Ints, "depths moves"]  # packed by `pack`, in the order to try
    listed: Annotated[Ints, "depths"]  # how many there are
    tried: Annotated[Ints, "depths"]  # how many were tried
    counts: Annotated[Ints, "colours"]  # components of each colour, for the bounds
    lowering: Annotated[Flags, "n colours"]  # moves that can lower the pair bound
    # Moves that are known not to be enough, since another order of the same moves is not.
    asleep: Annotated[Flags, "depths n colours"]
    sets: SetQuestions  # for the bounds, with what pairs and triples take
    counters: Annotated[Ints, "6"]


@compiled
def bound_position(stack: Stack, slot: int, left: int) -> tuple[int, bool]:
    """Bound a position by all that there is, the cheapest first. Return the pair bound, and False
    if `left` moves are not enough."""
    positions, counters, counts, sets = stack.positions, stack.counters, stack.counts, stack.sets
    goal = counters[GOAL]
    counters[BUDGET] -= 1
    if colour_bound(positions, slot, counts, goal) > left:
        return left + 1, False
    size = int(counts.sum())
    counters[BUDGET] -= size * positions.alive.shape[1]
    if is_wide(positions, slot, left):
        return left + 1, False
    bound, work = pair_bound(positions, slot, counts, goal, left, sets.pairs)
    counters[BUDGET] -= work
    least = (TRIPLES_FROM_TIGHT if bound == left else TRIPLES_FROM) + ((size - 1) >> 6)
    if bound > left or left < least or goal >= 0 or len(stack.lowering) > TRIPLES_TO:
        return bound, bound <= left
    triple, work = triple_bound(sets.pairs, sets.triples, bound, left)
    counters[BUDGET] -= work
    if triple > left or left < QUADRUPLES_FROM or not filled(sets.triples, size):
        return bound, triple <= left
    prepare_quadruples(sets, triple, left)
    far = find_far_quadruple(sets, goal, left, PATIENCE)
    counters[BUDGET] -= sets.counters[SPENT] // STEPS_PER_WORD
    return bound, not far


@compiled
def expand(stack: Stack, slot: int, left: int) -> bool:
    """Bound the position in `slot`, and list its moves; return False if `left` moves cannot win."""
    positions, counts, lowering = stack.positions, stack.counts, stack.lowering
    counters, goal = stack.counters, stack.counters[GOAL]
    bound, open_ = bound_position(stack, slot, left)
    if not open_:
        return False
    radius_bound(positions, slot)
    counters[BUDGET] -= int(counts.sum()) ** 2 * positions.alive.shape[1]
    must_lower = bound == left
    lowering[:] = True
    if bound > 0 and (must_lower or left >= FREE_FROM):
        counters[BUDGET] -= reducing_moves(stack.sets.pairs, goal, bound, lowering)
    counters[NODES] += 1
    tight = colour_bound(positions, slot, counts, goal) == left
    stack.tried[slot] = 0
    asleep, moves = stack.asleep[slot], stack.moves[slot]
    stack.listed[slot] = list_moves(
        positions, slot, counts, goal, tight, lowering, must_lower, asleep, moves
    )
    return True


@compiled
def fall_asleep(stack: Stack, depth: int, v: int, colour: int) -> None:
    """Put the moves to sleep after the move to `colour` of component v, the last one tried, that
    were tried before it or asleep, and are made on the same component before it and after it, as it
    is before them and after them (docs/kami-solver.md, Lemma 5)."""
    positions, before, after = stack.positions, stack.asleep[depth], stack.asleep[depth + 1]
    own, near = positions.colour[depth], positions.near[depth, v]
    for i in range(stack.tried[depth] - 1):
        w, other = unpack(stack.moves[depth, i])
        before[w, other] = True
    for w in range(len(own)):
        beside = near[w >> 6] >> np.uint64(w & 63) & ONE
        for other in range(len(stack.counts)):
            swallowed = beside and (own[w] == colour or own[v] == other)
            after[w, other] = before[w, other] and w != v and not swallowed


@compiled
def advance(stack: Stack, entries: Table, part: int) -> int:
    """Go on with the search until it has found a solution, is exhausted, has spent `part` word
    operations, or comes to the end of a slice."""
    positions, counters = stack.positions, stack.counters
    stop = max(counters[BUDGET] - part, 0)
    while counters[BUDGET] > stop and counters[NODES] < counters[NODE_LIMIT]:
        depth = counters[DEPTH]
        left = counters[LIMIT] - depth - 1
        if depth >= 0:
            if stack.tried[depth] == stack.listed[depth]:
                if depth == 0:
                    return EXHAUSTED
                store(entries, positions.key[depth, 0], positions.key[depth, 1], left + 2)
                counters[DEPTH] -= 1
                continue
            v, colour = unpack(stack.moves[depth, stack.tried[depth]])
            stack.tried[depth] += 1
            key_1, key_2 = child_key(positions, depth, v, colour)
            counters[BUDGET] -= LOOKUP
            if is_refuted(entries, key_1, key_2, left):
                continue
            recolour(positions, depth, positions, depth + 1, v, colour)
            counters[BUDGET] -= positions.near.shape[1] * positions.near.shape[2]
            fall_asleep(stack, depth, v, colour)
        if expand(stack, depth + 1, left):
            counters[DEPTH] += 1
            if stack.listed[depth + 1] == 0 and stack.counts.sum() == 1:
                return FOUND
        elif depth < 0:
            return EXHAUSTED
        else:
            store(entries, positions.key[depth + 1, 0], positions.key[depth + 1, 1], left + 1)
    return RUNNING


def stack_of(graph: Graph, colours: Sequence[int], goal: int, most: int) -> Stack:
    """Return the memory for iterations of up to `most` moves, which end in the colour `goal`, −1
    for any."""
    n, palette, depths = graph.n, max(colours) + 1, most + 1
    pairs, triples = pair_tables(n, palette, most), triple_tables(n, palette, most)
    positions, sets = positions_of(graph, colours, depths), questions_of(pairs, triples, most)
    given = {"positions": positions, "sets": sets}
    stack = zeros(Stack, given, depths=depths, moves=n * (palette - 1), colours=palette, n=n)
    stack.counters[GOAL] = goal
    return stack


DEEPER, BOUND, KNOWN, SOLVED = "deeper", "bound", "known", "solved"  # what comes of a move


def steps(stack: Stack, entries: Table, limit: int) -> Iterator[tuple[str, int]]:
    """Try all moves of the iteration for at most `limit` moves, until one has SOLVED it: yield what
    came of each, and its depth in the stack. `entries` are KNOWN from earlier iterations."""
    counters, result = stack.counters, RUNNING
    counters[DEPTH], counters[LIMIT], counters[NODE_LIMIT] = -1, limit, sys.maxsize
    stack.asleep[0] = False
    while result == RUNNING:
        counters[BUDGET] = WORK
        result, depth = advance(stack, entries, 1), int(counters[DEPTH])
        if result == FOUND:
            yield SOLVED, depth - 1
        elif result == RUNNING and stack.tried[depth]:
            yield KNOWN if counters[BUDGET] == WORK - LOOKUP else BOUND, depth
        elif result == RUNNING and depth:
            yield DEEPER, depth - 1


class Search:
    """The search for solutions of one part, and what it remembers between iterations."""

    def __init__(
        self, graph: Graph, colours: Sequence[int], goal: int, most: int, memory: int
    ) -> None:
        """For iterations of up to `most` moves; `goal` is the colour to end in, −1 for any.
        `memory` bytes hold all that is remembered."""
        self._arguments = graph, colours, most
        self.goal = goal
        self.stack = stack_of(graph, colours, goal, most)
        self.table = table()
        self.memory = memory - memory_of(self.stack)  # for the table
        self._bounds: Iterator[tuple[int, bool]] | None = None  # by sets
        self._lower = 0  # the best of them
        self._share = 0  # of sets, for one of search
        self._owed = 0  # word operations that sets have still to take

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return int(self.stack.counters[NODES])

    @property
    def midway(self) -> bool:
        """True in a slice that has been begun and not ended."""
        return self._owed > 0 or self.stack.counters[BUDGET] > 0

    def begin(self, limit: int) -> None:
        """Start the iteration that looks for at most `limit` moves."""
        counters = self.stack.counters
        counters[DEPTH], counters[LIMIT], counters[BUDGET] = -1, limit, 0
        self.stack.asleep[0] = False
        self._owed = 0

    def grow_sets(self) -> None:
        """From now on, look for a set of regions, too, that rules out all solutions of the
        iteration at once: beside the search."""
        if self._bounds is not None or self.goal >= 0:
            return
        self._bounds = iter(())
        memory = self.memory - 2 * memory_of(self.stack.sets) - 16 * ANSWERS
        if memory > 0:
            self._bounds, self.memory = set_bounds(*self._arguments), memory
            self._share = GROWING

    def advance(self, nodes: int, work: int = WORK) -> int:
        """Go on for a part of a slice, of the search or of what sets take: RUNNING, FOUND or
        EXHAUSTED. At most `nodes` more positions are expanded; `work` is that of a slice."""
        counters = self.stack.counters
        if self._lower > counters[LIMIT]:
            return EXHAUSTED
        if self._owed > 0:  # a turn of the bounds by sets, if any are left
            self._owed -= TURN
            self._lower, below = next(self._bounds or iter(()), (self._lower, None))
            self._share = 0 if below is None else ASKING if below else GROWING
            return RUNNING
        if counters[BUDGET] <= 0:
            counters[BUDGET] = work
            if should_grow(self.table, self.memory):
                self.table = grown(self.table)
        before, counters[NODE_LIMIT] = int(counters[BUDGET]), counters[NODES] + nodes
        result = int(advance(self.stack, self.table, PART))
        self._owed = self._share * (before - int(counters[BUDGET]))
        return result

    def line(self) -> list[tuple[int, int]]:
        """The moves being tried, or those found: region and colour."""
        stack = self.stack
        packed = (stack.moves[d, stack.tried[d] - 1] for d in range(stack.counters[DEPTH]))
        return [unpack(move) for move in packed]
