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
SLICES = 8  # of a count in a turn: they take about as long as a slice of a search
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


class _Searching:
    """A search that takes up to so many turns, each of so many slices' `length`; `partial` if there
    are solutions that it does not look for."""

    method, length = "search", 1
    kernel: Callable[..., int] = staticmethod(advance)

    def __init__(
        self,
        problem: Problem,
        untouching: bool,
        want: int,
        *,
        partial: bool = False,
        turns: int = sys.maxsize,
    ) -> None:
        self._problem, self._untouching, self._turns = problem, untouching, turns
        self._want, self._partial = want, partial
        self.solutions: tuple[Solution, ...] = ()
        self.complete = False
        self.nodes = 0

    @cached_property
    def _run(self) -> Search | Learning:
        return Search(self._problem, self._untouching, remembering=not self._untouching)

    def turn(self, nodes: int) -> bool:
        """Go on, for at most so many nodes; True if that is the end."""
        result = self._run.advance(nodes, SLICE * self.length)
        self.nodes = self._run.nodes
        self._turns -= 1
        if result == FOUND:
            self.solutions += (self._run.paths(),)
        self.complete = result == EXHAUSTED and not self._partial
        return result == EXHAUSTED or len(self.solutions) == self._want or self._turns == 0


class _Learning(_Searching):
    """A search that learns and takes turns, and gives its memory back when it ends."""

    method, length = "learning", 2
    kernel = staticmethod(sat.search)

    def __init__(
        self, problem: Problem, untouching: bool, want: int, memory_mb: int, partial: bool = False
    ) -> None:
        super().__init__(problem, untouching, want, partial=partial)
        self._memory = memory_mb * 1e6

    @cached_property
    def _run(self) -> Learning:
        return Learning(self._problem, self._untouching)

    def turn(self, nodes: int) -> bool:
        ends = super().turn(nodes) or self._run.bytes > self._memory
        if ends:
            del self._run
        return ends


class _Counting:
    """A count that takes turns, and gives its memory back when it ends."""

    method, kernel = "count", staticmethod(frontier.advance)

    def __init__(self, problem: Problem, want: int, memory_mb: int) -> None:
        self._problem, self._want, self._memory = problem, want, memory_mb * 1e6
        self.solutions: tuple[Solution, ...] = ()
        self.complete = False
        self.nodes = 0

    @cached_property
    def _race(self) -> Race:
        return Race(self._problem, logging=self._want > 0)

    def turn(self, nodes: int) -> bool:
        """Go on, for about so many states; True if that is the end."""
        most, ends = self.nodes + min(nodes, SLICES * STATES), False
        for _ in range(SLICES):
            done = self._race.slice()
            self.nodes = self._race.states
            if done:
                self.solutions = self._race.solutions(self._want)
                self.complete = len(self.solutions) == self._race.count
            ends = done or self._race.bytes > self._memory
            if ends or self.nodes >= most:
                break
        if ends:
            del self._race
        return ends


def _engines(question: Question, limits: Limits) -> list[tuple[int, _Searching | _Counting]]:
    """Return those that take part, each with the turn it joins in at, in that order. They begin
    with their first turn, which may have to be compiled."""
    problem, untouching, want = question.problem, question.untouching, question.want
    # Where cells may stay empty, any solution will do that leaves more of them empty (Lemma 5).
    partial, any_will_do = not (problem.fill and untouching), want == 1 and not problem.fill
    filled, head_start = replace(problem, fill=True), 1 + problem.n // HEAD_START
    engines, memory = list[tuple[int, _Searching | _Counting]](), limits.memory_mb
    method = "" if question.method == "count" and untouching else question.method
    if method in ("", "search"):
        turns = sys.maxsize if method else LATE
        if partial:
            engines += [
                (0, _Searching(filled, True, want, partial=True, turns=turns)),
                (head_start, _Searching(problem, untouching or any_will_do, want)),
            ]
        else:
            engines.append((0, _Searching(problem, True, want, turns=turns)))
    if method in ("", "learning"):
        if partial:
            engines.append((LATE, _Learning(filled, True, want, memory, partial=True)))
        engines.append((LATE + head_start * partial, _Learning(problem, untouching, want, memory)))
    if method in ("", "count") and not untouching:
        start = head_start * (1 + partial) * max(1, problem.n // WIDE)
        engines.append((start, _Counting(problem, want, memory)))
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
    joined, playing = list[_Searching | _Counting](), deque[_Searching | _Counting]()
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
