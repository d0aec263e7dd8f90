"""Tells our boards of Flow from those of Flow Free's packs, as far as that can be done.

    python bench/like_drawn.py [BOARDS]

For plain boards of 8×8, 10×10 and 12×12, BOARDS of ours (100) and as many of theirs at most are
described by what one sees in their solutions: pairs, lengths, turns, what runs along the rim or
along another pipe, where ends lie, how many are forced. A logistic regression learns from half of
them; the area under its curve (AUC) on the other half is printed, averaged over ten ways to halve
them: 1 tells all apart, 0.5 none. Below stand the most telling features, each with its own AUC and
what it is on average, in ours and in theirs.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from random import Random

import numpy as np
import numpy.typing as npt

from flow_data import packs
from puzzles.core.solving import Limits
from puzzles.flow.generator import generate
from puzzles.flow.model import FlowLevel
from puzzles.flow.problem import Solution
from puzzles.flow.solver.search import Found, search
from puzzles.flow.wishes import Wishes

SIDES = 8, 10, 12
SPLITS, RIDGE, STEPS = 10, 3.0, 30
MOST_TELLING = 8

Numbers = npt.NDArray[np.float64]


def ours(side: int, number: int) -> list[Solution]:
    """The solutions of that many new levels."""
    found = []
    for seed in range(number):
        *_, level = generate(seed, Wishes(size=f"{side}x{side}"))
        assert isinstance(level, FlowLevel)
        *_, end = search(level.board.problem, Limits(), untouching=True)
        assert isinstance(end, Found)
        found.append(end.solutions[0])
    return found


def theirs(side: int, number: int) -> list[Solution]:
    """That many of the plain square boards of a size, from all packs."""
    found = [solution for _, kind, problem, solution in packs()
             if kind == "plain" and problem.graph.n == side * side
             and tuple(problem.place.max(axis=0)) == (side - 1, side - 1)]  # fmt: skip
    Random(0).shuffle(found)
    return found[:number]


def features(solution: Solution, side: int) -> dict[str, float]:
    """What one sees in a solution, by name."""
    owner = {cell: i for i, pipe in enumerate(solution) for cell in pipe}
    joined = {frozenset(step) for pipe in solution for step in pairwise(pipe)}
    lengths = np.array([len(pipe) for pipe in solution])
    ends = [(pipe[0], pipe[-1]) for pipe in solution]
    dots = {end for both in ends for end in both}

    def at(cell: int) -> tuple[int, int]:
        return divmod(cell, side)

    def rim(cell: int) -> int:
        """On how many rims a cell is."""
        return sum(k in (0, side - 1) for k in at(cell))

    def near(cell: int) -> list[int]:
        r, c = at(cell)
        return [k * side + m for k, m in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
                if 0 <= k < side and 0 <= m < side]  # fmt: skip

    ways = [[b - a for a, b in pairwise(pipe)] for pipe in solution]
    turns = [[a != b for a, b in pairwise(way)] for way in ways]
    number = sum(map(sum, turns))
    stairs = hooks = 0
    for way, turn in zip(ways, turns, strict=True):
        for i, (a, b) in enumerate(pairwise(turn)):
            if a and b:
                stairs += way[i] == way[i + 2]
                hooks += way[i] == -way[i + 2]
    runs = []
    for turn in turns:
        length = 1
        for bend in (*turn, True):
            if bend:
                runs.append(length)
            length = 1 if bend else length + 1
    beside = alone = 0
    for pipe in solution:
        for a, b in pairwise(pipe):
            for way in {1, -1, side, -side} - {b - a, a - b}:
                both = frozenset((a + way, b + way))
                inside = a + way in near(a) and b + way in near(b)
                beside += inside and both in joined
                alone += inside
    middle = (side - 1) / 2
    far = [max(abs(k - middle) for k in at(dot)) / middle for dot in dots]
    apart = [sum(abs(x - y) for x, y in zip(at(a), at(b), strict=True)) for a, b in ends]
    along = [step for step in joined if all(map(rim, step))]
    free = [sum(w not in dots or (owner[w] == owner[dot] and w != dot) for w in near(dot))
            for dot in dots]  # fmt: skip
    corners = [r * side + c for r in (0, side - 1) for c in (0, side - 1)]
    return {
        "pairs": len(solution) / side,
        "shortest pipe": lengths.min() / side,
        "longest pipe": lengths.max() / side**2,
        "spread of lengths": float(lengths.std() / lengths.mean()),
        "short pipes": float((lengths <= 4).mean()),
        "turns": number / (side**2 - 2 * len(solution)),
        "turns, spread": float(np.std([np.mean(turn or [0]) for turn in turns])),
        "stairs": stairs / max(1, number),
        "hooks": hooks / max(1, number),
        "straight pipes": float(np.mean([not any(turn) for turn in turns])),
        "longest straight": max(runs) / side,
        "straight runs": float(np.mean(runs)),
        "along the rim": len(along) / (4 * (side - 1)),
        "pipes on the rim": len({owner[min(step)] for step in along}) / len(solution),
        "side by side": beside / max(1, alone),
        "ends on the rim": float(np.mean([rim(dot) > 0 for dot in dots])),
        "ends in corners": float(np.mean([corner in dots for corner in corners])),
        "ends beside the rim": float(np.mean([any(map(rim, near(d))) and not rim(d)
                                              for d in dots])),
        "ends from the middle": float(np.mean(far)),
        "ends beside ends": float(np.mean([any(w in dots for w in near(dot)) for dot in dots])),
        "ends apart": float(np.mean(apart)) / side,
        "detour": float(np.mean(lengths / (1 + np.array(apart)))),
        "forced ends": float(np.mean([ways <= 1 for ways in free])),
        "ways out of ends": float(np.mean(free)),
    }  # fmt: skip


def learned(x: Numbers, y: Numbers) -> Numbers:
    """Weights of a logistic regression with a ridge, the first the constant (Newton's method)."""
    x = np.column_stack([np.ones(len(x)), x])
    ridge = RIDGE * np.eye(x.shape[1])
    ridge[0, 0] = 1e-6
    weights = np.zeros(x.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (y - p) - ridge @ weights
        curve = (x.T * (p * (1 - p))) @ x + ridge
        weights += np.linalg.solve(curve, slope)
    return weights


def area(score: Numbers, y: Numbers) -> float:
    """The area under the curve: how often one of theirs scores more than one of ours."""
    ours_, theirs_ = score[y == 0], score[y == 1]
    more = (theirs_[:, None] > ours_).mean() + 0.5 * (theirs_[:, None] == ours_).mean()
    return float(more)


def halves(x: Numbers, y: Numbers) -> Numbers:
    """The area on the other half, for each way to halve the boards."""
    found = []
    for seed in range(SPLITS):
        half = np.random.default_rng(seed).permutation(len(y)) < len(y) // 2
        mean, spread = x[half].mean(axis=0), x[half].std(axis=0) + 1e-9
        z = (x - mean) / spread
        z = np.column_stack([z, z**2])
        weights = learned(z[half], y[half])
        found.append(area(z[~half] @ weights[1:], y[~half]))
    return np.array(found)


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for side in SIDES:
        boards = [ours(side, number), theirs(side, number)]
        rows = [[features(solution, side) for solution in kind] for kind in boards]
        names = list(rows[0][0])
        x = np.array([list(row.values()) for kind in rows for row in kind])
        y = np.repeat([0.0, 1.0], [len(kind) for kind in rows])
        areas = halves(x, y)
        print(f"{side}×{side}: {len(boards[0])} of ours, {len(boards[1])} of theirs, "
              f"AUC {areas.mean():.2f} ± {areas.std():.2f}")  # fmt: skip
        alone = {name: area(x[:, i], y) for i, name in enumerate(names)}
        for name in sorted(names, key=lambda name: -abs(alone[name] - 0.5))[:MOST_TELLING]:
            i = names.index(name)
            print(f"    {name:22}{max(alone[name], 1 - alone[name]):.2f}   "
                  f"{x[y == 0, i].mean():6.3f} {x[y == 1, i].mean():6.3f}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
