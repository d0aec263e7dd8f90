"""How near any order could come to that in which people draw: learned ones, and ones that know.

    python bench/human_ceiling.py [TRACES] [--trees]

The boards and the measure are those of `human_order.py`. Learned orders predict from the solved
board the rank of each passage, by ridge regression, or with `--trees` also by extremely randomised
trees (Geurts et al. 2006), which need scikit-learn. They are told where a passage lies and in what
sort of pipe (`board`), and besides when the program concludes it (`reasons`); no logic holds them
back. They are tested on boards that they were not fitted on: five folds by board, and each of two
experts by the other. Orders that know are the program's own, each time with the deduction that the
person drew first: of the easy ones, or also of what-ifs up to a length where the person drew next.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import numpy as np
import numpy.typing as npt

from difficulty import correlation
from human_order import EXPERTS, TRACES, Trace, explained, graded, level_of, traces
from puzzles.flow.rules.model import FlowLevel
from puzzles.flow.rules.problem import Solution, pieces
from puzzles.flow.solver.propagation import (
    OPEN,
    SIZE,
    UNTOUCHING,
    decide,
    propagate,
    wind_back,
)
from puzzles.flow.tutor import reasons
from puzzles.flow.tutor.position import Position
from puzzles.flow.tutor.reasons import WHAT_IF, Deduction, Reasoner
from tables import show

FOLDS = 5
SHRUNK = 300.0  # of ridge regression, in squares of standard deviations
LENGTHS = (0, 8, 60)  # of what-ifs that may come before easier steps
NEAR = 8  # vertices that are looked at for those

Floats = npt.NDArray[np.float64]
Model = Callable[[Floats, Floats], Callable[[Floats], Floats]]


@dataclass(frozen=True)
class Drawn:
    """A board, and what is known of each of its k passages, in the order in which they were drawn:
    `board` and `reasons` (k, features), `rank` (k,) from 0 to 1."""

    trace: Trace
    level: FlowLevel
    solution: Solution
    board: Floats
    reasons: Floats
    rank: Floats


def ranks(values: Floats) -> Floats:
    """(k,): from 0 to 1, equal ones at their mean."""
    order = np.searchsorted(np.sort(values), values)
    last = np.searchsorted(np.sort(values), values, side="right")
    return np.asarray((order + last) / 2 / len(values))


def drawn(trace: Trace) -> Drawn:
    level, solution = level_of(trace), tuple(pieces((u, v) for _, u, v in trace["edges"]))
    steps = {
        frozenset(step): (path, number)
        for path in solution
        for number, step in enumerate(pairwise(path))
    }
    passages = [frozenset((u, v)) for _, u, v in trace["edges"]]
    board = [whereabouts(trace, passage, *steps[passage], solution) for passage in passages]
    known = [by(level, solution) for by in (explained, graded)]
    at = [ranks(np.array([steps_of[passage] for passage in passages], float)) for steps_of in known]
    pipes = np.array([steps[passage][0][0] for passage in passages])
    of_pipe = [
        [how(when[pipes == pipe]) for pipe in pipes]
        for when in at
        for how in (np.min, np.mean, np.max)
    ]
    x = np.array(board, float)
    x = np.hstack([x, np.apply_along_axis(ranks, 0, x)])
    rank = ranks(np.array([step for step, _, _ in trace["edges"]], float))
    return Drawn(trace, level, solution, x, np.hstack([x, np.array([*at, *of_pipe]).T]), rank)


def whereabouts(
    trace: Trace, passage: frozenset[int], path: tuple[int, ...], number: int, solution: Solution
) -> list[float]:
    """Where a passage of the solution lies, and in what pipe, as numbers."""
    width, height = trace["width"], trace["height"]

    def place(cells: list[int]) -> Floats:
        return np.array([divmod(cell, width)[::-1] for cell in cells], float)

    def rims(at: Floats) -> Floats:
        return np.minimum(at, [width - 1, height - 1] - at)

    at = place(sorted(passage)).mean(axis=0)
    way, dots = place([*path]), place([end for pipe in solution for end in (pipe[0], pipe[-1])])
    turns = (np.diff(way, n=2, axis=0) != 0).any(axis=1).sum()
    ends = min(number, len(path) - 2 - number)
    near, pipe = rims(at), rims(way)
    corners = sorted(np.abs(at - [x, y]).sum() for x in (0, width - 1) for y in (0, height - 1))
    away = np.sort(np.abs(dots - at).sum(axis=1))[:3]
    straight = np.abs(way[0] - way[-1]).sum()
    return [
        near.sum(),
        near.min(),
        *corners,
        *away,
        ends,
        ends / len(path),
        len(path),
        turns,
        turns / len(path),
        straight,
        len(path) - 1 - straight,
        pipe.sum(axis=1).min(),
        pipe.sum(axis=1).mean(),
        pipe.sum(axis=1).max(),
        pipe.min(axis=1).mean(),
        (pipe.min(axis=1) == 0).mean(),
        pipe.sum(axis=1)[[0, -1]].min(),
        pipe.sum(axis=1)[[0, -1]].max(),
    ]


# Learned orders ----------------------------------------------------------------------------


def ridge(x: Floats, y: Floats) -> Callable[[Floats], Floats]:
    """Ridge regression on what is told, each at its mean and spread (Hoerl and Kennard 1970)."""
    mean, spread = x.mean(axis=0), np.maximum(x.std(axis=0), 1e-9)
    z = (x - mean) / spread
    weights = np.linalg.solve(z.T @ z + SHRUNK * np.eye(z.shape[1]), z.T @ (y - y.mean()))
    return lambda other: np.asarray((other - mean) / spread @ weights)


def trees(x: Floats, y: Floats) -> Callable[[Floats], Floats]:
    from sklearn.ensemble import ExtraTreesRegressor

    found = ExtraTreesRegressor(150, min_samples_leaf=8, max_features=0.4, random_state=1)
    return found.fit(x, y).predict  # type: ignore[no-any-return]


RIDGE = "ridge regression"
MODELS: dict[str, Model] = {RIDGE: ridge, "extremely randomised trees": trees}


def predicted(
    model: Model, told: str, fitted: list[Drawn], tested: list[Drawn]
) -> dict[int, float]:
    """ρ on each board that is tested, by its number in the file."""
    predict = model(
        np.vstack([getattr(one, told) for one in fitted]),
        np.concatenate([one.rank for one in fitted]),
    )
    return {
        id(one): correlation(one.rank.tolist(), predict(getattr(one, told)).tolist())
        for one in tested
    }


def by_board(model: Model, told: str, boards: list[Drawn]) -> dict[int, float]:
    """Each board by a model that has seen the other folds; a board drawn twice is in one."""
    names = {row: i for i, row in enumerate(dict.fromkeys(map(name_of, boards)))}
    fold = [names[name_of(one)] % FOLDS for one in boards]
    found: dict[int, float] = {}
    for f in range(FOLDS):
        fitted = [one for one, at in zip(boards, fold, strict=True) if at != f]
        tested = [one for one, at in zip(boards, fold, strict=True) if at == f]
        found |= predicted(model, told, fitted, tested)
    return found


def name_of(one: Drawn) -> str:
    return "\n".join(one.trace["rows"])


def of_expert(boards: list[Drawn], expert: str) -> list[Drawn]:
    return [one for one in boards if one.trace["solver"] == expert]


def by_expert(model: Model, told: str, boards: list[Drawn]) -> dict[int, float]:
    """ρ of each board, foreseen from the other expert's alone."""
    found: dict[int, float] = {}
    for one, other in (EXPERTS, EXPERTS[::-1]):
        found |= predicted(model, told, of_expert(boards, one), of_expert(boards, other))
    return found


def medians(boards: list[Drawn], found: dict[int, float]) -> list[str]:
    """The median ρ of each expert's boards."""
    return [
        f"{np.nanmedian([found[id(one)] for one in of_expert(boards, expert)]):.2f}"
        for expert in EXPERTS
    ]


# Orders that know --------------------------------------------------------------------------


class Knowing(Reasoner):
    """The reasoner, with the time at which each vertex was reached by a person, (n,), and what-ifs
    before easier steps up to a length."""

    when: Floats
    length: int

    def _easy(self) -> Deduction | None:
        with patch.object(reasons, "costs", self._cost):
            position = self.position
            undecided = np.flatnonzero(position.open > 0)
            first = undecided[np.argsort(self.when[undecided])][:NEAR]
            return (self._early(first) if self.length else None) or super()._easy()

    def _cost(self, position: Position, vertices: npt.NDArray[np.intp], *others: object) -> Floats:
        return np.asarray(self.when[vertices])

    def _early(self, vertices: npt.NDArray[np.intp]) -> Deduction | None:
        """The shortest what-if at one of these vertices, if none has an easier step."""
        position = self.position
        easy = np.flatnonzero(position.full_ways())
        if len(easy) and self.when[easy].min() <= self.when[vertices].min():
            return None
        room, best = position.room, (self.length + 1, -1, False)
        for e in np.flatnonzero(
            (position.state == OPEN)
            & (np.isin(position.u, vertices) | np.isin(position.v, vertices))
        ).tolist():
            for used in (True, False):
                size, room.at[UNTOUCHING] = position.size, self.alone
                possible = decide(room, e, used) and propagate(room)
                length = int(room.at[SIZE] - size)
                wind_back(room, size)
                if not possible:
                    best = min(best, (length, e, used))
        if best[1] < 0:
            return None
        size = position.size
        position.decide(best[1], not best[2])
        return self._concluded(WHAT_IF, "", [*position.ends(best[1])], size)


def knowing(one: Drawn, length: int) -> float:
    """ρ of the reasoner that knows when the person came where."""
    reasoner = Knowing(one.level.board.problem, one.solution)
    reasoner.length, reasoner.when = length, np.full(one.level.board.problem.n, np.inf)
    for when, (_, *ends) in zip(one.rank, one.trace["edges"], strict=True):
        reasoner.when[ends] = np.minimum(reasoner.when[ends], when)
    deductions = (found for found in reasoner.deductions() if isinstance(found, Deduction))
    at = {
        frozenset(reasoner.position.ends(e)): number
        for number, found in enumerate(deductions)
        for e, is_drawn in found.concludes
        if is_drawn
    }
    return correlation(one.rank.tolist(), [at[frozenset((u, v))] for _, u, v in one.trace["edges"]])


def rows(boards: list[Drawn], models: dict[str, Model]) -> Iterator[tuple[object, ...]]:
    """The cells of the table: an order, and its median ρ on each expert's boards."""
    experts = [one for one in boards if one.trace["solver"] in EXPERTS]
    for length in LENGTHS:
        before = f"what-ifs up to length {length} before easier steps elsewhere"
        yield (
            f"knowing what the person drew first, {before if length else 'easy steps first'}",
            *medians(boards, {id(one): knowing(one, length) for one in experts}),
        )
    for told, knows in ("board", "the solved board"), ("reasons", "that and the reasons"):
        for name, model in models.items():
            yield f"learned from {knows}: {name}", *medians(boards, by_board(model, told, boards))
    for name, model in models.items():
        yield (
            f"the same from the other expert's boards alone: {name}",
            *medians(boards, by_expert(model, "reasons", boards)),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("traces", type=Path, nargs="?", default=TRACES)
    parser.add_argument("--trees", action="store_true")
    arguments = parser.parse_args()
    boards = [drawn(trace) for trace in traces(arguments.traces)]
    models = MODELS if arguments.trees else {RIDGE: ridge}
    show(("order", *EXPERTS), rows(boards, models))


if __name__ == "__main__":
    main()
