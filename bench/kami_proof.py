"""How the Kami solver does, board by board:

    python bench/kami_proof.py [--time SECONDS] FILE|FOLDER …

Files are level files of this program, KAMI 1 boards (`NAME-MOVES.txt`, a letter per square) or
KAMI 2 levels (`.puz`). Per board: regions, colours, par (or the published count), the moves found,
the lower bound, whether that is proved, positions expanded, seconds; and all boards in sum. SECONDS
are by the clock, those that are told are of CPU.
"""

from __future__ import annotations

import argparse
import re
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from helping import need
from puzzles.core.errors import Place
from puzzles.core.solving import Answer, Limits, answer
from puzzles.grids.grid import Grid
from puzzles.grids.network import NetworkGrid
from puzzles.grids.square import SquareGrid
from puzzles.kami.rules import model
from puzzles.kami.rules.model import Board, Colour, KamiLevel
from puzzles.kami.solver.solve import solve
from puzzles.library.levels import read_pack


def levels(path: Path) -> Iterator[KamiLevel]:
    """The levels in a file, or in all files of a folder."""
    if path.is_dir():
        for inside in sorted(path.iterdir(), key=lambda file: file.name):
            yield from levels(inside)
    elif path.suffix == ".puz":
        yield _kami_2(path)
    elif match := re.fullmatch(r".*-(\d+)\.txt", path.name):
        grid, symbols = SquareGrid.parse(path.read_text())
        yield _level(path, grid, symbols, int(match[1]))
    elif path.suffix in (".toml", ".json"):
        yield from read_pack(str(path)).levels  # type: ignore[misc]


def _kami_2(path: Path) -> KamiLevel:
    """A level whose rows of squares are cut into two triangles each; `0` is a missing cell."""
    fields = path.read_text().split("|")
    width = 2 * int(fields[4])
    text = re.sub(r"(\d)(?:X(\d\d)|([a-z]))?", _run, fields[6])
    node = {cell: i for i, cell in enumerate(c for c, colour in enumerate(text) if colour != "0")}
    edges = []
    for cell in node:
        row, x = divmod(cell, width)
        if x % 2 == 0:
            edges.append((cell, cell + 1))
        else:
            if x + 1 < width:
                edges.append((cell, cell + 1))
            edges.append((cell, (row + 1) * width + x - 1))
    grid = NetworkGrid(
        tuple(map(str, node)), [(node[a], node[b]) for a, b in edges if a in node and b in node]
    )
    return _level(path, grid, [text[cell] for cell in node], int(fields[7]))


def _run(match: re.Match[str]) -> str:
    """A digit, how often it stands: a two-digit number, or a letter for 3, 4, …"""
    digit, number, letter = match.groups()
    return digit * (int(number) if number else ord(letter) - ord("a") + 3 if letter else 1)


def _level(path: Path, grid: Grid, symbols: list[str], par: int) -> KamiLevel:
    used = sorted(set(symbols))
    palette = tuple(Colour(symbol, "#000000", symbol) for symbol in used)
    colours = np.array([used.index(symbol) for symbol in symbols], np.uint8)
    place = Place(str(path))
    return KamiLevel(path.stem.split("-")[0], place, Board(grid, palette, colours), par, place)


def proved(level: KamiLevel, seconds: float) -> tuple[Answer, float]:
    """What is known of a level after so many seconds by the clock, and the seconds of CPU."""
    began = time.process_time()
    result = answer(solve(model.start(level), Limits(seconds=seconds)))
    return result, time.process_time() - began


def _row(level: KamiLevel, result: Answer, spent: float) -> str:
    found = "-" if result.moves is None else len(result.moves)
    return (
        f"{level.title[:24]:24} {result.facts['regions']:7} {len(level.board.palette):7} "
        f"{level.par or '-':>4} {found:>5} {result.lower_bound:5} "
        f"{'proved' if result.proved else '-':>6} {result.nodes:10,} {spent:8.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the Kami solver.")
    parser.add_argument("--time", type=float, default=60, help="seconds for each board")
    parser.add_argument("path", type=Path, nargs="+")
    arguments = parser.parse_args()
    print(
        f"{'board':24} {'regions':>7} {'colours':>7} {'par':>4} {'found':>5} {'bound':>5} "
        f"{'':6} {'nodes':>10} {'seconds':>8}"
    )
    boards = 0
    optimal, above = 0, []
    nodes, seconds = 0, []
    for path in map(need, arguments.path):
        for level in levels(path):
            result, spent = proved(level, arguments.time)
            print(_row(level, result, spent), flush=True)
            boards, optimal = boards + 1, optimal + result.proved
            nodes, seconds = nodes + result.nodes, [*seconds, spent]
            if level.par is not None and len(result.moves or ()) > level.par:
                above.append(level.title)
    print(
        f"{optimal} of {boards} proved, {nodes:,} positions, {sum(seconds):.1f} s, median "
        f"{statistics.median(seconds) * 1000:.1f} ms; more moves than published: "
        f"{', '.join(above) or 'none'}"
    )


if __name__ == "__main__":
    main()
