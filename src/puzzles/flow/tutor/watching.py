"""The views of Flow's solver: the search and the count in slow motion, and a person's reasons."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator

from puzzles.core.solving import UNLIMITED, Answer, Event, Limits, Progress
from puzzles.flow.rules.model import State
from puzzles.flow.rules.problem import Solution, pieces
from puzzles.flow.solver import trace as solvers
from puzzles.flow.tutor.closure import solve
from puzzles.flow.tutor.reasons import CUT_OFF, GUESSED, WHAT_IF, Reasoner
from puzzles.flow.tutor.words import sentence

REASONS = "reasons"
THOUGHT = (CUT_OFF, WHAT_IF, GUESSED)  # kinds of deductions that are not seen at a glance


def trace(state: State, view: str, limits: Limits = UNLIMITED) -> Iterator[Event]:
    """The search, the count or the reasons (`views`) for a whole board, one step at a time."""
    return _reasons(state) if view == REASONS else solvers.trace(state, view)


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


def _preparing(events: Generator[Event, None, Solution]) -> Generator[Event, None, Solution]:
    """Nothing can be watched of these events."""
    while True:
        try:
            next(events)
        except StopIteration as end:
            found: Solution = end.value
            return found
        yield Progress(preparing=True)
