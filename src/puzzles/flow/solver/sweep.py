"""Sweeps: the order in which vertices are processed, and where states keep what they know of them.

A vertex is on the *frontier* from when its first neighbour is processed until it is processed
itself; meanwhile it has a *slot*.

A sweep goes along the major coordinate, ties by the minor one, so what is processed lies on one
side of a straight line.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Floats, Numbers, Problem
from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled


class Sweep(NamedTuple):
    """A sweep over the n vertices of a graph."""

    indptr: Ints  # (n + 1,): the graph
    indices: Ints  # (2m,)
    dot: Ints  # (n,): a dot's colour, or −1
    major: Floats  # (n,)
    minor: Floats  # (n,)
    order: Numbers  # (n,): the vertices; the t-th is processed at step t
    across: Numbers  # (n,): the vertices by their minor coordinate
    position: Numbers  # (n,): the step at which a vertex is processed
    seen: Numbers  # (n,): the step after which it is on the frontier, or is processed
    slot: Numbers  # (n,)
    slots: int


def ways(problem: Problem) -> list[tuple[Floats, Floats]]:
    """Major and minor coordinates of the sweeps along the axes, the longer side first."""
    x, y = np.array(problem.place.T, order="C")
    both = [(y, x), (-y, x), (x, y), (-x, y)]
    return both[2:] + both[:2] if np.ptp(x) > np.ptp(y) else both


def sweep(problem: Problem, major: Floats, minor: Floats) -> Sweep:
    """The sweep along `major`."""
    n, graph = problem.n, problem.graph
    order = np.lexsort((minor, major))
    new = Sweep(
        graph.indptr,
        graph.indices,
        problem.dot,
        major,
        minor,
        order,
        np.argsort(minor, kind="stable"),
        np.argsort(order),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        0,
    )
    return new._replace(slots=allot(new, np.zeros(n, np.bool_)))


def ahead(problem: Problem, major: Floats, minor: Floats) -> Floats:
    """How far the dots are ahead of a sweep after each step (n + 1,): the mean over all dots, those
    processed being 0 steps away, divided by how long the board is, which makes it less than the
    vertices of a line."""
    dots = problem.dot[np.lexsort((minor, major))] >= 0
    later = np.cumsum(dots[:0:-1])  # how many dots are after each step, from the last
    steps = np.zeros(problem.n + 1)
    steps[:-2] = np.cumsum(later)[::-1]
    length = float(major.max(initial=0) - major.min(initial=0)) + 1
    told: Floats = steps / (max(1, int(dots.sum())) * length)
    return told


@compiled
def allot(sweep: Sweep, taken: npt.NDArray[np.bool_]) -> int:
    """Find when each vertex is seen, and give it the first slot that is not `taken` (n,) then; how
    many slots there are."""
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


@compiled
def planar(sweep: Sweep) -> bool:
    """Whether the places draw the graph without crossings, as far as is easily seen: if no edge is
    longer than the least distance of two vertices.

    Then no two edges cross: of four points joined crosswise, two opposite sides together are
    shorter than the two diagonals.
    """
    order, major, minor = sweep.order, sweep.major, sweep.minor
    longest = 0.0  # its square, as below
    for v in range(len(order)):
        for i in range(sweep.indptr[v], sweep.indptr[v + 1]):
            w = sweep.indices[i]
            longest = max(longest, (major[v] - major[w]) ** 2 + (minor[v] - minor[w]) ** 2)
    for i in range(len(order)):
        v = order[i]
        for j in range(i - 1, -1, -1):
            w = order[j]
            if (major[v] - major[w]) ** 2 >= longest:
                break
            if (major[v] - major[w]) ** 2 + (minor[v] - minor[w]) ** 2 < longest - 1e-6:
                return False
    return True
