"""Grades a Flow level by the steps that a person takes to solve it.

The person takes the easiest step it can see, and looks for easier ones again:

0. *forced*: a cell with only two ways left, a dot with one; no loops, no joining of two colours;
1. *alone*: no pipe touches itself, as every player takes for granted;
2. *cut off*: a part of the board that hangs together by one cell or passage, and what must cross
   it;
3. *what if*: suppose a passage is used, or not, see with the steps 0 and 1 that this cannot be, and
   do the opposite. Of all what-ifs the one is taken whose contradiction comes soonest, in passages
   decided on the way;
4. *guess*: not even that helps; a person goes back and forth, and at last draws what is right.

All conclusions of a kind of step are taken at once; `reasons` takes the same a deduction at a time.
A what-if costs what has to be kept in mind: the logarithm of its length. `docs/difficulty.md` has
how the sum of costs and the hardest step become a number from 1 to 10.
"""

from collections.abc import Callable, Generator, Iterator
from functools import partial
from math import log2

from puzzles.core.errors import UsageError
from puzzles.core.results import Grade
from puzzles.core.solving import UNLIMITED, Event, Limits, Progress
from puzzles.flow.rules.model import FlowLevel
from puzzles.flow.rules.problem import Problem, Solution
from puzzles.flow.solver.settle import Query, ask
from puzzles.flow.tutor.position import GUESS, Position

# How much each factor adds to the base difficulty of 1: the share of the steps 1 and 2, each unit
# of the hardest what-if's cost, and each doubling of the sum of all costs.
EASY, HARDEST, EFFORT = 1.2, 0.45, 0.7


def solve(
    problem: Problem, untouching: bool, lacking: str, limits: Limits = UNLIMITED
) -> Generator[Event, None, Solution]:
    """Return a solution, for when nothing but a guess helps.

    Raises UsageError with the words `lacking` if there is none, or none within the limits.
    """
    settled = yield from ask(Query(problem, untouching=untouching), limits)
    if not settled.solutions:
        raise UsageError(f"{lacking} ({settled.stopped})" if settled.stopped else lacking)
    return settled.solutions[0]


class Person(Position):
    """The person, with the passages that are drawn and ruled out so far."""

    def easiest(self) -> int | None:
        """Take the first of the steps 0 to 2 that changes anything, and return its number."""
        size, alone = self.size, partial(self.follow, self.untouching)
        steps: tuple[Callable[[], bool], ...] = partial(self.follow, False), alone, self.cut_off
        for number, step in enumerate(steps):
            step()
            if self.size > size:
                return number
        return None

    def what_if(self) -> int:
        """Take the shortest what-if, and return its length, or 0 if there is none."""
        edge, used, length = self.shortest_refutation()
        if edge >= 0:
            self.decide(edge, not used)
        return length

    def guess(self) -> None:
        """Draw the first passage of the solution that is still open; when it has no more, all
        others are empty."""
        undecided = self.undecided
        for e in [e for e in undecided if e in self.solution][:1] or undecided:
            self.decide(e, e in self.solution)


def grade(level: FlowLevel) -> Iterator[Event | Grade]:
    """Solve as a person does; the difficulty comes last. UsageError if there is no solution."""
    problem = level.board.problem
    lacking = "a level without a solution has no difficulty"
    solution = yield from solve(problem, level.untouching, lacking)
    person = Person(problem, solution)
    steps = [0, 0, 0]  # decided by steps 0, 1 and 2
    lengths, guesses = list[int](), 0
    while undecided := person.undecided:
        yield Progress(len(lengths))
        if (easy := person.easiest()) is not None:
            steps[easy] += len(undecided) - len(person.undecided)
        elif length := person.what_if():
            lengths.append(length)
        else:
            person.guess()
            guesses += 1
    costs = [log2(1 + length) for length in [*lengths, *[GUESS] * guesses]]
    shares = {
        "steps that are seen": EASY * (steps[1] + steps[2]) / max(1, sum(steps)),
        "one hard what-if": HARDEST * max(costs, default=0.0),
        "trial and error": EFFORT * log2(1 + sum(costs)),
    }
    figures = {
        "forced": steps[0],
        "alone": steps[1],
        "cut_off": steps[2],
        "what_ifs": len(lengths),
        "longest": max(lengths, default=0),
        "guesses": guesses,
    }
    yield Grade(round(min(10.0, 1 + sum(shares.values())), 1), figures, shares)
