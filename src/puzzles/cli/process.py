"""The process of a command: its streams, signals, exit codes, and the report of a crash."""

import errno
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from threading import current_thread, main_thread
from types import FrameType

from puzzles.core.errors import Crash, LevelError, PuzzlesError, printable, reason_of


class Exit(IntEnum):
    """NO is an answer: unsolvable, not within so many moves, or a limit reached without a proof.
    CRASHED (EX_SOFTWARE in sysexits.h) is a fault of the program's own."""

    DONE = 0
    NO = 1
    WRONG = 2
    CRASHED = 70
    INTERRUPTED = 130


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
    """Drop what is still to be written; Python must not try again at the end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def reader_has_gone(error: OSError) -> bool:
    """Return True if the reader of the output has closed it."""
    if sys.platform == "win32" and error.errno == errno.EINVAL:  # what it says of a closed pipe
        return True
    return isinstance(error, BrokenPipeError)


def warn(error: PuzzlesError) -> None:
    """Print an error on standard error; one of a level begins with its place."""
    prefix = "" if isinstance(error, LevelError) else "puzzles: "
    print(printable(f"{prefix}{error}"), file=sys.stderr)


@contextmanager
def heeding() -> Iterator[None]:
    """Heed SIGTERM and SIGHUP, unless they are ignored (`nohup`)."""
    came: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)  # the second time it cannot wait
        came.append(number)
        raise KeyboardInterrupt

    heeded: list[signal.Signals] = []
    if sys.platform != "win32" and current_thread() is main_thread():
        signals = signal.SIGTERM, signal.SIGHUP
        heeded = [number for number in signals if signal.getsignal(number) == signal.SIG_DFL]
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


def report(error: BaseException) -> Exit:
    """Report an error that nobody expected, and return the exit code. A report that cannot be
    written goes to standard error."""
    from puzzles.player.reports import report_of, write_report

    if isinstance(error, Crash) and error.__cause__ is not None:
        error = error.__cause__
    what = printable(f"{type(error).__name__}: {error}"[:200])
    text = report_of(error)
    try:
        where = f"the report is {write_report(text)}"
    except OSError as reason:
        print(text, file=sys.stderr)
        where = f"the report cannot be written ({reason_of(reason)})"
    print(f"puzzles: this is a fault of the program ({what}); {where}", file=sys.stderr)
    return Exit.CRASHED
