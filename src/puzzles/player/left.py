"""Boards as the player left them: a level that is solved is shown solved."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.core.errors import MoveError
from puzzles.library.catalogue import Entry


def as_left(entry: Entry, moves: Sequence[str]) -> object:
    """The position of a level after the moves that won it; its start where these no longer do."""
    puzzle = entry.pack.puzzle
    start = puzzle.start(entry.level)
    if not moves:
        return start
    try:
        state = puzzle.after(start, moves)
    except MoveError:
        return start
    return state if puzzle.status(state).won else start
