"""The tables of docs/difficulty.md: how difficulty goes with the place in a pack and with size.

python bench/difficulty.py
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from helping import help_first
from puzzles.library.catalogue import library
from puzzles.library.levels import Pack

MANY = 20  # levels that are alike: smaller groups have no row
AREA = {"kami": "regions at the start", "flow": "cells"}


def size(pack: Pack, level: Any) -> int:
    """Return the number of regions of a Kami board, or of cells of a Flow board."""
    state = pack.puzzle.start(level)
    return state.region_graph.n if pack.puzzle.id == "kami" else level.board.grid.n


def ranks(values: Sequence[float]) -> Any:
    """Return the rank of each value; equal values share their mean rank."""
    _, where, number = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(number) - (number - 1) / 2)[where]


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def packs_of(puzzle: str) -> list[Pack]:
    """Return the shipped packs of a puzzle."""
    return [pack for pack in library().packs if pack.puzzle.id == puzzle]


def correlations(puzzle: str) -> tuple[int, float, float]:
    """Return the number of levels, and how difficulty correlates with place and with size."""
    packs = packs_of(puzzle)
    levels = [(pack, level) for pack in packs for level in pack.levels]
    hard = [level.difficulty for _, level in levels]
    place = [i / len(pack.levels) for pack in packs for i in range(len(pack.levels))]
    sizes = [size(pack, level) for pack, level in levels]
    return len(levels), correlation(hard, place), correlation(hard, sizes)


def alike() -> Iterator[tuple[object, ...]]:
    """Yield a row for each par or size with MANY levels: name, number, easiest, middle, hardest."""
    for puzzle in AREA:
        groups = defaultdict[Any, list[float]](list)
        for level in (level for pack in packs_of(puzzle) for level in pack.levels):
            grid = level.board.grid
            key = level.par if puzzle == "kami" else (grid.rows, grid.cols)
            groups[key].append(level.difficulty)
        for key, own in sorted(groups.items()):
            if len(own) >= MANY:
                name = f"Kami, par {key}" if puzzle == "kami" else "Flow, {}×{}".format(*key)
                yield name, len(own), min(own), f"{np.median(own):.1f}", max(own)


def main() -> None:
    for puzzle in AREA:
        levels, along, with_size = correlations(puzzle)
        print(f"{puzzle}: {levels} levels; place {along:.2f}, size {with_size:.2f}")
    for cells in alike():
        print(*cells, sep=" | ")


if __name__ == "__main__":
    help_first(__doc__)
    main()
