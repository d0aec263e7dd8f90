"""The grading person: takes the easiest step it can see, and looks for easier ones again.

0. *forced*: a cell with only two ways left, a dot with one; no loops, no joining of two colours;
1. *alone*: no pipe touches itself, as every player takes for granted;
2. *cut off*: a part of the board that hangs together by one cell or passage, and what must cross
   it;
3. *what if*: suppose a passage is used, or not, see with the steps 0 and 1 that this cannot be, and
   do the opposite. Of all what-ifs the one is taken whose contradiction comes soonest, in passages
   decided on the way;
4. *guess*: not even that helps; a person goes back and forth, and at last draws what is right.

All conclusions of a kind of step are taken at once; `reasons` takes the same a deduction at a time.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from puzzles.core.errors import UsageError
from puzzles.core.solving import UNLIMITED, Event, Limits, relay
from puzzles.flow.rules.problem import Problem, Solution, edges_of, touches_itself
from puzzles.flow.solver.cuts import Cuts, check_cuts, new_cuts
from puzzles.flow.solver.propagation import check_degree, propagate
from puzzles.flow.solver.settle import Question, Settled, settle
from puzzles.flow.solver.strands import (
    OPEN,
    SIZE,
    UNTOUCHING,
    Strands,
    backtrack,
    decide,
    enqueue,
    new_strands,
)
from puzzles.running.kernels import compiled

GUESS = 400  # passages that a person decides before giving up on a what-if, or guessing


def solve(
    problem: Problem, untouching: bool, lacking: str, limits: Limits = UNLIMITED
) -> Generator[Event, None, Solution]:
    """Find a solution, for when nothing but a guess helps.

    Raises UsageError with the words `lacking` if there is none, or none within the limits.
    """
    question = Question(problem, untouching=untouching)
    settled = yield from relay(settle(question, limits), Settled)
    if not settled.solutions:
        raise UsageError(f"{lacking} ({settled.stopped})" if settled.stopped else lacking)
    return settled.solutions[0]


def is_alone(problem: Problem, solution: Solution) -> bool:
    """Return whether no pipe of a solution touches itself, so that a person may assume this."""
    return not any(touches_itself(problem.graph, path) for path in solution)


def steps_of(problem: Problem, solution: Solution) -> set[int]:
    """The passages, by their numbers, that a solution draws."""
    own = set(edges_of(solution))
    return {e for e, step in enumerate(map(tuple, problem.graph.edges.tolist())) if step in own}


class Person:
    """The person, with the passages that are drawn and ruled out so far."""

    def __init__(self, problem: Problem, solution: Solution) -> None:
        self._problem, self._solution = problem, solution
        self._strands = new_strands(problem, False)
        self._cuts = new_cuts(problem)
        self._alone = is_alone(problem, solution)

    @property
    def open(self) -> int:
        """The number of undecided passages."""
        return int((self._strands.edge["state"] == OPEN).sum())

    def easiest(self) -> int | None:
        """Take the first of the steps 0 to 2 that changes anything, and return its number."""
        strands, size = self._strands, self._strands.at[SIZE]
        wakes(strands, False)
        if strands.at[SIZE] > size:
            return 0
        if self._alone:
            wakes(strands, True)
            if strands.at[SIZE] > size:
                return 1
        cut_off(strands, self._cuts)
        return 2 if strands.at[SIZE] > size else None

    def what_if(self) -> int:
        """Take the shortest what-if, and return its length, or 0 if there is none."""
        strands, passages = self._strands, len(self._strands.edge)
        edge, used, length = shortest(strands, self._alone, GUESS, 0, passages)
        if edge >= 0:
            decide(self._strands, edge, not used)
        return int(length)

    def draw(self) -> None:
        """Draw the first passage of the solution that is still open."""
        own = steps_of(self._problem, self._solution)
        undecided = np.flatnonzero(self._strands.edge["state"] == OPEN).tolist()
        for e in undecided:
            if e in own:
                decide(self._strands, e, True)
                return
        for e in undecided:
            decide(self._strands, e, False)


@compiled
def cut_off(strands: Strands, cuts: Cuts) -> bool:
    """Conclude what cuts demand where pipes may touch themselves; False if they contradict."""
    strands.at[UNTOUCHING] = False
    return check_cuts(strands, cuts)


@compiled
def wakes(strands: Strands, untouching: bool) -> bool:
    """Look at everything; False if it contradicts."""
    strands.at[UNTOUCHING] = untouching
    for v in range(len(strands.vertex)):
        if strands.vertex[v].strand == v:
            strands.vertex[v].grown = 1
            enqueue(strands, v)
    for v in range(len(strands.vertex)):
        if not check_degree(strands, v):
            return False
    return propagate(strands)


@compiled
def shortest(
    strands: Strands, untouching: bool, most: int, first: int, stop: int
) -> tuple[int, bool, int]:
    """The edge, of those from `first` to `stop`, which it takes the fewest changes to refute, if
    that is less than `most`: it or −1, whether its use was refuted, and the number of changes."""
    strands.at[UNTOUCHING] = untouching
    best, used, least = -1, False, most
    for e in range(first, stop):
        if strands.edge[e].state != OPEN:
            continue
        for using in (True, False):
            size = strands.at[SIZE]
            possible = decide(strands, e, using) and propagate(strands)
            length = max(1, int(strands.at[SIZE] - size))
            backtrack(strands, size)
            if not possible and length < least:
                best, used, least = e, using, length
    return best, used, least if best >= 0 else 0
