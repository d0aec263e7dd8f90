"""The child's side of `child`: `python -m puzzles.running.worker`.

Reads one JSON request a line: a number, the name of a task and what it is given; writes one JSON
event a line, each with the number. A new line on standard input ends the task that is going on at
its next event; one without a task does only that, and is answered, or ends the process if it says
so. The end of input ends the process at once, whatever it is doing: a child ends with its parent,
however that ended.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from queue import SimpleQueue
from threading import Thread
from typing import TextIO

from puzzles.running.work import do


def _serve(line: str, lines: SimpleQueue[str], out: TextIO) -> None:
    """Do what is asked, until another line comes in."""
    request = json.loads(line)
    if request.get("end"):  # others are waiting for the place
        os._exit(0)
    if "task" not in request:
        _say(out, {"id": 0, "event": "Idle"})
        return
    number, wanted = {"id": request["id"]}, request["progress"]
    _say(out, {**number, "event": "Begun"})
    for event in do(request["task"], request["values"]):
        if wanted or event["event"] != "Progress":
            try:
                _say(out, {**number, **event})
            except TypeError as error:  # a plugin gave values that are not plain
                _say(out, {**number, "event": "Failed", "reason": str(error)})
        if "puzzles.running.kernels" in sys.modules:
            sys.modules["puzzles.running.kernels"].sign()
        if not lines.empty():
            return


def _say(out: TextIO, values: dict[str, object]) -> None:
    try:
        out.write(json.dumps(values) + "\n")
        out.flush()
    except BrokenPipeError:  # no one is listening any more
        os._exit(0)


def _read(lines: SimpleQueue[str]) -> None:
    """Pass the lines of standard input on. Its end cuts through a kernel or a compilation."""
    with open(0, closefd=False) as source:
        for line in source:
            lines.put(line)
    os._exit(0)


def main() -> None:
    # A terminal sends Ctrl-C to all its processes, but only the first one should act on it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a plugin prints goes elsewhere, and does not come between the events.
    out = open(os.dup(1), "w")  # noqa: SIM115 (open as long as the process)
    os.dup2(2, 1)
    lines: SimpleQueue[str] = SimpleQueue()
    Thread(target=_read, args=[lines], daemon=True).start()
    while True:
        line = lines.get()
        if lines.empty():
            _serve(line, lines, out)


if __name__ == "__main__":
    main()
