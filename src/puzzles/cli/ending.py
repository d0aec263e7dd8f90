"""Told to end, the command ends as by Ctrl-C: nothing is lost, and the terminal is put back.

Then it ends by the signal that told it, as whoever sent that expects.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from types import FrameType

if sys.platform == "win32":
    SIGNALS: tuple[signal.Signals, ...] = ()
else:
    SIGNALS = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def heeding() -> Iterator[None]:
    """Heed SIGTERM and SIGHUP, unless they are ignored (`nohup`)."""
    came: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)  # the second time it cannot wait
        came.append(number)
        raise KeyboardInterrupt

    here = current_thread() is main_thread()
    heeded = [number for number in SIGNALS if here and signal.getsignal(number) == signal.SIG_DFL]
    for number in heeded:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, signal.SIG_DFL)
        if came:
            with suppress(OSError, AttributeError):  # closed, or not there
                sys.stdout.flush()
            os.kill(os.getpid(), came[0])
