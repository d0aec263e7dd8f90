"""The state of a search: which edges are used, on arrays that can be wound back.

Every edge is open, used or forbidden. Used edges make *strands*; a vertex on none is a strand by
itself. A strand knows its two ends (each the *mate* of the other, as in Knuth's Simpath), its
vertices, and the set of colours it may still get.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.flow.rules.problem import Numbers, Problem, Records, Words
from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled, records

OPEN, USED, FORBIDDEN = 0, 1, 2

# Sets of colours are bits: bit 0 for staying empty, bits 1–62 for a colour each. Any further
# colours share bit 63, which then says less than it could.
NONE = np.uint64(0)
BIT = EMPTY = np.uint64(1)
SHARED = 63
REST = BIT << np.uint64(SHARED)

# What `Strands.at` holds.
SIZE, HEAD, WAITING, STAMP, WORK, UNTOUCHING, SWEEPING = range(7)

# A vertex is given by its slots (one for each edge at it), its dot's colour or −1, the number of
# edges a path through it uses, and how many are used and open; `next` closes a ring of the strand's
# vertices; `mate` is right for ends only; `strand` is the vertex that names the strand, and there
# the number of its `members`, an `end` and the set of `colours` are kept, if it `waits` for
# a look, and if it has `grown` since. `count` is scratch.
FIELDS = "start stop dot degree used open next mate strand members end waits grown count"
VERTEX = np.dtype([*((name, "i8") for name in FIELDS.split()), ("colours", "u8")])
SLOT = np.dtype([("near", "i8"), ("edge", "i8")])
EDGE = np.dtype([("u", "i8"), ("v", "i8"), ("state", "i8")])
# What was changed: 2·edge and the strand that was swallowed (NOTHING: forbidden), or 2·strand + 1
# and the set of colours it had.
CHANGE = np.dtype([("what", "i8"), ("old", "u8")])
NOTHING = np.uint64(0xFFFFFFFFFFFFFFFF)


class Strands(NamedTuple):
    """The state of a search on a graph with n vertices and m edges."""

    vertex: Records  # (n,) of VERTEX
    slot: Records  # (2m,) of SLOT
    edge: Records  # (m,) of EDGE
    change: Records  # of CHANGE: the trail, which is also the queue of what to look at
    waiting: Numbers  # (n,): a stack of strands to look at
    order: Ints  # (n,): the problem's
    single: Words  # (1,): the colours that have two dots
    at: Numbers  # (7,): trail's size, head of the queue, strands that wait, stamp, work done,
    # whether paths must not touch themselves, and whether cuts are only looked for before decisions


def new_strands(problem: Problem, untouching: bool) -> Strands:
    """Return the state before any edge is decided; all strands wait to be looked at."""
    n, graph, dot = problem.n, problem.graph, problem.dot
    dots = np.bincount(dot[dot >= 0], minlength=1)
    bits = BIT << np.minimum(np.arange(1, len(dots) + 1), SHARED).astype(np.uint64)
    every = np.arange(n)
    vertex, slot = records(n, VERTEX), records(len(graph.indices), SLOT)
    edge = records(len(slot) // 2, EDGE)
    vertex["start"], vertex["stop"] = graph.indptr[:-1], graph.indptr[1:]
    vertex["open"] = vertex["stop"] - vertex["start"]
    vertex["dot"], vertex["degree"] = dot, np.where(dot < 0, 2, 1)
    vertex["next"] = vertex["mate"] = vertex["strand"] = vertex["end"] = every
    vertex["members"] = vertex["waits"] = vertex["grown"] = 1
    others = np.bitwise_or.reduce(bits[dots > 0]) | (NONE if problem.fill else EMPTY)
    vertex["colours"] = np.where(dot < 0, others, bits[dot])
    slot["near"], slot["edge"] = graph.indices, graph.edge_of
    edge["u"], edge["v"] = graph.edges.T
    at = np.zeros(7, np.int64)
    at[WAITING], at[UNTOUCHING], at[SWEEPING] = n, untouching, problem.fill or not untouching
    change = records(len(edge) + n * (min(len(dots), SHARED) + 1), CHANGE)
    pairs = np.flatnonzero(dots[: SHARED - 1] == 2)
    single = np.bitwise_or.reduce(bits[pairs], keepdims=True)
    return Strands(vertex, slot, edge, change, every.copy(), problem.order, single, at)


@compiled
def bit(colour: int) -> np.uint64:
    """Return the set of one colour."""
    return BIT << np.uint64(min(colour + 1, SHARED))


@compiled
def record(state: Strands, what: int, old: np.uint64) -> None:
    """Put a change on the trail."""
    size = state.at[SIZE]
    state.change[size].what, state.change[size].old = what, old
    state.at[SIZE] = size + 1


@compiled
def restrict(state: Strands, strand: int, colours: np.uint64) -> bool:
    """Let a strand have only colours of a set; False if none is left."""
    at = state.vertex[strand]
    both = at.colours & colours
    if both != at.colours:
        record(state, 2 * strand + 1, at.colours)
        at.colours = both
    return bool(both != NONE)


@compiled
def forbid(state: Strands, e: int) -> bool:
    """Forbid an edge; False if it is used."""
    at = state.edge[e]
    if at.state == OPEN:
        at.state = FORBIDDEN
        state.vertex[at.u].open -= 1
        state.vertex[at.v].open -= 1
        record(state, 2 * e, NOTHING)
    return bool(at.state == FORBIDDEN)


@compiled
def use(state: Strands, e: int) -> bool:
    """Use an edge; False if that cannot be, as far as it shows at once."""
    vertex, at = state.vertex, state.edge[e]
    if at.state != OPEN:
        return bool(at.state == USED)
    u, v = vertex[at.u], vertex[at.v]
    if u.used == u.degree or v.used == v.degree or u.mate == at.v:
        return False
    a, b = u.mate, v.mate
    if differ(state, a, b):
        return False
    kept, lost = u.strand, v.strand
    if vertex[kept].members < vertex[lost].members:
        kept, lost = lost, kept
    if not restrict(state, kept, vertex[lost].colours & ~EMPTY):
        return False
    record(state, 2 * e, np.uint64(lost))
    at.state = USED
    u.open -= 1
    v.open -= 1
    u.used += 1
    v.used += 1
    vertex[a].mate, vertex[b].mate = b, a
    rename(state, lost, kept)
    vertex[kept].next, vertex[lost].next = vertex[lost].next, vertex[kept].next
    vertex[kept].members += vertex[lost].members
    vertex[kept].end = a
    return True


@compiled
def decide(state: Strands, e: int, used: bool) -> bool:
    """Use an edge, or forbid it; False if it is decided otherwise."""
    return use(state, e) if used else forbid(state, e)


@compiled
def differ(state: Strands, a: int, b: int) -> bool:
    """Say if two vertices are dots of different colours."""
    one, other = state.vertex[a].dot, state.vertex[b].dot
    return bool(one >= 0 and other >= 0 and one != other)


@compiled
def rename(state: Strands, first: int, name: int) -> None:
    """Give the strand that is the ring of `first` another name."""
    v = first
    while True:
        state.vertex[v].strand = name
        v = state.vertex[v].next
        if v == first:
            return


@compiled
def backtrack(state: Strands, size: int) -> None:
    """Undo changes until the trail has this size."""
    vertex = state.vertex
    for i in range(state.at[SIZE] - 1, size - 1, -1):
        what, old = state.change[i].what, state.change[i].old
        if what & 1:
            vertex[what >> 1].colours = old
            continue
        at = state.edge[what >> 1]
        at.state = OPEN
        u, v = vertex[at.u], vertex[at.v]
        u.open += 1
        v.open += 1
        if old != NOTHING:
            lost = int(np.int64(old))
            kept = u.strand
            vertex[kept].members -= vertex[lost].members
            vertex[kept].next, vertex[lost].next = vertex[lost].next, vertex[kept].next
            rename(state, lost, lost)
            u.used -= 1
            v.used -= 1
            # The mate of a vertex inside a strand is the one it had as an end.
            a = u.mate if u.used else np.int64(at.u)
            b = v.mate if v.used else np.int64(at.v)
            vertex[a].mate, vertex[b].mate = at.u, at.v
            vertex[u.strand].end, vertex[v.strand].end = a, b
    state.at[SIZE] = state.at[HEAD] = size
    while state.at[WAITING]:
        state.at[WAITING] -= 1
        at = vertex[state.waiting[state.at[WAITING]]]
        at.waits = at.grown = 0


@compiled
def enqueue(state: Strands, strand: int) -> None:
    """Put a strand on the stack of those to look at."""
    if not state.vertex[strand].waits:
        state.vertex[strand].waits = 1
        state.waiting[state.at[WAITING]] = strand
        state.at[WAITING] += 1
