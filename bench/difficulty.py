"""Draws the plots of docs/difficulty.md and prints its figures.

    python bench/difficulty.py

Left: the difficulty of every level by its place in its pack, a line for each pack. Right: the same
levels by the size of their boards. The figures are rank correlations (Spearman) of difficulty with
the place in the pack and with size, and each pack's easiest, middle and hardest level, as well as
those of levels of one par or size.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from puzzles.library.catalogue import library
from puzzles.library.levels import Pack

DOCS = Path(__file__).parents[1] / "docs"
WIDTH, HEIGHT, MARGIN, GAP = 380, 300, 40, 60
COLOURS = [
    "#c0392f",
    "#2c7f84",
    "#e6a52d",
    "#2b3d63",
    "#6b9b52",
    "#df7431",
    "#7d4c8e",
    "#dd8f9f",
    "#8b8a85",
    "#7a5236",
    "#3f7fff",
    "#34b24a",
    "#222222",
]
MANY = 20  # levels that are alike: fewer have no row
AREA = {"kami": "regions at the start", "flow": "cells"}


def size(pack: Pack, level: Any) -> int:
    """Regions of a board of Kami, cells of one of Flow."""
    state = pack.puzzle.start(level)
    return state.region_graph.n if pack.puzzle.id == "kami" else level.board.grid.n


def ranks(values: Sequence[float]) -> Any:
    """Ranks, equal values sharing theirs."""
    _, where, number = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(number) - (number - 1) / 2)[where]


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def plot(puzzle: str, packs: list[Pack]) -> str:
    """Both diagrams and the names of the packs."""
    most = max(size(pack, level) for pack in packs for level in pack.levels)
    longest = max(len(pack.levels) for pack in packs)
    marks = [axes(0, "place in the pack", longest), axes(WIDTH + GAP, AREA[puzzle], most)]
    for number, pack in enumerate(packs):
        colour = COLOURS[number % len(COLOURS)]
        line = []
        for i, level in enumerate(pack.levels):
            x, y = at(0, (i + 1) / longest, level.difficulty)
            line.append(f"{x:.1f},{y:.1f}")
            x, y = at(WIDTH + GAP, size(pack, level) / most, level.difficulty)
            marks.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.2" fill="{colour}"/>')
        marks.append(
            f'<polyline points="{" ".join(line)}" fill="none" stroke="{colour}" '
            'stroke-width="1.6"/>'
        )
        y = MARGIN + 14 * number
        marks.append(f'<text x="{2 * WIDTH + 2 * GAP}" y="{y}" fill="{colour}">{pack.title}</text>')
    whole = 2 * WIDTH + 2 * GAP + 170, HEIGHT + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole[0]} {whole[1]}" '
        f'width="{whole[0]}" height="{whole[1]}" font-family="sans-serif" font-size="11">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(marks) + "\n</svg>\n"
    )


def at(left: float, share: float, difficulty: float) -> tuple[float, float]:
    """Where a share of the width and a difficulty are in a diagram."""
    height = HEIGHT - MARGIN
    return left + MARGIN + share * (WIDTH - MARGIN), MARGIN / 2 + (10 - difficulty) / 9 * height


def axes(left: float, name: str, most: int) -> str:
    marks = []
    for value in range(1, 11):
        (x, y), (end, _) = at(left, 0, value), at(left, 1, value)
        marks.append(f'<line x1="{x}" y1="{y:.1f}" x2="{end}" y2="{y:.1f}" stroke="#e4e4e4"/>')
        marks.append(f'<text x="{x - 18}" y="{y + 4:.1f}" fill="#666">{value}</text>')
    for share in (0, 0.5, 1):
        x, y = at(left, share, 1)
        text = f"{round(share * most)}"
        marks.append(f'<text x="{x}" y="{y + 16}" fill="#666" text-anchor="middle">{text}</text>')
    x, y = at(left, 0.5, 1)
    marks.append(f'<text x="{x}" y="{y + 32}" fill="#666" text-anchor="middle">{name}</text>')
    return "\n".join(marks)


def packs_of(puzzle: str) -> list[Pack]:
    return [pack for pack in library().packs if pack.puzzle.id == puzzle]


def draw() -> None:
    """Write the plots into the docs."""
    for puzzle in AREA:
        (DOCS / f"difficulty-{puzzle}.svg").write_text(plot(puzzle, packs_of(puzzle)))


def correlations(puzzle: str) -> tuple[int, float, float]:
    """How many levels there are; how difficulty goes with the place in the pack, and with size."""
    packs = packs_of(puzzle)
    levels = [(pack, level) for pack in packs for level in pack.levels]
    hard = [level.difficulty for _, level in levels]
    place = [i / len(pack.levels) for pack in packs for i in range(len(pack.levels))]
    sizes = [size(pack, level) for pack, level in levels]
    return len(levels), correlation(hard, place), correlation(hard, sizes)


def alike() -> Iterator[tuple[object, ...]]:
    """What is alike of MANY levels and more, how many they are, the easiest, middle and hardest."""
    for puzzle in AREA:
        groups = defaultdict[Any, list[float]](list)
        for level in (level for pack in packs_of(puzzle) for level in pack.levels):
            grid = level.board.grid
            groups[level.par if puzzle == "kami" else (grid.rows, grid.cols)].append(
                level.difficulty
            )
        for key, own in sorted(groups.items()):
            if len(own) >= MANY:
                name = f"Kami, par {key}" if puzzle == "kami" else "Flow, {}×{}".format(*key)
                yield name, len(own), min(own), f"{np.median(own):.1f}", max(own)


def main() -> None:
    draw()
    for puzzle in AREA:
        levels, along, with_size = correlations(puzzle)
        print(
            f"{puzzle}: {levels} levels; with the place in the pack {along:.2f}, "
            f"with size {with_size:.2f}"
        )
        for pack in packs_of(puzzle):
            own = [level.difficulty for level in pack.levels]
            print(f"| {pack.title} | {len(own)} | {own[0]} | {np.median(own):.1f} | {own[-1]} |")
    for cells in alike():
        print(*cells, sep=" | ")


if __name__ == "__main__":
    main()
