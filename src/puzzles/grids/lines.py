"""Boards that lines fill: those of a symbol are one line, which touches itself nowhere."""

from collections.abc import Sequence
from itertools import pairwise

Cell = tuple[int, int]  # row and column


def ends(rows: Sequence[Sequence[str]], missing: str = "") -> dict[str, tuple[Cell, Cell]] | None:
    """The ends of each symbol's line; None if rows differ in length or the cells of a symbol are
    no such line. The symbol `missing` stands where no cell is."""
    if len({len(row) for row in rows}) != 1:
        return None
    where: dict[str, set[Cell]] = {}
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row):
            if symbol != missing:
                where.setdefault(symbol, set()).add((y, x))
    # A line has a side between two cells fewer than it has cells: this leaves out most boards.
    rows_and_columns = (*rows, *zip(*rows, strict=True))
    sides = sum(a == b != missing for line in rows_and_columns for a, b in pairwise(line))
    if sides != sum(map(len, where.values())) - len(where):
        return None
    found = {}
    for symbol, line in where.items():
        tips = [cell for cell in line if len(_near(cell, line)) == 1]
        if len(tips) != 2 or len(_walk(tips[0], line)) < len(line):
            return None
        found[symbol] = (tips[0], tips[1])
    return found


def _near(cell: Cell, line: set[Cell]) -> set[Cell]:
    y, x = cell
    return {(y, x + 1), (y + 1, x), (y, x - 1), (y - 1, x)} & line


def _walk(cell: Cell, line: set[Cell]) -> set[Cell]:
    """The cells of a line from one of its ends on, as far as it is clear how it goes on."""
    passed = {cell}
    while len(further := _near(cell, line) - passed) == 1:
        (cell,) = further
        passed.add(cell)
    return passed
