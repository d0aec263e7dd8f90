"""How difficulty goes with the place in a pack and with size: the rows of the tables of
docs/difficulty.md."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from helping import some
from puzzles.library.catalogue import library
from puzzles.library.levels import Pack

MANY = 20  # levels that are alike: smaller groups have no row
AREA = {"kami": "regions at the start", "flow": "cells"}


def size(pack: Pack, level: Any) -> int:
    """Return the number of regions of a Kami board, or of cells of a Flow board."""
    state = pack.puzzle.start(level)
    return int(state.region_graph.n if pack.puzzle.id == "kami" else level.board.grid.n)


def ranks(values: Sequence[float]) -> Any:
    """Return the rank of each value; equal values share their mean rank."""
    _, where, number = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(number) - (number - 1) / 2)[where]


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def packs_of(puzzle: str) -> list[Pack]:
    """Return the shipped packs of a puzzle."""
    return list(some(pack for pack in library().packs if pack.puzzle.id == puzzle))


def correlations() -> Iterator[tuple[object, ...]]:
    """Yield a row for each puzzle: how difficulty correlates with the place, and with size."""
    for puzzle, area in AREA.items():
        packs = packs_of(puzzle)
        levels = list[tuple[Pack, Any]]((pack, level) for pack in packs for level in pack.levels)
        hard = [level.difficulty for _, level in levels]
        place = [i / len(pack.levels) for pack in packs for i in range(len(pack.levels))]
        sizes = [size(pack, level) for pack, level in levels]
        yield (
            f"{puzzle.title()}, {len(levels)} levels, size in {area}",
            f"{correlation(hard, place):.2f}",
            f"{correlation(hard, sizes):.2f}",
        )


def alike() -> Iterator[tuple[object, ...]]:
    """Yield a row for each par or size with MANY levels: name, number, easiest, middle, hardest."""
    for puzzle in AREA:
        groups = defaultdict[Any, list[float]](list)
        levels: list[Any] = [level for pack in packs_of(puzzle) for level in pack.levels]
        for level in levels:
            grid = level.board.grid
            key = level.par if puzzle == "kami" else (grid.rows, grid.cols)
            groups[key].append(level.difficulty)
        for key, own in sorted(groups.items()):
            if len(own) >= MANY:
                name = f"Kami, par {key}" if puzzle == "kami" else "Flow, {}×{}".format(*key)
                yield name, len(own), min(own), f"{np.median(own):.1f}", max(own)
