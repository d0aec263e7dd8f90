"""The solver of a declared puzzle: one solution, how many, which, and what a level claims."""

from collections.abc import Generator, Iterator
from typing import Any

from puzzles.core.results import FalseClaim
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.core.words import UNSOLVABLE, counted
from puzzles.grids.layers import LayeredLevel
from puzzles.logic.model import Marks
from puzzles.logic.playing import MarkState, Playing
from puzzles.logic.solving import Found, search

MANY = 1_000  # solutions that are counted


class Proving:
    """`search` looks for solutions of a level; moves go on from what a player has marked."""

    def __init__(self, rules: Playing) -> None:
        self._rules = rules

    def found(
        self, level: LayeredLevel, most: int, limits: Limits, marks: Marks | None = None
    ) -> Generator[Progress, None, Found]:
        """Look for so many solutions, with marks besides those that are given."""
        return (yield from search(self._rules.model(level), marks or {}, most, limits))

    def solve(self, state: MarkState, limits: Limits, method: str = "") -> Iterator[Event]:
        """The solution of a level, whatever has been marked; of several, one with all marks that
        are right together, if there is one."""
        found = yield from self.found(state.level, 1, limits, state.known)
        if not found.solutions and not found.stopped and state != self._rules.start(state.level):
            found = yield from self.found(state.level, 1, limits)
        yield self.answer(
            state, found, "one solution found" if found.solutions else UNSOLVABLE * found.complete
        )

    def count(self, state: MarkState, limits: Limits) -> Iterator[Event]:
        """Count up to MANY solutions; if there are more, that is not proved."""
        found = yield from self.found(state.level, MANY + 1, limits)
        yield self.answer(state, found, count=len(found.solutions))

    def solutions(self, state: MarkState, most: int, limits: Limits) -> Iterator[Event]:
        found = yield from self.found(state.level, most, limits)
        facts = {"complete": found.complete, "solutions": self.texts(state, found)}
        yield self.answer(state, found, "", len(found.solutions), **facts)

    def check(self, level: LayeredLevel, limits: Limits) -> Iterator[Event | FalseClaim]:
        """A level has one solution, or as many as its proof says."""
        claimed = 1 if level.solutions is None else level.solutions
        found = yield from self.found(level, claimed + 1, limits)
        number = len(found.solutions)
        if (found.complete or number > claimed) and number != claimed:
            many = counted(number, "solution", found.complete)
            yield FalseClaim(level.place, f"this level has {many}; it must have {claimed}")
        yield self.answer(self._rules.start(level), found, "", number, solutions=number)

    def texts(self, state: MarkState, found: Found) -> list[list[str]]:
        """The moves that lead to each solution."""
        rules = self._rules
        return [
            [rules.move_text(state, move) for move in rules.moves(state, solution)]
            for solution in found.solutions
        ]

    def answer(
        self,
        state: MarkState,
        found: Found,
        headline: str = "",
        count: int | None = None,
        **facts: Any,
    ) -> Answer:
        """The answer of a search; where nothing was counted, one solution settles it."""
        moves = self._rules.moves(state, found.solutions[0]) if found.solutions else None
        proved = found.complete or (count is None and bool(found.solutions))
        number = counted(len(found.solutions), "solution", found.complete) + ", proved" * proved
        stopped = "" if proved else found.stopped or "limit reached"
        bound = len(moves or ()) if proved else 0
        searched = bound, found.nodes, found.seconds, headline or number
        return Answer(moves, proved, *searched, stopped, facts, count=count)
