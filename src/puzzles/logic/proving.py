"""The solver of a declared puzzle: one solution, how many, which, and what a level claims."""

from collections.abc import Generator, Iterator
from typing import Any

from puzzles.core.results import FalseClaim
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.core.words import counted
from puzzles.grids.layers import LayeredLevel
from puzzles.logic.playing import MarkState, Playing
from puzzles.logic.solving import Found, search

MANY = 1_000  # solutions that are counted


class Proving:
    """`search` looks for solutions of a level; moves go on from what a player has marked."""

    def __init__(self, rules: Playing) -> None:
        self._rules = rules

    def found(
        self, level: LayeredLevel, most: int, limits: Limits
    ) -> Generator[Progress, None, Found]:
        """Look for so many solutions."""
        model = self._rules.model(level)
        return (yield from search(model, model.givens, most, limits))

    def solve(self, state: MarkState, limits: Limits, method: str = "") -> Iterator[Event]:
        """The solution of a level, whatever has been marked; of several, one with all marks that
        are right together, if there is one."""
        model = self._rules.model(state.level)
        found = yield from search(model, {**state.known, **model.givens}, 1, limits)
        if not found.solutions and not found.stopped and state != self._rules.start(state.level):
            found = yield from self.found(state.level, 1, limits)
        yield self._answer(state, found, "one solution found" if found.solutions else "", None)

    def count(self, state: MarkState, limits: Limits) -> Iterator[Event]:
        """Count up to MANY solutions; if there are more, that is not proved."""
        found = yield from self.found(state.level, MANY + 1, limits)
        yield self._answer(state, found, "", len(found.solutions))

    def solutions(self, state: MarkState, most: int, limits: Limits) -> Iterator[Event]:
        found = yield from self.found(state.level, most, limits)
        facts = {
            "complete": found.complete,
            "solutions": [self._texts(state, solution) for solution in found.solutions],
        }
        yield self._answer(state, found, "", len(found.solutions), facts)

    def check(self, level: LayeredLevel, limits: Limits) -> Iterator[Event | FalseClaim]:
        """A level has one solution, or as many as its proof says."""
        claimed = 1 if level.solutions is None else level.solutions
        found = yield from self.found(level, claimed + 1, limits)
        number = len(found.solutions)
        if (found.complete or number > claimed) and number != claimed:
            many = counted(number, "solution", found.complete)
            yield FalseClaim(level.place, f"this level has {many}; it must have {claimed}")
        yield self._answer(self._rules.start(level), found, "", number, {"solutions": number})

    def _texts(self, state: MarkState, solution: frozenset[int]) -> list[str]:
        rules = self._rules
        return [rules.move_text(state, move) for move in rules.moves(state, solution)]

    def _answer(
        self,
        state: MarkState,
        found: Found,
        headline: str,
        count: int | None,
        facts: dict[str, Any] | None = None,
    ) -> Answer:
        moves = self._rules.moves(state, found.solutions[0]) if found.solutions else None
        proved = found.complete or (count is None and bool(found.solutions))
        words = headline or counted(len(found.solutions), "solution", found.complete)
        stopped = "" if proved else found.stopped or "limit reached"
        if proved and not headline:
            words += ", proved"
        return Answer(
            moves,
            proved,
            len(moves or ()) if proved else 0,
            found.nodes,
            found.seconds,
            words,
            stopped,
            facts or {},
            count=count,
        )
