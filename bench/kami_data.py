"""Kami boards of other makers: KAMI 1 (`NAME-MOVES.txt`, a letter per square), KAMI 2 (`.puz`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from puzzles.core.errors import Place
from puzzles.grids.grid import Grid
from puzzles.grids.network import NetworkGrid
from puzzles.grids.square import SquareGrid
from puzzles.kami.rules.model import Board, Colour, KamiLevel
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
