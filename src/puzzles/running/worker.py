"""The process that solves for the app: `python -m puzzles.running.worker`.

Reads one JSON request a line, a `Question` as JSON values with an `id`.
Writes one JSON event a line, each with the request's id. A new line on standard input replaces the
search that is running (one with nothing but an id only stops it). The end of input ends the process
at once, so a search never outlives the app. Solving in a process of its own keeps the app's event
loop free even while kernels are compiled.
"""

from __future__ import annotations

import json
import os
import sys
from queue import SimpleQueue
from threading import Thread
from typing import Any

from puzzles.running.question import Question


def _say(values: dict[str, Any]) -> None:
    try:
        sys.stdout.write(json.dumps(values) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # no one is listening any more
        os._exit(0)


def _serve(request: dict[str, Any], lines: SimpleQueue[str]) -> None:
    """Solve as requested, until another line comes in."""
    for event in Question.of_json(request).events():
        _say({"id": request["id"], "event": type(event).__name__, **vars(event)})
        if not lines.empty():
            return


def _read(lines: SimpleQueue[str]) -> None:
    """Pass the lines of standard input on. Its end cuts through a kernel or a compilation."""
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


def main() -> None:
    lines: SimpleQueue[str] = SimpleQueue()
    Thread(target=_read, args=[lines], daemon=True).start()
    while True:
        request = json.loads(lines.get())
        if "level" not in request or not lines.empty():
            continue
        try:
            _serve(request, lines)
        except Exception as error:  # a plugin's fault ends its search, not the process
            reason = f"{type(error).__name__}: {error}"
            _say({"id": request["id"], "event": "Failed", "reason": reason})


if __name__ == "__main__":
    main()
