"""Tells our boards of Flow from those of Flow Free's packs, as far as that can be done.

    python bench/like_drawn.py [BOARDS]

For each of BOARDS_OF, as many of ours as BOARDS (160) and all of theirs that count are described by
what one sees in their solutions: pairs, lengths, turns, what runs along the rim or along another
pipe, where ends lie, how many are forced. A logistic regression learns from half of them; the area
under its curve (AUC) on the other half is printed, averaged over ten ways to halve them: 1 tells
all apart, 0.5 none. Below stand how hard the boards are (quantiles), ours and theirs, and the most
telling features, each with its own AUC and what it is on average, in ours and in theirs.

Of their plain boards every second one counts: the prices of looks in `flow.cover` were fitted to
the others. Of their packs one, "extremeRainbow", has a name that says extreme: few pairs, long
pipes. Seven weekly packs are like it in that; they have no name. For plain boards of 12×12 ours
are also compared with these eight alone, at the same numbers of pairs.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from flow_data import packs
from progress import watched
from puzzles.core.facets import Grade
from puzzles.core.solving import Limits, last
from puzzles.flow.generator.generator import generate
from puzzles.flow.generator.wishes import Wishes
from puzzles.flow.rules.model import FlowLevel
from puzzles.flow.rules.problem import Problem, Solution
from puzzles.flow.solver.search import Found, search
from puzzles.flow.tutor.difficulty import grade_solved

# Kinds and sizes of which there are many boards of theirs; what has missing cells they call holes.
BOARDS_OF = (
    ("plain", 8),
    ("plain", 10),
    ("plain", 12),
    ("walls", 10),
    ("gaps", 12),
    ("warps", 5),
    ("hexes", 8),
)
EXTREME = {"32_extremeRainbow", *(f"w1-{number}" for number in (7, 9, 29, 36, 41, 49, 50))}
FEW = 0.75  # pairs for each cell along a side, at most
QUANTILES = 0.1, 0.25, 0.5, 0.75, 0.9
NUMBER = 160
SPLITS, RIDGE, STEPS = 10, 3.0, 30
MOST_TELLING = 8

Numbers = npt.NDArray[np.float64]
Board = tuple[Problem, Solution]


@lru_cache(maxsize=8)
def ours(kind: str, side: int, number: int) -> list[Board]:
    """That many new boards."""
    found = []
    for seed in watched(range(number), f"{kind} {side}×{side}"):
        *_, level = generate(seed, Wishes(f"{side}x{side}", kind))
        assert isinstance(level, FlowLevel)
        *_, end = search(level.board.problem, Limits(), untouching=True)
        assert isinstance(end, Found)
        found.append((level.board.problem, end.solutions[0]))
    return found


def theirs(kind: str, side: int, names: Collection[str] = ()) -> list[Board]:
    """Their boards of a kind and size, from all packs or those of these names; every second of the
    plain ones from all packs."""
    wide = 0.75**0.5 if kind == "hexes" else 1.0
    found = []
    for name, what, problem, solution in packs():
        x, y = problem.place.max(axis=0)
        square = round(x / wide) + 1 == side == int(y) + 1
        named = not names or name.split("/")[0] in names
        whole = kind != "plain" or problem.graph.n == side * side
        if square and named and whole and what == {"gaps": "holes"}.get(kind, kind):
            found.append((problem, solution))
    return found[1::2] if kind == "plain" and not names else found


def features(problem: Problem, solution: Solution) -> dict[str, float]:
    """What one sees in a solution, by name."""
    near, n, place = problem.graph.neighbours, problem.graph.n, problem.place
    side = n**0.5
    most = max(map(len, near))
    owner = {cell: i for i, pipe in enumerate(solution) for cell in pipe}
    joined = {frozenset(step) for pipe in solution for step in pairwise(pipe)}
    lengths = np.array([len(pipe) for pipe in solution])
    ends = [(pipe[0], pipe[-1]) for pipe in solution]
    dots = {end for both in ends for end in both}

    def rim(cell: int) -> bool:
        """Whether something lacks beside a cell."""
        return len(near[cell]) < most

    def way(a: int, b: int) -> tuple[float, float]:
        x, y = place[b] - place[a]
        return round(float(x), 2), round(float(y), 2)

    ways = [[way(a, b) for a, b in pairwise(pipe)] for pipe in solution]
    turns = [[a != b for a, b in pairwise(steps)] for steps in ways]
    number = sum(map(sum, turns))
    stairs = hooks = 0
    for steps, turn in zip(ways, turns, strict=True):
        for i, (a, b) in enumerate(pairwise(turn)):
            if a and b:
                stairs += steps[i] == steps[i + 2]
                hooks += steps[i] != steps[i + 2]
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
            for c in near[a]:
                over = [d for d in near[b] if c != b and way(c, d) == way(a, b)]
                alone += len(over)
                beside += sum(frozenset((c, d)) in joined for d in over)
    middle = (place.max(axis=0) + place.min(axis=0)) / 2
    reach = place.max(axis=0) - middle
    far = [np.abs((place[dot] - middle) / reach).max() for dot in dots]
    apart = np.array([problem.graph.distances(a)[b] for a, b in ends])
    along = [step for step in joined if all(map(rim, step))]
    rims = sum(rim(a) and rim(b) for a in range(n) for b in near[a]) / 2
    free = [
        sum(w not in dots or (owner[w] == owner[dot] and w != dot) for w in near[dot])
        for dot in dots
    ]
    corners = [cell for cell in range(n) if len(near[cell]) <= 2]
    return {
        "pairs": len(solution) / side,
        "shortest pipe": lengths.min() / side,
        "longest pipe": lengths.max() / n,
        "spread of lengths": float(lengths.std() / lengths.mean()),
        "short pipes": float((lengths <= 4).mean()),
        "turns": number / (n - 2 * len(solution)),
        "turns, spread": float(np.std([np.mean(turn or [0]) for turn in turns])),
        "stairs": stairs / max(1, number),
        "hooks": hooks / max(1, number),
        "straight pipes": float(np.mean([not any(turn) for turn in turns])),
        "longest straight": max(runs) / side,
        "straight runs": float(np.mean(runs)),
        "along the rim": len(along) / max(1, rims),
        "pipes on the rim": len({owner[min(step)] for step in along}) / len(solution),
        "side by side": beside / max(1, alone),
        "ends on the rim": float(np.mean([rim(dot) for dot in dots])),
        "ends in corners": float(np.mean([corner in dots for corner in corners] or [0])),
        "ends beside the rim": float(
            np.mean([any(map(rim, near[d])) and not rim(d) for d in dots])
        ),
        "ends from the middle": float(np.mean(far)),
        "ends beside ends": float(np.mean([any(w in dots for w in near[dot]) for dot in dots])),
        "ends apart": float(np.mean(apart)) / side,
        "detour": float(np.mean(lengths / (1 + apart))),
        "forced ends": float(np.mean([ways <= 1 for ways in free])),
        "ways out of ends": float(np.mean(free)),
    }


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


@dataclass(frozen=True)
class Comparison:
    """How well ours are told from theirs: the areas, for each way to halve the boards; quantiles of
    how hard they are; and of each feature the area alone, the mean of ours and that of theirs, the
    most telling first."""

    title: str
    boards: tuple[int, int]
    areas: Numbers
    hardness: tuple[str, str]
    features: list[tuple[str, float, float, float]]


def hardness(boards: Sequence[Board]) -> str:
    """Quantiles of how hard boards are."""
    grades = [last(grade_solved(*board), Grade).difficulty for board in boards]
    return " ".join(f"{grade:.1f}" for grade in np.quantile(grades, QUANTILES))


def compared(title: str, mine: Sequence[Board], others: Sequence[Board]) -> Comparison:
    rows = [[features(*board) for board in boards] for boards in (mine, others)]
    x = np.array([list(row.values()) for boards in rows for row in boards])
    y = np.repeat([0.0, 1.0], [len(mine), len(others)])
    told = [
        (name, area(x[:, i], y), float(x[y == 0, i].mean()), float(x[y == 1, i].mean()))
        for i, name in enumerate(rows[0][0])
    ]
    told.sort(key=lambda feature: -abs(feature[1] - 0.5))
    return Comparison(
        title, (len(mine), len(others)), halves(x, y), (hardness(mine), hardness(others)), told
    )


def comparisons(number: int) -> Iterator[Comparison]:
    """All of them, with that many boards of ours in each."""
    for kind, side in BOARDS_OF:
        yield compared(f"{kind} {side}×{side}", ours(kind, side, number), theirs(kind, side))
    few = [board for board in ours("plain", 12, number) if len(board[1]) <= FEW * 12]
    yield compared("extreme 12×12", few, theirs("plain", 12, EXTREME))


def main() -> None:
    for one in comparisons(int(sys.argv[1]) if len(sys.argv) > 1 else NUMBER):
        print(
            f"{one.title}: {one.boards[0]} of ours, {one.boards[1]} of theirs, "
            f"AUC {one.areas.mean():.2f} ± {one.areas.std():.2f}"
        )
        print(f"    difficulty: ours {one.hardness[0]}, theirs {one.hardness[1]}")
        for name, alone, mine, others in one.features[:MOST_TELLING]:
            print(
                f"    {name:22}{max(alone, 1 - alone):.2f}   {mine:6.3f} {others:6.3f}", flush=True
            )


if __name__ == "__main__":
    main()
