"""How near the order of `puzzles explain` is to that in which people draw.

    python bench/human_order.py [TRACES] [--fit EXPERT] [--seed SEED]

TRACES are recorded boards of Numberlink, a JSON object a line (`../shared/data/human`). Printed is
Spearman's ρ between the step at which a person first drew a passage of the solution and the step at
which the program concluded it, ties at their mean rank, as the median over the boards of up to 150
cells, for each of the two experts who drew most of them and for all; and how near a person who drew
a board twice is to himself. `--fit` looks for the numbers
of `flow.person.order` that are best on one expert's boards, by hill climbing from those that ship,
and prints what they come to on the other's, which were not looked at.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from difficulty import correlation
from puzzles.flow.rules.model import FlowLevel
from puzzles.flow.rules.problem import Path as Pipe
from puzzles.flow.rules.problem import Solution, pieces
from puzzles.flow.solver.propagation import OPEN
from puzzles.flow.tutor import order
from puzzles.flow.tutor.closure import Person
from puzzles.flow.tutor.reasons import Deduction, Reasoner
from puzzles.library.levels import read_pack

TRACES = Path(__file__).parents[2] / "shared" / "data" / "human" / "traces.jsonl"
MOST_CELLS = 150
EXPERTS = FITTED_ON, NOT_FITTED_ON = "solver 1", "solver 2"
TRIES = 16

Trace = dict[str, Any]
Order = Callable[[FlowLevel, Solution], dict[frozenset[int], float]]


def traces(file: Path) -> list[Trace]:
    read = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [trace for trace in read if trace["width"] * trace["height"] <= MOST_CELLS]


def level_of(trace: Trace) -> FlowLevel:
    """The board; cells may stay empty if the solution leaves some so."""
    used = {cell for _, *ends in trace["edges"] for cell in ends}
    keys = {
        "puzzle": "flow",
        "board": "\n".join(trace["rows"]),
        "fill": len(used) == trace["width"] * trace["height"],
    }
    level = read_pack(trace["name"], json.dumps(keys)).levels[0]
    assert isinstance(level, FlowLevel)
    return level


def explained(level: FlowLevel, solution: Solution) -> dict[frozenset[int], float]:
    """The deduction by which each passage was drawn."""
    reasoner = Reasoner(level.board.problem, solution)
    found = (found for found in reasoner.deductions() if isinstance(found, Deduction))
    return {
        frozenset(reasoner.position.ends(e)): number
        for number, deduction in enumerate(found)
        for e, drawn in deduction.concludes
        if drawn
    }


def graded(level: FlowLevel, solution: Solution) -> dict[frozenset[int], float]:
    """The look by which each passage was decided when grading: all at once that are as easy."""
    person, at, number = Person(level.board.problem, solution), dict[frozenset[int], float](), 0
    while person.open:
        number += 1
        if person.easiest() is None and not person.what_if():
            person.draw()
        for u, v, state in person._room.edge.tolist():
            if state != OPEN:
                at.setdefault(frozenset((u, v)), number)
    return at


def from_the_corners(level: FlowLevel, solution: Solution) -> dict[frozenset[int], float]:
    """How far each passage is from the nearest corner."""
    place = level.board.problem.place
    low, high = place.min(axis=0), place.max(axis=0)
    middles = {
        frozenset(step): place[list(step)].mean(axis=0)
        for path in solution
        for step in pairwise(path)
    }
    return {step: float(np.minimum(at - low, high - at).sum()) for step, at in middles.items()}


def agreement(trace: Trace, by: Order) -> float:
    """ρ on one board."""
    solution: tuple[Pipe, ...] = tuple(pieces((u, v) for _, u, v in trace["edges"]))
    at = by(level_of(trace), solution)
    steps = [step for step, _, _ in trace["edges"]]
    with np.errstate(invalid="ignore"):  # all at once agrees with nothing, and is left out
        return correlation(steps, [at[frozenset((u, v))] for _, u, v in trace["edges"]])


def median(boards: list[Trace], by: Order = explained) -> float:
    return float(np.nanmedian([agreement(trace, by) for trace in boards]))


def by_expert(boards: list[Trace]) -> Iterator[tuple[str, list[Trace]]]:
    for expert in EXPERTS:
        yield expert, [trace for trace in boards if trace["solver"] == expert]
    yield "all", boards


def fit(boards: list[Trace], seed: int) -> float:
    """Climb from the numbers that ship, as long as the median gets better."""
    rng, best = random.Random(seed), median(boards)
    for _ in range(TRIES):
        name = rng.choice(("FAR", "RIM", "THOUGHT"))
        before = getattr(order, name)
        tried = before * rng.choice((0.5, 0.8, 1.25, 2)) + rng.choice((0, 0.05))
        setattr(order, name, round(tried, 3))
        found = median(boards)
        if found > best:
            best = found
        else:
            setattr(order, name, before)
    return best


def themselves(file: Path) -> list[float]:
    """ρ on each board that one person drew twice, between the two times: as near as anybody could
    come to that person, who may remember the first time."""
    drawn: dict[tuple[str, ...], list[dict[frozenset[int], int]]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        trace = json.loads(line)
        steps = {frozenset((u, v)): step for step, u, v in trace["edges"]}
        drawn.setdefault((trace["solver"], *trace["rows"]), []).append(steps)
    pairs = [times[:2] for times in drawn.values() if len(times) > 1]
    return [correlation(list(one.values()), [other[step] for step in one]) for one, other in pairs]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("traces", type=Path, nargs="?", default=TRACES)
    parser.add_argument("--fit", choices=EXPERTS)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    boards = traces(arguments.traces)
    named = dict(by_expert(boards))
    if arguments.fit:
        (other,) = set(EXPERTS) - {arguments.fit}
        best = fit(named[arguments.fit], arguments.seed)
        print(f"fit on {arguments.fit}, seed {arguments.seed}: {best:.3f}")
        print(f"FAR {order.FAR}, RIM {order.RIM}, THOUGHT {order.THOUGHT}")
        print(f"on {other}, not fitted on: {median(named[other]):.3f}")
        return
    print(f"the numbers of flow.person.order are fitted on {FITTED_ON}, not on {NOT_FITTED_ON}")
    for by in (explained, graded, from_the_corners):
        said = (f"{name} ({len(some)}) {median(some, by):.3f}" for name, some in named.items())
        print(f"{by.__name__:16}  {', '.join(said)}")
    again = themselves(arguments.traces)
    print(f"{'the same person':16}  boards drawn twice ({len(again)}) {np.median(again):.3f}")


if __name__ == "__main__":
    main()
