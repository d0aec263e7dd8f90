"""How cost grows as boards of Kami grow: random triangle boards in compact patches.

    python bench/kami_patches.py [BOARDS [LEAST MOST]]

Each of BOARDS (1000) is 10×29 cells, cut by nearest seeds into LEAST to MOST patches (8 to 72, of
four cells then), each in one of four or of five colours at random; neighbours of one colour are one
region. By number of regions: how many boards, the share proved within ten seconds, what the answers
took, and the mean number of moves found.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from statistics import mean, median

import numpy as np

from progress import watched
from puzzles.core.errors import Place
from puzzles.core.solving import Answer, Limits, answer
from puzzles.grids.triangle import TriangleGrid
from puzzles.kami.generator.motifs import coordinates
from puzzles.kami.rules import model
from puzzles.kami.rules.model import Board, Colour, KamiLevel
from puzzles.kami.solver.solve import solve
from tables import show

ROWS, COLS, SECONDS = 29, 10, 10
BAND = 10  # regions in a row of the table
COLUMNS = (
    "regions",
    "boards",
    f"proved in {SECONDS} s",
    "seconds: median, nine of ten, most",
    "moves",
)


def level(seed: int, least: int, most: int) -> KamiLevel:
    """A board of so many patches. Four colours if the seed is even, else five."""
    rng = random.Random(seed)
    grid, palette = TriangleGrid.full(ROWS, COLS), "ABCD" if seed % 2 == 0 else "ABCDE"
    at = coordinates(grid)
    seeds = at[rng.sample(range(grid.n), rng.randint(least, most))]
    patch = np.square(at[:, None] - seeds).sum(axis=2).argmin(axis=1)
    colours = np.array([rng.randrange(len(palette)) for _ in seeds], np.uint8)[patch]
    inks = tuple(Colour(letter, "#000000", letter) for letter in palette)
    place = Place("")
    return KamiLevel(str(seed), place, Board(grid, inks, colours), None, place)


def rows(boards: int = 1000, least: int = 8, most: int = 72) -> Iterator[tuple[object, ...]]:
    """The cells of the table, row by row; the last is of all boards."""
    answers: dict[int, list[Answer]] = defaultdict(list)
    for seed in watched(range(boards), "boards"):
        result = answer(solve(model.start(level(seed, least, most)), Limits(seconds=SECONDS)))
        answers[int(result.facts["regions"]) // BAND * BAND].append(result)
    for first, some in sorted(answers.items()):
        yield _row(f"{first} to {first + BAND - 1}", some)
    yield _row("all", [result for some in answers.values() for result in some])


def _row(name: str, answers: list[Answer]) -> tuple[object, ...]:
    times = sorted(result.seconds for result in answers)
    most = f"{median(times):.2f}, {times[9 * len(times) // 10]:.2f}, {times[-1]:.1f}"
    share = mean(result.proved for result in answers)
    moves = mean(len(result.moves or ()) for result in answers)
    return name, len(answers), f"{share:.1%}".replace("%", " %"), most, f"{moves:.1f}"


def main() -> None:
    show(COLUMNS, rows(*map(int, sys.argv[1:])))


if __name__ == "__main__":
    main()
