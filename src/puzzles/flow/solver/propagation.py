"""What follows from an edge being used or forbidden, on arrays that can be wound back.

Every edge is open, used or forbidden; used edges make *strands*, and a vertex on none is a strand
by itself. A strand knows its two ends (each the *mate* of the other, as in Knuth's Simpath), its
vertices, and the set of colours it may still get. Three things are looked at, until nothing
changes:

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
# `size`, an `end` and the set of `colours` are kept, if it `waits` to be looked at, and if
# it has `grown` since. `count` is scratch.
VERTEX = np.dtype(
    [
        ("start", "i8"),
        ("stop", "i8"),
        ("dot", "i8"),
        ("degree", "i8"),
        ("used", "i8"),
        ("open", "i8"),
        ("next", "i8"),
        ("mate", "i8"),
        ("strand", "i8"),
        ("size", "i8"),
        ("end", "i8"),
        ("waits", "i8"),
        ("grown", "i8"),
        ("count", "i8"),
        ("colours", "u8"),
    ]
)
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
    # whether paths must not touch themselves, and whether they must also fill the board


def strands(problem: Problem, untouching: bool) -> Strands:
    """The state before any edge is decided."""
    n, slots = problem.n, len(problem.graph.indices)
    colours = int(problem.dot.max(initial=0)) + 1
    room = Strands(
        records(n, VERTEX),
        records(slots, SLOT),
        records(slots // 2, EDGE),
        records(slots // 2 + n * (min(colours, SHARED) + 1), CHANGE),
        np.empty(n, np.int64),
        problem.order,
        np.zeros(1, np.uint64),
        np.zeros(7, np.int64),
    )
    room.at[UNTOUCHING], room.at[SWEEPING] = untouching, untouching and problem.fill
    prepare(
        room,
        problem.graph.indptr,
        problem.graph.indices,
        problem.dot,
        problem.fill,
        np.zeros(colours, np.int64),
    )
    return room


@compiled
def prepare(
    room: Strands, indptr: Ints, indices: Ints, dot: Ints, fill: bool, dots: Numbers
) -> None:
    """Fill the arrays for a search that has not begun; `dots` (colours,) is scratch, all 0."""
    vertex, slot, edge = room.vertex, room.slot, room.edge
    anything = count_dots(room, dot, dots, NONE if fill else EMPTY)
    m = 0
    for v in range(len(vertex)):
        at = vertex[v]
        at.start, at.stop = indptr[v], indptr[v + 1]
        at.dot = dot[v]
        at.degree = 2 if at.dot < 0 else 1
        at.used, at.open = 0, at.stop - at.start
        at.next = at.mate = at.strand = at.end = v
        at.size, at.waits = 1, 0
        at.colours = anything if at.dot < 0 else bit(at.dot)
        at.count = at.stop
        for i in range(at.start, at.stop):
            w = indices[i]
            slot[i].near = w
            if w > v:
                at.count = min(at.count, i)
                slot[i].edge = m
                edge[m].u, edge[m].v, edge[m].state = v, w, OPEN
                m += 1
            else:  # w's slots for larger neighbours are met in the order in which they stand
                slot[i].edge = slot[vertex[w].count].edge
                vertex[w].count += 1
    for v in range(len(vertex)):
        vertex[v].count = 0
        vertex[v].grown = 1
        await_look(room, v)


@compiled
def count_dots(room: Strands, dot: Ints, dots: Numbers, others: np.uint64) -> np.uint64:
    """Count the `dots` of each colour, for `single`; the set of all colours, and `others`."""
    for v in range(len(dot)):
        if dot[v] >= 0:
            dots[dot[v]] += 1
    for colour in range(len(dots)):
        if dots[colour]:
            others |= bit(colour)
        if dots[colour] == 2 and colour < SHARED - 1:
            room.single[0] |= bit(colour)
    return others


@compiled
def bit(colour: int) -> np.uint64:
    """The set of one colour."""
    return BIT << np.uint64(min(colour + 1, SHARED))


@compiled
def record(room: Strands, what: int, old: np.uint64) -> None:
    """Put a change on the trail."""
    size = room.at[SIZE]
    room.change[size].what, room.change[size].old = what, old
    room.at[SIZE] = size + 1


@compiled
def restrict(room: Strands, strand: int, colours: np.uint64) -> bool:
    """Let a strand have only colours of a set; whether there is one."""
    at = room.vertex[strand]
    both = at.colours & colours
    if both != at.colours:
        record(room, 2 * strand + 1, at.colours)
        at.colours = both
    return bool(both != NONE)


@compiled
def forbid(room: Strands, e: int) -> bool:
    """Forbid an edge; False if it is used."""
    at = room.edge[e]
    if at.state == OPEN:
        at.state = FORBIDDEN
        room.vertex[at.u].open -= 1
        room.vertex[at.v].open -= 1
        record(room, 2 * e, NOTHING)
    return bool(at.state == FORBIDDEN)


@compiled
def use(room: Strands, e: int) -> bool:
    """Use an edge; False if that cannot be, as far as can be seen at once."""
    vertex, at = room.vertex, room.edge[e]
    if at.state != OPEN:
        return bool(at.state == USED)
    u, v = vertex[at.u], vertex[at.v]
    if u.used == u.degree or v.used == v.degree or u.mate == at.v:
        return False
    a, b = u.mate, v.mate
    if differ(room, a, b):
        return False
    kept, lost = u.strand, v.strand
    if vertex[kept].size < vertex[lost].size:
        kept, lost = lost, kept
    if not restrict(room, kept, vertex[lost].colours & ~EMPTY):
        return False
    record(room, 2 * e, np.uint64(lost))
    at.state = USED
    u.open -= 1
    v.open -= 1
    u.used += 1
    v.used += 1
    vertex[a].mate, vertex[b].mate = b, a
    rename(room, lost, kept)
    vertex[kept].next, vertex[lost].next = vertex[lost].next, vertex[kept].next
    vertex[kept].size += vertex[lost].size
    vertex[kept].end = a
    return True


@compiled
def decide(room: Strands, e: int, used: bool) -> bool:
    """Use an edge, or forbid it; False if it is decided otherwise."""
    return use(room, e) if used else forbid(room, e)


@compiled
def differ(room: Strands, a: int, b: int) -> bool:
    """Whether two vertices are dots of different colours."""
    one, other = room.vertex[a].dot, room.vertex[b].dot
    return bool(one >= 0 and other >= 0 and one != other)


@compiled
def rename(room: Strands, first: int, name: int) -> None:
    """Give the strand that is the ring of `first` another name."""
    v = first
    while True:
        room.vertex[v].strand = name
        v = room.vertex[v].next
        if v == first:
            return


@compiled
def wind_back(room: Strands, size: int) -> None:
    """Undo changes until the trail has this size."""
    vertex = room.vertex
    for i in range(room.at[SIZE] - 1, size - 1, -1):
        what, old = room.change[i].what, room.change[i].old
        if what & 1:
            vertex[what >> 1].colours = old
            continue
        at = room.edge[what >> 1]
        at.state = OPEN
        u, v = vertex[at.u], vertex[at.v]
        u.open += 1
        v.open += 1
        if old != NOTHING:
            lost = int(np.int64(old))
            kept = u.strand
            vertex[kept].size -= vertex[lost].size
            vertex[kept].next, vertex[lost].next = vertex[lost].next, vertex[kept].next
            rename(room, lost, lost)
            u.used -= 1
            v.used -= 1
            # The mate of a vertex inside a strand is the one it had as an end.
            a = u.mate if u.used else np.int64(at.u)
            b = v.mate if v.used else np.int64(at.v)
            vertex[a].mate, vertex[b].mate = at.u, at.v
            vertex[u.strand].end, vertex[v.strand].end = a, b
    room.at[SIZE] = room.at[HEAD] = size
    while room.at[WAITING]:
        room.at[WAITING] -= 1
        at = vertex[room.waiting[room.at[WAITING]]]
        at.waits = at.grown = 0


@compiled
def propagate(room: Strands) -> bool:
    """Draw all conclusions from the changes not looked at yet; False if they contradict."""
    vertex, at = room.vertex, room.at
    while True:
        while at[HEAD] < at[SIZE]:
            what, old = room.change[at[HEAD]].what, room.change[at[HEAD]].old
            at[HEAD] += 1
            at[WORK] += 1
            if what & 1:
                await_look(room, vertex[what >> 1].strand)
                continue
            u, v = room.edge[what >> 1].u, room.edge[what >> 1].v
            if not look_at_degree(room, u) or not look_at_degree(room, v):
                return False
            if old != NOTHING:
                vertex[vertex[u].strand].grown = 1
                await_look(room, vertex[u].strand)
            elif at[UNTOUCHING] and not separate(room, vertex[u].strand, vertex[v].strand):
                return False
        if at[WAITING] == 0:
            return True
        at[WAITING] -= 1
        strand = room.waiting[at[WAITING]]
        grown = vertex[strand].grown
        vertex[strand].waits = vertex[strand].grown = 0
        if vertex[strand].strand == strand and not look_at_strand(room, strand, grown):
            return False


@compiled
def await_look(room: Strands, strand: int) -> None:
    """Put a strand on the list of those to look at."""
    if not room.vertex[strand].waits:
        room.vertex[strand].waits = 1
        room.waiting[room.at[WAITING]] = strand
        room.at[WAITING] += 1


@compiled
def look_at_degree(room: Strands, v: int) -> bool:
    """The degree rule."""
    at = room.vertex[v]
    if at.open == 0:
        return at.used == at.degree or (at.used == 0 and restrict(room, at.strand, EMPTY))
    if at.used == at.degree:
        return forbid_open(room, v)
    if at.used + at.open < at.degree:
        if at.used or not restrict(room, at.strand, EMPTY):
            return False
        return forbid_open(room, v)
    if at.used + at.open == at.degree and (at.used or not at.colours & EMPTY):
        return use_open(room, v)
    return True


@compiled
def forbid_open(room: Strands, v: int) -> bool:
    """Forbid all open edges of a vertex."""
    for i in range(room.vertex[v].start, room.vertex[v].stop):
        e = room.slot[i].edge
        if room.edge[e].state == OPEN:
            forbid(room, e)
    return True


@compiled
def use_open(room: Strands, v: int) -> bool:
    """Use all open edges of a vertex."""
    for i in range(room.vertex[v].start, room.vertex[v].stop):
        e = room.slot[i].edge
        if room.edge[e].state == OPEN and not use(room, e):
            return False
    return True


@compiled
def look_at_strand(room: Strands, strand: int, grown: int) -> bool:
    """What a strand's ends can still be joined to."""
    vertex = room.vertex
    colours = vertex[strand].colours
    end = vertex[strand].end
    if room.at[UNTOUCHING]:
        known = certain(room, colours)
        if (grown or known) and not survey(room, strand, known):
            return False
    for x in (end, vertex[end].mate):
        if vertex[x].open == 0:
            continue
        for i in range(vertex[x].start, vertex[x].stop):
            e = room.slot[i].edge
            if room.edge[e].state != OPEN:
                continue
            other = vertex[room.slot[i].near].strand
            if (
                other == strand
                or colours & vertex[other].colours & ~EMPTY == NONE
                or differ(room, vertex[x].mate, vertex[room.slot[i].near].mate)
            ):
                forbid(room, e)
    return end != vertex[end].mate or look_at_degree(room, end)


@compiled
def certain(room: Strands, colours: np.uint64) -> bool:
    """Whether a set of colours is just one, and that has two dots, so that it names a path."""
    return bool(colours & room.single[0] != NONE and colours & (colours - BIT) == NONE)


@compiled
def separate(room: Strands, one: int, other: int) -> bool:
    """Two strands are on different paths, which do not touch themselves."""
    vertex = room.vertex
    if one == other:
        return False
    for x, y in ((one, other), (other, one)):
        colours = vertex[x].colours
        if certain(room, colours) and not restrict(room, y, ~colours):
            return False
    end = vertex[one].end
    for x in (end, vertex[end].mate):
        if vertex[x].open:
            for i in range(vertex[x].start, vertex[x].stop):
                e = room.slot[i].edge
                if room.edge[e].state == OPEN and vertex[room.slot[i].near].strand == other:
                    forbid(room, e)
    return True


@compiled
def survey(room: Strands, strand: int, known: bool) -> bool:
    """Look around a strand of a path that does not touch itself, its colour `known` or not."""
    vertex = room.vertex
    colours = vertex[strand].colours
    room.at[STAMP] += 1 << 20
    stamp = room.at[STAMP]
    v = strand
    while True:
        for i in range(vertex[v].start, vertex[v].stop):
            state = room.edge[room.slot[i].edge].state
            if state == USED:
                continue
            other = vertex[room.slot[i].near].strand
            if other == strand:
                return False
            at = vertex[other]
            if at.count < stamp:
                at.count = stamp
            if state == OPEN:
                at.count += 1
            else:
                at.count += 2
                if known and not restrict(room, other, ~colours):
                    return False
        v = vertex[v].next
        if v == strand:
            break
    room.at[WORK] += vertex[strand].size
    end = vertex[strand].end
    for x in (end, vertex[end].mate):
        if vertex[x].open == 0:
            continue
        for i in range(vertex[x].start, vertex[x].stop):
            e = room.slot[i].edge
            if room.edge[e].state != OPEN:
                continue
            at = vertex[vertex[room.slot[i].near].strand]
            if at.count >= stamp + 2:
                forbid(room, e)
            elif known and at.colours == colours:
                return use(room, e)
    return True
