"""A depth-first search for solutions of Flow, one after the other.

A decision uses one open edge, at the first vertex of a sweep that has one. When every continuation
is exhausted, the edge is forbidden instead. If paths must fill the board and not touch themselves,
so much follows (`strands`) that published levels take a handful of decisions. If they may touch
themselves, little follows from a decision. Then the search remembers which residual problems were
refuted.

The *residual problem* of a state is what is still to be decided: its open edges, and where the
strands at them lead (to which other vertex with an open edge, or to a dot of which colour). How
many edges the vertices there lack follows. How the rest of the board is filled does not matter,
unless paths must not touch themselves. So if a residual problem has no solution, the search need
not go through it again, whatever decisions lead to it. The count merges states for the same reason.
A transposition table has a key of 128 bits for each residual problem that was refuted. That no two
have the same key is taken on trust: at 10⁹ states the chance is 10⁻²¹.

The decisions lie in an array, and all else can be wound back, so the compiled kernel can stop after
a given amount of work and go on later.
"""

from typing import NamedTuple

import numpy as np

from puzzles.flow.rules.problem import Numbers, Problem, Records, Solution, Words, joined
from puzzles.flow.solver.cuts import Cuts, check_cuts, new_cuts
from puzzles.flow.solver.strands import (
    LIMIT,
    NOTHING,
    OPEN,
    SIZE,
    SWEEPING,
    WAITING,
    WORK,
    Strands,
    backtrack,
    forbid,
    new_strands,
    propagate,
    use,
)
from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled, records

RUNNING, FOUND, EXHAUSTED = 0, 1, 2
SLICE = 300_000  # changes and vertices looked at in a slice: about 20 ms

ENTRIES = 1 << 16  # of the table: 1 MB

# The indices of `Decisions.counters`.
DEPTH, FIRST, CONSISTENT, NODES, NODE_LIMIT, REMEMBERING = range(6)

# A decision to use an edge, with what to go back to: the size of the `trail` and the place in the
# order. It is `refuted` if the edge is forbidden by now. The key is that of the residual problem
# before it; 0 if there is none to store.
FIELDS = ("edge", "trail", "first", "refuted")
DECISION = np.dtype([*((name, "i8") for name in FIELDS), ("key_1", "u8"), ("key_2", "u8")])
MIX_1, MIX_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
ZERO, ONE, HALF = np.uint64(0), np.uint64(1), np.uint64(32)


class Decisions(NamedTuple):
    """The decisions in force, and the transposition table."""

    made: Records  # (m + 1,) of DECISION
    # (6,): the number of decisions, the place in the order, 1 if no conflict is known, the nodes,
    # their limit, and 1 if the transposition table is used
    counters: Numbers
    table: Words  # (entries, 2): keys, each at its entry; an empty one is 0


@compiled
def conclude(state: Strands, cuts: Cuts, first: bool) -> bool:
    """Conclude all that follows, from cuts as well, within the limit of work; False if there is a
    conflict. In a sweep cuts hardly ever add anything, so they are only looked at before the
    `first` decision."""
    while propagate(state):
        if (state.counters[SWEEPING] and not first) or state.counters[WAITING]:
            return True
        size = state.counters[SIZE]
        if not check_cuts(state, cuts):
            return False
        if size == state.counters[SIZE]:
            return True
    return False


@compiled
def mixed(key: np.uint64, more: np.uint64, by: np.uint64) -> np.uint64:
    """Return a key with one more number."""
    x = (key ^ more) * by
    return x ^ (x >> HALF)


@compiled
def residual_key(state: Strands, first: int) -> tuple[np.uint64, np.uint64]:
    """Return the key of the residual problem, if no edge is open at vertices before place `first`
    in the order. Its first word is not 0."""
    vertices, order = state.vertices, state.order
    state.counters[WORK] += len(order) - first
    key_1, key_2 = MIX_2, MIX_1
    for i in range(first, len(order)):
        vertex = vertices[order[i]]
        if not vertex.open:
            continue
        for j in range(vertex.start, vertex.stop):
            if state.edges[state.incidences[j].edge].state == OPEN:
                key_1 = mixed(key_1, np.uint64(j), MIX_1)
                key_2 = mixed(key_2, np.uint64(j), MIX_2)
        dot = vertices[vertex.mate].dot
        leads = np.uint64(vertex.mate if dot < 0 else len(vertices) + dot)
        key_1, key_2 = mixed(key_1, leads, MIX_2), mixed(key_2, leads, MIX_1)
    return key_1 | ONE, key_2


@compiled
def entry_of(table: Words, key_1: np.uint64) -> int:
    """Return the entry of a key in the table."""
    return int(np.int64(key_1 >> HALF)) & (len(table) - 1)


@compiled
def step_back(state: Strands, decisions: Decisions) -> bool:
    """Undo decisions until an edge can be forbidden that was used; False if there is none."""
    counters, table = decisions.counters, decisions.table
    while counters[DEPTH]:
        counters[DEPTH] -= 1
        last = decisions.made[counters[DEPTH]]
        if not last.refuted:
            backtrack(state, last.trail)
            counters[FIRST] = last.first
            counters[CONSISTENT] = forbid(state, last.edge)
            last.refuted = 1
            counters[DEPTH] += counters[DEPTH] > 0  # at first there is nothing to go back to
            return True
        if last.key_1 != ZERO:
            i = entry_of(table, last.key_1)
            table[i, 0], table[i, 1] = last.key_1, last.key_2
    return False


@compiled
def advance(state: Strands, cuts: Cuts, decisions: Decisions, budget: int) -> int:
    """Go on until a solution is found, there are no more, or `budget` is spent."""
    counters, table, order = decisions.counters, decisions.table, state.order
    limit = state.counters[LIMIT] = state.counters[WORK] + budget
    key_1, key_2 = ZERO, ZERO
    while state.counters[WORK] < limit:
        if not (counters[CONSISTENT] and conclude(state, cuts, counters[DEPTH] == 0)):
            if not step_back(state, decisions):
                return EXHAUSTED
            continue
        if state.counters[WAITING] or counters[NODES] >= counters[NODE_LIMIT]:
            return RUNNING
        while counters[FIRST] < len(order) and state.vertices[order[counters[FIRST]]].open == 0:
            counters[FIRST] += 1
        if counters[FIRST] == len(order):
            counters[CONSISTENT] = False
            for i in range(counters[DEPTH]):
                decisions.made[i].key_1 = ZERO  # these have a solution
            return FOUND
        if counters[REMEMBERING]:
            key_1, key_2 = residual_key(state, counters[FIRST])
            i = entry_of(table, key_1)
            if table[i, 0] == key_1 and table[i, 1] == key_2:
                counters[CONSISTENT] = False
                continue
        counters[NODES] += 1
        i = state.vertices[order[counters[FIRST]]].start
        while state.edges[state.incidences[i].edge].state != OPEN:
            i += 1
        e = state.incidences[i].edge
        made = decisions.made[counters[DEPTH]]
        made.edge, made.first, made.key_1, made.key_2 = e, counters[FIRST], key_1, key_2
        made.trail, made.refuted = state.counters[SIZE], 0
        counters[DEPTH] += 1
        counters[CONSISTENT] = use(state, e)
    return RUNNING


class Search:
    """A search to be advanced in slices. Unless it is for `untouching` solutions, it uses the
    transposition table."""

    bytes = 0  # fixed and small: not counted
    spent = 0  # work

    def __init__(self, problem: Problem, untouching: bool, order: Ints | None = None) -> None:
        self._state: Strands = new_strands(problem, untouching)
        if order is not None:
            self._state = self._state._replace(order=order)
        self._cuts: Cuts = new_cuts(problem)
        edges = len(self._state.edges)
        table = np.zeros((1 if untouching else ENTRIES, 2), np.uint64)
        self._decisions = Decisions(records(edges + 1, DECISION), np.zeros(6, np.int64), table)
        self._decisions.counters[CONSISTENT] = True
        self._decisions.counters[REMEMBERING] = not untouching

    @property
    def nodes(self) -> int:
        """The decisions made so far."""
        return int(self._decisions.counters[NODES])

    def advance(self, nodes: int, work: int = SLICE) -> int:
        """Search on, for at most so many decisions: RUNNING, FOUND or EXHAUSTED."""
        self._decisions.counters[NODE_LIMIT] = self.nodes + nodes
        result = int(advance(self._state, self._cuts, self._decisions, work))
        self.spent = int(self._state.counters[WORK])
        return result

    def drawn(self) -> list[tuple[int, int]]:
        """Return the edges that are used at the moment, in the order in which that was decided."""
        change = self._state.changes[: self._state.counters[SIZE]]
        used = (change["what"] % 2 == 0) & (change["old"] != NOTHING)
        edges = self._state.edges[change["what"][used] // 2]
        return list(zip(edges["u"].tolist(), edges["v"].tolist(), strict=True))

    def paths(self) -> Solution:
        """Return the paths drawn at the moment, or those of the solution just found."""
        return joined(self.drawn())
