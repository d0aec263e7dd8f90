"""All solutions of a search, one after the other, up to so many."""

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from puzzles.core.solving import Progress, Run, Stopped
from puzzles.sat.growing import SLICE, Assumed, GrowingSolver
from puzzles.sat.solver import SATISFIED, UNSATISFIABLE

NO_LIMIT = 1_000_000_000  # decisions


@dataclass(frozen=True)
class Listed:
    """Solutions, each as the variables that are true; these are all if they are `complete`, which
    is then proved. `stopped` names the limit that was reached."""

    solutions: tuple[frozenset[int], ...]
    complete: bool
    nodes: int = 0
    seconds: float = 0.0
    stopped: str = ""

    @property
    def unique(self) -> bool:
        return self.complete and len(self.solutions) == 1


def listed(
    solver: GrowingSolver, first: int, fixed: Assumed, most: int, run: Run
) -> Generator[Progress, None, Listed]:
    """List up to so many solutions under assumptions that differ in the `first` variables."""
    found, complete, stopped = list[frozenset[int]](), False, ""
    try:
        while len(found) < most and not complete:
            run.check(solver.bytes / 1e6)
            result = solver.advance(run.left.nodes or NO_LIMIT, SLICE, fixed)
            run.nodes = solver.decisions
            if result == SATISFIED:
                true = solver.values[:first] > 0
                found.append(frozenset(np.flatnonzero(true).tolist()))
                solver.add([(2 * np.arange(first) + true).astype(np.int32)])
            complete = result == UNSATISFIABLE
            yield Progress(run.nodes, run.seconds, count=len(found))
    except Stopped as limit:
        stopped = str(limit)
    return Listed(tuple(found), complete, run.nodes, run.seconds, stopped)
