"""The solver of a declared puzzle: marks that keep all rules, whether there are others, all of them
up to so many; and whether what a level claims is true."""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace
from typing import Any

from puzzles.core.results import FalseClaim
from puzzles.core.solving import UNLIMITED, Answer, Event, Limits, Progress, Run
from puzzles.core.words import UNSOLVABLE, counted
from puzzles.grids.layers import LayeredLevel
from puzzles.logic.clauses import Clauses
from puzzles.logic.model import Model
from puzzles.logic.playing import MarkState, Playing
from puzzles.sat.listing import Listed, listed

MANY = 1_000  # solutions that are counted


def search(
    model: Model, marks: Iterable[int], most: int, limits: Limits = UNLIMITED
) -> Generator[Progress, None, Listed]:
    """Search for so many solutions, each as what is set, that agree with the marks and givens."""
    run, known = Run(limits), model.givens.union(marks)
    if any(~literal in known for literal in known):
        return Listed((), True)
    yield Progress()
    clauses = Clauses(model)
    found = yield from listed(clauses, len(model.places), clauses.assumed(known), most, run)
    places = (frozenset(model.places[v] for v in one) for one in found.solutions)
    return replace(found, solutions=tuple(places))


class Solving:
    """The searches of a puzzle; moves go on from what a player has marked."""

    def __init__(self, rules: Playing) -> None:
        self._rules = rules

    def solve(self, state: MarkState, limits: Limits, method: str = "") -> Iterator[Event]:
        """The solution of a level; of several, one with all the marks, if they are right."""
        model = self._rules.model(state.level)
        found = yield from search(model, state.marks, 1, limits)
        if not (found.solutions or found.stopped) and state.marks != model.givens:
            found = yield from search(model, (), 1, limits)
        headline = "one solution found" if found.solutions else UNSOLVABLE * found.complete
        yield self.answer(state, found, headline)

    def count(self, state: MarkState, limits: Limits) -> Iterator[Event]:
        """Count up to MANY solutions; if there are more, that is not proved."""
        found = yield from search(self._rules.model(state.level), (), MANY + 1, limits)
        yield self.answer(state, found, counts=True)

    def solutions(self, state: MarkState, most: int, limits: Limits) -> Iterator[Event]:
        found = yield from search(self._rules.model(state.level), (), most, limits)
        texts = self.texts(state, found)
        yield self.answer(state, found, counts=True, complete=found.complete, solutions=texts)

    def check(self, level: LayeredLevel, limits: Limits) -> Iterator[Event | FalseClaim]:
        """A level has one solution, or as many as its proof says."""
        claimed = 1 if level.solutions is None else level.solutions
        found = yield from search(self._rules.model(level), (), claimed + 1, limits)
        number = len(found.solutions)
        if (found.complete or number > claimed) and number != claimed:
            many = counted(number, "solution", found.complete)
            yield FalseClaim(level.place, f"this level has {many}; it must have {claimed}")
        yield self.answer(self._rules.start(level), found, counts=True, solutions=number)

    def texts(self, state: MarkState, found: Listed) -> list[list[str]]:
        """The moves that lead to each solution."""
        rules = self._rules
        every = (rules.moves(state, solution) for solution in found.solutions)
        return [[rules.move_text(state, move) for move in moves] for moves in every]

    def answer(
        self, state: MarkState, found: Listed, words: str = "", counts: bool = False, **facts: Any
    ) -> Answer:
        """The answer of a search; unless it counts, one solution settles it."""
        moves = self._rules.moves(state, found.solutions[0]) if found.solutions else None
        proved = found.complete or (not counts and bool(found.solutions))
        number = len(found.solutions)
        told = words or counted(number, "solution", found.complete) + ", proved" * proved
        stopped = "" if proved else found.stopped or "limit reached"
        searched = len(moves or ()) * proved, found.nodes, found.seconds, told, stopped
        return Answer(moves, proved, *searched, facts, count=number if counts else None)
