"""The solver of a declared puzzle: marks that keep all rules, whether there are others, all of them
up to so many; and whether what a level claims is true."""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from puzzles.core.results import FalseClaim
from puzzles.core.solving import UNLIMITED, Answer, Event, Limits, Progress, Run, Stopped
from puzzles.core.words import UNSOLVABLE, counted
from puzzles.grids.layers import LayeredLevel
from puzzles.logic.clauses import Clauses
from puzzles.logic.model import Model
from puzzles.logic.playing import MarkState, Playing
from puzzles.sat.growing import SLICE
from puzzles.sat.solver import SATISFIED, UNSATISFIABLE

MANY = 1_000  # solutions that are counted


@dataclass(frozen=True)
class Found:
    """The solutions that were found, each as the places that are set; these are all if they are
    `complete`, which is then proved. `stopped` names the limit that was reached."""

    solutions: tuple[frozenset[int], ...]
    complete: bool
    nodes: int
    seconds: float
    stopped: str = ""

    @property
    def unique(self) -> bool:
        return self.complete and len(self.solutions) == 1


def search(
    model: Model, marks: Iterable[int], most: int, limits: Limits = UNLIMITED
) -> Generator[Progress, None, Found]:
    """Search for so many solutions that agree with the marks and those that the level gives."""
    run, found, complete, stopped = Run(limits), list[frozenset[int]](), False, ""
    known = model.givens.union(marks)
    if any(~literal in known for literal in known):
        return Found((), True, 0, run.seconds)
    yield Progress()
    clauses = Clauses(model)
    fixed = clauses.numbers(model.rules) + sorted(clauses.numbers(known))
    try:
        while len(found) < most and not complete:
            run.check(clauses.bytes / 1e6)
            result = clauses.advance(run.left.nodes or 1_000_000_000, SLICE, fixed)
            run.nodes = clauses.decisions
            if result == SATISFIED:
                solution = clauses.found()
                found.append(frozenset(mark for mark in solution if mark >= 0))
                clauses.forbid(solution)
            complete = result == UNSATISFIABLE
            yield Progress(run.nodes, run.seconds, count=len(found))
    except Stopped as limit:
        stopped = str(limit)
    return Found(tuple(found), complete, run.nodes, run.seconds, stopped)


class Solving:
    """The searches of a puzzle; moves go on from what a player has marked."""

    def __init__(self, rules: Playing) -> None:
        self._rules = rules

    def solve(self, state: MarkState, limits: Limits, method: str = "") -> Iterator[Event]:
        """The solution of a level, whatever has been marked; of several, one with all marks that
        are right together, if there is one."""
        model = self._rules.model(state.level)
        found = yield from search(model, state.marks, 1, limits)
        if not (found.solutions or found.stopped) and state.marks != model.givens:
            found = yield from search(model, (), 1, limits)
        headline = "one solution found" if found.solutions else UNSOLVABLE * found.complete
        yield self.answer(state, found, headline)

    def count(self, state: MarkState, limits: Limits) -> Iterator[Event]:
        """Count up to MANY solutions; if there are more, that is not proved."""
        found = yield from search(self._rules.model(state.level), (), MANY + 1, limits)
        yield self.answer(state, found, count=len(found.solutions))

    def solutions(self, state: MarkState, most: int, limits: Limits) -> Iterator[Event]:
        found = yield from search(self._rules.model(state.level), (), most, limits)
        facts = {"complete": found.complete, "solutions": self.texts(state, found)}
        yield self.answer(state, found, "", len(found.solutions), **facts)

    def check(self, level: LayeredLevel, limits: Limits) -> Iterator[Event | FalseClaim]:
        """A level has one solution, or as many as its proof says."""
        claimed = 1 if level.solutions is None else level.solutions
        found = yield from search(self._rules.model(level), (), claimed + 1, limits)
        number = len(found.solutions)
        if (found.complete or number > claimed) and number != claimed:
            many = counted(number, "solution", found.complete)
            yield FalseClaim(level.place, f"this level has {many}; it must have {claimed}")
        yield self.answer(self._rules.start(level), found, "", number, solutions=number)

    def texts(self, state: MarkState, found: Found) -> list[list[str]]:
        """The moves that lead to each solution."""
        rules = self._rules
        every = (rules.moves(state, solution) for solution in found.solutions)
        return [[rules.move_text(state, move) for move in moves] for moves in every]

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
