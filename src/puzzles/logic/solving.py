"""Marks that keep all rules: one solution, whether there is a second, all of them up to so many."""

from collections.abc import Generator
from dataclasses import dataclass

from puzzles.core.solving import UNLIMITED, Limits, Progress, Run, Stopped
from puzzles.logic.clauses import Clauses
from puzzles.logic.model import Marks, Model
from puzzles.sat.solver import SATISFIED, UNSATISFIABLE


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
    model: Model, marks: Marks, most: int, limits: Limits = UNLIMITED
) -> Generator[Progress, None, Found]:
    """Search for so many solutions that agree with the marks and those that the level gives."""
    run, found, complete, stopped = Run(limits), list[frozenset[int]](), False, ""
    if any(model.givens.get(place, is_set) != is_set for place, is_set in marks.items()):
        return Found((), True, 0, run.seconds)
    yield Progress()
    clauses = Clauses(model)
    fixed = clauses.every + clauses.literals({**model.givens, **marks})
    try:
        while len(found) < most and not complete:
            run.check(clauses.solver.bytes / 1e6)
            left = run.left.nodes or 1_000_000_000
            before = clauses.solver.decisions
            result = clauses.advance(left, fixed)
            run.nodes += clauses.solver.decisions - before
            if result == SATISFIED:
                solution = clauses.found()
                found.append(frozenset(place for place, is_set in solution.items() if is_set))
                clauses.forbid(solution)
            complete = result == UNSATISFIABLE
            yield Progress(run.nodes, run.seconds, count=len(found))
    except Stopped as limit:
        stopped = str(limit)
    return Found(tuple(found), complete, run.nodes, run.seconds, stopped)
