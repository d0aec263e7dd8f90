"""Conclusions where the board hangs together by one edge or one vertex only.

A path crosses an edge at most once, so if taking an edge away cuts a piece off, the colours with
an odd number of loose ends in the piece must cross that edge: one such colour has to, two cannot,
and if there is none the edge is not used. The same holds for a vertex, except that a path may pass
it and come back. A part of the board that nothing leads to must have an even number of ends of
each colour, and gets no other colours.

On a graph that can be coloured like a chessboard, a used edge takes one from a black and one from
a white vertex. If all vertices are used, the edges still missing at the black ones and at the white
ones of a part are as many, or differ by one if its only edge to the rest is used.

The cuts are found by depth-first search (Hopcroft & Tarjan 1973), over open edges and from one end
of a strand to the other.
"""

from __future__ import annotations

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
from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled, records

# `number` is the place in the order of visits, from 1; `low` the least number that can be reached
# from the subtree by one edge that is not a tree's; `via` the edge from the parent, LINK or ROOT;
# `odd` the colours with an odd number of ends in the subtree, `balance` its missing edges at black
# vertices less those at white ones; `side` is 1 for black, −1 for white, all 0 if that is not
# known to matter.
VISIT = np.dtype(
    [
        ("number", "i8"),
        ("low", "i8"),
        ("parent", "i8"),
        ("via", "i8"),
        ("next", "i8"),
        ("balance", "i8"),
        ("side", "i8"),
        ("odd", "u8"),
    ]
)
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
    work = Cuts(records(n, VISIT), stack, reached, cut, np.zeros(2, np.int64), exact)
    if problem.fill:
        two_colour(work, problem.graph.indptr, problem.graph.indices)
    return work


@compiled
def two_colour(work: Cuts, indptr: Ints, indices: Ints) -> None:
    """Set the sides, if the graph can be coloured like a chessboard."""
    visit = work.visit
    for root in range(len(visit)):
        if visit[root].side:
            continue
        visit[root].side = 1
        work.stack[0], size = root, 1
        while size:
            size -= 1
            v = work.stack[size]
            for i in range(indptr[v], indptr[v + 1]):
                w = indices[i]
                if visit[w].side == visit[v].side:
                    for x in range(len(visit)):
                        visit[x].side = 0
                    return
                if visit[w].side == 0:
                    visit[w].side = -visit[v].side
                    work.stack[size] = w
                    size += 1


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
        if visit[root].odd & ~REST or visit[root].balance:
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
    at, own = work.visit[v], state.vertex[v]
    work.reached[work.at[REACHED]] = v
    work.at[REACHED] += 1
    at.number = at.low = work.at[REACHED]
    at.next = own.start
    at.odd = loose_end(state, v)
    at.balance = at.side * (own.degree - own.used)


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
            parent.balance += at.balance
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
    if at.low == work.visit[at.parent].number:
        return True
    if at.via == LINK:
        return bool(at.balance == 0)
    if odd:
        return bool(at.balance == at.side and use(state, at.via))
    return not work.exact or bool(at.balance == 0 and forbid(state, at.via))
