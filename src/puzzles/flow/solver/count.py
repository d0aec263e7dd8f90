"""Counts all solutions of Flow, exactly, and reads some of them back.

What a sweep costs depends on its direction by factors of ten and more. The sooner it comes to the
dots, the less it is, as a rule; but that is a guess, so four sweeps race, of which at any time the
one goes on that seems to have least left to do, and most hardly begin. If none has come to its end
after a while, two from opposite sides are to meet where the board can be cut so (module `meeting`),
and those along one side race those along the other.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice, product
from operator import attrgetter, itemgetter

import numpy as np

from puzzles.core.solving import Limits, Progress
from puzzles.flow.rules.problem import Problem, Solution, joined
from puzzles.flow.solver.frontier import advance
from puzzles.flow.solver.meeting import Meeting, bytes_at, cuts, meet, meeting, shares, total
from puzzles.flow.solver.run import Run
from puzzles.flow.solver.sieve import sift
from puzzles.flow.solver.sweep import ahead, ways
from puzzles.grids.graph import Graph
from puzzles.running.kernels import is_ready
from puzzles.running.lanes import side_by_side

# States expanded before another sweep may take over: a part of all, but so many, about 0.4 ms, and
# no more than so many.
SLICE, PART, LONG = 1 << 11, 16, 1 << 15
TRIAL = 1 << 20  # states expanded by four sweeps that race alone: small boards are counted by then
NEW = 100  # times what a sweep seems to have to do is left to all others before it begins
TIMES = 4  # what others took may be taken by two that may meet: the last lines can be the worst
MATCHED = 1 << 12  # pairs that a lane looks at in a slice


@dataclass(frozen=True)
class Count:
    """The end of a count.

    `exact` says that there are `count` solutions; if not, there are at least as many, and
    `stopped` names the limit that was hit, or is empty if `cap` was. `solutions` are distinct.
    """

    count: int
    exact: bool
    stopped: str
    solutions: tuple[Solution, ...]
    states: int
    seconds: float
    peak_mb: float


class _Side:
    """A sweep from one side, which begins when it is first to go on; `ahead` (n + 1,) says how far
    the dots are ahead of it."""

    def __init__(self, begin: Callable[[], Run], ahead: list[float]) -> None:
        self._begin, self._ahead = begin, ahead

    @cached_property
    def run(self) -> Run:
        """The sweep."""
        return self._begin()

    @property
    def begun(self) -> bool:
        """Whether there is one."""
        return "run" in vars(self)

    def left(self, until: int) -> float:
        """A guess at what is left to do until so many steps are done: the logarithm of a number of
        states, up to a constant. They become e times more, about, for each vertex of a line that
        the dots are further ahead."""
        steps, kept = (self.run.steps, self.run.kept) if self.begun else (0, NEW)
        return math.log(max(1, kept)) + self._ahead[steps] - self._ahead[until]


class _Halves:
    """Two sweeps from opposite sides, until they meet: line by line, the one with fewer states goes
    on. Or one alone."""

    def __init__(self, problem: Problem, sides: tuple[_Side, ...], want: int) -> None:
        self._problem, self._sides, self._want = problem, sides, want
        self._meeting = self._meet()
        self._pairs = list[Meeting]()  # shares of what is done where they meet
        self.done = False
        self._next: _Side | None  # goes on, if one can
        self._choose()

    @property
    def meets(self) -> bool:
        """Whether there are two sweeps."""
        return len(self._sides) == 2

    @property
    def _runs(self) -> list[Run]:
        """The sweeps that have begun."""
        return [side.run for side in self._sides if side.begun]

    @property
    def states(self) -> int:
        """States expanded so far."""
        return sum(run.states for run in self._runs)

    @property
    def cost(self) -> int:
        """What all took, in states."""
        return sum(run.states + run.work for run in self._runs)

    @property
    def bytes(self) -> int:
        """What all takes, with the room that the next slice will make."""
        own = bytes_at(self._pairs[0]) if self._pairs else 0
        return own + sum(run.bytes for run in self._runs)

    def _choose(self) -> None:
        """Find which is to go on, if any can, and a guess at what it has left to do."""
        n, sides = self._problem.n, self._sides
        self._next, self.left = sides[0], sides[0].left(n)
        if self.meets:
            able = [
                (side.run.kept, side.left(n - other.run.taken), side)
                for side, other in zip(sides, sides[::-1], strict=True)
                if side.run.stop + other.run.taken <= n
            ]
            _, self.left, self._next = min(able, key=itemgetter(0), default=(0, -math.inf, None))

    def slice(self, states: int) -> None:
        """Go on for about so many states."""
        if self._next is None:
            next(self._meeting)
            return
        run = self._next.run
        run.slice(states)
        if run.done:
            self._sides, self.done = (self._next,), True
        self._choose()

    def opposed(self, other: _Halves) -> list[_Halves]:
        """This and another, each a sweep alone, in one lane; or both as one, if the two can still
        meet."""
        sides, n = (*self._sides, *other._sides), self._problem.n
        first, second = (side.run for side in sides)
        steps = cuts(self._problem, first.front.order, second.front.order)
        first.stops, second.stops = [*steps, n], [*(n - step for step in reversed(steps)), n]
        if steps and first.taken + second.taken <= n:
            return [_Halves(self._problem, sides, self._want)]
        first.stops, second.stops = [n], [n]
        return [self, other]

    def _meet(self) -> Iterator[None]:
        """Put the two together, slice by slice."""
        for run in self._runs:
            yield from run.join()
        first, second = (run.front for run in self._runs)
        self._pairs = [meeting(self._problem, first, second, self._want)]
        while not meet(self._pairs[0], SLICE):
            yield
        busy = self._pairs = shares(self._pairs[0])
        while busy:
            told = side_by_side([partial(meet, share, MATCHED) for share in busy])
            busy = [share for share, done in zip(busy, told, strict=True) if not done]
            self.done = not busy
            yield

    @property
    def count(self) -> int:
        """The number of solutions, once done."""
        if self._pairs:
            return sum(total(share) for share in self._pairs)
        return self._runs[0].count

    def solutions(self, most: int) -> tuple[Solution, ...]:
        """Up to `most` solutions, once done, of those that were wanted."""
        if self._pairs:
            pairs = [
                pair for share in self._pairs for pair in share.told[: share.at["told"][0]].tolist()
            ]
        else:
            pairs = [(0,)] * (self._runs[0].kept > 0)
        found = list[Solution]()
        for pair in pairs:
            halves = [
                run.solutions(state, most) for run, state in zip(self._runs, pair, strict=True)
            ]
            for parts in islice(product(*halves), most - len(found)):
                edges = {frozenset(edge) for part in parts for edge in part}
                found.append(joined(edges))
        return tuple(found)


class Sweeps:
    """Sweeps over a problem that race, to be advanced in slices: one from each end along both sides
    of the board, and after a while by twos, if these can meet. Up to `want` solutions can be read
    back."""

    def __init__(self, problem: Problem, untouching: bool, want: int) -> None:
        begin = partial(Run, problem, untouching=untouching, logging=want > 0)
        sides = [
            _Side(partial(begin, way), ahead(problem, *axes).tolist())
            for way, axes in enumerate(ways(problem))
        ]
        self._racing = [_Halves(problem, (side,), want) for side in sides]
        self._ahead, self._trying = self._racing[0], not untouching
        self.states = 0  # expanded so far

    def slice(self) -> bool:
        """Let those go on that have least left to do, but two that might meet take no more than
        TIMES as much as the others. Whether that is all."""
        if self._trying and self.states >= TRIAL:
            self._trying, (a, b, c, d) = False, self._racing
            self._racing = [*a.opposed(b), *c.opposed(d)]
        able = self._racing
        if any(halves.meets for halves in able):
            most = TIMES * min(halves.cost for halves in able) + SLICE
            able = [halves for halves in able if not halves.meets or halves.cost <= most]
        self._ahead = min(able, key=attrgetter("left"))
        before = self._ahead.states
        self._ahead.slice(min(max(SLICE, self.states // PART), LONG))
        self.states += self._ahead.states - before
        return self._ahead.done

    @property
    def bytes(self) -> int:
        """What all of it takes, with the room that the next slices will make."""
        return sum(halves.bytes for halves in self._racing)

    @property
    def count(self) -> int:
        """The number of solutions, once done."""
        return self._ahead.count

    def solutions(self, most: int) -> tuple[Solution, ...]:
        """Up to `most` solutions, once done."""
        return self._ahead.solutions(most)


def count(
    problem: Problem,
    limits: Limits,
    cap: int | None = None,
    untouching: bool = False,
    want: int = 1,
) -> Iterator[Progress | Count]:
    """Count the solutions, in which no path touches itself if `untouching`.

    Reads back up to `want` of them. With a `cap`, a greater count is not told.
    """
    if not all(map(is_ready, (advance, sift, meet))):
        yield Progress(preparing=True)
        _prepare(want)
    began = time.monotonic()
    sweeps, stopped, peak = Sweeps(problem, untouching, want), "", 0
    while not (done := sweeps.slice()):
        seconds, size = time.monotonic() - began, sweeps.bytes
        if stopped := limits.reached(seconds, sweeps.states, size / 1e6):
            break
        peak = max(peak, size)
        yield Progress(sweeps.states, seconds)
    number = sweeps.count if done else 0
    capped = cap is not None and number >= cap
    if cap is not None:
        number = min(number, cap)
    solutions = sweeps.solutions(want) if done and want else ()
    yield Count(
        number,
        done and not capped,
        stopped,
        solutions,
        sweeps.states,
        time.monotonic() - began,
        max(peak, sweeps.bytes if done else 0) / 1e6,
    )


def _prepare(want: int) -> None:
    """Call all kernels once: two sweeps meet between two dots."""
    dots = np.zeros(2, np.int32)
    problem = Problem.build(Graph.from_edges(2, [(0, 1)]), dots, np.array([(0.0, 0.0), (1.0, 0.0)]))
    runs = [Run(problem, way, untouching=False, logging=want > 0) for way in (0, 1)]
    for run in runs:
        run.stops = [1, 2]
        run.prepare()
    assert meet(meeting(problem, runs[0].front, runs[1].front, want), 2)


def passes(problem: Problem) -> Iterator[tuple[list[int], int]]:
    """One sweep, vertex by vertex: those passed so far, and the partial solutions kept apart."""
    run = Run(problem, 0, untouching=False, logging=False)
    passed: list[int] = []
    while not run.done:
        run.step()
        if len(run.passed) > len(passed) or run.done:
            passed = run.passed
            yield passed, run.kept
