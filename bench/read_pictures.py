"""How well boards are read off pictures: screenshots of the games that players took, if they lie
in `../shared/data`, and pictures of our own boards, made as phones take them (`photograph`):

    python bench/read_pictures.py [--count N] [--first N] [--misses] [KIND …]

KIND is one of those printed; all if none is given. Per kind: how many pictures, in how many the
board was found and in how many its size is right, the share of all cells that were read as they
are, the medians of the stated confidence where every cell is right and where not, and the median
and greatest seconds of reading; then, of real ones and of made ones, how right those are that are
so sure. A picture that shows no board is right if it is refused. `--misses` names each picture that
was not read without a fault, and how many wrong cells are not among those said to be doubtful.
"""

from __future__ import annotations

import argparse
import json
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

from helping import need
from photograph import photograph
from puzzles.core.errors import LevelError, Place
from puzzles.core.puzzle import Puzzle
from puzzles.flow.rules.model import Board as FlowBoard
from puzzles.flow.rules.model import FlowLevel
from puzzles.grids.square import SquareGrid
from puzzles.grids.triangle import TriangleGrid
from puzzles.kami.rules.model import Board, KamiLevel
from puzzles.library.catalogue import library
from puzzles.pictures.photo import read_picture

REAL = {"real-flow": "flow", "real-kami-1": "kami1", "real-kami-2": "kami2", "no-board": "none"}
SHOTS = Path(__file__).parents[2] / "shared" / "data" / "screenshots" / "real"
# What is written down of these is not what they show: a block and a square too few.
MISWRITTEN = ("kami1/atombear-Kami1.png", "kami1/hexylena-3.png")
COUNT = {"triangles": 70, "kami-1": 40, "squares": 40, "flow": 40, "flow+": 30}
SURE = (0.3, 0.6, 0.8, 0.9, 0.95)


@dataclass(frozen=True)
class Score:
    """What became of one picture: whether a board of its puzzle was found, of the right size, the
    share of cells read right (0 to 1), the stated confidence (0 if it was refused), how many wrong
    cells were not said to be doubtful, and the seconds of CPU it took."""

    name: str
    found: bool
    sized: bool
    right: float
    confidence: float
    unnamed: int
    seconds: float


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--count", type=int, help="pictures of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first picture's number")
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    if {*options.kinds} & {*REAL}:
        need(SHOTS)
    for kinds in (REAL if SHOTS.exists() else {}, COUNT):
        every = []
        for kind in [kind for kind in kinds if not options.kinds or kind in options.kinds]:
            most = len(shots(kind)) if kind in REAL else options.first + COUNT[kind]
            last = min(most, options.first + options.count) if options.count else most
            scores = [score(kind, number) for number in range(options.first, last)]
            every += scores
            print(line(kind, scores), flush=True)
            for s in scores:
                if options.misses and s.right < 1:
                    print(
                        f"    {s.name}: {100 * s.right:.1f} % right, "
                        f"{100 * s.confidence:.0f} % sure, {s.unnamed} unnamed"
                    )
        if every:
            print(line("all", every))
            print_how_sure(every)


def print_how_sure(scores: list[Score]) -> None:
    for low, high in pairwise((*SURE, 1.01)):
        if some := [s for s in scores if low <= s.confidence < high]:
            print(
                f"{100 * low:3.0f} % sure or more: {len(some):3} pictures, "
                f"{sum(s.right == 1 for s in some):3} without a fault, "
                f"{100 * statistics.mean(s.right for s in some):6.2f} % of cells right"
            )


def line(kind: str, scores: list[Score]) -> str:
    true = [s.confidence for s in scores if s.right == 1]
    false = [s.confidence for s in scores if s.right < 1]
    seconds = [s.seconds for s in scores]
    return (
        f"{kind:11} {len(scores):3} pictures, {sum(s.found for s in scores):3} found, "
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
    """Reads the `number`th screenshot of a kind, or a photograph that it makes of a board."""
    if kind in REAL:
        file, truth = shots(kind)[number]
        return _score(file, truth, SHOTS / file)
    puzzle, name, level = board(kind, number)
    drawing = puzzle.screen.draw(puzzle.start(level))
    margin = 0.5 if puzzle.id == "kami" else 0.4
    with tempfile.TemporaryDirectory() as folder:
        shot = Path(folder, "shot.png")
        Image.fromarray(photograph(drawing, number, margin)).save(shot)
        return _score(f"{number} {name}", level, shot)


def _score(name: str, truth: Any, shot: Path) -> Score:
    start = time.process_time()
    try:
        _, reading = read_picture(str(shot))
    except LevelError:
        share = 0.0 if truth else 1.0
        return Score(name, False, False, share, 0, 0, time.process_time() - start)
    seconds = time.process_time() - start
    if truth is None:
        return Score(name, True, False, 0, reading.confidence, 0, seconds)
    mine = type(truth) is type(reading.level)
    sized = mine and same_size(truth, reading.level)
    share, unnamed = right(truth, reading.level), 0
    if sized and share < 1:
        level = reading.level
        doubtful = np.zeros((level.board.grid.rows, level.board.grid.cols), dtype=bool)
        doubtful.flat[list(reading.doubtful)] = True
        unnamed = int((wrong(truth, level) & ~_cut(level, doubtful)).sum())
    return Score(name, mine, sized, share, reading.confidence, unnamed, seconds)


@cache
def shots(kind: str) -> list[tuple[str, Any]]:
    """The screenshots of a kind whose boards were written down: files in SHOTS, and levels; None
    where a picture shows no board."""
    lines = (SHOTS / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    found = [shot for line in lines if (shot := json.loads(line))["file"].startswith(REAL[kind])]
    return [
        (shot["file"], _truth(shot))
        for shot in found
        if (shot["truth"] or shot["game"] is None) and shot["file"] not in MISWRITTEN
    ]


def _truth(shot: dict[str, Any]) -> Any:
    if shot["game"] is None:
        return None
    grid_type = TriangleGrid if shot["game"] == "kami2" else SquareGrid
    missing = "_" if shot["game"] == "flow" else "."
    grid, symbols = grid_type.parse("\n".join(shot["truth"]), missing)
    names = sorted({*symbols} - {"."})
    numbers = np.array([names.index(s) if s != "." else -1 for s in symbols], dtype=np.int32)
    if shot["game"] == "flow":
        return FlowLevel("", Place(""), FlowBoard(grid, tuple(names), numbers))
    return KamiLevel("", Place(""), Board(grid, (), numbers.astype(np.uint8)), None, Place(""))


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
    return _cut(level, full)


def _cut(level: Any, full: np.ndarray) -> np.ndarray:
    """A value for each place, cut to those where there are cells."""
    ys, xs = level.board.grid.row, level.board.grid.col
    return full[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


def same_size(truth: Any, read: Any) -> bool:
    return truth.board.grid.kind == read.board.grid.kind and cells(truth).shape == cells(read).shape


def wrong(truth: Any, read: Any) -> np.ndarray:
    """Which cells of boards of one size were not read as they are, whatever colours are called."""
    true, seen = cells(truth), cells(read)
    pairs = Counter(zip(true.ravel().tolist(), seen.ravel().tolist(), strict=True))
    names: dict[int, int] = {-1: -1, -2: -2}
    for (a, b), _ in pairs.most_common():
        if min(a, b) >= 0 and a not in names.values() and b not in names:
            names[b] = a
    named = np.array([names.get(b, -3) for b in seen.ravel().tolist()])
    return named.reshape(seen.shape) != true


def right(truth: Any, read: Any) -> float:
    """The share of cells that were read as they are; a wall or bridge too many or too few counts as
    a cell."""
    if type(truth) is not type(read) or not same_size(truth, read):
        return 0.0
    faults = wrong(truth, read)
    others = sum(
        len(getattr(truth.board, part, set()) ^ getattr(read.board, part, set()))
        for part in ("walls", "bridges")
    )
    return max(0.0, 1 - (int(faults.sum()) + others) / faults.size)


if __name__ == "__main__":
    main()
