"""The state of a search: which edges are used, on arrays that can be wound back, and what follows
from that.

Every edge is open, used or forbidden. Used edges make *strands*; a vertex on none is a strand by
itself. A strand knows its two ends (each the *mate* of the other, as in Knuth's Simpath), its
vertices, and the set of colours it may still get.

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


# What follows -----------------------------------------------------------------------------------


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
        return decide_open(state, v, bool(0))
    if at.used + at.open < at.degree:
        if at.used or not restrict(state, at.strand, EMPTY):
            return False
        return decide_open(state, v, bool(0))
    if at.used + at.open == at.degree and (at.used or not at.colours & EMPTY):
        return decide_open(state, v, bool(1))
    return True


@compiled
def decide_open(state: Strands, v: int, used: bool) -> bool:
    """Use all open edges of a vertex, or forbid them; False if one cannot be used."""
    for i in range(state.vertex[v].start, state.vertex[v].stop):
        e = state.slot[i].edge
        if state.edge[e].state == OPEN and not decide(state, e, used):
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
