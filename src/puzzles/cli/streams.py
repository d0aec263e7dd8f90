"""The standard streams as a command may find them: closed, full, or of few characters."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress


def prepare() -> None:
    """Let all three be there, and every character be written."""
    for name, mode in ("stdin", "r"), ("stdout", "w"), ("stderr", "w"):
        if getattr(sys, name) is None:  # it was closed, or there is no console
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    # A terminal gets a question mark for what it cannot write. Whatever else reads gets UTF-8, as
    # level files are, unless another encoding is asked for.
    asked = sys.stdout.isatty() or os.environ.get("PYTHONIOENCODING")
    encoding = None if asked else "utf-8"
    sys.stdout.reconfigure(encoding=encoding, errors="replace")  # type: ignore[union-attr]


def give_up_output() -> None:
    """Nothing more can be written; Python must not try again at the end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def reader_has_gone(error: OSError) -> bool:
    """Return True if the reader of the output has closed it."""
    if sys.platform == "win32" and error.errno == errno.EINVAL:  # what it says of a closed pipe
        return True
    return isinstance(error, BrokenPipeError)
