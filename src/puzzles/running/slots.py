"""The limit on children at a time, of all apps that a server runs for its visitors.

PUZZLES_SLOTS names a folder with an empty file for each; without it there is no limit. Who has
locked one has the slot. The lock is SQLite's, and goes with the process, however that ends.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from puzzles.running.work import Failed

if TYPE_CHECKING:
    import sqlite3

BUSY = "all solvers are busy with the puzzles of others; please try again in a moment"

Slot: TypeAlias = "sqlite3.Connection"


def are_few() -> bool:
    """Return True if others are waiting for a slot."""
    return "PUZZLES_SLOTS" in os.environ


def take() -> "Slot | None":
    """A slot, to be closed in the end; None where none is needed. Raises Failed if none is left."""
    if not are_few():
        return None
    import sqlite3  # here: on the page, machine code comes after this module

    for file in sorted(Path(os.environ["PUZZLES_SLOTS"]).glob("*.slot")):
        slot = sqlite3.connect(file, timeout=0, isolation_level=None)
        try:
            slot.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            slot.close()
        else:
            return slot
    raise Failed(BUSY)


def make(folder: Path, number: int) -> None:
    """Make `number` slots."""
    for slot in range(number):
        (folder / f"{slot}.slot").touch()
