"""Ends of strands that cannot get the edge they need: states that have one are pruned.

At each step something happens to the vertices on the frontier that the processed one was next to,
and to their neighbours. Which may lack a neighbour then is the same for all states.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.flow.rules.problem import Numbers
from puzzles.flow.solver.order import SweepOrder
from puzzles.flow.solver.state import Row, joinable, label
from puzzles.running.kernels import compiled

NO_MORE = 1 << 30


class Ends(NamedTuple):
    """The vertices on the frontier that may lack a neighbour to go on to after a step."""

    slot: Numbers  # (k,): the slot of each; NO_MORE after the last
    # (k, degree): the slots of its neighbours on the frontier, and −1 less the colours of those
    # beyond, which are dots; NO_MORE after the last
    near: Numbers


def new_ends(sweep: SweepOrder) -> Ends:
    """Return memory for any step of a sweep."""
    widest = int(np.diff(sweep.indptr).max(initial=0))
    return Ends(np.empty(sweep.slots + 1, np.int64), np.empty((sweep.slots, widest + 1), np.int64))


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
