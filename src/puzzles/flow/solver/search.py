"""A depth-first search for solutions of Flow: one, and whether there is a second.

A node uses one edge and draws the conclusions; when all that follows is exhausted the edge is
forbidden instead. If paths must fill the board and not touch themselves, the conclusions
(`propagation`) go so far that it is best to sweep over the board, at the first vertex with anything
open: published levels take a handful of decisions. Otherwise little follows from what is decided.
Then either a sweep remembers what was left over without a solution (`memory`); or cuts are looked
at as well, and the loose end with the fewest ways to go on is taken.

The decisions lie in an array, and all else can be wound back, so the compiled kernel can stop after
a given amount of work and go on later.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from puzzles.core.solving import Limits, Progress
from puzzles.flow.rules.problem import Numbers, Problem, Solution
from puzzles.flow.solver.cuts import Cuts, cuts, look_at_cuts
from puzzles.flow.solver.memory import (
    Memory,
    complete,
    exhaust,
    full,
    grown,
    hopeless,
    left_over,
    memory,
    wait,
)
from puzzles.flow.solver.propagation import (
    NOTHING,
    OPEN,
    SIZE,
    SWEEPING,
    USED,
    WORK,
    Strands,
    forbid,
    propagate,
    strands,
    use,
    wind_back,
)
from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled, is_ready

RUNNING, FOUND, EXHAUSTED = 0, 1, 2
SLICE = 300_000  # changes and vertices looked at in a slice: about 20 ms
INTERVAL = 0.02  # seconds between two reports

# What `Decisions.at` holds.
DEPTH, FIRST, FINE, NODES, NODE_LIMIT, REMEMBERING = range(6)


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
    """The edges that were decided to be used, each with what was before."""

    made: Numbers  # (m + 1, 3): edge, size of the trail, and place in the order
    at: Numbers  # (6,): depth, place in the order, whether no contradiction is known,
    # nodes, their limit, and whether it is remembered what was hopeless


@compiled
def choose(room: Strands, first: int) -> int:
    """The vertex to decide an edge at, not before place `first` in the order, where one is open."""
    vertex, order = room.vertex, room.order
    if room.at[SWEEPING]:
        return int(order[first])
    best, least = order[first], len(vertex)
    for i in range(first, len(order)):
        at = vertex[order[i]]
        if at.open:
            ways = at.open
            if vertex[at.mate].dot < 0:  # not a loose end
                ways += 4 if at.used else 4 + at.open * (at.open - 3) // 2
            if ways < least:
                best, least = order[i], ways
    return int(best)


@compiled
def open_edge(room: Strands, v: int) -> int:
    """The first open edge at a vertex that has one."""
    i = room.vertex[v].start
    while room.edge[room.slot[i].edge].state != OPEN:
        i += 1
    return int(room.slot[i].edge)


@compiled
def conclude(room: Strands, cut_room: Cuts, first: bool) -> bool:
    """Draw the conclusions of what was decided, those from cuts included; False if they
    contradict. In a sweep cuts hardly ever tell more, so they are only looked at before the
    `first` decision.
    """
    while propagate(room):
        if room.at[SWEEPING] and not first:
            return True
        size = room.at[SIZE]
        if not look_at_cuts(room, cut_room):
            return False
        if size == room.at[SIZE]:
            return True
    return False


@compiled
def advance(room: Strands, cut_room: Cuts, decisions: Decisions, known: Memory, budget: int) -> int:
    """Go on until a solution is found, there are no more, or `budget` is spent."""
    at, work = decisions.at, room.at[WORK] + budget
    while room.at[WORK] < work:
        if not (at[FINE] and conclude(room, cut_room, at[DEPTH] == 0)):
            exhaust(known, at[DEPTH])
            if at[DEPTH] == 0:
                return EXHAUSTED
            at[DEPTH] -= 1
            e, size, at[FIRST] = decisions.made[at[DEPTH]]
            wind_back(room, size)
            at[FINE] = forbid(room, e)
            continue
        if at[NODES] >= at[NODE_LIMIT]:
            return RUNNING
        while at[FIRST] < len(room.order) and room.vertex[room.order[at[FIRST]]].open == 0:
            at[FIRST] += 1
        if at[FIRST] == len(room.order):
            at[FINE] = False
            complete(known)
            return FOUND
        if at[REMEMBERING]:
            room.at[WORK] += len(room.order) - at[FIRST]
            key_1, key_2 = left_over(room, at[FIRST])
            if hopeless(known, key_1, key_2):
                at[FINE] = False
                continue
            wait(known, key_1, key_2, at[DEPTH])
        at[NODES] += 1
        e = open_edge(room, choose(room, at[FIRST]))
        made = decisions.made[at[DEPTH]]
        made[0], made[1], made[2] = e, room.at[SIZE], at[FIRST]
        at[DEPTH] += 1
        at[FINE] = use(room, e)
    return RUNNING


@compiled
def trace(room: Strands, out: Numbers) -> int:
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
    """The state of a search, to be advanced in slices; a `remembering` one sweeps over the board
    in some order, and goes through what is left over once only."""

    def __init__(
        self,
        problem: Problem,
        untouching: bool,
        order: Ints | None = None,
        *,
        remembering: bool = False,
    ) -> None:
        self._room: Strands = strands(problem, untouching)
        if order is not None:
            self._room = self._room._replace(order=order)
        self._cuts: Cuts = cuts(problem)
        edges = len(self._room.edge)
        self._decisions = Decisions(np.empty((edges + 1, 3), np.int64), np.zeros(6, np.int64))
        self._decisions.at[FINE] = True
        self._memory = memory(edges)
        if remembering:
            self._decisions.at[REMEMBERING] = self._room.at[SWEEPING] = True

    @property
    def nodes(self) -> int:
        """Decisions made so far."""
        return int(self._decisions.at[NODES])

    def advance(self, nodes: int, work: int = SLICE) -> int:
        """One slice of at most `nodes` decisions: RUNNING, FOUND or EXHAUSTED."""
        self._decisions.at[NODE_LIMIT] = self.nodes + nodes
        if full(self._memory):
            self._memory = grown(self._memory)
        return int(advance(self._room, self._cuts, self._decisions, self._memory, work))

    def drawn(self) -> list[tuple[int, int]]:
        """The edges that are used at the moment, in the order in which that was decided."""
        change = self._room.change[: self._room.at[SIZE]]
        used = (change["what"] % 2 == 0) & (change["old"] != NOTHING)
        edges = self._room.edge[change["what"][used] // 2]
        return list(zip(edges["u"].tolist(), edges["v"].tolist(), strict=True))

    def paths(self) -> Solution:
        """The paths drawn at the moment, or those of the solution just found."""
        out = np.empty(2 * len(self._room.vertex), np.int64)
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
    """Look for up to `want` solutions; `untouching` demands that no path touches itself.

    Yields `Progress`, whose `line` has the strands drawn at the moment, and `Found` at the end. A
    first slice is searched whatever the limits, which settles most boards.
    """
    began = reported = time.monotonic()
    if not is_ready(advance):
        yield Progress(preparing=True)
    run = Search(problem, untouching)
    solutions: list[Solution] = []
    most = sys.maxsize // 2 if limits.nodes is None else limits.nodes
    stopped = ""
    while (result := run.advance(most - run.nodes)) != EXHAUSTED:
        if result == FOUND:
            solutions.append(run.paths())
            if len(solutions) == want:
                break
        now = time.monotonic()
        if limits.seconds is not None and now - began >= limits.seconds:
            stopped = "time limit"
            break
        if run.nodes >= most:
            stopped = "node limit"
            break
        if now - reported >= INTERVAL:
            yield Progress(run.nodes, now - began, line=run.paths())
            reported = time.monotonic()
    yield Found(tuple(solutions), result == EXHAUSTED, stopped, run.nodes, time.monotonic() - began)
