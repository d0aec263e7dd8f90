"""How well boards are read off pictures, made as phones take them (`photograph`):

    python bench/read_pictures.py [--count N] [--first N] [--misses] [KIND …]

KIND is one of those printed; all if none is given. Per kind: how many pictures, in how many the
board was found and in how many its size is right, the share of all cells that were read as they
are, the medians of the stated confidence where every cell is right and where not, and the median
and greatest seconds of reading; at the end, how right those are that are so sure. `--misses` names
each picture that was not read without a fault.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from photograph import photograph
from puzzles.core.errors import LevelError, Place
from puzzles.core.puzzle import Puzzle
from puzzles.grids.square import SquareGrid
from puzzles.kami.model import Board, KamiLevel
from puzzles.library.catalogue import library
from puzzles.pictures.photo import read_picture

COUNT = {"triangles": 70, "kami-1": 40, "squares": 40, "flow": 40, "flow+": 30}
SURE = (0.3, 0.6, 0.8, 0.9, 0.95)


@dataclass(frozen=True)
class Score:
    """What became of one picture: whether a board of its puzzle was found, of the right size, the
    share of cells read right (0 to 1), the stated confidence, and the seconds it took."""

    name: str
    found: bool
    sized: bool
    right: float
    confidence: float
    seconds: float


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--count", type=int, help="pictures of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first picture's number")
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    every = []
    for kind in options.kinds or COUNT:
        count = options.count or COUNT[kind]
        scores = [score(kind, options.first + i) for i in range(count)]
        every += scores
        print(line(kind, scores), flush=True)
        for s in scores:
            if options.misses and s.right < 1:
                print(f"    {s.name}: {100 * s.right:.1f} % right, {100 * s.confidence:.0f} % sure")
    print(line("all", every))
    for low, high in pairwise((0.0, *SURE, 1.01)):
        if some := [s for s in every if low <= s.confidence < high]:
            print(
                f"{100 * low:3.0f} % sure or more: {len(some):3} boards, "
                f"{sum(s.right == 1 for s in some):3} without a fault, "
                f"{100 * statistics.mean(s.right for s in some):6.2f} % of cells right"
            )


def line(kind: str, scores: list[Score]) -> str:
    true = [s.confidence for s in scores if s.right == 1]
    false = [s.confidence for s in scores if s.right < 1]
    seconds = [s.seconds for s in scores]
    return (
        f"{kind:10} {len(scores):3} boards, {sum(s.found for s in scores):3} found, "
        f"{sum(s.sized for s in scores):3} of the right size, "
        f"{100 * statistics.mean(s.right for s in scores):6.2f} % of cells right, "
        f"{len(true):3} without a fault; sure: right {_median(true)}, wrong {_median(false)}; "
        f"median {statistics.median(seconds):.2f} s, most {max(seconds):.2f} s"
    )


def _median(values: list[float]) -> str:
    if not values:
        return "–"
    return f"{statistics.median(values):.2f} ({min(values):.2f}–{max(values):.2f})"


def score(kind: str, number: int) -> Score:
    """Photographs the `number`th board of a kind and reads it."""
    puzzle, name, level = board(kind, number)
    drawing = puzzle.draws.draw(puzzle.start(level))
    margin = 0.5 if puzzle.id == "kami" else 0.4
    with tempfile.TemporaryDirectory() as folder:
        shot = str(Path(folder, "shot.png"))
        Image.fromarray(photograph(drawing, number, margin)).save(shot)
        start = time.perf_counter()
        try:
            found, reading = read_picture(shot)
        except LevelError:
            return Score(f"{number} {name}", False, False, 0, 0, time.perf_counter() - start)
        seconds = time.perf_counter() - start
    mine = found is puzzle
    sized = mine and same_size(level, reading.level)
    share = right(level, reading.level) if mine else 0.0
    return Score(f"{number} {name}", mine, sized, share, reading.confidence, seconds)


def board(kind: str, number: int) -> tuple[Puzzle[Any, Any, Any], str, Any]:
    """The `number`th board of a kind: a shipped level or, mostly for `squares`, a part of one."""
    whole = kind != "squares" or number % 10 == 9
    levels = _levels(kind if whole else "kami-1")
    puzzle, name, level = levels[number * 11 % len(levels)]
    if not whole:
        return puzzle, name, _part(level, number)
    return puzzle, name, level


@cache
def _levels(kind: str) -> list[tuple[Puzzle[Any, Any, Any], str, Any]]:
    return [
        (entry.puzzle, f"{entry.puzzle.id}/{entry.name}/{number}", level)
        for entry in library().packs
        for number, level in enumerate(entry.levels, 1)
        if _kind(entry.puzzle.id, level.board) == kind
    ]


def _kind(puzzle: str, board: Any) -> str:
    grid = board.grid
    if puzzle == "kami":
        if grid.kind == "square":
            return "kami-1" if (grid.rows, grid.cols, grid.n) == (16, 10, 160) else "squares"
        return "triangles" if grid.kind == "triangle" else ""
    if grid.kind != "square" or board.wrap:
        return ""
    plain = grid.n == grid.rows * grid.cols and not (board.walls or board.bridges)
    return "flow" if plain else "flow+"


def _part(level: KamiLevel, seed: int) -> KamiLevel:
    """A rectangle of 5 to 20 rows and columns, cut from a board of squares and its reflections."""
    random = np.random.default_rng(seed)
    colours = level.board.colours.reshape(level.board.grid.rows, -1)
    mirrored = np.block([[colours, colours[:, ::-1]], [colours[::-1], colours[::-1, ::-1]]])
    while True:
        rows, cols = random.integers(5, 21, 2)
        top, left = random.integers(0, np.subtract(mirrored.shape, (rows, cols)) + 1)
        part = mirrored[top : top + rows, left : left + cols]
        kept, numbers = np.unique(part, return_inverse=True)
        if len(kept) >= 2:
            break
    palette = tuple(level.board.palette[c] for c in kept)
    cut = Board(SquareGrid.full(int(rows), int(cols)), palette, numbers.astype(np.uint8).ravel())
    return KamiLevel("", Place(""), cut, None, Place(""))


def cells(level: Any) -> np.ndarray:
    """What stands at each place, cut to the cells there are: −2 for none, −1 for nothing on it."""
    board = level.board
    full = np.full((board.grid.rows, board.grid.cols), -2)
    full[board.grid.row, board.grid.col] = getattr(board, "dots", getattr(board, "colours", None))
    ys, xs = np.nonzero(full > -2)
    return full[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


def same_size(truth: Any, read: Any) -> bool:
    return truth.board.grid.kind == read.board.grid.kind and cells(truth).shape == cells(read).shape


def right(truth: Any, read: Any) -> float:
    """The share of cells that were read as they are, whatever the colours are called; a wall or
    bridge too many or too few counts as a cell."""
    if not same_size(truth, read):
        return 0.0
    true, seen = cells(truth), cells(read)
    pairs = Counter(zip(true.ravel().tolist(), seen.ravel().tolist(), strict=True))
    names: dict[int, int] = {-1: -1, -2: -2}
    for (a, b), _ in pairs.most_common():
        if min(a, b) >= 0 and a not in names.values() and b not in names:
            names[b] = a
    wrong = true.size - sum(n for (a, b), n in pairs.items() if names.get(b) == a)
    for part in ("walls", "bridges"):
        wrong += len(getattr(truth.board, part, set()) ^ getattr(read.board, part, set()))
    return max(0.0, 1 - wrong / true.size)


if __name__ == "__main__":
    main()
