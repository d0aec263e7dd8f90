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

# The indices of `Strands.counters`.
SIZE, HEAD, WAITING, STAMP, WORK, UNTOUCHING, SWEEPING, LIMIT = range(8)

# A vertex is given by its incidences (one for each edge at it), its dot's colour or −1, the number
# of edges a path through it uses, and how many are used and open; `next` closes a ring of the
# vertices; `mate` is right for ends only; `strand` is the vertex that names the strand, and there
# the number of its `members`, an `end` and the set of `colours` are kept, if it `waits` for
# a look, and if it has `grown` since. `count` is scratch.
FIELDS = "start stop dot degree used open next mate strand members end waits grown count"
VERTEX = np.dtype([*((name, "i8") for name in FIELDS.split()), ("colours", "u8")])
INCIDENCE = np.dtype([("neighbour", "i8"), ("edge", "i8")])
EDGE = np.dtype([("u", "i8"), ("v", "i8"), ("state", "i8")])
# What was changed: 2·edge and the strand that was swallowed (NOTHING: forbidden), or 2·strand + 1
# and the set of colours it had.
CHANGE = np.dtype([("what", "i8"), ("old", "u8")])
NOTHING = np.uint64(0xFFFFFFFFFFFFFFFF)


class Strands(NamedTuple):
    """The state of a search on a graph with n vertices and m edges."""

    vertices: Records  # (n,) of VERTEX
    incidences: Records  # (2m,) of INCIDENCE
    edges: Records  # (m,) of EDGE
    changes: Records  # of CHANGE: the trail, which is also the queue of what to look at
    waiting: Numbers  # (n,): a stack of strands to look at
    order: Ints  # (n,): the problem's
    single: Words  # (1,): the colours that have two dots
    counters: Numbers  # (8,): trail's size, head of the queue, strands that wait, stamp, work done,
    # whether paths must not touch themselves, whether cuts are only looked for before decisions,
    # and the work after which conclusions are left for later


def new_strands(problem: Problem, untouching: bool) -> Strands:
    """Return the state before any edge is decided; all strands wait to be looked at."""
    n, graph, dot, order = problem.n, problem.graph, problem.dot, problem.order
    dots = np.bincount(dot[dot >= 0], minlength=1)
    bits = BIT << np.minimum(np.arange(1, len(dots) + 1), SHARED).astype(np.uint64)
    every = np.arange(n)
    vertices, incidences = records(n, VERTEX), records(len(graph.indices), INCIDENCE)
    edges = records(len(incidences) // 2, EDGE)
    vertices["start"], vertices["stop"] = graph.indptr[:-1], graph.indptr[1:]
    vertices["open"] = vertices["stop"] - vertices["start"]
    vertices["dot"], vertices["degree"] = dot, np.where(dot < 0, 2, 1)
    vertices["next"] = vertices["mate"] = vertices["strand"] = vertices["end"] = every
    vertices["members"] = vertices["waits"] = vertices["grown"] = 1
    others = np.bitwise_or.reduce(bits[dots > 0]) | (NONE if problem.fill else EMPTY)
    vertices["colours"] = np.where(dot < 0, others, bits[dot])
    incidences["neighbour"], incidences["edge"] = graph.indices, graph.edge_of
    edges["u"], edges["v"] = graph.edges.T
    counters = np.zeros(8, np.int64)
    counters[LIMIT] = np.iinfo(np.int64).max
    counters[WAITING], counters[UNTOUCHING] = n, untouching
    counters[SWEEPING] = problem.fill or not untouching
    changes = records(len(edges) + n * (min(len(dots), SHARED) + 1), CHANGE)
    pairs = np.flatnonzero(dots[: SHARED - 1] == 2)
    single = np.bitwise_or.reduce(bits[pairs], keepdims=True)
    return Strands(vertices, incidences, edges, changes, every.copy(), order, single, counters)


@compiled
def bit(colour: int) -> np.uint64:
    """Return the set of one colour."""
    return BIT << np.uint64(min(colour + 1, SHARED))


@compiled
def record(state: Strands, what: int, old: np.uint64) -> None:
    """Put a change on the trail."""
    size = state.counters[SIZE]
    state.changes[size].what, state.changes[size].old = what, old
    state.counters[SIZE] = size + 1


@compiled
def restrict(state: Strands, strand: int, colours: np.uint64) -> bool:
    """Let a strand have only colours of a set; False if none is left."""
    vertex = state.vertices[strand]
    common = vertex.colours & colours
    if common != vertex.colours:
        record(state, 2 * strand + 1, vertex.colours)
        vertex.colours = common
    return bool(common != NONE)


@compiled
def forbid(state: Strands, e: int) -> bool:
    """Forbid an edge; False if it is used."""
    edge = state.edges[e]
    if edge.state == OPEN:
        edge.state = FORBIDDEN
        state.vertices[edge.u].open -= 1
        state.vertices[edge.v].open -= 1
        record(state, 2 * e, NOTHING)
    return bool(edge.state == FORBIDDEN)


@compiled
def use(state: Strands, e: int) -> bool:
    """Use an edge; False if that cannot be, as far as it shows at once."""
    vertices, edge = state.vertices, state.edges[e]
    if edge.state != OPEN:
        return bool(edge.state == USED)
    u, v = vertices[edge.u], vertices[edge.v]
    if u.used == u.degree or v.used == v.degree or u.mate == edge.v:
        return False
    a, b = u.mate, v.mate
    if differ(state, a, b):
        return False
    kept, lost = u.strand, v.strand
    if vertices[kept].members < vertices[lost].members:
        kept, lost = lost, kept
    if not restrict(state, kept, vertices[lost].colours & ~EMPTY):
        return False
    record(state, 2 * e, np.uint64(lost))
    edge.state = USED
    u.open -= 1
    v.open -= 1
    u.used += 1
    v.used += 1
    vertices[a].mate, vertices[b].mate = b, a
    rename(state, lost, kept)
    vertices[kept].next, vertices[lost].next = vertices[lost].next, vertices[kept].next
    vertices[kept].members += vertices[lost].members
    vertices[kept].end = a
    return True


@compiled
def decide(state: Strands, e: int, used: bool) -> bool:
    """Use an edge, or forbid it; False if it is decided otherwise."""
    return use(state, e) if used else forbid(state, e)


@compiled
def differ(state: Strands, a: int, b: int) -> bool:
    """Say if two vertices are dots of different colours."""
    one, other = state.vertices[a].dot, state.vertices[b].dot
    return bool(one >= 0 and other >= 0 and one != other)


@compiled
def rename(state: Strands, first: int, name: int) -> None:
    """Give the strand that is the ring of `first` another name."""
    v = first
    while True:
        state.vertices[v].strand = name
        v = state.vertices[v].next
        if v == first:
            return


@compiled
def backtrack(state: Strands, size: int) -> None:
    """Undo changes until the trail has this size."""
    vertices = state.vertices
    for i in range(state.counters[SIZE] - 1, size - 1, -1):
        what, old = state.changes[i].what, state.changes[i].old
        if what & 1:
            vertices[what >> 1].colours = old
            continue
        edge = state.edges[what >> 1]
        edge.state = OPEN
        u, v = vertices[edge.u], vertices[edge.v]
        u.open += 1
        v.open += 1
        if old != NOTHING:
            lost = int(np.int64(old))
            kept = u.strand
            vertices[kept].members -= vertices[lost].members
            vertices[kept].next, vertices[lost].next = vertices[lost].next, vertices[kept].next
            rename(state, lost, lost)
            u.used -= 1
            v.used -= 1
            # The mate of a vertex inside a strand is the one it had as an end.
            a = u.mate if u.used else np.int64(edge.u)
            b = v.mate if v.used else np.int64(edge.v)
            vertices[a].mate, vertices[b].mate = edge.u, edge.v
            vertices[u.strand].end, vertices[v.strand].end = a, b
    state.counters[SIZE] = state.counters[HEAD] = size
    while state.counters[WAITING]:
        state.counters[WAITING] -= 1
        vertex = vertices[state.waiting[state.counters[WAITING]]]
        vertex.waits = vertex.grown = 0


@compiled
def enqueue(state: Strands, strand: int) -> None:
    """Put a strand on the stack of those to look at."""
    if not state.vertices[strand].waits:
        state.vertices[strand].waits = 1
        state.waiting[state.counters[WAITING]] = strand
        state.counters[WAITING] += 1


# What follows -----------------------------------------------------------------------------------


@compiled
def propagate(state: Strands) -> bool:
    """Conclude all that follows from the changes not looked at, within the limit of work; False if
    there is a conflict."""
    vertices, counters = state.vertices, state.counters
    while True:
        while counters[HEAD] < counters[SIZE]:
            what, old = state.changes[counters[HEAD]].what, state.changes[counters[HEAD]].old
            counters[HEAD] += 1
            counters[WORK] += 1
            if what & 1:
                enqueue(state, vertices[what >> 1].strand)
                continue
            u, v = state.edges[what >> 1].u, state.edges[what >> 1].v
            if not check_degree(state, u) or not check_degree(state, v):
                return False
            one, other = vertices[u].strand, vertices[v].strand
            if old != NOTHING:
                vertices[one].grown = 1
                enqueue(state, one)
            elif counters[UNTOUCHING] and not keep_apart(state, one, other):
                return False
        if counters[WAITING] == 0 or counters[WORK] >= counters[LIMIT]:
            return True
        counters[WAITING] -= 1
        strand = state.waiting[counters[WAITING]]
        grown = vertices[strand].grown
        vertices[strand].waits = vertices[strand].grown = 0
        if vertices[strand].strand == strand and not check_strand(state, strand, grown):
            return False


@compiled
def check_degree(state: Strands, v: int) -> bool:
    """Apply the degree rule to a vertex; False if there is a conflict."""
    vertex = state.vertices[v]
    if vertex.used == vertex.degree:
        return vertex.open == 0 or decide_open(state, v, bool(0))
    if vertex.used + vertex.open < vertex.degree:
        possible = not vertex.used and restrict(state, vertex.strand, EMPTY)
        return possible and decide_open(state, v, bool(0))
    if vertex.used + vertex.open == vertex.degree and (vertex.used or not vertex.colours & EMPTY):
        return decide_open(state, v, bool(1))
    return True


@compiled
def decide_open(state: Strands, v: int, used: bool) -> bool:
    """Use all open edges of a vertex, or forbid them; False if one cannot be used."""
    for i in range(state.vertices[v].start, state.vertices[v].stop):
        e = state.incidences[i].edge
        if state.edges[e].state == OPEN and not decide(state, e, used):
            return False
    return True


@compiled
def check_strand(state: Strands, strand: int, grown: int) -> bool:
    """Forbid edges that the ends of a strand cannot use; False if there is a conflict."""
    vertices = state.vertices
    colours = vertices[strand].colours
    end = vertices[strand].end
    if state.counters[UNTOUCHING]:
        known = names_path(state, colours)
        if (grown or known) and not survey(state, strand, known):
            return False
    for x in (end, vertices[end].mate):
        if vertices[x].open == 0:
            continue
        for i in range(vertices[x].start, vertices[x].stop):
            e, w = state.incidences[i].edge, state.incidences[i].neighbour
            if state.edges[e].state != OPEN:
                continue
            other = vertices[w].strand
            if (
                other == strand
                or colours & vertices[other].colours & ~EMPTY == NONE
                or differ(state, vertices[x].mate, vertices[w].mate)
            ):
                forbid(state, e)
    return end != vertices[end].mate or check_degree(state, end)


@compiled
def names_path(state: Strands, colours: np.uint64) -> bool:
    """Say if a set of colours is a single one that has two dots, so that it names a path."""
    return bool(colours & state.single[0] != NONE and colours & (colours - BIT) == NONE)


@compiled
def keep_apart(state: Strands, one: int, other: int) -> bool:
    """Conclude what follows if two strands are on different paths that do not touch themselves;
    False if there is a conflict."""
    vertices = state.vertices
    if one == other:
        return False
    for x, y in ((one, other), (other, one)):
        colours = vertices[x].colours
        if names_path(state, colours) and not restrict(state, y, ~colours):
            return False
    end = vertices[one].end
    for x in (end, vertices[end].mate):
        if vertices[x].open:
            for i in range(vertices[x].start, vertices[x].stop):
                e, w = state.incidences[i].edge, state.incidences[i].neighbour
                if state.edges[e].state == OPEN and vertices[w].strand == other:
                    forbid(state, e)
    return True


@compiled
def survey(state: Strands, strand: int, known: bool) -> bool:
    """Look around a strand of a path that does not touch itself, its colour `known` or not; False
    if there is a conflict."""
    vertices = state.vertices
    colours = vertices[strand].colours
    # Each call counts from a fresh number, so that nothing need be cleared. A forbidden edge counts
    # 2, so that one open edge beside it is enough to be forbidden, too.
    state.counters[STAMP] += 1 << 20
    stamp = state.counters[STAMP]
    v = strand
    while True:
        for i in range(vertices[v].start, vertices[v].stop):
            edge_state = state.edges[state.incidences[i].edge].state
            if edge_state == USED:
                continue
            other = vertices[state.incidences[i].neighbour].strand
            if other == strand:
                return False
            neighbour = vertices[other]
            if neighbour.count < stamp:
                neighbour.count = stamp
            if edge_state == OPEN:
                neighbour.count += 1
            else:
                neighbour.count += 2
                if known and not restrict(state, other, ~colours):
                    return False
        v = vertices[v].next
        if v == strand:
            break
    state.counters[WORK] += vertices[strand].members
    end = vertices[strand].end
    for x in (end, vertices[end].mate):
        if vertices[x].open == 0:
            continue
        for i in range(vertices[x].start, vertices[x].stop):
            e = state.incidences[i].edge
            if state.edges[e].state != OPEN:
                continue
            neighbour = vertices[vertices[state.incidences[i].neighbour].strand]
            if neighbour.count >= stamp + 2:
                forbid(state, e)
            elif known and neighbour.colours == colours:
                return use(state, e)
    return True
