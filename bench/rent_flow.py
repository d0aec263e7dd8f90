"""The mechanisms of Flow's solver, and the rows of boards that it is measured on, for `rent.py`.

Of large rows a fixed sample is taken: every so many boards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from pysat.solvers import Glucose4

import flow_data
import flow_rivals
from puzzles.core.solving import Answer, Limits
from puzzles.flow.generator.shapes import Wishes
from puzzles.flow.rules.problem import Problem
from puzzles.flow.solver import count, frontier, learning, search, settle, solve
from puzzles.flow.solver.learning import Learning
from puzzles.library.levels import read_pack
from puzzles.running.kernels import compiled
from puzzles.sat import solver as sat
from rent import Row, drawn, made, replace

LEVELS = Path(__file__).parents[1] / "levels" / "flow"
LIMITS = Limits(memory_mb=2000)
Board = tuple[str, Callable[[], bool]]
T = TypeVar("T")


# Rows ------------------------------------------------------------------------------------------


def within(events: Iterator[Any], kind: type[T], seconds: float) -> T | None:
    """Return the event of a kind that ends a stream, or None after so many seconds of CPU."""
    began = time.process_time()
    for event in events:
        if isinstance(event, kind):
            return event
        if time.process_time() - began > seconds:
            return None
    return None


def settled(problem: Problem, want: int, seconds: float, untouching: bool = False) -> bool:
    """Say if it is known which `want` solutions there are."""
    query = settle.Query(problem, want, untouching)
    end = within(settle.settle(query, LIMITS), settle.Settled, seconds)
    return end is not None and not end.stopped


def counted(problem: Problem, seconds: float) -> bool:
    """Say if all solutions are counted."""
    query = settle.Query(problem, 0, method="count")
    end = within(settle.settle(query, LIMITS), settle.Settled, seconds)
    return end is not None and end.exact


def shipped() -> Iterator[Board]:
    """Every fourth level shipped: its claims are checked."""
    for file in sorted(LEVELS.glob("*.toml")):
        for level in read_pack(str(file)).levels[::4]:

            def proved(level: Any = level) -> bool:
                end = within(solve.check(level, LIMITS), Answer, 20)
                return end is not None and end.proved

            yield f"{file.stem} {level.title}", proved


Boards = Iterable[tuple[str, Problem]]


def packs(step: int) -> Boards:
    """Yield some of Flow Free's levels."""
    return ((name, problem) for name, _, problem, _ in flow_data.packs(step=step))


def small_numberlinks() -> Boards:
    """Yield every third published Numberlink of at most 13×13."""
    boards = islice(flow_data.numberlink(), 0, None, 3)
    return ((name, problem) for name, problem in boards if problem.n <= 169)


def large() -> Boards:
    """Yield boards of 50×50 with 75 pairs, whose pipes were drawn first."""
    return ((f"50×50 seed {seed}", flow_data.large(50, 75, seed)) for seed in (1, 2, 3))


def row(boards: Callable[[], Boards], solved: Callable[..., bool], **how: object) -> Row:
    return Row(lambda: ((name, partial(solved, problem, **how)) for name, problem in boards()))


WISHES = {
    f"{size} {kind}": Wishes(size=size, kind=kind)
    for size, kind in (
        *(("7x7", "plain"), ("10x10", "plain"), ("12x12", "plain")),
        *(("8x8", "walls"), ("8x8", "hexes"), ("8x8", "bridges")),
    )
}
ROWS = {
    "shipped": Row(shipped),
    "Flow Free, solved": row(partial(packs, 20), settled, want=1, seconds=10),
    "Flow Free, unique": row(partial(packs, 40), settled, want=2, seconds=10),
    "Flow Free, counted": row(partial(packs, 40), counted, seconds=10),
    "Numberlink, untouching": row(
        flow_data.numberlink, settled, want=2, untouching=True, seconds=10
    ),
    "Numberlink, any": row(
        lambda: islice(flow_data.numberlink(), 0, None, 8), settled, want=2, seconds=3
    ),
    "Numberlink, counted": row(small_numberlinks, counted, seconds=5),
    "sixty": row(flow_rivals.published, counted, seconds=20),
    "laid here": row(flow_rivals.laid, counted, seconds=20),
    "50×50": row(large, settled, want=2, untouching=True, seconds=20),
    "strokes": drawn("flow"),
    "generator": made("flow", WISHES, 4),
}


# Mechanisms ------------------------------------------------------------------------------------


@compiled
def keep_all_alive(_ends: Any, _row: Any, _slots: int) -> bool:
    return True


@compiled
def cross_nothing(_crossings: Any, _row: Any, _slots: int) -> bool:
    return True


@compiled
def cut_nothing(_strands: Any, _cuts: Any) -> bool:
    return True


class PythonSat:
    """The solver of python-sat in place of `puzzles.sat.solver.Solver`."""

    PROPAGATIONS = 1 / 4  # in the time that a clause is looked at

    def __init__(self, variables: int, clauses: list[Any]) -> None:
        self._glucose, self.values = Glucose4(), np.zeros(variables, np.int8)
        self.bytes = self.spent = 0
        for rows in clauses:
            self.add(rows)

    @property
    def decisions(self) -> int:
        return int(self._glucose.accum_stats()["decisions"])

    def add(self, rows: Any) -> None:
        for row in rows:
            self._glucose.add_clause(np.where(row % 2, -(row // 2) - 1, row // 2 + 1).tolist())

    def advance(self, _decisions: int, work: int) -> int:
        self.spent += work
        self._glucose.prop_budget(int(work * self.PROPAGATIONS))
        found = self._glucose.solve_limited()
        if found:
            model = np.array(self._glucose.get_model())
            self.values[np.abs(model) - 1] = np.sign(model)
        return sat.RUNNING if found is None else sat.SATISFIED if found else sat.UNSATISFIABLE


def wrap(module: Any, name: str, wrapper: Callable[[Any], Any]) -> Callable[[], None]:
    """A mechanism that is off where a function of a module is wrapped."""
    return lambda: setattr(module, name, wrapper(getattr(module, name)))


def forgetful(run: Any) -> Any:
    """A search that uses no transposition table."""
    run._decisions.counters[search.REMEMBERING] = 0
    return run


def without(leaves: Callable[[Any], bool]) -> Callable[[], None]:
    """Some of the engines do not take turns; one that is asked alone works."""
    return wrap(
        settle,
        "_engines",
        lambda engines: lambda query: [e for e in engines(query) if query.method or not leaves(e)],
    )


MECHANISMS: dict[str, Callable[[], None]] = {
    "alive": replace(frontier, alive=keep_all_alive),
    "crossings": replace(frontier, uncrossed=cross_nothing),
    "four sweeps": wrap(count, "axes", lambda axes: lambda problem: axes(problem)[:1]),
    "transposition table": wrap(
        settle, "Search", lambda made: lambda *some: forgetful(made(*some))
    ),
    "cuts": replace(search, check_cuts=cut_nothing),
    "search": without(lambda engine: engine.method == "search"),
    "untouching first": without(lambda engine: engine.partial),
    "learning": without(lambda engine: engine.method == "learning"),
    "count in turns": without(lambda engine: engine.method == "count"),
    "SAT: by python-sat": replace(learning, Solver=PythonSat),
    "SAT: restarts": replace(sat, UNIT=1 << 30),
    "SAT: loops of 3 and 4": replace(Learning, _loops=lambda _self: ()),
}
