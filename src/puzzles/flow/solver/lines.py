"""Lines across the board, and whether all paths that must cross one find room on it.

The vertices are put on numbered lines so that edges only lead to the same line or the next. Then a
path with ends on both sides of a line has a vertex on it, unless a strand without colour carries
it across where the sweep has been, and each can do so for one path. So at any step, on each line,
the paths that have their ends on both sides or one on it, less the strands across it, are no more
than the vertices left.

There are three families of lines: in the direction of the sweep, and both diagonals.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.problem import Floats
from puzzles.grids.graph import Graph, Ints
from puzzles.running.kernels import allocating, compiled

FAMILIES = 3
# A family is skipped if after TRIAL states of a step it has refused less than one in SHARE; and
# looked at for one in SHARE all the same.
TRIAL, SHARE = 64, 32


class Lines(NamedTuple):
    """What is known of up to W lines of each family after each of n steps."""

    line: Ints  # (FAMILIES, n): the line of each vertex
    room: Ints  # (n, FAMILIES, W): vertices left on each line
    least: Ints  # (n, FAMILIES, colours): the first line with a dot ahead, or W
    most: Ints  # (n, FAMILIES, colours): the last, or −1
    front: Ints  # (n, slots): the vertex in each slot, or −1
    counted: npt.NDArray[np.bool_]  # (colours,): the colours with two dots
    crossing: npt.NDArray[np.int64]  # (W + 1,): scratch
    ends: npt.NDArray[np.int64]  # (colours, 2): scratch
    asked: npt.NDArray[np.int64]  # (FAMILIES,): how many states of a step came to a family
    refused: npt.NDArray[np.int64]  # (FAMILIES,): and found no room


def lines(
    graph: Graph, dot: Ints, major: Floats, minor: Floats, order: Ints, slot: Ints, slots: int,
    seen: Ints,
) -> Lines:
    """The lines for a sweep; `sweep.allot` gives the slots, and the steps they are `seen` from."""
    across, along = (np.unique(at.round(6), return_inverse=True)[1].astype(np.int64)
                     for at in (minor, major))
    line = np.array([_numbered(graph, family)
                     for family in (across, across + along, across - along)], np.int32)
    dots = np.bincount(dot[dot >= 0])
    width = int(line.max(initial=0)) + 1
    room, least, most, front = lie(line, dot, order, slot, slots, seen, width, len(dots))
    return Lines(
        line, room, least, most, front, dots == 2,
        np.zeros(width + 1, np.int64), np.zeros((len(dots), 2), np.int64),
        np.zeros(FAMILIES, np.int64), np.zeros(FAMILIES, np.int64))


def _numbered(graph: Graph, family: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Lines from 0 on, as many put together as the longest edge leads across."""
    edges = graph.edges
    jump = np.abs(family[edges[:, 0]] - family[edges[:, 1]]).max(initial=1)
    return (family - family.min(initial=0)) // jump


@allocating
def lie(line, dot, order, slot, slots, seen, width, colours):
    """`room`, `least`, `most` and `front` of Lines."""
    n = len(order)
    room = np.zeros((n, FAMILIES, width), np.int32)
    least = np.full((n, FAMILIES, colours), width, np.int32)
    most = np.full((n, FAMILIES, colours), -1, np.int32)
    front = np.full((n, slots), -1, np.int32)
    for end in range(n):
        v = order[end]
        for t in range(seen[v], end):
            front[t, slot[v]] = v
        for f in range(FAMILIES):
            x = line[f, v]
            for t in range(end):
                room[t, f, x] += 1
            for t in range(seen[v] if dot[v] >= 0 else 0):
                least[t, f, dot[v]] = min(least[t, f, dot[v]], x)
                most[t, f, dot[v]] = max(most[t, f, dot[v]], x)
    return room, least, most, front


@compiled
def has_room(lines, t, row, slots):
    """Whether the paths of a state after step t, whose labels are in `row`, have room on all
    lines."""
    line, room, least, most, front, counted, crossing, ends, asked, refused = lines
    for f in range(FAMILIES):
        asked[f] += 1
        if SHARE * refused[f] < asked[f] > TRIAL and asked[f] % SHARE:
            continue
        for c in range(len(counted)):
            ends[c, 0], ends[c, 1] = least[t, f, c], most[t, f, c]
        for s in range(slots):
            v, label = front[t, s], np.int64(row[s])
            if v < 0:
                continue
            x = line[f, v]
            if label == 0:  # full: nothing else has room there
                crossing[x] += 1
                crossing[x + 1] -= 1
            elif label > slots:
                c = label - slots - 1
                ends[c, 0], ends[c, 1] = min(ends[c, 0], x), max(ends[c, 1], x)
            else:
                y = line[f, front[t, label - 1]]
                if x + 1 < y:
                    crossing[x + 1] -= 1
                    crossing[y] += 1
        for c in range(len(counted)):
            if counted[c] and ends[c, 0] <= ends[c, 1]:
                crossing[ends[c, 0]] += 1
                crossing[ends[c, 1] + 1] -= 1
        paths, fits = 0, True
        for x in range(room.shape[2]):
            paths += crossing[x]
            crossing[x] = 0
            fits &= paths <= room[t, f, x]
        crossing[room.shape[2]] = 0
        if not fits:
            refused[f] += 1
            return False
    return True
