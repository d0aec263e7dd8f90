"""The child's side of `child`: `python -m puzzles.running.worker`.

Reads one request a line, any values pickled as text: a task, what it is given, and whether progress
is wanted; writes one event a line, the last no Progress. A new line, which may be None, ends the
task at its next event; the end of input ends the process at once, as its parent has ended.
"""

import os
import pickle
import signal
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from pickle import PicklingError
from queue import SimpleQueue
from threading import Thread
from typing import Any

from puzzles.core.solving import Progress
from puzzles.running.work import Failed, do

POLITE = "polite"  # the argument of a process that lets others go first
NICER = 10  # how much
DROPPED = Failed("it was dropped")


def packed(value: object) -> bytes:
    """Return the line that `unpacked` reads. Raises PicklingError, TypeError or AttributeError."""
    return b64encode(pickle.dumps(value)) + b"\n"


def unpacked(line: bytes) -> Any:
    """Return the value in a line that `packed` gave."""
    return pickle.loads(b64decode(line))


def answers(line: bytes, is_dropped: Callable[[], bool]) -> Iterator[bytes]:
    """Yield the events of a request, a line each; an empty one where there is nothing to tell."""
    request = unpacked(line)
    if request is None:  # what it was to end is over
        return
    task, values, progress = request
    for event in do(task, values):
        under_way = isinstance(event, Progress)
        try:
            yield packed(event) if progress or not under_way else b""
        except (PicklingError, TypeError, AttributeError) as error:  # a plugin gave such values
            yield packed(Failed(str(error)))
            return
        if under_way and is_dropped():
            yield packed(DROPPED)
            return


def _read(lines: SimpleQueue[bytes]) -> None:
    """Pass the lines of standard input on. Its end cuts through a kernel or a compilation."""
    with open(0, "rb", closefd=False) as source:
        for line in source:
            lines.put(line)
    os._exit(0)


def main() -> None:
    # A terminal sends Ctrl-C to all its processes, but only the first one should act on it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if POLITE in sys.argv and sys.platform != "win32":
        os.nice(NICER)
    # What a plugin prints goes elsewhere, and does not come between the events.
    out = open(os.dup(1), "wb")  # noqa: SIM115 (open as long as the process)
    os.dup2(2, 1)
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=[lines], daemon=True).start()
    while True:
        for event in answers(lines.get(), lambda: not lines.empty()):
            try:
                out.write(event)
                out.flush()
            except BrokenPipeError:  # no one is listening any more
                os._exit(0)


if __name__ == "__main__":
    main()
