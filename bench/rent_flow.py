"""The mechanisms of Flow's solver, and the rows of boards that it is measured on, for `rent.py`.

Of large rows a fixed sample is taken: every so many boards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from pysat.solvers import Glucose4  # type: ignore[import-untyped]

import flow_data
import flow_rivals
from puzzles.core.solving import Answer, Limits
from puzzles.flow.generator import generator
from puzzles.flow.generator.wishes import Wishes
from puzzles.flow.rules.model import FlowLevel
from puzzles.flow.rules.problem import Problem
from puzzles.flow.solver import claims, count, cuts, frontier, learning, search, settle
from puzzles.flow.solver.formula import Formula
from puzzles.library.levels import read_pack
from puzzles.running.kernels import compiled
from puzzles.sat import solver as sat
from rent import Row
from strokes import drawings

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


def settled(problem: Problem, want: int, untouching: bool, seconds: float) -> bool:
    """Say if it is known which `want` solutions there are."""
    question = settle.Question(problem, want, untouching)
    end = within(settle.settle(question, LIMITS), settle.Settled, seconds)
    return end is not None and not end.stopped


def counted(problem: Problem, seconds: float, untouching: bool = False) -> bool:
    """Say if all solutions are counted."""
    events = count.count(problem, LIMITS, untouching=untouching, want=0)
    end = within(events, count.Count, seconds)
    return end is not None and end.exact


def shipped() -> Iterator[Board]:
    """Every fourth level shipped: its claims are checked."""
    for file in sorted(LEVELS.glob("*.toml")):
        for level in read_pack(str(file)).levels[::4]:

            def proved(level: Any = level) -> bool:
                end = within(claims.check(level, LIMITS), Answer, 20)
                return end is not None and end.proved

            yield f"{file.stem} {level.title}", proved


def packs(want: int, untouching: bool, step: int) -> Iterator[Board]:
    """Some of Flow Free's levels."""
    for name, _, problem, _ in flow_data.packs(step=step):
        yield name, partial(settled, problem, want, untouching, 10)


def packs_counted() -> Iterator[Board]:
    """Every fortieth level of Flow Free: all its fillings are counted."""
    for name, _, problem, _ in flow_data.packs(step=40):
        yield name, partial(counted, problem, 10)


def numberlink(untouching: bool, step: int) -> Iterator[Board]:
    """Published Numberlinks: whether there is one solution."""
    for name, problem in islice(flow_data.numberlink(), 0, None, step):
        yield name, partial(settled, problem, 2, untouching, 10 if untouching else 3)


def numberlink_counted() -> Iterator[Board]:
    """Every third published Numberlink of at most 13×13: all its fillings are counted."""
    for name, problem in islice(flow_data.numberlink(), 0, None, 3):
        if problem.n <= 169:
            yield name, partial(counted, problem, 5)


def sixty() -> Iterator[Board]:
    """The boards on which other counters were compared."""
    for name, problem in flow_rivals.published():
        yield name, partial(counted, problem, 20)


def large() -> Iterator[Board]:
    """Boards of 50×50 with 75 pairs, whose pipes were drawn first."""
    for seed in (1, 2, 3):
        problem = flow_data.large(50, 75, seed)
        yield f"50×50 seed {seed}", partial(settled, problem, 2, True, 20)


def strokes() -> Iterator[Board]:
    """What is said of each board on the way, when boards are drawn stroke by stroke."""
    for boards in drawings("flow"):
        yield from boards


def generated() -> Iterator[Board]:
    """Levels that the generator makes."""
    sizes = [("7x7", "plain"), ("10x10", "plain"), ("12x12", "plain")]
    for size, kind in [*sizes, ("8x8", "walls"), ("8x8", "hexes"), ("8x8", "bridges")]:
        for seed in range(4):
            yield f"{size} {kind} {seed}", partial(made, seed, Wishes(size=size, kind=kind))


def made(seed: int, wishes: Wishes) -> bool:
    """Say if there is a level at the end."""
    *_, end = generator.generate(seed, wishes)
    return isinstance(end, FlowLevel)


ROWS = {
    "shipped": Row(shipped),
    "Flow Free, solved": Row(partial(packs, 1, False, 20)),
    "Flow Free, unique": Row(partial(packs, 2, False, 40)),
    "Flow Free, counted": Row(packs_counted),
    "Numberlink, untouching": Row(partial(numberlink, True, 1)),
    "Numberlink, any": Row(partial(numberlink, False, 8)),
    "Numberlink, counted": Row(numberlink_counted),
    "sixty": Row(sixty),
    "50×50": Row(large),
    "strokes": Row(strokes),
    "generator": Row(generated),
}


# Mechanisms ------------------------------------------------------------------------------------


@compiled
def keep_all_lines(_lines: Any, _t: int, _row: Any, _slots: int) -> bool:
    return True


@compiled
def keep_all_alive(_around: Any, _t: int, _row: Any, _frame: Any) -> bool:
    return True


@compiled
def cut_nothing(_strands: Any, _room: Any) -> bool:
    return True


@compiled
def colour_nothing(_room: Any, _indptr: Any, _indices: Any) -> None:
    pass


class PythonSat:
    """The solver of python-sat in place of `puzzles.sat.solver.Solver`."""

    PROPAGATIONS = 1 / 4  # in the time that a clause is looked at

    def __init__(self, variables: int, clauses: list[Any]) -> None:
        self._glucose, self.bytes, self.values = Glucose4(), 0, np.zeros(variables, np.int8)
        for rows in clauses:
            self.add(rows)

    @property
    def decisions(self) -> int:
        return int(self._glucose.accum_stats()["decisions"])

    def add(self, rows: Any) -> None:
        for row in rows:
            self._glucose.add_clause(np.where(row % 2, -(row // 2) - 1, row // 2 + 1).tolist())

    def advance(self, _decisions: int, work: int) -> int:
        self._glucose.prop_budget(int(work * self.PROPAGATIONS))
        found = self._glucose.solve_limited()
        if found:
            model = np.array(self._glucose.get_model())
            self.values[np.abs(model) - 1] = np.sign(model)
        return sat.RUNNING if found is None else sat.SATISFIED if found else sat.UNSATISFIABLE


def replace(module: Any, name: str, value: Any) -> Callable[[], None]:
    """A mechanism that is off where something else stands for a name in a module."""
    return lambda: setattr(module, name, value)


def wrap(module: Any, name: str, wrapper: Callable[[Any], Any]) -> Callable[[], None]:
    """A mechanism that is off where a function of a module is wrapped."""
    return lambda: setattr(module, name, wrapper(getattr(module, name)))


def without(leaves: Callable[[Any], bool]) -> Callable[[], None]:
    """Some of the engines do not take turns."""
    return wrap(
        settle,
        "_engines",
        lambda engines: (
            lambda question, limits: [
                (turn, engine) for turn, engine in engines(question, limits) if not leaves(engine)
            ]
        ),
    )


MECHANISMS: dict[str, Callable[[], None]] = {
    "lines": replace(frontier, "all_lines_fit", keep_all_lines),
    "alive": replace(frontier, "alive", keep_all_alive),
    "four sweeps": wrap(count, "axes", lambda axes: lambda problem: axes(problem)[:1]),
    "transposition table": wrap(settle, "Search", lambda made: lambda *some, **_: made(*some)),
    "cuts": replace(search, "check_cuts", cut_nothing),
    "chessboard": replace(cuts, "two_colour", colour_nothing),
    "search": without(lambda engine: engine.method == "search"),
    "untouching first": without(lambda engine: getattr(engine, "_partial", False)),
    "learning": without(lambda engine: engine.method == "learning"),
    "count in turns": without(lambda engine: engine.method == "count"),
    "SAT: by python-sat": replace(learning, "Solver", PythonSat),
    "SAT: restarts": replace(sat, "UNIT", 1 << 30),
    "SAT: loops of 3 and 4": replace(Formula, "_loops", lambda _self: ()),
}
