"""How many children there may be at a time, of all apps that a server runs for its visitors.

PUZZLES_SLOTS names a folder with an empty file for each. Who has locked one has the slot; the lock
goes with the process, however that ends. Without the variable there are as many as anybody likes.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from puzzles.running.work import Failed

BUSY = "all solvers are busy with the puzzles of others; please try again in a moment"

Slot = IO[bytes]


def are_few() -> bool:
    """Whether others are waiting for a slot."""
    return "PUZZLES_SLOTS" in os.environ


def take() -> Slot | None:
    """A slot, to be closed in the end; None where none is needed. Raises Failed if there is no
    other."""
    if not are_few():
        return None
    for file in sorted(Path(os.environ["PUZZLES_SLOTS"]).iterdir()):
        slot = file.open("r+b")
        try:
            _lock(slot)
        except OSError:
            slot.close()
        else:
            return slot
    raise Failed(BUSY)


def make(folder: Path, number: int) -> None:
    """Let there be so many."""
    for slot in range(number):
        (folder / f"{slot}").touch()


def _lock(slot: Slot) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(slot.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(slot, fcntl.LOCK_EX | fcntl.LOCK_NB)
