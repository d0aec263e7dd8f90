"""Boards of others, with what is known of them, for the tests of `puzzles.logic`."""

from __future__ import annotations

import json
from collections.abc import Generator, Set
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest

from puzzles.core.errors import NOWHERE
from puzzles.grids.layers import LayeredLevel
from puzzles.grids.sides import sides_of
from puzzles.grids.square import SquareGrid
from puzzles.logic.model import Rule
from puzzles.logic.wholes import OneLoop
from puzzles.sat.closing import Closing

DATA = Path(__file__).parents[3] / "shared" / "data"
HOLES = "@#"  # in a published board of Stars
T = TypeVar("T")


def entries(puzzle: str, file: str = "published.jsonl") -> list[dict[str, Any]]:
    """The boards in a file of a puzzle; the test is skipped where it is not at hand."""
    path = DATA / puzzle / file
    if not path.exists():
        pytest.skip(f"there is no {path}")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def ended(events: Generator[Any, None, T]) -> T:
    """What a stream of events returns."""
    while True:
        try:
            next(events)
        except StopIteration as end:
            found: T = end.value
            return found


def level(rows: list[str], **more: Any) -> LayeredLevel:
    """The level of rows, a character a cell."""
    grid = SquareGrid.full(len(rows), len(rows[0]))
    return LayeredLevel("", NOWHERE, grid, "".join(rows), **more)


def words(rows: list[str]) -> list[list[str]]:
    return [row.split() for row in rows]


def set_places(rows: list[list[str]], board: list[list[str]], mark: str) -> frozenset[int]:
    """The cells with this mark; where the board has a hole is none."""
    there = (
        word
        for row, on_board in zip(rows, board, strict=True)
        for word, hole in zip(row, on_board, strict=True)
        if hole not in HOLES
    )
    return frozenset(cell for cell, word in enumerate(there) if word == mark)


def akari(entry: dict[str, Any]) -> LayeredLevel:
    meaning = {"-": ".", "x": "#"}
    rows = words(entry["cells"]) if " " in entry["cells"][0] else entry["cells"]
    return level(["".join(meaning.get(word, word) for word in row) for row in rows])


def stars(entry: dict[str, Any]) -> LayeredLevel:
    if "regions" in entry:
        return level(entry["regions"])
    letter: dict[str, str] = {}
    rows = []
    for row in words(entry["cells"]):
        for word in row:
            letter.setdefault(word, "@" if word in HOLES else chr(ord("A") + len(letter)))
        rows.append("".join(letter[word] for word in row))
    grid, cells = SquareGrid.parse("\n".join(rows), "@")
    variant = {"stars": entry["stars"]}
    return LayeredLevel("", NOWHERE, grid, "".join(cells), variant=variant)


def binairo(entry: dict[str, Any], unlike: bool = False) -> LayeredLevel:
    meaning = {"-": ".", "2": "0"} if " " in entry["cells"][0] else {}
    rows = words(entry["cells"]) if meaning else entry["cells"]
    board = ["".join(meaning.get(word, word) for word in row) for row in rows]
    return level(board, variant={"unlike": unlike})


def loop(entry: dict[str, Any]) -> LayeredLevel:
    return level(
        [row.replace(" ", "").replace("-", ".") for row in entry.get("clues") or entry["cells"]]
    )


def rim(entry: dict[str, Any]) -> frozenset[int]:
    """The sides between cells within a published loop and others; nothing where none is known."""
    rows = [row.replace(" ", "") for row in entry["solution"] if row[0] != "["]
    grid = sides_of(SquareGrid.full(entry["rows"], entry["cols"]))
    inside = [mark == "x" for row in rows for mark in row]
    count = (sum(inside[cell] for cell in grid.beside(side)) for side in range(grid.n) if inside)
    return frozenset(side for side, number in enumerate(count) if number == 1)


def cuts(rule: Rule, marks: Set[int]) -> list[tuple[int, ...]]:
    """The clauses of a rule of the whole board that are broken."""
    ends = rule.ends if isinstance(rule, OneLoop) else {}
    values = np.zeros(max(ends, default=0) + 1, np.int8)
    values[[*ends.keys() & marks]] = 1
    return [*rule.cuts(marks, Closing(ends).loop(values))]
