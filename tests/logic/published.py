"""Boards of others, with what is known of them, for the tests of `puzzles.logic`."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from puzzles.core.errors import NOWHERE
from puzzles.grids.layers import LayeredLevel
from puzzles.grids.square import SquareGrid

DATA = Path(__file__).parents[3] / "shared" / "data"
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


def symbols(rows: list[str], meaning: dict[str, str]) -> list[str]:
    """Rows of words as rows of characters, some of them others."""
    return ["".join(meaning.get(word, word) for word in row.split()) for row in rows]


def places(rows: list[str], mark: str) -> frozenset[int]:
    """The cells with this mark, of rows without holes."""
    cells = "".join(rows)
    return frozenset(cell for cell, symbol in enumerate(cells) if symbol == mark)


def akari() -> Iterator[tuple[str, LayeredLevel, frozenset[int]]]:
    """The name, the level and the solution of each Akari."""
    for entry in entries("akari"):
        rows = symbols(entry["cells"], {"-": ".", "x": "#"})
        yield entry["name"], level(rows), places(symbols(entry["solution"], {}), "o")
