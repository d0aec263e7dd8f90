"""A depth-first search for solutions of Flow, one after the other.

A decision uses one open edge, at the first vertex of a sweep that has one. When every continuation
is exhausted, the edge is forbidden instead. If paths must fill the board and not touch themselves,
so much follows (`propagation`) that published levels take a handful of decisions. Otherwise little
follows from a decision. Then either the search stores which residual problems were refuted
(`transpositions`), or it looks for cuts after every decision.

The decisions lie in an array, and all else can be wound back, so the compiled kernel can stop after
a given amount of work and go on later.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.flow.rules.problem import Numbers, Problem, Solution
from puzzles.flow.solver.cuts import Cuts, check_cuts, new_cuts
from puzzles.flow.solver.propagation import propagate
from puzzles.flow.solver.strands import (
    NOTHING,
    OPEN,
    SIZE,
    SWEEPING,
    USED,
    WORK,
    Strands,
    backtrack,
    forbid,
    new_strands,
    use,
)
from puzzles.flow.solver.transpositions import (
    ENTRIES,
    Table,
    is_refuted,
    new_table,
    push,
    refute_pending,
    residual_key,
)
from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled

RUNNING, FOUND, EXHAUSTED = 0, 1, 2
SLICE = 300_000  # changes and vertices looked at in a slice: about 20 ms

# The indices of `Decisions.at`.
DEPTH, FIRST, CONSISTENT, NODES, NODE_LIMIT, REMEMBERING = range(6)


class Decisions(NamedTuple):
    """The edges that were decided to be used, each with what to go back to."""

    made: Numbers  # (m + 1, 3): edge, size of the trail, and place in the order
    # (6,): the number of decisions, the place in the order, 1 if no conflict is known, the nodes,
    # their limit, and 1 if the transposition table is used
    at: Numbers


@compiled
def open_edge(state: Strands, v: int) -> int:
    """Return the first open edge at a vertex that has one."""
    i = state.vertex[v].start
    while state.edge[state.slot[i].edge].state != OPEN:
        i += 1
    return int(state.slot[i].edge)


@compiled
def conclude(state: Strands, cuts: Cuts, first: bool) -> bool:
    """Conclude all that follows, from cuts as well; False if there is a conflict. In a sweep cuts
    hardly ever add anything, so they are only looked at before the `first` decision."""
    while propagate(state):
        if state.at[SWEEPING] and not first:
            return True
        size = state.at[SIZE]
        if not check_cuts(state, cuts):
            return False
        if size == state.at[SIZE]:
            return True
    return False


@compiled
def advance(state: Strands, cuts: Cuts, decisions: Decisions, table: Table, budget: int) -> int:
    """Go on until a solution is found, there are no more, or `budget` is spent."""
    at, work = decisions.at, state.at[WORK] + budget
    while state.at[WORK] < work:
        if not (at[CONSISTENT] and conclude(state, cuts, at[DEPTH] == 0)):
            refute_pending(table, at[DEPTH])
            if at[DEPTH] == 0:
                return EXHAUSTED
            at[DEPTH] -= 1
            e, size, at[FIRST] = decisions.made[at[DEPTH]]
            backtrack(state, size)
            at[CONSISTENT] = forbid(state, e)
            continue
        if at[NODES] >= at[NODE_LIMIT]:
            return RUNNING
        while at[FIRST] < len(state.order) and state.vertex[state.order[at[FIRST]]].open == 0:
            at[FIRST] += 1
        if at[FIRST] == len(state.order):
            at[CONSISTENT] = False
            table.size[0] = 0  # what is pending has a solution
            return FOUND
        if at[REMEMBERING]:
            state.at[WORK] += len(state.order) - at[FIRST]
            key_1, key_2 = residual_key(state, at[FIRST])
            if is_refuted(table, key_1, key_2):
                at[CONSISTENT] = False
                continue
            push(table, key_1, key_2, at[DEPTH])
        at[NODES] += 1
        e = open_edge(state, state.order[at[FIRST]])
        made = decisions.made[at[DEPTH]]
        made[0], made[1], made[2] = e, state.at[SIZE], at[FIRST]
        at[DEPTH] += 1
        at[CONSISTENT] = use(state, e)
    return RUNNING


@compiled
def trace(state: Strands, out: Numbers) -> int:
    """Put the strands of more than one vertex into `out`, from end to end, each closed by a −1;
    returns how much was written."""
    vertex = state.vertex
    size = 0
    for v in range(len(vertex)):
        at = vertex[v]
        if at.used != 1 or v > at.mate:
            continue
        previous, here = -1, v
        while True:
            out[size] = here
            size += 1
            if here == at.mate:
                break
            for i in range(vertex[here].start, vertex[here].stop):
                near = state.slot[i].near
                if near != previous and state.edge[state.slot[i].edge].state == USED:
                    previous, here = here, near
                    break
        out[size] = -1
        size += 1
    return size


class Search:
    """A search to be advanced in slices. A `remembering` one sweeps over the board in some order,
    and uses the transposition table."""

    def __init__(
        self,
        problem: Problem,
        untouching: bool,
        order: Ints | None = None,
        *,
        remembering: bool = False,
    ) -> None:
        self._state: Strands = new_strands(problem, untouching)
        if order is not None:
            self._state = self._state._replace(order=order)
        self._cuts: Cuts = new_cuts(problem)
        edges = len(self._state.edge)
        self._decisions = Decisions(np.empty((edges + 1, 3), np.int64), np.zeros(6, np.int64))
        self._decisions.at[CONSISTENT] = True
        self._table = new_table(edges, ENTRIES if remembering else 1)
        if remembering:
            self._decisions.at[REMEMBERING] = self._state.at[SWEEPING] = True

    @property
    def nodes(self) -> int:
        """The decisions made so far."""
        return int(self._decisions.at[NODES])

    def advance(self, nodes: int, work: int = SLICE) -> int:
        """Search on, for at most so many decisions: RUNNING, FOUND or EXHAUSTED."""
        self._decisions.at[NODE_LIMIT] = self.nodes + nodes
        return int(advance(self._state, self._cuts, self._decisions, self._table, work))

    def drawn(self) -> list[tuple[int, int]]:
        """Return the edges that are used at the moment, in the order in which that was decided."""
        change = self._state.change[: self._state.at[SIZE]]
        used = (change["what"] % 2 == 0) & (change["old"] != NOTHING)
        edges = self._state.edge[change["what"][used] // 2]
        return list(zip(edges["u"].tolist(), edges["v"].tolist(), strict=True))

    def paths(self) -> Solution:
        """Return the paths drawn at the moment, or those of the solution just found."""
        out = np.empty(2 * len(self._state.vertex), np.int64)
        flat = out[: trace(self._state, out)].tolist()
        paths, first = [], 0
        while first < len(flat):
            last = flat.index(-1, first)
            paths.append(tuple(flat[first:last]))
            first = last + 1
        return tuple(paths)
