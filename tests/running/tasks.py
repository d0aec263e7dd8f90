"""Tasks that are quick or slow, print, fail, or end their process; for children and pools."""

from __future__ import annotations

import hashlib
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

from puzzles.core.errors import UsageError
from puzzles.core.solving import Progress

Values = dict[str, Any]


def square(x: int) -> Iterator[Values]:
    time.sleep(0.01 * (5 - x % 5))  # later ones are done before
    yield {"x": x * x}


def who() -> Iterator[Values]:
    time.sleep(0.1)
    yield {"pid": os.getpid(), "nice": os.getpriority(os.PRIO_PROCESS, 0), "path": os.getcwd()}


def slow(x: int) -> Iterator[Values]:
    time.sleep(0 if x < 3 else 60)
    yield {"x": x}


def root(x: float) -> Iterator[Values]:
    from math import sqrt

    if x == 0:
        raise UsageError("not of nothing")
    yield {"x": sqrt(x)}


def greedy() -> Iterator[Values]:
    yield {"x": len(bytearray(1 << 62))}


def die(x: int) -> Iterator[Values]:
    """Kills its process, unless x is 0."""
    if x:
        os.kill(os.getpid(), signal.SIGKILL)
    yield {"pid": os.getpid()}


def noisy() -> Iterator[Values]:
    print("not an event")
    os.system("echo nor this")
    yield {"x": (lambda: 1) if os.environ.get("ODD") else 1}


def endless(kind: str) -> Iterator[Progress]:
    """Never ends by itself: between events, or inside one call, as a kernel does."""
    number = 0
    yield Progress()
    if kind == "inside a call":
        hashlib.pbkdf2_hmac("sha256", b"", b"", 1_000_000_000)
    while True:
        number += 1
        time.sleep(0.01)
        yield Progress(number)
