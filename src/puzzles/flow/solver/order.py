"""The order in which a sweep processes the vertices, and the slots in which its states keep them.

A vertex is on the *frontier* from when its first neighbour is processed until it is processed
itself. Meanwhile it has a *slot*.

The order goes along the major coordinate, ties by the minor one. So what is processed lies on one
side of a straight line.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Floats, Numbers, Problem
from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled


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


def sweep_order(problem: Problem, major: Floats, minor: Floats) -> SweepOrder:
    """Return the order along `major`."""
    n, graph = problem.n, problem.graph
    order = np.lexsort((minor, major))
    new = SweepOrder(
        graph.indptr,
        graph.indices,
        problem.dot,
        order,
        np.argsort(order),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        0,
    )
    return new._replace(slots=assign_slots(new, np.zeros(n, np.bool_)))


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
