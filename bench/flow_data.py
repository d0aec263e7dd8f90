"""Flow boards of other makers, read into problems: level packs, single boards, Numberlink files.

They lie in `shared/data/flow` next to this repository, with a README that gives the formats; all
readers yield nothing where a folder is missing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import numpy as np

import helping
from puzzles.flow.generator.cover import Cover
from puzzles.flow.generator.generator import dotted
from puzzles.flow.generator.shapes import shape
from puzzles.flow.rules.problem import Problem, Solution, touches_itself
from puzzles.grids.graph import Graph
from puzzles.library.levels import read_pack

DATA = helping.DATA / "flow"


def packs(pattern: str = "*", step: int = 1) -> Iterator[tuple[str, str, Problem, Solution]]:
    """Name, kind, problem and stored solution of every `step`th level in each pack whose file
    matches; the kind is `plain`, `holes`, `walls`, `bridges`, `hexes` or `warps`."""
    for file in sorted((DATA / "packs").glob(f"levelpack_{pattern}.txt")):
        pack = file.stem.removeprefix("levelpack_")
        for line in file.read_text().split()[::step]:
            header, *pipes = line.split(";")
            paths = [_numbers(pipe, ",") for pipe in pipes if pipe]
            problem, solution, kind = _level(header, paths)
            day, number = header.split(",")[1:3]
            name = f"{pack}/{number}" if day == "0" else f"{pack}/{day}-{number}"
            yield name, kind, problem, solution


def boards(pattern: str = "*") -> Iterator[tuple[str, Problem]]:
    """Name and problem of every single board whose file matches."""
    for file in sorted((DATA / "boards").glob(f"{pattern}.txt")):
        yield file.stem, plain(file.read_text())


def numberlink(pattern: str = "*") -> Iterator[tuple[str, Problem]]:
    """Name and problem of every board in the Numberlink files that match; meant for rule Z."""
    for file in sorted((DATA / "numberlink").glob(f"{pattern}.txt")):
        lines, first = file.read_text().split("\n"), 0
        number = 0
        while first < len(lines):
            size = re.fullmatch(r"(\d+) (\d+)\s*", lines[first])
            first += 1
            if size and int(size[2]):  # `0 0` closes a file
                number += 1
                rows = lines[first : first + int(size[2])]
                yield f"{file.stem}/{number}", plain("\n".join(rows))
                first += int(size[2])


def laid(height: int, width: int, pairs: int, seed: int) -> Problem:
    """A board of squares as the generator lays it, but not made to have one solution."""
    rng = random.Random(seed)
    board = shape("plain", height, width, rng)
    cover = Cover(board, rng)
    for _ in cover.anneal(pairs, list(range(board.graph.n))):
        pass
    return dotted(board, cover.pipes, range(pairs)).board.problem


def large(size: int, pairs: int, seed: int) -> Problem:
    """A square board whose pipes were drawn first, by the product's own annealing: they cover it,
    and none touches itself or is shorter than three cells."""
    rows = ["AA" + "." * (size - 2), *["." * size] * (size - 1)]
    board = read_pack("large", "\n".join(rows)).levels[0].board  # type: ignore[attr-defined]
    rng, sound = random.Random(seed), False
    while not sound:
        cover = Cover(board, rng)
        for _ in cover.anneal(pairs, list(range(board.graph.n))):
            pass
        sound = all(len(pipe) > 2 and not touches_itself(board.graph, pipe) for pipe in cover.pipes)
    dot = np.full(board.graph.n, -1, np.int32)
    for colour, pipe in enumerate(cover.pipes):
        dot[[pipe[0], pipe[-1]]] = colour
    return Problem.build(board.graph, dot, board.problem.place)


def plain(text: str, fill: bool = True) -> Problem:
    """The problem given as rows of characters: `.` empty, any other one a dot of its colour."""
    rows = text.split()
    colours = sorted(set("".join(rows)) - {"."})
    dot = [colours.index(char) if char != "." else -1 for row in rows for char in row]
    width, height = len(rows[0]), len(rows)
    cells = {(r, c): r * width + c for r in range(height) for c in range(width)}
    edges = [
        (v, cells[w]) for (r, c), v in cells.items() for w in ((r, c + 1), (r + 1, c)) if w in cells
    ]
    place = np.array([(c, r) for r, c in cells], dtype=np.float64)
    return Problem.build(Graph.from_edges(len(cells), edges), np.array(dot, np.int32), place, fill)


def _numbers(text: str, separator: str) -> list[int]:
    """The leading number of each item."""
    return [int(re.match(r"\d+", item)[0]) for item in text.split(separator) if item]  # type: ignore[index]


def _level(header: str, pipes: list[list[int]]) -> tuple[Problem, Solution, str]:
    fields = [*header.split(","), "", "", ""]
    shape, size = re.fullmatch(r"(?:([WX])_)?([\d:]+?)(?::I|\+.*)?", fields[0]).groups()  # type: ignore[union-attr]
    width, height = (int(part) for part in (size.split(":") * 2)[:2])
    bridges, holes = _numbers(fields[4], ":"), set(_numbers(fields[5], ":"))
    barred = {frozenset(_numbers(pair, "|")) for pair in fields[6].split(":") if pair}

    # A cell's vertex by axis: the two differ where a bridge is.
    axes: dict[tuple[int, int], int] = {}
    place: list[tuple[float, float]] = []
    for cell in range(width * height):
        r, c = divmod(cell, width)
        x, y = (c * 0.75**0.5, r + 0.5 * (c % 2 == 0)) if shape == "X" else (c, r)
        for axis in () if cell in holes else (0, 1):
            if axis == 1 and cell not in bridges:
                axes[cell, 1] = axes[cell, 0]
            else:
                axes[cell, axis] = len(place)
                place.append((x, y))

    edges = []
    for cell in range(width * height):
        for other, axis in _near(cell, width, height, shape):
            blocked = frozenset((cell, other)) in barred
            if (cell, axis) in axes and (other, axis) in axes and not blocked:
                edges.append((axes[cell, axis], axes[other, axis]))
    graph = Graph.from_edges(len(place), edges)

    dot = np.full(len(place), -1, np.int32)
    solution = []
    for colour, pipe in enumerate(pipes):
        dot[[axes[pipe[0], 0], axes[pipe[-1], 0]]] = colour
        path = [axes[pipe[0], 0]]
        for cell in pipe[1:]:
            path.append(
                next(
                    axes[cell, axis]
                    for axis in (0, 1)
                    if axes[cell, axis] in graph.neighbours[path[-1]]
                )
            )
        solution.append(tuple(path))
    kinds = {
        "hexes": shape == "X",
        "warps": shape == "W",
        "bridges": bool(bridges),
        "walls": bool(barred),
        "holes": bool(holes),
    }
    kind = next((name for name, holds in kinds.items() if holds), "plain")
    return Problem.build(graph, dot, np.array(place, np.float64)), tuple(solution), kind


def _near(cell: int, width: int, height: int, shape: str | None) -> Iterator[tuple[int, int]]:
    """Right and lower neighbours of a cell, by horizontal (0) or vertical (1) passage."""
    r, c = divmod(cell, width)
    if shape == "X":
        steps = [(1, 0, 1), (0, 1, 0), ((1 if c % 2 == 0 else -1), 1, 0)]
    else:
        steps = [(0, 1, 0), (1, 0, 1)]
    for down, right, axis in steps:
        row, column = r + down, c + right
        inside = 0 <= row < height and column < width
        if inside or shape == "W":
            yield (row % height) * width + column % width, axis
