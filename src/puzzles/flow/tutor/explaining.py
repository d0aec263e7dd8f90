"""Explains a Flow level: solves it as a person does, each deduction with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.core.results import Explanation, Grade, Reason
from puzzles.core.solving import Event, Limits, Progress, relay
from puzzles.core.tables import Values
from puzzles.flow.rules.model import Board, FlowLevel
from puzzles.flow.tutor.difficulty import grade, solve
from puzzles.flow.tutor.reasons import GUESSED, Conclusion, Deduction, Reasoner


def explain(level: FlowLevel, limits: Limits) -> Iterator[Event | Explanation]:
    """Explain the whole solution; raises UsageError if none is found."""
    lacking = "there is no solution to explain"
    solution = yield from solve(level.board.problem, level.untouching, lacking, limits)
    reasoner = Reasoner(level.board, solution)
    steps = []
    for found in reasoner.deductions():
        if isinstance(found, Progress):
            yield found
        else:
            steps.append(_reason(level.board, reasoner, found))
    graded = yield from relay(grade(level), Grade)
    guesses = sum(step.kind == GUESSED for step in steps)
    yield Explanation(tuple(steps), {"difficulty": graded.difficulty, "guesses": guesses})


def _reason(board: Board, reasoner: Reasoner, found: Deduction) -> Reason:
    """Return a deduction with the names of its cells.

    `edges` are its conclusions. A what-if also has its supposition and the chain that followed.
    """

    def passage(conclusion: Conclusion) -> list[object]:
        e, drawn = conclusion
        return [*map(board.name, reasoner.ends(e)), drawn]

    facts: Values = {"edges": list(map(passage, found.concludes))}
    if found.supposed is not None:
        facts["supposed"] = passage(found.supposed)
        facts["chain"] = list(map(passage, found.chain))
    return Reason(
        found.kind, found.words, tuple(dict.fromkeys(map(board.name, found.rests_on))), facts
    )
