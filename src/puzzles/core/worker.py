"""The process that solves for the app: `python -m puzzles.core.worker`.

Reads one JSON request a line: `{"id", "level", "moves", "limits", "view", "why"}` with the level
as a document, the moves made so far as text, and either a view if the search is to be traced step
by step, or a best move with the number of moves it leaves, if that is to be explained.
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

from puzzles.core.levels import read_pack
from puzzles.core.solving import Event, Limits, Progress


def _position(request: dict[str, Any]) -> tuple[Any, Any]:
    """The plugin, and the position that the request's moves lead to."""
    pack = read_pack("level", request["level"])
    puzzle = pack.puzzle
    state = puzzle.start(pack.levels[0])
    for text in request["moves"]:
        state = puzzle.apply(state, puzzle.move_parse(state, text))
    return puzzle, state


def _event(puzzle: Any, state: Any, event: Event) -> dict[str, Any]:
    """An event as JSON values; moves become text, each read in the position it is made in."""
    values = dict(vars(event))
    key = "moves"
    if isinstance(event, Progress):
        key, values["moves"] = "line", None  # whoever watches only asks how many they are
    if values[key] is not None:
        texts = []
        for move in getattr(event, key):
            texts.append(puzzle.move_text(state, move))
            state = puzzle.apply(state, move)
        values[key] = texts
    return {"event": type(event).__name__, **values}


def _say(values: dict[str, Any]) -> None:
    try:
        sys.stdout.write(json.dumps(values) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # no one is listening any more
        os._exit(0)


def _serve(request: dict[str, Any], lines: SimpleQueue[str]) -> None:
    """Solve as requested, until another line comes in."""
    puzzle, state = _position(request)
    view = request.get("view", "")
    limits = Limits(**request["limits"])
    if view:
        events = puzzle.trace(state, view)
    elif why := request.get("why"):
        move, left = why
        events = puzzle.why(state, puzzle.move_parse(state, move), left, limits)
    else:
        events = puzzle.solve(state, limits)
    for event in events:
        _say({"id": request["id"], **_event(puzzle, state, event)})
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
