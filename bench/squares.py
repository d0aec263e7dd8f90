"""Makes packs of Kami on square boards: cloth and tiles, and hard ones with water between them.

    python bench/squares.py [--pool FOLDER] [PACK …]

A board is one pattern, or another within some shape, each with papers in an order of its own; of a
hard one the order is climbed as in `expert`. Cells may be missing, so that islands must agree, and
the last colour may be given. A level is known by the seed in its proof; with `--pool` all that were
made are written there, to look at with `bench/sheet.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
import numpy.typing as npt

from expert import climbed, level, order, proved
from packs import Keys, Worded, make_worded
from puzzles.core.facets import Grade
from puzzles.grids.square import SquareGrid
from puzzles.kami.generator.dyes import PALETTES
from puzzles.kami.generator.generator import canonical
from puzzles.kami.rules.model import Board, KamiLevel
from puzzles.kami.tutor.difficulty import grade
from puzzles.library import registry

KAMI = registry.plugin("kami")
SIZES = (10, 16), (12, 16), (12, 12), (14, 18)  # columns and rows

Plane = npt.NDArray[np.float64]  # where cells are, from the middle: halves or wholes
Labels = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


def _floor(values: Plane) -> Labels:
    return np.floor(values + 1e-9).astype(np.int64)


def _sector(x: Plane, y: Plane) -> Labels:
    return np.where(np.abs(x) > np.abs(y), np.where(x > 0, 0, 2), np.where(y > 0, 1, 3))


# Labels are counted from anywhere; a paper is taken for each, and again from the first one on.
PATTERNS: dict[str, Callable[[Plane, Plane], Labels]] = {
    "rings": lambda x, y: _floor(np.maximum(np.abs(x), np.abs(y))),
    "diamonds": lambda x, y: _floor((np.abs(x) + np.abs(y)) / 2),
    "columns": lambda x, y: _floor(x / 2),
    "rows": lambda x, y: _floor(y / 2),
    "slopes": lambda x, y: _floor((x + y) / 2),
    "chevrons": lambda x, y: _floor((y - np.abs(x)) / 2),
    "valleys": lambda x, y: _floor((y + np.abs(x)) / 2),
    "steps": lambda x, y: _floor(x / 2) + _floor(y / 2),
    "stairs": lambda x, y: _floor(np.abs(x) / 2) + _floor(y / 2),
    "windmill": lambda x, y: _floor(np.maximum(np.abs(x), np.abs(y)) / 2) + 2 * _sector(x, y),
    "tiles": lambda x, y: (
        _floor(np.maximum(np.abs(x % 4 - 2), np.abs(y % 4 - 2)))
        + 2 * ((_floor(x / 4) + _floor(y / 4)) % 2)
    ),
    "quilt": lambda x, y: np.where(
        (_floor(x / 4) + _floor(y / 4)) % 2 == 0, _floor(x % 4 / 2), 2 + _floor(y % 4 / 2)
    ),
    "herringbone": lambda x, y: _floor((y + np.abs(x % 8 - 4)) / 2),
    "bricks": lambda x, y: _floor(y / 2) + 3 * _floor((x + 2 * (_floor(y / 2) % 2)) / 4),
}
SHAPES: dict[str, Callable[[Plane, Plane], Mask]] = {
    "box": lambda x, y: np.maximum(np.abs(x), np.abs(y)) < 4,
    "diamond": lambda x, y: np.abs(x) + np.abs(y) < 6,
    "pillar": lambda x, y: np.abs(x) < 2,
    "belt": lambda x, y: np.abs(y) < 3,
    "lower half": lambda x, y: y > 0,
    "corners": lambda x, y: (np.abs(x) > 2) & (np.abs(y) > 3),
    "right half": lambda x, y: x > 0,
}
WATERS: dict[str, Callable[[Plane, Plane], Mask]] = {
    "pond": lambda x, y: np.maximum(np.abs(x), np.abs(y)) < 2,
    "ponds": lambda x, y: (np.abs(np.abs(x) - 3) < 1) & (np.abs(np.abs(y) - 4) < 1),
    "bays": lambda x, y: (np.abs(y) < 1) & (np.abs(x) > 2),
    "corners": lambda x, y: np.abs(x) + np.abs(y) > np.abs(x).max() + np.abs(y).max() - 3,
    "cross": lambda x, y: (
        (np.minimum(np.abs(x), np.abs(y)) < 1) & (np.maximum(np.abs(x), np.abs(y)) < 3)
    ),
    "strait": lambda x, y: np.abs(y) < 1,
    "canal": lambda x, y: np.abs(x) < 1,
    "moat": lambda x, y: (np.abs(x) + np.abs(y) >= 4) & (np.abs(x) + np.abs(y) < 6),
    "ring": lambda x, y: _floor(np.maximum(np.abs(x), np.abs(y))) == 3,
    "delta": lambda x, y: (np.abs(x) < 1) & (y > 0) | (np.abs(y) < 1),
}
LAKES, SEAS = (
    ("pond", "ponds", "bays", "corners", "cross"),
    ("strait", "canal", "moat", "ring", "delta"),
)


@dataclass(frozen=True)
class Pack(Worded):
    """A pack with pars in a range; a kind of water for each seed in turn, None for dry land, and
    whether the last colour is given."""

    pars: range
    kinds: tuple[tuple[Sequence[str] | None, bool], ...]
    papers: Sequence[int]
    spare: float


PACKS = (
    Pack(
        "24-cloth-and-tiles",
        "Cloth and Tiles",
        "Woven, quilted, laid in mortar.",
        20,
        "Selvage Gingham Patchwork Terrazzo Coverlet Majolica Tweed Doorstep Kitchen-floor Plaid "
        "Afghan Bathhouse Counterpane Cloth-hall Damask Azulejo Brocade Hearth Jacquard Mosaic",
        range(3, 9),
        ((None, False),),
        (3, 4, 4, 5),
        2,
    ),
    Pack(
        "25-crossings",
        "Crossings",
        "Water between the sheets, and a colour to land in.",
        14,
        "Ferry Ford Stepping-stone Towline Landing-stage Two-shores Drawbridge Salt-marsh "
        "Skerries Harbour-mouth Narrows Far-bank Lagoon-gate Open-sea",
        range(8, 15),
        ((LAKES, False), (None, True), (SEAS, False)),
        (4, 5, 5),
        1.7,
    ),
)

# Thrown out by eye; 42 of the crossings, as its lakes are hard to see in sixteen colours.
UGLY: dict[str, set[int]] = {
    "24-cloth-and-tiles": {
        3,
        5,
        8,
        9,
        10,
        15,
        20,
        23,
        25,
        26,
        28,
        32,
        36,
        38,
        40,
        46,
        47,
        50,
        62,
        68,
    },
    "25-crossings": {1, 24, 33, 42, 54, 85, 95, 102, 107, 110},
}


def made(pack: Pack, seed: int, rng: Random) -> KamiLevel | None:
    """A level with its par and its proof."""
    cols, rows = rng.choice(SIZES)
    waters, ends = pack.kinds[seed % len(pack.kinds)]
    grid = SquareGrid.full(rows, cols)
    x, y = grid.col - (cols - 1) / 2, grid.row - (rows - 1) / 2
    names = rng.sample(list(PATTERNS), rng.choice((1, 2, 2)))
    patterns = [PATTERNS[name](x, y) for name in names]
    inside = SHAPES[rng.choice(list(SHAPES))](x, y)
    land = ~WATERS[rng.choice(waters)](x, y) if waters else np.ones(grid.n, np.bool_)
    present = np.zeros((rows, cols), np.bool_)
    present[grid.row[land], grid.col[land]] = True
    cut = SquareGrid(present)
    palette = rng.sample(PALETTES[rng.choice(list(PALETTES))], rng.choice(pack.papers))
    papers = [paper.letter for paper in palette]

    def make(orders: Sequence[Sequence[str]]) -> Board:
        at = [
            np.array([papers.index(p) for p in one])[labels % len(one)]
            for labels, one in zip(patterns, orders, strict=True)
        ]
        colours = np.where(inside, at[-1], at[0])[land]
        used = np.unique(colours)
        own = np.searchsorted(used, colours).astype(np.uint8)
        own.flags.writeable = False
        return Board(cut, tuple(palette[i] for i in used), own, 0 if ends else None)

    if min(pack.pars) < 8:
        board = make([order(papers, rng.randint(3, 8), rng) for _ in names])
    else:
        lengths = [rng.randint(7, 12) for _ in names]
        board = climbed(make, lengths, papers, pack.pars, rng)
    if board is None or len(board.palette) < len(papers):
        return None
    areas = np.bincount(board.grid.graph.components(board.colours.tolist()))
    if not 6 <= len(areas) <= 60 or (areas <= 2).mean() > 0.2:
        return None
    found = proved(board)
    if found is None or found[0] not in pack.pars:
        return None
    return replace(level(board), par=found[0], proof={**found[1], "seed": seed})


def pool(pack: Pack) -> list[Keys]:
    """Levels as the keys that `Puzzle.format` gives; more than are needed."""
    seen: set[str] = set()
    found: list[Keys] = []
    number = 0
    for seed in range(1000):
        one = made(pack, seed, Random(f"{pack.file} {seed}"))
        if one is None or (like := canonical(one)) in seen:
            continue
        seen.add(like)
        number += 1
        if seed in UGLY.get(pack.file, ()):
            continue
        graded = next(event for event in grade(one) if isinstance(event, Grade))
        found.append(KAMI.format(replace(one, difficulty=graded.difficulty)))
        print(pack.file, seed, found[-1]["par"], found[-1]["difficulty"], flush=True)
        if number >= round(pack.number * pack.spare):
            break
    return found


if __name__ == "__main__":
    make_worded("kami", PACKS, pool)
