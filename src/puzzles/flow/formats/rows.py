"""Rows of characters and nothing else, the way solvers exchange boards; `docs/levels.md` has them.

A letter or digit is a dot and `.` an empty cell; in a board without `.`, a `0` is one.
"""

from __future__ import annotations

import re

from puzzles.core.errors import UsageError
from puzzles.core.formats import Format
from puzzles.core.places import PlainPlaces
from puzzles.core.tables import Table
from puzzles.flow.levels import EMPTY, format
from puzzles.flow.model import FlowLevel

_CHARACTERS = re.compile(r"[A-Za-z0-9.#+ \n]+")


def sniff(text: str) -> bool:
    """Whether there are empty cells enough for the dots: a pipe has three cells or more."""
    if not _CHARACTERS.fullmatch(text):
        return False
    empty = text.count(EMPTY) or text.count("0")
    return empty > 0 and sum(map(str.isalnum, text)) <= 2 * empty + text.count("0")


def read(file: str, text: str) -> Table:
    return Table({"puzzle": "flow", "board": text}, PlainPlaces(file))


def write(level: FlowLevel) -> str:
    board = level.board
    lacks = {"walls": board.walls, "rims that wrap": board.wrap,
             "hexagons": board.grid.kind == "hex", "`fill = false`": not board.fill}  # fmt: skip
    for what, needed in lacks.items():
        if needed:
            raise UsageError(f"rows of characters have no {what}")
    return str(format(level)["board"]) + "\n"


FORMAT = Format("flow-rows", "rows of characters", ".txt", sniff, read, write)
