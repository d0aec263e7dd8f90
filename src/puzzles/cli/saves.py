"""The player's saved games, for a command: what is wrong with them is told."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from puzzles.core.errors import PuzzlesError, UsageError, printable
from puzzles.player.saves import Saves


@contextmanager
def opened() -> Iterator[Saves]:
    """The saved games, closed at the end; UsageError if they could not be reached."""
    saves = Saves()
    try:
        yield saves
    except PuzzlesError as error:
        # What could not be read may be why something else is missing.
        raise (UsageError(saves.trouble) if saves.trouble else error) from None
    finally:
        saves.close()
    if saves.trouble:
        raise UsageError(saves.trouble)
    for notice in saves.notices():
        print(f"puzzles: {printable(notice)}", file=sys.stderr)
