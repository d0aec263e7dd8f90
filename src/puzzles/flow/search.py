"""A depth-first search for solutions of Flow: one, and whether there is a second.

A node decides one edge, draws the conclusions (`propagation`), and goes on with the vertex that
has the fewest ways left; there, the edge is used first, and forbidden when that is exhausted. The
decisions lie in an array, and all else can be wound back, so the compiled kernel can stop after a
given amount of work and go on later.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.core.solving import Limits, Progress
from puzzles.flow.problem import Problem, Solution
from puzzles.flow.propagation import (
    EMPTY,
    FORBIDDEN,
    NONE,
    OPEN,
    SIZE,
    USED,
    WORK,
    Strands,
    compiled,
    decide,
    look_at_degree,
    propagate,
    strands,
    wind_back,
)

RUNNING, FOUND, EXHAUSTED = 0, 1, 2
SLICE = 2_000_000  # vertices looked at in a slice: about 20 ms

# What `Decisions.at` holds.
DEPTH, NODES, NODE_LIMIT, BEGUN = range(4)


@dataclass(frozen=True)
class Found:
    """The end of a search.

    `solutions` are distinct; `complete` says that there are no others, otherwise `stopped` names
    the limit that was hit, or is empty if as many were found as were wanted.
    """

    solutions: tuple[Solution, ...]
    complete: bool
    stopped: str
    nodes: int
    seconds: float


class Decisions(NamedTuple):
    """The edges that were decided to be used, and the trail's size before each."""

    edge: npt.NDArray[np.int64]  # (m + 1,)
    mark: npt.NDArray[np.int64]  # (m + 1,)
    at: npt.NDArray[np.int64]  # (4,): depth, nodes, their limit, whether the search has begun


@compiled
def open_edge(room, v):
    """The first open edge at a vertex, or −1."""
    for i in range(room.vertex[v].start, room.vertex[v].stop):
        if room.edge[room.slot[i].edge].state == OPEN:
            return room.slot[i].edge
    return -1


@compiled
def advance(room, decisions, budget):
    """Go on until a solution is found, there are no more, or `budget` is spent."""
    at = decisions.at
    limit = room.at[WORK] + budget
    fine = True
    if at[BEGUN] == 0:
        at[BEGUN] = 1
        for v in range(len(room.vertex)):
            fine = fine and look_at_degree(room, v)
    elif choose(room) < 0:
        fine = False  # go on from a solution
    while True:
        if not (fine and propagate(room)):
            if at[DEPTH] == 0:
                return EXHAUSTED
            at[DEPTH] -= 1
            wind_back(room, decisions.mark[at[DEPTH]])
            fine = decide(room, decisions.edge[at[DEPTH]], FORBIDDEN)
            continue
        if room.at[WORK] >= limit or at[NODES] >= at[NODE_LIMIT]:
            return RUNNING
        e = choose(room)
        room.at[WORK] += len(room.vertex) >> 3
        if e < 0:
            return FOUND
        at[NODES] += 1
        decisions.edge[at[DEPTH]], decisions.mark[at[DEPTH]] = e, room.at[SIZE]
        at[DEPTH] += 1
        fine = decide(room, e, USED)


@compiled
def trace(room, out):
    """Put the strands of more than one vertex into `out`, from end to end, each closed by a −1;
    returns how much was written."""
    vertex = room.vertex
    size = 0
    for v in range(len(vertex)):
        at = vertex[v]
        if at.used != 1 or v > at.mate:
            continue
        previous, here = -1, v
        while True:
            out[size] = here
            size += 1
            if here == at.mate:
                break
            for i in range(vertex[here].start, vertex[here].stop):
                near = room.slot[i].near
                if near != previous and room.edge[room.slot[i].edge].state == USED:
                    previous, here = here, near
                    break
        out[size] = -1
        size += 1
    return size


class Search:
    """The state of a search, to be advanced in slices."""

    def __init__(self, problem: Problem, untouching: bool) -> None:
        self._room: Strands = strands(problem, untouching)
        depths = len(self._room.edge) + 1
        self._decisions = Decisions(
            np.empty(depths, np.int64), np.empty(depths, np.int64), np.zeros(4, np.int64))

    @property
    def nodes(self) -> int:
        """Decisions made so far."""
        return int(self._decisions.at[NODES])

    def advance(self, nodes: int, work: int = SLICE) -> int:
        """One slice of at most `nodes` decisions: RUNNING, FOUND or EXHAUSTED."""
        self._decisions.at[NODE_LIMIT] = self.nodes + nodes
        return int(advance(self._room, self._decisions, work))

    def paths(self) -> Solution:
        """The paths drawn at the moment, or those of the solution just found."""
        out = np.empty(2 * len(self._room.vertex), np.int32)
        flat = out[: trace(self._room, out)].tolist()
        paths, first = [], 0
        while first < len(flat):
            last = flat.index(-1, first)
            paths.append(tuple(flat[first:last]))
            first = last + 1
        return tuple(paths)


def search(
    problem: Problem, limits: Limits, untouching: bool, want: int = 1
) -> Iterator[Progress | Found]:
    """Look for up to `want` solutions; `untouching` demands that no path touches itself."""
    began = time.monotonic()
    if not advance.signatures:
        yield Progress(preparing=True)
    run = Search(problem, untouching)
    solutions: list[Solution] = []
    stopped, result = "", RUNNING
    while len(solutions) < want and result != EXHAUSTED:
        seconds = time.monotonic() - began
        left = sys.maxsize // 2 if limits.nodes is None else limits.nodes - run.nodes
        if limits.seconds is not None and seconds >= limits.seconds:
            stopped = "time limit"
            break
        if left <= 0:
            stopped = "node limit"
            break
        result = run.advance(left)
        if result == FOUND:
            solutions.append(run.paths())
        elif result == RUNNING:
            yield Progress(run.nodes, time.monotonic() - began, line=run.paths())
    yield Found(tuple(solutions), result == EXHAUSTED, stopped, run.nodes,
                time.monotonic() - began)
