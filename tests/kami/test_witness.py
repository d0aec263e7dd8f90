"""Why no shorter solution exists: witnesses of the bounds against brute force, and reasons."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest

from kami import brute
from kami_solve import graph, optimum, roots
from puzzles.core.errors import UsageError
from puzzles.core.results import Explanation
from puzzles.core.solving import UNLIMITED, Limits, last
from puzzles.grids.graph import Graph
from puzzles.kami import plugin
from puzzles.kami.solver.witness import Witness, witness
from sampling import slow
from shipped import ENTRIES

LEVELS = [entry.level for entry in ENTRIES if entry.pack.puzzle.id == "kami"]


SIZES = {"pairs": 2, "triples": 3, "quadruples": 4}


def part_of(board: Graph, colours: Sequence[int], regions: Sequence[int]) -> int:
    """The optimum of what is left of a board when there is nothing but these regions."""
    number = {region: i for i, region in enumerate(dict.fromkeys(regions))}
    near = [[number[w] for w in board.neighbours[v] if w in number] for v in number]
    return brute.optimum(near, tuple(colours[v] for v in number), max(colours) + 1)


def folded(board: Graph, colours: Sequence[int], found: Witness) -> set[int]:
    """The region of the first end after the moves, where there is nothing but the regions on the
    way; what a move folds must be one by then."""
    colour = {v: colours[v] for v in found.regions}

    def region(v: int) -> set[int]:
        seen, stack = {v}, [v]
        while stack:
            for w in board.neighbours[stack.pop()]:
                if w in colour and w not in seen and colour[w] == colour[v]:
                    seen.add(w)
                    stack.append(w)
        return seen

    for regions, c in found.folds:
        whole = region(regions[0])
        assert set(regions) <= whole
        colour.update(dict.fromkeys(whole, c))
    return region(found.ends[0])


@pytest.mark.parametrize("boards", [40, *slow(125)])
def test_the_witness_needs_as_many_moves_as_it_says(boards: int) -> None:
    kinds = set()
    for seed in range(boards):
        board, colours = graph(random.Random(seed))
        needs, bounds = optimum(board, colours), roots(board, colours)
        found = witness(board, colours, needs)
        kind = next((name for name in SIZES if bounds[name][0] == needs), "")
        kinds.add(kind)
        if not kind:
            assert found is None
            continue
        assert found is not None
        assert len(found.ends) == SIZES[kind]
        assert found.needs == len(found.folds) == needs
        assert set(found.ends) <= folded(board, colours, found)
        if len(set(found.regions)) <= 7 and max(colours) < 4:
            assert part_of(board, colours, found.regions) == needs
        if kind == "pairs":
            assert (found.regions[0], found.regions[-1]) == found.ends
            assert all(b in board.neighbours[a] for a, b in pairwise(found.regions))
    assert kinds == {*SIZES, ""}


def test_no_way_between_the_pair_is_cheaper() -> None:
    """Of all paths between the two, on boards small enough to try them."""
    for seed in range(12):
        board, colours = graph(random.Random(seed))
        found = witness(board, colours, optimum(board, colours))
        if board.n > 9 or found is None or len(found.ends) > 2:
            continue
        first, end = found.ends
        paths, stack = [], [(first,)]
        while stack:
            path = stack.pop()
            if path[-1] == end:
                paths.append(path)
                continue
            stack += [(*path, w) for w in board.neighbours[path[-1]] if w not in path]
        assert min(part_of(board, colours, path) for path in paths) >= found.needs


def explained(level) -> Explanation:
    return last(plugin.tutor.explain(level, UNLIMITED), Explanation)


EASY = sorted((level for level in LEVELS if level.par and level.par <= 5), key=lambda x: x.title)


@pytest.mark.parametrize("level", [*EASY[::12], *slow(*EASY[1::8])], ids=lambda level: level.title)
def test_a_level_is_explained(level) -> None:
    found = explained(level)
    assert found.facts["par"] == len(found.steps) == level.par
    assert [step.facts["left"] for step in found.steps] == [*range(level.par)][::-1]
    regions = plugin.start(level).region_graph
    islands = len(set(regions.components().tolist()))
    assert regions.n - sum(step.facts["merges"] for step in found.steps) == islands
    assert found.facts["witness"]["needs"] == level.par
    assert found.summary[0].startswith("No shorter solution exists: ")


@pytest.mark.slow
def test_every_sort_of_witness_is_told() -> None:
    told = {}
    for level in LEVELS[:60]:
        if level.par and level.par <= 6:
            found = explained(level)
            told.setdefault(found.facts["witness"]["kind"], found)
    assert set(told) == {"colours", "pair", "triple", "quadruple", "search"}
    pair = told["pair"]
    assert len(pair.facts["witness"]["moves"]) == pair.facts["par"]
    assert "whatever else is on the board" in pair.summary[0]
    assert "after any first move" in told["search"].summary[0]


def test_what_is_not_proved_is_not_explained() -> None:
    level = max(LEVELS, key=lambda level: level.difficulty or 0)
    with pytest.raises(UsageError, match="nothing to explain: best known"):
        last(plugin.tutor.explain(level, Limits(seconds=1e-6)), Explanation)
