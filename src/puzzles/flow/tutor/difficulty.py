"""Grades a Flow level by the steps that a person takes to solve it.

The steps are those of `tutor.closure`. A what-if costs what has to be kept in mind: the logarithm
of its length. `docs/difficulty.md` has how the sum of costs and the hardest step become a number
from 1 to 10.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log2

from puzzles.core.results import Grade
from puzzles.core.solving import Event, Progress
from puzzles.flow.rules.model import FlowLevel
from puzzles.flow.tutor.closure import GUESS, Person, solve

# What a level adds to 1 that is solved by the steps 1 and 2 alone; what a unit of the hardest
# what-if's cost adds, and what it adds that the sum of all costs is twice as much.
ALONE, HARDEST, EFFORT = 1.2, 0.45, 0.7


def grade(level: FlowLevel) -> Iterator[Event | Grade]:
    """Solve as a person does; the difficulty comes last. UsageError if there is no solution."""
    problem = level.board.problem
    lacking = "a level without a solution has no difficulty"
    solution = yield from solve(problem, level.untouching, lacking)
    person = Person(problem, solution)
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
            person.draw()
            guesses += 1
    yield _graded(steps, lengths, guesses)


def _graded(steps: list[int], lengths: list[int], guesses: int) -> Grade:
    costs = [log2(1 + length) for length in [*lengths, *[GUESS] * guesses]]
    shares = {
        "steps to see": ALONE * (steps[1] + steps[2]) / max(1, sum(steps)),
        "the hardest what-if": HARDEST * max(costs, default=0.0),
        "all what-ifs": EFFORT * log2(1 + sum(costs)),
    }
    figures = {
        "forced": steps[0],
        "alone": steps[1],
        "cut_off": steps[2],
        "what_ifs": len(lengths),
        "longest": max(lengths, default=0),
        "guesses": guesses,
    }
    return Grade(round(min(10.0, 1 + sum(shares.values())), 1), figures, shares)
