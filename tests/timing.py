"""How long something takes, whatever else the machine does meanwhile."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
PART = 0.2  # seconds a part of a search may take here: 0.1 on a quiet machine, which may slow down


def timed(events: Iterable[T]) -> Iterator[tuple[float, T]]:
    """Each event, after the seconds that it took: processor time of this thread, less that of the
    garbage collector, which looks at all that other tests have left behind."""
    source = iter(events)
    gc.disable()
    try:
        began = time.thread_time()
        for event in source:
            yield time.thread_time() - began, event
            began = time.thread_time()
    finally:
        gc.enable()


def gaps(events: Iterable[object]) -> list[float]:
    """The seconds before each event, the longest last."""
    return sorted(seconds for seconds, _ in timed(events))
