"""The steps of a sweep: which vertex is processed when, and what of it is known beforehand.

A vertex is on the *frontier* from when its first neighbour is processed until it is processed
itself; meanwhile it has a *slot*, where states keep what they know of it.

A sweep goes along the major coordinate, ties by the minor one, so what is processed lies on one
side of a straight line. On a board drawn without crossings, that line and the rim of the board
bound all the rest: `curve` lists what lies on this border, in its order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.flow.problem import Floats, Problem
from puzzles.flow.solver.lines import Lines, lines
from puzzles.grids.graph import Ints
from puzzles.running.kernels import allocating

MOST_ON_CURVE = 60  # what is further along it is left out


class Sweep(NamedTuple):
    """A sweep over n vertices.

    What the kernels need for step t stands in `plan` from `start[t]` on: the slot of the vertex
    that is processed, then four lists, each after its length:

    - the vertices that enter the frontier: slot and first label;
    - the neighbours that are processed later: slot;
    - the curve: slots along the frontier, then −1 − colour for each dot ahead on the rim. It is
      empty if the board is not drawn flat;
    - the vertices of the frontier around: slot, number of neighbours beyond the frontier, and list
      of the slots of those on it.
    """

    order: Ints  # (n,): the vertices
    start: Ints  # (n,)
    plan: Ints
    slots: int
    lines: Lines


def ways(problem: Problem) -> list[tuple[Floats, Floats]]:
    """Major and minor coordinates of the sweeps along the axes, the longer side first."""
    x, y = problem.place[:, 0], problem.place[:, 1]
    both = [(y, x), (-y, x), (x, y), (-x, y)]
    return both[2:] + both[:2] if np.ptp(x) > np.ptp(y) else both


def sweep(problem: Problem, major: Floats, minor: Floats) -> Sweep:
    """The sweep along `major`."""
    graph, dot = problem.graph, problem.dot
    order = np.lexsort((minor, major)).astype(np.int32)
    flat = planar(graph.indptr, graph.indices, major, minor, order)
    rim = _rim(dot, major, minor)
    slot, slots, seen = allot(graph.indptr, graph.indices, order)
    start, plan = write(
        graph.indptr, graph.indices, order, dot, slot, slots, seen, minor, rim, flat)
    return Sweep(order, start, plan, slots,
                 lines(graph, dot, major, minor, order, slot, slots, seen))


def _rim(dot: Ints, major: Floats, minor: Floats) -> Ints:
    """The dots on the border of the rectangle around the board, in order; a sweep has those that
    it has not reached ahead of it in this order."""
    first, last, least, most = major.min(), major.max(), minor.min(), minor.max()
    place = {}
    for v in np.flatnonzero(dot >= 0).tolist():
        if major[v] == first:
            place[v] = (0, minor[v])
        elif minor[v] == most:
            place[v] = (1, major[v])
        elif major[v] == last:
            place[v] = (2, -minor[v])
        elif minor[v] == least:
            place[v] = (3, -major[v])
    return np.array(sorted(place, key=place.__getitem__), dtype=np.int32)


@allocating
def planar(indptr, indices, major, minor, order):
    """Whether the places draw the graph without crossings, as far as is easily seen: if no edge is
    longer than the least distance of two vertices.

    Then no two edges cross: of four points joined crosswise, two opposite sides together are
    shorter than the two diagonals.
    """
    longest = 0.0
    for v in range(len(order)):
        for i in range(indptr[v], indptr[v + 1]):
            w = indices[i]
            longest = max(longest, np.hypot(major[v] - major[w], minor[v] - minor[w]))
    for i in range(len(order)):
        v = order[i]
        for j in range(i):
            w = order[i - j - 1]
            if major[v] - major[w] >= longest:
                break
            if np.hypot(major[v] - major[w], minor[v] - minor[w]) < longest - 1e-6:
                return False
    return True


@allocating
def allot(indptr, indices, order):
    """A slot for each vertex, the number of slots, and the step at which each vertex gets its."""
    n = len(order)
    seen = np.empty(n, np.int32)
    for t in range(n):
        seen[order[t]] = t
    position = seen.copy()
    for v in range(n):
        for i in range(indptr[v], indptr[v + 1]):
            seen[v] = min(seen[v], position[indices[i]])
    slot, slots = np.empty(n, np.int32), 0
    taken = np.zeros(n + 1, np.bool_)
    for t in range(n):
        v = order[t]
        for i in range(indptr[v] - 1, indptr[v + 1]):
            w = v if i < indptr[v] else indices[i]
            if seen[w] == t:
                s = 0
                while taken[s]:
                    s += 1
                taken[s] = True
                slots = max(slots, s + 1)
                slot[w] = s
        taken[slot[v]] = False
    return slot, slots, seen


@allocating
def write(indptr, indices, order, dot, slot, slots, seen, minor, rim, flat):
    """The starts and the plan of a sweep."""
    n = len(order)
    position, listed = np.empty(n, np.int32), np.full(n, -1, np.int32)
    widest = 0
    for t in range(n):
        position[order[t]] = t
        widest = max(widest, indptr[t + 1] - indptr[t])
    start = np.zeros(n, np.int32)
    around = (widest + 1) * widest  # vertices around
    plan = np.empty(n * (5 + 3 * (widest + 1) + around * (widest + 3) + slots + len(rim)), np.int32)
    front, fronts = np.empty(n, np.int32), 0
    end = 0
    for t in range(n):
        v = order[t]
        near = indices[indptr[v] : indptr[v + 1]]
        start[t], plan[end], plan[end + 1] = end, slot[v], 0
        length, end = end + 1, end + 2
        for i in range(-1, len(near)):
            w = v if i < 0 else near[i]
            if seen[w] == t:
                plan[length] += 1
                plan[end] = slot[w]
                plan[end + 1] = 1 + slot[w] if dot[w] < 0 else 1 + slots + dot[w]
                end += 2
                if w != v:  # into the frontier, which is ordered by the minor coordinate
                    j = fronts
                    while j > 0 and minor[front[j - 1]] > minor[w]:
                        front[j] = front[j - 1]
                        j -= 1
                    front[j] = w
                    fronts += 1
        i = 0
        while i < fronts and front[i] != v:
            i += 1
        if i < fronts:
            fronts -= 1
            for j in range(i, fronts):
                front[j] = front[j + 1]

        length, end = end, end + 1
        plan[length] = 0
        for w in near:
            if position[w] > t:
                plan[length] += 1
                plan[end] = slot[w]
                end += 1

        length, end = end, end + 1
        for i in range(fronts if flat else 0):
            plan[end] = slot[front[i]]
            end += 1
        for w in rim:
            if flat and seen[w] > t:
                plan[end] = -1 - dot[w]
                end += 1
        end = min(end, length + 1 + MOST_ON_CURVE)
        plan[length] = end - length - 1

        length, end = end, end + 1
        plan[length] = 0
        for u in near:
            if position[u] < t:
                continue
            for i in range(indptr[u] - 1, indptr[u + 1]):
                x = u if i < indptr[u] else indices[i]
                if position[x] <= t or seen[x] > t or listed[x] == t:
                    continue
                listed[x] = t
                plan[length] += 1
                plan[end], plan[end + 1], plan[end + 2] = slot[x], 0, 0
                own, end = end, end + 3
                for k in range(indptr[x], indptr[x + 1]):
                    y = indices[k]
                    if position[y] > t and seen[y] > t:
                        plan[own + 1] += 1
                    elif position[y] > t:
                        plan[own + 2] += 1
                        plan[end] = slot[y]
                        end += 1
    return start, plan[:end].copy()
