"""The child's side of `child`: `python -m puzzles.running.worker`.

Reads one request a line, any values pickled as text: a number, a task, what it is given, and
whether progress is wanted; writes one event a line, each with the number. A new line on standard
input ends the task that is going on at its next event; one without a task does only that, and is
answered. The end of input ends the process at once, whatever it is doing: a child ends with its
parent, however that ended.
"""

from __future__ import annotations

import os
import pickle
import signal
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pickle import PicklingError
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from puzzles.core.solving import Progress
from puzzles.running.work import IDLE, Failed, do


def packed(value: object) -> bytes:
    """Return the line that `unpacked` reads. Values that cannot be pickled raise PicklingError,
    TypeError or AttributeError."""
    return b64encode(pickle.dumps(value)) + b"\n"


def unpacked(line: bytes) -> Any:
    """Return the value in a line that `packed` gave."""
    return pickle.loads(b64decode(line))


def answers(line: bytes) -> Iterator[bytes]:
    """Yield the events of a request, a line each; an empty one where there is nothing to tell."""
    request = unpacked(line)
    if request is None:
        yield packed((0, IDLE))
        return
    number, task, values, progress = request
    for event in do(task, values):
        told = progress or not isinstance(event, Progress)
        try:
            yield packed((number, event)) if told else b""
        except (PicklingError, TypeError, AttributeError) as error:  # a plugin gave such values
            yield packed((number, Failed(str(error))))


def _serve(line: bytes, lines: SimpleQueue[bytes], out: BinaryIO) -> None:
    """Do what is asked, until another line comes in."""
    for event in answers(line):
        try:
            out.write(event)
            out.flush()
        except BrokenPipeError:  # no one is listening any more
            os._exit(0)
        if not lines.empty():
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
    # What a plugin prints goes elsewhere, and does not come between the events.
    out = open(os.dup(1), "wb")  # noqa: SIM115 (open as long as the process)
    os.dup2(2, 1)
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=[lines], daemon=True).start()
    while True:
        line = lines.get()
        if lines.empty():
            _serve(line, lines, out)


if __name__ == "__main__":
    main()
