"""A level as somebody hears it: built anew from the words alone, and solved."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from puzzles.core.errors import Place
from puzzles.core.solving import UNLIMITED, answer
from puzzles.flow.rules.model import Board, FlowLevel, path_text
from puzzles.flow.rules.model import start as flow_start
from puzzles.flow.solver.solve import solve as solve_flow
from puzzles.grids.hexagon import HexGrid
from puzzles.grids.network import NetworkGrid
from puzzles.grids.square import SquareGrid
from puzzles.kami.rules.model import Board as Paper
from puzzles.kami.rules.model import Colour, KamiLevel
from puzzles.kami.rules.model import start as kami_start
from puzzles.kami.solver.solve import solve as solve_kami

HEARD = Place("heard")


def kami(first: str, *lines: str) -> Iterator[str]:
    """The moves that win, each a region's number and a colour."""
    found = re.fullmatch(r"(\d+) regions?\. Colours: (.*?)\.(?: Finish in (.*)\.)?", first)
    assert found, first
    names = found[2].split(", ")
    final = names.index(found[3]) if found[3] else None
    matches = [re.fullmatch(r"(\S+) ([^,;]+).*; touches (.*)", line) for line in lines]
    regions = [match for match in matches if match]
    assert len(regions) == len(lines) == int(found[1])
    called = [region[1] for region in regions]
    edges = [
        (i, called.index(other))
        for i, region in enumerate(regions)
        for other in re.split(", | and ", region[3])
        if other != "nothing"
    ]
    assert all((b, a) in edges for a, b in edges)
    colours = np.array([names.index(region[2]) for region in regions], dtype=np.uint8)
    palette = tuple(Colour(name, "#000000", chr(ord("A") + i)) for i, name in enumerate(names))
    grid = NetworkGrid(tuple(f"n{i}" for i in range(len(lines))), edges)
    level = KamiLevel("", HEARD, Paper(grid, palette, colours, final), None, HEARD)
    for move in answer(solve_kami(kami_start(level), UNLIMITED)).moves or ():
        yield f"{called[move.cell]} {names[move.colour]}"


def cell(name: str) -> tuple[int, int]:
    """The row and column of a cell."""
    return int(name.lstrip("abcdefghijklmnopqrstuvwxyz")) - 1, ord(name[0]) - ord("a")


def flow(first: str, *lines: str) -> Iterator[str]:
    """The moves that win, each a letter and a path."""
    told = dict(re.findall(r"(No cells|Walls between|Bridges):? (.*)\.", "\n".join(lines)))
    found = re.fullmatch(r"(\d+) columns and (\d+) rows of (\w+); (\d+) pipes?; (.*)\.", first)
    assert found, first
    present = np.ones((int(found[2]), int(found[1])), dtype=bool)
    for run in filter(None, told.get("No cells", "").split(", ")):
        (row, left), (_, right) = (cell(name) for name in (run.split(" to ") * 2)[:2])
        present[row, left : right + 1] = False
    grid = (HexGrid if found[3] == "hexagons" else SquareGrid)(present)
    colours = [line.split(": ") for line in lines if line[1:2] == ":"]
    dots = np.full(grid.n, -1, dtype=np.int32)
    for colour, (_, ends) in enumerate(colours):
        for end in ends.split("; "):
            dots[grid.at(*cell(end.split(",")[0]))] = colour
    assert (dots >= 0).sum() == 2 * int(found[4])
    pairs = [pair.split(" and ") for pair in told.get("Walls between", "").split(", ") if pair]
    walls = [sorted(grid.at(*cell(name)) for name in pair) for pair in pairs]
    closed = frozenset((one, other) for one, other in walls)
    bridges = [grid.at(*cell(name)) for name in told.get("Bridges", "").split(", ") if name]
    board = Board(
        grid,
        tuple(letter for letter, _ in colours),
        dots,
        closed,
        frozenset(bridges),
        any(line.startswith("Rims are open") for line in lines),
        found[5] == "fill every cell",
    )
    level = FlowLevel("", HEARD, board)
    for move in answer(solve_flow(flow_start(level), UNLIMITED)).moves or ():
        yield f"{board.symbols[board.dot_at[move.path[0]]]} from {path_text(board, move.path)}"


HEAR = {"kami": kami, "flow": flow}
