"""Settles a question by searches and by a count, in turns: whichever answers first, answers.

Each is at times hopelessly slower than the others, and nothing known beforehand says when. So they
take turns of about the same length, and the answer costs a few times what the fastest would have
taken alone. Turns are measured in work, not in time: the same question gets the same answer.
docs/flow-solver.md ("In turns") tells which take part. Those that learn or count end if they need
more memory than they may have.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from puzzles.core.solving import Limits, Progress
from puzzles.flow.rules.problem import Problem, Solution
from puzzles.flow.solver import frontier
from puzzles.flow.solver.count import SLICE as STATES
from puzzles.flow.solver.count import Race
from puzzles.flow.solver.learning import Learning
from puzzles.flow.solver.search import EXHAUSTED, FOUND, SLICE, Search, advance
from puzzles.running.kernels import is_ready
from puzzles.sat import solver as sat

MOST = 10_000  # solutions without touching that are listed to count them
HEAD_START = 80  # a turn more for each so many vertices
SLICES = 32  # of a count in a turn: they take about as long as a slice of a search
LATE = 16  # turns before learning begins: nearly all boards are settled by then
WIDE = 1000  # vertices; on larger boards the count begins later still


@dataclass(frozen=True)
class Question:
    """A question: which `want` solutions does a problem have (all, if there are fewer)?

    Only `untouching` ones are meant if so. `method` is "search", "count" or "learning", or "" for
    all. The count cannot tell untouching ones; the others answer then.
    """

    problem: Problem
    want: int = 1
    untouching: bool = False
    method: str = ""


@dataclass(frozen=True)
class Settled:
    """The answer to a question.

    `solutions` are distinct; `complete` says that there are no others, otherwise `stopped` names
    the limit that was hit, or is empty if as many were found as were wanted. `method` is the
    one that answered, or "none" where there are no dots. `nodes` are decisions and
    states of all together.
    """

    solutions: tuple[Solution, ...]
    complete: bool
    stopped: str
    method: str
    nodes: int
    seconds: float


@dataclass(eq=False)
class _Searching:
    """A search for `want` solutions that takes up to so many `turns`, and may have so many bytes of
    `memory`; `partial` if there are solutions that it does not look for."""

    problem: Problem
    untouching: bool
    want: int
    memory: float
    partial: bool = False
    turns: int = sys.maxsize
    solutions: tuple[Solution, ...] = ()
    complete: bool = False
    nodes: int = 0

    method, length = "search", 1
    kernel: ClassVar[Callable[..., int]] = staticmethod(advance)

    @cached_property
    def run(self) -> Search | Learning:
        return Search(self.problem, self.untouching, remembering=not self.untouching)

    def turn(self, nodes: int) -> bool:
        """Go on, for at most so many nodes; True if that is the end, and the memory is free."""
        result = self.run.advance(nodes, SLICE * self.length)
        self.nodes = self.run.nodes
        self.turns -= 1
        if result == FOUND:
            self.solutions += (self.run.paths(),)
        self.complete = result == EXHAUSTED and not self.partial
        enough = len(self.solutions) == self.want or self.turns == 0
        ends = result == EXHAUSTED or enough or self.run.bytes > self.memory
        if ends:
            del self.run
        return ends


class _Learning(_Searching):
    method, length = "learning", 2
    kernel = staticmethod(sat.search)

    @cached_property
    def run(self) -> Learning:
        return Learning(self.problem, self.untouching)


class _Counting(_Searching):
    method, kernel = "count", staticmethod(frontier.advance)

    @cached_property
    def race(self) -> Race:
        return Race(self.problem, logging=self.want > 0)

    def turn(self, nodes: int) -> bool:
        """Go on, for about so many states; True if that is the end, and the memory is free."""
        race, most, ends = self.race, self.nodes + min(nodes, SLICES * STATES), False
        while not ends and self.nodes < most:
            done = race.slice()
            self.nodes = race.states
            ends = done or race.bytes > self.memory
            if done:
                self.solutions = race.leader.solutions(self.want)
                self.complete = len(self.solutions) == race.leader.count
        if ends:
            del self.race
        return ends


def _engines(question: Question, limits: Limits) -> list[tuple[int, _Searching]]:
    """Return those that take part, each with the turn it joins in at, in that order. They begin
    with their first turn, which may have to be compiled."""
    problem, untouching, want = question.problem, question.untouching, question.want
    # Where cells may stay empty, any solution will do that leaves more of them empty (Lemma 4).
    partial, any_will_do = not (problem.fill and untouching), want == 1 and not problem.fill
    filled, head_start = replace(problem, fill=True), 1 + problem.n // HEAD_START
    engines, memory = list[tuple[int, _Searching]](), limits.memory_mb * 1e6
    method = "" if question.method == "count" and untouching else question.method
    if method in ("", "search"):
        turns = sys.maxsize if method else LATE
        engines.append((0, _Searching(filled, True, want, memory, partial, turns)))
        if partial:
            run = _Searching(problem, untouching or any_will_do, want, memory)
            engines.append((head_start, run))
    if method in ("", "learning"):
        if partial:
            engines.append((LATE, _Learning(filled, True, want, memory, partial=True)))
        engines.append((LATE + head_start * partial, _Learning(problem, untouching, want, memory)))
    if method in ("", "count") and not untouching:
        start = head_start * (1 + partial) * max(1, problem.n // WIDE)
        engines.append((start, _Counting(problem, untouching, want, memory)))
    return sorted(engines, key=lambda engine: engine[0])


def settle(question: Question, limits: Limits) -> Iterator[Progress | Settled]:
    """Answer a question: `Progress` on the way, and `Settled` at the end. A first turn is taken
    whatever the limits of time and nodes."""
    began = time.monotonic()
    if question.problem.pairs == 0:  # nothing to join
        done = not (question.problem.fill and question.problem.n)
        yield Settled(((),) if done else (), True, "", "none", 0, 0.0)
        return
    most = sys.maxsize // 2 if limits.nodes is None else limits.nodes
    waiting = deque(_engines(question, limits))
    joined, playing = list[_Searching](), deque[_Searching]()
    turns, nodes, stopped = 0, 0, ""
    while not stopped:
        if waiting and (not playing or turns >= waiting[0][0]):
            playing.appendleft(waiting.popleft()[1])
            joined.append(playing[0])
        if not playing:
            stopped = "memory limit"
            break
        if not is_ready(playing[0].kernel):
            yield Progress(nodes, time.monotonic() - began, preparing=True)
        engine = playing.popleft()
        if not engine.turn(max(1, most - nodes)):
            playing.append(engine)
        turns, nodes = turns + 1, sum(other.nodes for other in joined)
        if engine.complete or len(engine.solutions) == question.want:
            break
        seconds = time.monotonic() - began
        stopped = limits.reached(seconds, nodes)
        yield Progress(nodes, seconds)
    best = max(joined, key=lambda engine: (engine.complete, len(engine.solutions)))
    yield Settled(
        best.solutions, best.complete, stopped, best.method, nodes, time.monotonic() - began
    )


def left(limits: Limits, seconds: float, nodes: int) -> Limits:
    """Return what is left of limits after so much work."""
    return replace(
        limits,
        seconds=None if limits.seconds is None else max(0.001, limits.seconds - seconds),
        nodes=None if limits.nodes is None else max(1, limits.nodes - nodes),
    )
