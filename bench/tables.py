"""Tables in a terminal, row by row as these come."""

from __future__ import annotations

from collections.abc import Iterable


def show(columns: Iterable[object], rows: Iterable[Iterable[object]]) -> None:
    """Print the head of a table, and each row when it is there."""
    print(*columns, sep=" | ")
    for cells in rows:
        print(*cells, sep=" | ", flush=True)
