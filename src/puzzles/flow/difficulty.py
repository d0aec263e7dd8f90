"""How hard a Flow level is for a person: a solver that takes the easiest step it can see.

The steps, from the easiest; after each one it looks for easier ones again:

0. *forced*: a cell with only two ways left, a dot with one; no loops, no joining of two colours;
1. *alone*: no pipe touches itself, as every player takes for granted;
2. *cut off*: a part of the board that hangs together by one cell or passage, and what must cross
   it;
3. *what if*: suppose a passage is used, or not, see with the steps 0 and 1 that this cannot be, and
   do the opposite. Of all what-ifs the one is taken whose contradiction comes soonest, in passages
   decided on the way;
4. *guess*: not even that helps; a person goes back and forth, and at last draws what is right.

A what-if costs what has to be kept in mind: the logarithm of its length. `docs/difficulty.md` tells
how the sum of costs and the hardest step become a number from 1 to 10.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import pairwise
from math import log2

import numpy as np

from puzzles.core.errors import UsageError
from puzzles.core.facets import Grade
from puzzles.core.solving import UNLIMITED, Event, Progress, relay
from puzzles.flow.model import FlowLevel
from puzzles.flow.problem import Problem, Solution
from puzzles.flow.solver.cuts import cuts, look_at_cuts
from puzzles.flow.solver.propagation import (
    OPEN,
    SIZE,
    UNTOUCHING,
    Strands,
    await_look,
    forbid,
    look_at_degree,
    propagate,
    strands,
    use,
    wind_back,
)
from puzzles.flow.solver.settle import Question, Settled, settle
from puzzles.running.kernels import compiled

# What a level adds to 1 that is solved by the steps 1 and 2 alone; what a unit of the hardest
# what-if's cost adds, and what it adds that the sum of all costs is twice as much.
ALONE, HARDEST, EFFORT = 1.2, 0.45, 0.7
GUESS = 400  # passages that a person decides before giving up on a what-if, or guessing


def grade(level: FlowLevel) -> Iterator[Event | Grade]:
    """Solve as a person does; the difficulty comes last. UsageError if there is no solution."""
    problem = level.board.problem
    solution = yield from _solve(problem)
    person = _Person(problem)
    steps = [0, 0, 0]  # decided by steps 0, 1 and 2
    lengths: list[int] = []
    guesses = 0
    while person.open:
        yield Progress(len(lengths))
        before = person.open
        if (easy := person.easiest()) is not None:
            steps[easy] += before - person.open
        elif length := person.what_if():
            lengths.append(length)
        else:
            person.draw(solution)
            guesses += 1
    yield _graded(steps, lengths, guesses)


def _graded(steps: list[int], lengths: list[int], guesses: int) -> Grade:
    costs = [log2(1 + length) for length in [*lengths, *[GUESS] * guesses]]
    thought = (steps[1] + steps[2]) / max(1, sum(steps))
    hardest, effort = max(costs, default=0.0), log2(1 + sum(costs))
    difficulty = min(10.0, 1 + ALONE * thought + HARDEST * hardest + EFFORT * effort)
    figures = {
        "forced": steps[0], "alone": steps[1], "cut_off": steps[2], "what_ifs": len(lengths),
        "longest": max(lengths, default=0), "guesses": guesses,
    }  # fmt: skip
    return Grade(round(difficulty, 1), figures)


def _solve(problem: Problem) -> Generator[Event, None, Solution]:
    settled = yield from relay(settle(Question(problem), UNLIMITED), Settled)
    if not settled.solutions:
        raise UsageError("a level without a solution has no difficulty")
    return settled.solutions[0]


class _Person:
    """What has been drawn and ruled out so far."""

    def __init__(self, problem: Problem) -> None:
        self._room = strands(problem, False)
        self._cuts = cuts(problem)
        # Where a pipe has to touch itself, to think it does not is no step.
        self._alone = wakes(self._room, True)
        wind_back(self._room, 0)

    @property
    def open(self) -> int:
        """How many passages are undecided."""
        return int((self._room.edge["state"] == OPEN).sum())

    def easiest(self) -> int | None:
        """Take the first of the steps 0 to 2 that tells anything; its number."""
        room, size = self._room, self._room.at[SIZE]
        wakes(room, False)
        if room.at[SIZE] > size:
            return 0
        if self._alone:
            if not wakes(room, True):
                wind_back(room, size)
                self._alone = False
            elif room.at[SIZE] > size:
                return 1
        room.at[UNTOUCHING] = False
        look_at_cuts(room, self._cuts)
        return 2 if room.at[SIZE] > size else None

    def what_if(self) -> int:
        """Take the shortest what-if; its length, or 0 if there is none."""
        edge, used, length = shortest(self._room, self._alone, GUESS)
        if edge >= 0:
            (forbid if used else use)(self._room, edge)
        return int(length)

    def draw(self, solution: Solution) -> None:
        """Draw the first passage of the solution that is still open."""
        own = {frozenset(step) for path in solution for step in pairwise(path)}
        for e, (u, v, state) in enumerate(self._room.edge.tolist()):
            if state == OPEN and {u, v} in own:
                use(self._room, e)
                return
        for e in np.flatnonzero(self._room.edge["state"] == OPEN).tolist():
            forbid(self._room, e)


@compiled
def wakes(room: Strands, untouching: bool) -> bool:
    """Look at everything; False if it contradicts."""
    room.at[UNTOUCHING] = untouching
    for v in range(len(room.vertex)):
        if room.vertex[v].strand == v:
            room.vertex[v].grown = 1
            await_look(room, v)
    for v in range(len(room.vertex)):
        if not look_at_degree(room, v):
            return False
    return propagate(room)


@compiled
def shortest(room: Strands, untouching: bool, most: int) -> tuple[int, bool, int]:
    """The edge which it takes the fewest changes to refute, if that is less than `most`: it or −1,
    whether its use was refuted, and the number of changes."""
    room.at[UNTOUCHING] = untouching
    best, used, least = -1, False, most
    for e in range(len(room.edge)):
        if room.edge[e].state != OPEN:
            continue
        for using in (True, False):
            size = room.at[SIZE]
            possible = use(room, e) if using else forbid(room, e)
            possible = possible and propagate(room)
            length = max(1, int(room.at[SIZE] - size))
            wind_back(room, size)
            if not possible and length < least:
                best, used, least = e, using, length
    return best, used, least if best >= 0 else 0
