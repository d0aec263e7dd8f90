"""The views of Flow's solver: the search and the count in slow motion, and a person's reasons."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from typing import TypeVar

from puzzles.core.solving import UNLIMITED, Answer, Event, Limits, Progress, relay
from puzzles.flow.rules.model import State
from puzzles.flow.rules.problem import pieces
from puzzles.flow.solver import trace as solvers
from puzzles.flow.solver.settle import Question, Settled, settle
from puzzles.flow.tutor.closure import solve
from puzzles.flow.tutor.reasons import CUT_OFF, GUESSED, WHAT_IF, Reasoner
from puzzles.flow.tutor.second import no_second
from puzzles.flow.tutor.words import sentence

T = TypeVar("T")
REASONS, NO_SECOND = "reasons", "why no second"
THOUGHT = (CUT_OFF, WHAT_IF, GUESSED)  # kinds of deductions that are not seen at a glance


def trace(state: State, view: str, limits: Limits = UNLIMITED) -> Iterator[Event]:
    """The search, the count, the reasons or the refuted guesses (`views`) for a whole board, one
    step at a time."""
    if view == NO_SECOND:
        return _no_second(state)
    return _reasons(state) if view == REASONS else solvers.trace(state, view)


def _no_second(state: State) -> Iterator[Event]:
    """The guesses that refute a second solution, or a second solution."""
    began, steps = time.monotonic(), 0
    question = Question(state.board.problem, 2, state.level.untouching)
    settled = yield from _preparing(relay(settle(question, UNLIMITED), Settled))
    if len(settled.solutions) == 1:
        yield from no_second(state, settled.solutions[0])
        return
    for steps, solution in enumerate(settled.solutions, 1):
        look = {"paths": [list(path) for path in solution], "words": f"Solution {steps}."}
        yield Progress(steps, time.monotonic() - began, look=look)
    found = "This board has a second solution." if steps else "This board has no solution."
    yield Answer(None, True, 0, steps, time.monotonic() - began, found)


def _reasons(state: State) -> Iterator[Event]:
    """Deduction by deduction, with the sentence for it and the cells that it rests on."""
    board, problem = state.board, state.board.problem
    began, steps = time.monotonic(), 0
    solving = solve(problem, state.level.untouching, "there is no solution to explain")
    reasoner = Reasoner(problem, (yield from _preparing(solving)))
    drawn: list[tuple[int, int]] = []
    for found in reasoner.deductions():
        if isinstance(found, Progress):
            continue
        steps += 1
        drawn += [reasoner.position.ends(e) for e, is_drawn in found.concludes if is_drawn]
        look = {
            "paths": [list(path) for path in pieces(drawn)],
            "swept": sorted({board.cell_of[v] for v in found.rests_on}),
            "words": sentence(board, reasoner.position, found),
            "mark": found.kind if found.kind in THOUGHT else "",
        }
        yield Progress(steps, time.monotonic() - began, look=look)
    headline = f"Solved in {steps} step{'s' * (steps != 1)}, each for a reason."
    yield Answer(None, True, 0, steps, time.monotonic() - began, headline)


def _preparing(events: Generator[Event, None, T]) -> Generator[Event, None, T]:
    """Nothing can be watched of these events."""
    while True:
        try:
            next(events)
        except StopIteration as end:
            found: T = end.value
            return found
        yield Progress(preparing=True)
