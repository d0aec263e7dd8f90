"""Settles a query by searches and by a count, in turns: whichever answers first, answers.

Each is at times hopelessly slower than the others, and nothing known beforehand says when. So they
take turns of about the same length, and the answer costs a few times what the fastest would have
taken alone. Turns are measured in work, not in time: the same query gets the same answer.
docs/flow-solver.md ("In turns") tells which take part. Those that learn or count end if they need
more memory than they may have.
"""

import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from puzzles.core.solving import UNLIMITED, Limits, Progress, relay
from puzzles.flow.rules.problem import Problem, Solution
from puzzles.flow.solver import frontier
from puzzles.flow.solver.count import SLICE as STATES
from puzzles.flow.solver.count import Race
from puzzles.flow.solver.learning import Learning
from puzzles.flow.solver.search import EXHAUSTED, FOUND, RUNNING, SLICE, Search, advance
from puzzles.running.kernels import PLAIN, is_ready
from puzzles.sat import solver as sat

RULE = "in which no pipe touches itself"
MOST_LISTED = 10_000  # solutions without touching that are listed to count them
HEAD_START = 80  # a turn more for each so many vertices
SLICES = 32  # of a count in a turn: they take about as long as a slice of a search
LATE = 16  # turns before learning begins: nearly all boards are settled by then
WIDE = 1000  # vertices; on larger boards the count begins later still
LARGE = 400  # vertices; where there are more, plain Python takes seconds for the first conclusions
PARTS = 64 if PLAIN else 1  # of a turn, between two looks at the clock


@dataclass(frozen=True)
class Query:
    """A query: which `want` solutions does a problem have (all, if there are fewer)?

    Only `untouching` ones are meant if so. `method` is "search", "count" or "learning", or "" for
    all. The count cannot tell untouching ones; the others answer then. By itself it goes on until
    all are counted, though none be wanted.
    """

    problem: Problem
    want: int = 1
    untouching: bool = False
    method: str = ""


@dataclass(frozen=True)
class Settled:
    """The answer to a query.

    `solutions` are distinct. `exact` says that there are `number` in all; if not, there are at
    least as many, and `stopped` names the limit that was hit, or is empty if as many were found as
    were wanted. `method` is the one that answered, or "none" where there are no dots. `nodes` are
    decisions and states of all together, `peak_mb` the memory that a count took.
    """

    solutions: tuple[Solution, ...]
    number: int
    exact: bool
    stopped: str
    method: str
    nodes: int
    seconds: float
    peak_mb: float = 0.0

    @property
    def complete(self) -> bool:
        """True if there are no other solutions."""
        return self.exact and self.number == len(self.solutions)


@dataclass(eq=False)
class _Engine:
    """An engine that joins at turn `begins` and does `work` in a turn, for at most `turns` turns;
    `partial` if there are solutions that it does not look for. What it runs is made with its first
    turn, and its kernel may have to be compiled then."""

    method: str
    begins: int
    work: int
    kernel: Callable[..., int]
    make: Callable[[], Search | Learning | Race]
    partial: bool = False
    turns: int = sys.maxsize
    solutions: tuple[Solution, ...] = ()
    number: int = 0  # of solutions
    exact: bool = False  # there are no more
    left: int = 0  # of the work of a turn that has begun
    nodes: int = 0
    peak: int = 0  # bytes

    @cached_property
    def run(self) -> Search | Learning | Race:
        return self.make()

    def turn(self, nodes: int, want: int, memory: float) -> bool:
        """Take a turn or a part of one, for at most so many nodes; True if that is the end, and the
        memory is free."""
        before, self.left = self.run.spent, self.left or self.work
        part = min(self.left, -(-self.work // PARTS))
        result = self.run.advance(nodes, part)
        spent = self.run.spent - before
        self.left = max(self.left - spent, 0) if result == RUNNING and spent >= part else 0
        self.nodes = self.run.nodes
        self.turns -= not self.left
        self.peak = max(self.peak, self.run.bytes)
        self.exact = result == EXHAUSTED and not self.partial
        if isinstance(self.run, Race):
            if self.exact:
                self.solutions = self.run.leader.solutions(want)
                self.number = self.run.leader.count
        elif result == FOUND:
            self.solutions += (self.run.paths(),)
            self.number += 1
        enough = 0 < want == self.number or self.turns == 0
        ends = result == EXHAUSTED or enough or self.run.bytes > memory
        if ends:
            del self.run
        return ends


def _engines(query: Query) -> list[_Engine]:
    """Return the engines that take part, in the order in which they begin."""
    problem, want, untouching = query.problem, query.want, query.untouching
    method = "" if query.method == "count" and untouching else query.method
    filled, head_start = replace(problem, fill=True), 1 + problem.n // HEAD_START
    partial = not (problem.fill and untouching)
    # Where cells may stay empty, any solution will do that leaves more of them empty (Lemma 4).
    no_touching = untouching or (want == 1 and not problem.fill)

    turns = sys.maxsize if method else LATE
    engines = [
        _Engine("search", 0, SLICE, advance, lambda: Search(filled, True), partial, turns),
        _Engine("learning", LATE, 2 * SLICE, sat.search, lambda: Learning(filled, True), partial),
    ]
    if partial:
        late = LATE + head_start
        engines += [
            _Engine("search", head_start, SLICE, advance, lambda: Search(problem, no_touching)),
            _Engine("learning", late, 2 * SLICE, sat.search, lambda: Learning(problem, untouching)),
        ]
    if not untouching:
        begins = 2 * head_start * max(1, problem.n // WIDE)
        work = SLICES * STATES
        engines.append(
            _Engine("count", begins, work, frontier.advance, lambda: Race(problem, want > 0))
        )
    chosen = [engine for engine in engines if method in ("", engine.method)]
    return sorted(chosen, key=lambda engine: engine.begins)


def settle(query: Query, limits: Limits) -> Iterator[Progress | Settled]:
    """Answer a query: `Progress` on the way, and `Settled` at the end. A first turn is taken
    whatever the limits of time and nodes."""
    began = time.monotonic()
    if query.problem.pairs == 0:  # nothing to join
        done = not (query.problem.fill and query.problem.n)
        yield Settled(((),) if done else (), done, True, "", "none", 0, 0.0)
        return
    most = sys.maxsize // 2 if limits.nodes is None else limits.nodes
    engines, playing = _engines(query), deque[_Engine]()
    turns, nodes, stopped = 0, 0, ""
    waiting = deque(engines)
    while not stopped:
        if waiting and (not playing or (turns >= waiting[0].begins and not playing[0].left)):
            playing.appendleft(waiting.popleft())
        if not playing:
            stopped = "memory limit"
            break
        first = turns == 0 and PLAIN and query.problem.n > LARGE
        if first or not is_ready(playing[0].kernel):
            yield Progress(nodes, time.monotonic() - began, preparing=True)
        engine = playing.popleft()
        if not engine.turn(max(1, most - nodes), query.want, limits.memory_mb * 1e6):
            (playing.appendleft if engine.left else playing.append)(engine)
        turns, nodes = turns + (not engine.left), sum(other.nodes for other in engines)
        if engine.exact or 0 < query.want == engine.number:
            break
        seconds = time.monotonic() - began
        stopped = limits.reached(seconds, nodes)
        yield Progress(nodes, seconds)
    best = max(engines, key=lambda engine: (engine.exact, engine.number))
    known, seconds = (best.solutions, best.number, best.exact), time.monotonic() - began
    yield Settled(*known, stopped, best.method, nodes, seconds, best.peak / 1e6)


def ask(query: Query, limits: Limits = UNLIMITED) -> Generator[Any, None, Settled]:
    """Pass on the progress of `settle`; returns the answer."""
    return relay(settle(query, limits), Settled)
