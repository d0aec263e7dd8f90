"""What tests look at to see that no process outlives its parent."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")


def children_of(pid: int) -> list[int]:
    """The processes that one has started."""
    threads = Path(f"/proc/{pid}/task")
    if not threads.is_dir():
        pytest.skip("needs /proc")
    found = list[int]()
    for thread in threads.iterdir():
        with suppress(OSError):  # it has ended
            found += map(int, (thread / "children").read_text().split())
    return found


def alive(pid: int) -> bool:
    """Whether a process is there; one that has ended is not, even if nobody has asked for it."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def all_end(pids: list[int], seconds: float) -> bool:
    """Whether all of these processes end in that time."""
    end = time.monotonic() + seconds
    while any(map(alive, pids)):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def wait_for(condition: Callable[[], T], seconds: float = 60.0) -> T:
    """What the condition gives, once that is true."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
    return found
