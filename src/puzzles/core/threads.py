"""Threads, processes and cores: which of them there are."""

import os
import sys

ALONE = "PUZZLES_ALONE"
THREADS: bool = sys.platform != "emscripten"  # a page has the one thread that it began with


def alone() -> bool:
    """Return whether this process starts no other."""
    return os.environ.get(ALONE, "0") not in ("", "0")


def cores() -> int:
    """Return how many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
