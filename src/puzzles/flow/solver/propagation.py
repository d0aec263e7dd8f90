"""Conclusions from an edge being used or forbidden.

Three rules are applied, until nothing changes:

- the degree rule: a dot has one used edge, any other vertex two (or none, if it may stay empty);
- an open edge must not close a loop, nor join strands with no colour in common;
- if paths must not touch themselves (*untouching*), an edge is used exactly if its ends are on the
  same path. So if an edge is forbidden, all edges between the two strands are, and a colour with
  two dots on one of them is not for the other; if two or more edges join two strands, all are
  forbidden, because a path that used one of them would have to use all, and close a loop; and
  if two strands certainly have the same such colour, an edge between them is used.

The last replaces the corner rule of square boards (a bend has a dot or a bend on the diagonal
inside it), and holds on any graph.
"""

from __future__ import annotations

import numpy as np

from puzzles.flow.solver.strands import (
    BIT,
    EMPTY,
    HEAD,
    NONE,
    NOTHING,
    OPEN,
    SIZE,
    STAMP,
    UNTOUCHING,
    USED,
    WAITING,
    WORK,
    Strands,
    differ,
    enqueue,
    forbid,
    restrict,
    use,
)
from puzzles.running.kernels import compiled


@compiled
def propagate(state: Strands) -> bool:
    """Conclude all that follows from the changes not looked at; False if there is a conflict."""
    vertex, at = state.vertex, state.at
    while True:
        while at[HEAD] < at[SIZE]:
            what, old = state.change[at[HEAD]].what, state.change[at[HEAD]].old
            at[HEAD] += 1
            at[WORK] += 1
            if what & 1:
                enqueue(state, vertex[what >> 1].strand)
                continue
            u, v = state.edge[what >> 1].u, state.edge[what >> 1].v
            if not check_degree(state, u) or not check_degree(state, v):
                return False
            if old != NOTHING:
                vertex[vertex[u].strand].grown = 1
                enqueue(state, vertex[u].strand)
            elif at[UNTOUCHING] and not keep_apart(state, vertex[u].strand, vertex[v].strand):
                return False
        if at[WAITING] == 0:
            return True
        at[WAITING] -= 1
        strand = state.waiting[at[WAITING]]
        grown = vertex[strand].grown
        vertex[strand].waits = vertex[strand].grown = 0
        if vertex[strand].strand == strand and not check_strand(state, strand, grown):
            return False


@compiled
def check_degree(state: Strands, v: int) -> bool:
    """Apply the degree rule to a vertex; False if there is a conflict."""
    at = state.vertex[v]
    if at.open == 0:
        return at.used == at.degree or (at.used == 0 and restrict(state, at.strand, EMPTY))
    if at.used == at.degree:
        return forbid_open(state, v)
    if at.used + at.open < at.degree:
        if at.used or not restrict(state, at.strand, EMPTY):
            return False
        return forbid_open(state, v)
    if at.used + at.open == at.degree and (at.used or not at.colours & EMPTY):
        return use_open(state, v)
    return True


@compiled
def forbid_open(state: Strands, v: int) -> bool:
    """Forbid all open edges of a vertex."""
    for i in range(state.vertex[v].start, state.vertex[v].stop):
        e = state.slot[i].edge
        if state.edge[e].state == OPEN:
            forbid(state, e)
    return True


@compiled
def use_open(state: Strands, v: int) -> bool:
    """Use all open edges of a vertex."""
    for i in range(state.vertex[v].start, state.vertex[v].stop):
        e = state.slot[i].edge
        if state.edge[e].state == OPEN and not use(state, e):
            return False
    return True


@compiled
def check_strand(state: Strands, strand: int, grown: int) -> bool:
    """Forbid edges that the ends of a strand cannot use; False if there is a conflict."""
    vertex = state.vertex
    colours = vertex[strand].colours
    end = vertex[strand].end
    if state.at[UNTOUCHING]:
        known = names_path(state, colours)
        if (grown or known) and not survey(state, strand, known):
            return False
    for x in (end, vertex[end].mate):
        if vertex[x].open == 0:
            continue
        for i in range(vertex[x].start, vertex[x].stop):
            e = state.slot[i].edge
            if state.edge[e].state != OPEN:
                continue
            other = vertex[state.slot[i].near].strand
            if (
                other == strand
                or colours & vertex[other].colours & ~EMPTY == NONE
                or differ(state, vertex[x].mate, vertex[state.slot[i].near].mate)
            ):
                forbid(state, e)
    return end != vertex[end].mate or check_degree(state, end)


@compiled
def names_path(state: Strands, colours: np.uint64) -> bool:
    """Say if a set of colours is a single one that has two dots, so that it names a path."""
    return bool(colours & state.single[0] != NONE and colours & (colours - BIT) == NONE)


@compiled
def keep_apart(state: Strands, one: int, other: int) -> bool:
    """Conclude what follows if two strands are on different paths that do not touch themselves;
    False if there is a conflict."""
    vertex = state.vertex
    if one == other:
        return False
    for x, y in ((one, other), (other, one)):
        colours = vertex[x].colours
        if names_path(state, colours) and not restrict(state, y, ~colours):
            return False
    end = vertex[one].end
    for x in (end, vertex[end].mate):
        if vertex[x].open:
            for i in range(vertex[x].start, vertex[x].stop):
                e = state.slot[i].edge
                if state.edge[e].state == OPEN and vertex[state.slot[i].near].strand == other:
                    forbid(state, e)
    return True


@compiled
def survey(state: Strands, strand: int, known: bool) -> bool:
    """Look around a strand of a path that does not touch itself, its colour `known` or not; False
    if there is a conflict."""
    vertex = state.vertex
    colours = vertex[strand].colours
    state.at[STAMP] += 1 << 20
    stamp = state.at[STAMP]
    v = strand
    while True:
        for i in range(vertex[v].start, vertex[v].stop):
            drawn = state.edge[state.slot[i].edge].state
            if drawn == USED:
                continue
            other = vertex[state.slot[i].near].strand
            if other == strand:
                return False
            at = vertex[other]
            if at.count < stamp:
                at.count = stamp
            if drawn == OPEN:
                at.count += 1
            else:
                at.count += 2
                if known and not restrict(state, other, ~colours):
                    return False
        v = vertex[v].next
        if v == strand:
            break
    state.at[WORK] += vertex[strand].members
    end = vertex[strand].end
    for x in (end, vertex[end].mate):
        if vertex[x].open == 0:
            continue
        for i in range(vertex[x].start, vertex[x].stop):
            e = state.slot[i].edge
            if state.edge[e].state != OPEN:
                continue
            at = vertex[vertex[state.slot[i].near].strand]
            if at.count >= stamp + 2:
                forbid(state, e)
            elif known and at.colours == colours:
                return use(state, e)
    return True
