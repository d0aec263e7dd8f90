"""Conclusions where the board hangs together by one edge or one vertex only.

A path crosses an edge at most once, so if taking an edge away cuts a piece off, the colours with
an odd number of loose ends in the piece must cross that edge: one such colour has to, two cannot,
and if there is none the edge is not used. The same holds for a vertex, except that a path may pass
it and come back. A part of the board that nothing leads to must have an even number of ends of
each colour, and gets no other colours.

The cuts are found by depth-first search (Hopcroft & Tarjan 1973), over open edges and from one end
of a strand to the other.
"""

from typing import NamedTuple

import numpy as np

from puzzles.flow.rules.problem import Numbers, Problem, Records
from puzzles.flow.solver.strands import (
    BIT,
    EMPTY,
    NONE,
    OPEN,
    REST,
    SHARED,
    WORK,
    Strands,
    bit,
    forbid,
    restrict,
    use,
)
from puzzles.running.kernels import compiled, records

# `number` is the place in the order of visits, from 1; `low` the least number that can be reached
# from the subtree by one edge that is not a tree's; `via` the edge from the parent, LINK or ROOT;
# `odd` the colours with an odd number of ends in the subtree.
FIELDS = ("number", "low", "parent", "via", "next")
VISIT = np.dtype([*((name, "i8") for name in FIELDS), ("odd", "u8")])
LINK, ROOT = -1, -2

# The indices of `Cuts.counters`.
REACHED, HANGING = range(2)


class Cuts(NamedTuple):
    """Memory for the search for cuts in a graph with n vertices."""

    visits: Records  # (n,) of VISIT
    stack: Numbers  # (n,): from the root to the vertex being visited
    reached: Numbers  # (n,): vertices by number
    hanging: Numbers  # (n,): vertices whose subtree hangs on one edge or vertex
    counters: Numbers  # (2,): how many were reached, and how many cuts there are
    exact: bool  # no colours share a bit


def new_cuts(problem: Problem) -> Cuts:
    """Return memory for one problem."""
    n = problem.n
    stack, reached, hanging = np.empty((3, n), np.int64)
    exact = int(problem.dot.max(initial=0)) + 1 < SHARED
    return Cuts(records(n, VISIT), stack, reached, hanging, np.zeros(2, np.int64), exact)


@compiled
def check_cuts(state: Strands, cuts: Cuts) -> bool:
    """Use, forbid and restrict what cuts demand; False if they contradict."""
    vertices, visits = state.vertices, cuts.visits
    for v in range(len(vertices)):
        visits[v].number = 0
    cuts.counters[REACHED] = cuts.counters[HANGING] = 0
    for root in range(len(vertices)):
        if vertices[root].open == 0 or visits[root].number:
            continue
        first = cuts.counters[REACHED]
        explore(state, cuts, root)
        if visits[root].odd & ~REST:
            return False
        ends = EMPTY
        for i in range(first, cuts.counters[REACHED]):
            ends |= loose_end(state, cuts.reached[i])
        for i in range(first, cuts.counters[REACHED]):
            if not restrict(state, vertices[cuts.reached[i]].strand, ends):
                return False
    state.counters[WORK] += cuts.counters[REACHED]
    possible = True
    for i in range(cuts.counters[HANGING]):
        possible = possible and check_cut(state, cuts, cuts.hanging[i])
    return possible


@compiled
def loose_end(state: Strands, v: int) -> np.uint64:
    """Return the colour of the loose end v, as a set; the empty set if it has none."""
    dot = state.vertices[state.vertices[v].mate].dot
    return NONE if dot < 0 else bit(dot)


@compiled
def enter(state: Strands, cuts: Cuts, v: int) -> None:
    """Visit a vertex for the first time."""
    visit = cuts.visits[v]
    cuts.reached[cuts.counters[REACHED]] = v
    cuts.counters[REACHED] += 1
    visit.number = visit.low = cuts.counters[REACHED]
    visit.next = state.vertices[v].start
    visit.odd = loose_end(state, v)


@compiled
def explore(state: Strands, cuts: Cuts, root: int) -> None:
    """Visit all that can be reached from `root`, and note the cuts."""
    vertices, visits = state.vertices, cuts.visits
    enter(state, cuts, root)
    visits[root].via = ROOT
    cuts.stack[0], size = root, 1
    while size:
        v = cuts.stack[size - 1]
        visit = visits[v]
        i = visit.next
        visit.next += 1
        if i < vertices[v].stop:
            w, via = state.incidences[i].neighbour, state.incidences[i].edge
            if state.edges[via].state != OPEN or via == visit.via:
                continue
        elif i == vertices[v].stop:
            w, via = vertices[v].mate, LINK
            if w == v or vertices[w].dot >= 0 or visit.via == LINK:
                continue
        else:
            size -= 1
            if visit.via == ROOT:
                return
            parent = visits[visit.parent]
            parent.low = min(parent.low, visit.low)
            parent.odd ^= visit.odd
            if visit.low >= parent.number:
                cuts.hanging[cuts.counters[HANGING]] = v
                cuts.counters[HANGING] += 1
            continue
        if visits[w].number:
            visit.low = min(visit.low, visits[w].number)
        else:
            enter(state, cuts, w)
            visits[w].parent, visits[w].via = v, via
            cuts.stack[size] = w
            size += 1


@compiled
def check_cut(state: Strands, cuts: Cuts, v: int) -> bool:
    """Conclude what follows from the subtree of `v` hanging on its parent; False if there is a
    conflict."""
    visit = cuts.visits[v]
    odd = visit.odd & ~REST
    if odd:
        single = odd & (odd - BIT) == NONE
        if not single or not restrict(state, state.vertices[visit.parent].strand, odd):
            return False
    if visit.low == cuts.visits[visit.parent].number or visit.via == LINK:
        return True
    return use(state, visit.via) if odd else not cuts.exact or forbid(state, visit.via)
