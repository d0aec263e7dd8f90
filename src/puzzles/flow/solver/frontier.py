"""The frontier method: a sweep over the vertices that counts all solutions without listing them.

A vertex is processed by choosing its edges to later vertices. All that the rest must know of what
was chosen is a *state* (module `layers`): what each vertex on the frontier still needs. Partial
solutions with equal states merge, and their numbers add. This is Simpath (Knuth, TAOCP 7.1.4,
exercise 225) with dots.

States are pruned where pipes would have to cross (module `crossings`), and where the end of a
strand cannot get the edge that it needs. At each step something happens to the vertices on the
frontier that the processed one was next to, and to their neighbours. Which may lack a neighbour
then is the same for all states.

A vertex is on the *frontier* from when its first neighbour is processed until it is processed
itself. Meanwhile it has a *slot*. The order goes along the major coordinate, ties by the minor one.
So what is processed lies on one side of a straight line.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Floats, Numbers, Problem
from puzzles.flow.solver.crossings import NO_MORE, Crossings, new_crossings, uncrossed
from puzzles.flow.solver.layers import (
    Layers,
    Row,
    State,
    copy,
    enlarge_table,
    find,
    join,
    joinable,
    label,
    lacks_room,
    merge,
    new_layers,
    new_state,
    next_layer,
)
from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled

MOST_AMOUNT = 2.0**63  # partial solutions, in units of the last limb, that surely have room

# How a slice ends: so much is done as was asked for; there is no room for more states or
# transitions; their numbers need another limb; all vertices are processed.
ENOUGH, NO_ROOM, NO_LIMB, DONE = range(4)


class SweepOrder(NamedTuple):
    """The order of a sweep over the n vertices of a graph."""

    indptr: Ints  # (n + 1,): the graph
    indices: Ints  # (2m,)
    dot: Ints  # (n,): a dot's colour, or −1
    order: Numbers  # (n,): the vertices; the t-th is processed at step t
    position: Numbers  # (n,): the step at which a vertex is processed
    seen: Numbers  # (n,): the step after which it is on the frontier, or is processed
    slot: Numbers  # (n,)
    slots: int


def axes(problem: Problem) -> list[tuple[Floats, Floats]]:
    """Return the major and minor coordinates of four sweeps, those along the longer side first."""
    x, y = np.array(problem.place.T, order="C")
    both = [(y, x), (-y, x), (x, y), (-x, y)]
    return both[2:] + both[:2] if np.ptp(x) > np.ptp(y) else both


@compiled
def assign_slots(sweep: SweepOrder, taken: npt.NDArray[np.bool_]) -> int:
    """Find when each vertex is seen, and give it the first slot that is not `taken` (n,) then;
    returns the number of slots."""
    indptr, indices, seen, slot = sweep.indptr, sweep.indices, sweep.seen, sweep.slot
    slots = 0
    for v in range(len(seen)):
        seen[v] = sweep.position[v]
        for i in range(indptr[v], indptr[v + 1]):
            seen[v] = min(seen[v], sweep.position[indices[i]])
    for t in range(len(seen)):
        v = sweep.order[t]
        for i in range(indptr[v] - 1, indptr[v + 1]):
            w = v if i < indptr[v] else indices[i]
            if seen[w] == t:
                s = 0
                while taken[s]:
                    s += 1
                taken[s] = True
                slot[w] = s
                slots = max(slots, s + 1)
        taken[slot[v]] = False
    return slots


class Ends(NamedTuple):
    """The vertices on the frontier that may lack a neighbour to go on to after a step."""

    slot: Numbers  # (k,): the slot of each; NO_MORE after the last
    # (k, degree): the slots of its neighbours on the frontier, and −1 less the colours of those
    # beyond, which are dots; NO_MORE after the last
    near: Numbers


class Frontier(NamedTuple):
    """A sweep in progress. Vertices are given by their slots."""

    order: SweepOrder
    fill: bool  # whether all vertices must be used
    later: Numbers  # (degree,): the later neighbours of the vertex that is processed
    ends: Ends
    crossings: Crossings
    old: State  # the state being expanded
    new: State  # a successor of it
    layers: Layers


def frontier(problem: Problem, major: Floats, minor: Floats, logging: bool) -> Frontier:
    """Return the sweep along `major`, not begun."""
    n, graph, steps = problem.n, problem.graph, np.lexsort((minor, major))
    seen, slot = np.zeros((2, n), np.int64)
    order = SweepOrder(
        graph.indptr, graph.indices, problem.dot, steps, np.argsort(steps), seen, slot, 0
    )
    order = order._replace(slots=assign_slots(order, np.zeros(n, np.bool_)))
    widest = int(np.diff(order.indptr).max(initial=0))
    near = np.empty((order.slots, widest + 1), np.int64)
    colours = int(problem.dot.max(initial=-1)) + 1
    old, new = new_state(order.slots, colours), new_state(order.slots, colours)
    return Frontier(
        order,
        problem.fill,
        np.empty(widest, np.int64),
        Ends(np.empty(order.slots + 1, np.int64), near),
        new_crossings(problem, major, minor, order.slots),
        old,
        new,
        new_layers(problem.n, len(old.words), logging),
    )


@compiled
def advance(front: Frontier, budget: int) -> int:
    """Go on until it is DONE, or `budget` states are expanded (ENOUGH), or something is lacking;
    returns which."""
    order, layers, counters = front.order, front.layers, front.layers.counters[0]
    limit = counters.states + budget
    while counters.sources and counters.step < len(order.order):
        later_count = find_later(order, counters.step, front.later)
        find_ends(order, counters.step, front.ends)
        find_border(order, counters.step, front.crossings)
        if counters.next == 0 and counters.amount * most_choices(front) >= MOST_AMOUNT:
            return NO_LIMB
        lacking = expand(front, later_count, limit)
        if counters.next < counters.sources:
            return lacking
        next_layer(layers)
    return DONE


@compiled
def most_choices(front: Frontier) -> int:
    """Return a number of choices that no vertex exceeds."""
    return len(front.later) ** 2 + 1


@compiled
def find_later(order: SweepOrder, t: int, later: Numbers) -> int:
    """List the later neighbours of the vertex of step t; returns their number."""
    v, count = order.order[t], 0
    for i in range(order.indptr[v], order.indptr[v + 1]):
        if order.position[order.indices[i]] > t:
            later[count] = order.slot[order.indices[i]]
            count += 1
    return count


@compiled
def expand(front: Frontier, later_count: int, limit: int) -> int:
    """Process the vertex of the step, which has `later_count` later neighbours, in all sources,
    until `limit` states are expanded in all, or something is lacking; returns what is lacking."""
    order, layers, old, new = front.order, front.layers, front.old, front.new
    counters, slots = layers.counters[0], order.slots
    t, sources = counters.step, layers.words[counters.side]
    new_dot = has_new_dot(order, t)
    here, choices, more = order.slot[order.order[t]], later_count + 1, most_choices(front)
    while counters.next < counters.sources and counters.states < limit:
        if lacks_room(layers, more):
            return NO_ROOM
        if 2 * (counters.targets + more) > counters.mask:
            enlarge_table(layers, new)
        copy(old, sources[counters.next])
        enter(old.row, order, t)
        isolated = old.row[here] == here + 1
        most_edges = 2 if isolated else 1 if old.row[here] else 0
        least_edges = 0 if isolated and not front.fill else most_edges
        for i in range(choices):
            for j in range(max(i, 1)):
                edges = (i > 0) + (j > 0)
                if edges != least_edges and edges != most_edges:
                    continue
                # Join it to the i-th and j-th (from 1; 0: none) of its later neighbours.
                copy(new, old.words)
                if i and not join(new.row, here, front.later[i - 1], slots):
                    continue
                if j and not join(new.row, here, front.later[j - 1], slots):
                    continue
                new.row[here] = 0
                entry = find(layers, new.words)
                if layers.table[entry] < 0:
                    if not alive(front.ends, new.row, slots):
                        continue
                    # Else no end has moved past another.
                    moved = new_dot or joins_strands(old.row, here, front.later, i, j)
                    if moved and not uncrossed(front.crossings, new.row, slots):
                        continue
                merge(layers, new.words, entry, (counters.next * choices + i) * choices + j)
        counters.next += 1
        counters.states += 1
    return ENOUGH


@compiled
def joins_strands(row: Row, here: int, later: Numbers, i: int, j: int) -> bool:
    """Say if two strands of more than one vertex become one where the vertex in slot `here` is
    joined to the i-th and j-th (from 1; 0: none) of its later neighbours."""
    strands = int(row[here] != here + 1)
    if i:
        strands += row[later[i - 1]] != later[i - 1] + 1
    if j:
        strands += row[later[j - 1]] != later[j - 1] + 1
    return strands > 1


@compiled
def has_new_dot(order: SweepOrder, t: int) -> bool:
    """Say if a dot comes to the frontier at step t."""
    v = order.order[t]
    for i in range(order.indptr[v] - 1, order.indptr[v + 1]):
        w = v if i < order.indptr[v] else order.indices[i]
        if order.seen[w] == t and order.dot[w] >= 0:
            return True
    return False


@compiled
def find_border(sweep: SweepOrder, t: int, crossings: Crossings) -> None:
    """List what is on the border after step t: the frontier, and the dots on the rim ahead."""
    border, k = crossings.border, 0
    for v in crossings.across:
        if sweep.seen[v] <= t < sweep.position[v]:
            border[k] = sweep.slot[v]
            k += 1
    for v in crossings.rim:
        if sweep.seen[v] > t:
            border[k] = -1 - sweep.dot[v]
            k += 1
    border[k] = NO_MORE


@compiled
def enter(row: Row, order: SweepOrder, t: int) -> None:
    """Put the vertices that come to the frontier into a state: the one that is processed, and its
    neighbours."""
    v = order.order[t]
    for i in range(order.indptr[v] - 1, order.indptr[v + 1]):
        w = v if i < order.indptr[v] else order.indices[i]
        if order.seen[w] == t:
            dot, slot = order.dot[w], order.slot[w]
            row[slot] = 1 + slot if dot < 0 else 1 + order.slots + dot


@compiled
def find_ends(sweep: SweepOrder, t: int, ends: Ends) -> None:
    """List the vertices after step t: the later neighbours of the one that is processed, and their
    neighbours, unless they can go on to a vertex beyond the frontier without a dot."""
    v, k = sweep.order[t], 0
    for i in range(sweep.indptr[v], sweep.indptr[v + 1]):
        u = sweep.indices[i]
        if sweep.position[u] < t:
            continue
        for j in range(sweep.indptr[u] - 1, sweep.indptr[u + 1]):
            x = u if j < sweep.indptr[u] else sweep.indices[j]
            if sweep.seen[x] <= t < sweep.position[x] and find_near(sweep, t, x, ends.near[k]):
                s = 0
                while s < k and ends.slot[s] != sweep.slot[x]:
                    s += 1
                ends.slot[s] = sweep.slot[x]
                k = max(k, s + 1)
    ends.slot[k] = NO_MORE


@compiled
def find_near(sweep: SweepOrder, t: int, x: int, near: Numbers) -> bool:
    """List what a vertex on the frontier can go on to; False if that may be any vertex beyond."""
    k = 0
    for i in range(sweep.indptr[x], sweep.indptr[x + 1]):
        y = sweep.indices[i]
        if sweep.seen[y] > t and sweep.dot[y] < 0:
            return False
        if sweep.position[y] > t:
            near[k] = -1 - sweep.dot[y] if sweep.seen[y] > t else sweep.slot[y]
            k += 1
    near[k] = NO_MORE
    return True


@compiled
def alive(ends: Ends, row: Row, slots: int) -> bool:
    """Say if all ends of strands that may lack a neighbour have one to go on to."""
    k = 0
    while ends.slot[k] != NO_MORE:
        x = ends.slot[k]
        own = label(row, x)
        if own and own != x + 1 and not goes_on(ends.near[k], x, row, slots):
            return False
        k += 1
    return True


@compiled
def goes_on(near: Numbers, x: int, row: Row, slots: int) -> bool:
    """Say if the vertex in slot x, an end of a strand, may be joined to some neighbour."""
    own, i = label(row, x), 0
    while near[i] != NO_MORE:
        if near[i] < 0:
            if own <= slots or own == slots - near[i]:
                return True
        elif joinable(row, x, near[i], slots):
            return True
        i += 1
    return False
