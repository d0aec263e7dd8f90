"""Threads, where there are any, and cores.

Alone (`PUZZLES_ALONE=1`, or where no thread can be started), a program has the one thread that it
began with: what another would do is done at once, one thing after the other.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from threading import Thread

ALONE = "PUZZLES_ALONE"


def alone() -> bool:
    """Return whether this process starts no threads, and no processes."""
    return os.environ.get(ALONE, "0") not in ("", "0") or not _startable()


@cache
def _startable() -> bool:
    """Return whether a thread can be started here."""
    try:
        Thread(target=int).start()
    except RuntimeError:
        return False
    return True


def begin(call: Callable[[], object], daemon: bool = True) -> Thread | None:
    """Have a thread of its own call this, and return it; alone, call it now."""
    if alone():
        call()
        return None
    thread = Thread(target=call, daemon=daemon)
    thread.start()
    return thread


def cores() -> int:
    """Return how many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
