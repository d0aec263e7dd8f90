"""Python started with this folder on its path can start neither threads nor processes."""

from __future__ import annotations

import os
import subprocess
import threading


def refuse(*_: object, **__: object) -> None:
    """As the thread of a process that may have no more."""
    raise RuntimeError("can't start new thread")


def forbid(*_: object, **__: object) -> None:
    """As the kernel of a sandbox."""
    raise PermissionError(1, "Operation not permitted")


threading.Thread.start = refuse  # type: ignore[assignment]
threading._start_new_thread = refuse  # type: ignore[attr-defined]
subprocess.Popen.__init__ = forbid  # type: ignore[assignment]
os.fork = os.forkpty = os.posix_spawn = forbid  # type: ignore[assignment]
