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

# What `Cuts.at` holds.
REACHED, CUT = range(2)


class Cuts(NamedTuple):
    """Memory for the search for cuts in a graph with n vertices."""

    visit: Records  # (n,) of VISIT
    stack: Numbers  # (n,): from the root to the vertex being visited
    reached: Numbers  # (n,): vertices by number
    cut: Numbers  # (n,): vertices whose subtree hangs on one edge or vertex
    at: Numbers  # (2,): how many were reached, and how many cuts there are
    exact: bool  # no colours share a bit


def new_cuts(problem: Problem) -> Cuts:
    """Return memory for one problem."""
    n = problem.n
    stack, reached, cut = np.empty((3, n), np.int64)
    exact = int(problem.dot.max(initial=0)) + 1 < SHARED
    return Cuts(records(n, VISIT), stack, reached, cut, np.zeros(2, np.int64), exact)


@compiled
def check_cuts(state: Strands, work: Cuts) -> bool:
    """Use, forbid and restrict what cuts demand; False if they contradict."""
    vertex, visit = state.vertex, work.visit
    for v in range(len(vertex)):
        visit[v].number = 0
    work.at[REACHED] = work.at[CUT] = 0
    for root in range(len(vertex)):
        if vertex[root].open == 0 or visit[root].number:
            continue
        first = work.at[REACHED]
        explore(state, work, root)
        if visit[root].odd & ~REST:
            return False
        ends = EMPTY
        for i in range(first, work.at[REACHED]):
            ends |= loose_end(state, work.reached[i])
        for i in range(first, work.at[REACHED]):
            if not restrict(state, vertex[work.reached[i]].strand, ends):
                return False
    state.at[WORK] += work.at[REACHED]
    possible = True
    for i in range(work.at[CUT]):
        possible = possible and check_cut(state, work, work.cut[i])
    return possible


@compiled
def loose_end(state: Strands, v: int) -> np.uint64:
    """Return the colour of the loose end v, as a set; the empty set if it has none."""
    dot = state.vertex[state.vertex[v].mate].dot
    return NONE if dot < 0 else bit(dot)


@compiled
def enter(state: Strands, work: Cuts, v: int) -> None:
    """Visit a vertex for the first time."""
    at = work.visit[v]
    work.reached[work.at[REACHED]] = v
    work.at[REACHED] += 1
    at.number = at.low = work.at[REACHED]
    at.next = state.vertex[v].start
    at.odd = loose_end(state, v)


@compiled
def explore(state: Strands, work: Cuts, root: int) -> None:
    """Visit all that can be reached from `root`, and note the cuts."""
    vertex, visit = state.vertex, work.visit
    enter(state, work, root)
    visit[root].via = ROOT
    work.stack[0], size = root, 1
    while size:
        v = work.stack[size - 1]
        at = visit[v]
        i = at.next
        at.next += 1
        if i < vertex[v].stop:
            w, via = state.slot[i].near, state.slot[i].edge
            if state.edge[via].state != OPEN or via == at.via:
                continue
        elif i == vertex[v].stop:
            w, via = vertex[v].mate, LINK
            if w == v or vertex[w].dot >= 0 or at.via == LINK:
                continue
        else:
            size -= 1
            if at.via == ROOT:
                return
            parent = visit[at.parent]
            parent.low = min(parent.low, at.low)
            parent.odd ^= at.odd
            if at.low >= parent.number:
                work.cut[work.at[CUT]] = v
                work.at[CUT] += 1
            continue
        if visit[w].number:
            at.low = min(at.low, visit[w].number)
        else:
            enter(state, work, w)
            visit[w].parent, visit[w].via = v, via
            work.stack[size] = w
            size += 1


@compiled
def check_cut(state: Strands, work: Cuts, v: int) -> bool:
    """Conclude what follows from the subtree of `v` hanging on its parent; False if there is a
    conflict."""
    at = work.visit[v]
    odd = at.odd & ~REST
    if odd:
        one = odd & (odd - BIT) == NONE
        if not one or not restrict(state, state.vertex[at.parent].strand, odd):
            return False
    if at.low == work.visit[at.parent].number or at.via == LINK:
        return True
    return use(state, at.via) if odd else not work.exact or forbid(state, at.via)
