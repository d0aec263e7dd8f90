"""Boards and sizes as people write them, every fault at its place."""

import re
from collections.abc import Callable
from typing import TypeVar

from puzzles.core.errors import UsageError
from puzzles.core.tables import Table
from puzzles.grids.grid import MISSING, LatticeGrid, LayoutError

G = TypeVar("G", bound=LatticeGrid)

_LONGEST = 8  # characters that a cell may take, blanks included


def read_board(
    table: Table,
    shape: type[G],
    most: int,
    fault: Callable[[str], str],
    missing: str = MISSING,
    pitch: tuple[int, int] = (1, 1),
) -> tuple[G, list[str]]:
    """The grid that the key `board` describes, 1 to `most` cells, and the symbol of each cell.

    `fault` says why a symbol cannot stand on a board, "" if it can; `missing` stands for a cell
    that is not there ("": none may be missing). `pitch` has the columns and the lines from a cell
    to the next, where there is something between them. Raises LevelError.
    """
    text = table.get("board", str)
    if text is None:
        raise table.error("a level needs a board")
    if len(text) > _LONGEST * most:
        raise table.too_large(f"the board is too large; it may have {most:,} cells", "board")
    across, down = pitch
    lines = text.split("\n")
    try:
        grid, symbols = shape.parse("\n".join(line[::across] for line in lines[::down]), missing)
    except LayoutError as error:
        row = error.row * down
        col = min(error.col * across, len(lines[row]))
        raise table.error_inside(error.reason, "board", row, col) from None
    if not grid.n:
        raise table.error("the board has no cells", "board")
    if grid.n > most:
        raise table.too_large(f"the board has {grid.n:,} cells; the most is {most:,}", "board")
    for symbol in dict.fromkeys(symbols):
        if reason := fault(symbol):
            rows = enumerate(row.rstrip() for row in lines)
            first = next((y, row.index(symbol)) for y, row in rows if symbol in row)
            raise table.error_inside(reason, "board", *first)
    return grid, symbols


def read_size(
    text: str, like: str, sides: range = range(1, 10_000), of: str = ""
) -> tuple[int, int]:
    """Columns and rows of a size such as `8x6`; UsageError, with one to be `like`, for others, and
    where those are no `sides` (`of` what they are)."""
    match = re.fullmatch(r"([1-9]\d{0,3})[x×]([1-9]\d{0,3})", text.strip().lower())
    if not match:
        raise UsageError(f"{text!r} is not a size; sizes are like {like}, columns first")
    cols, rows = int(match[1]), int(match[2])
    if cols not in sides or rows not in sides:
        known = f"{sides[0]} to {sides[-1]} cells"
        raise UsageError(f"sides{of} are {known}, not {cols}×{rows}")
    return cols, rows
