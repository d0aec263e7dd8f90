"""Prints how quick the app is: its first frame, keys on the home screen and on a large board, what
a key sends, and what idling costs: `python bench/app.py`.

The real command runs in a terminal in memory; a key is timed until the last byte of its frame.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from helping import few, help_first, some
from puzzles.library.catalogue import library
from terminal import Terminal

RUNS, KEYS, IDLE = map(few, (7, 100, 15))  # the last in seconds
ROWS = 6  # down and up: at the rim of a board, and of the shelves, a key does nothing
BOARD = "10×29"
# The terminal says that it knows synchronised output, so the app marks the end of each frame.
KNOWN, FRAME = "\x1b[?2026;2$y", b"\x1b[?2026l"


def opened(arguments: list[str], columns: int, rows: int) -> Terminal:
    terminal = Terminal(columns, rows, arguments, {})
    terminal.child.send(KNOWN)
    return terminal


def timed(run: Callable[[], object]) -> float:
    """Return the milliseconds that something takes."""
    began = time.perf_counter()
    run()
    return 1000 * (time.perf_counter() - began)


def until(words: str) -> float:
    """Return the milliseconds from opening the app until it shows these words, without those that
    the terminal takes to close."""
    began = time.perf_counter()
    terminal = opened([], 80, 24)
    assert terminal.wait_for(lambda text: words in text)
    taken = 1000 * (time.perf_counter() - began)
    terminal.child.kill(9)
    return taken


def cpu(terminal: Terminal) -> float:
    """Return the CPU time of all threads so far, in milliseconds."""
    total = 0
    for task in Path(f"/proc/{terminal.child.pid}/task").iterdir():
        with suppress(OSError):  # a thread that has just ended
            total += int((task / "schedstat").read_text().split()[0])
    return total / 1e6


def keys(what: str, arguments: list[str], columns: int, rows: int) -> None:
    """Time arrow keys: down and back, until the whole frame is there."""
    terminal = opened(arguments, columns, rows)
    terminal.read(3)
    wall, used, sent = [], [], []
    for number in range(KEYS):
        before = cpu(terminal)
        terminal.child.send("\x1b[B" if number // ROWS % 2 == 0 else "\x1b[A")
        wall.append(timed(lambda: sent.append(len(terminal.read(5, until=FRAME)) / 1000)))
        used.append(cpu(terminal) - before)
        sent[-1] += len(terminal.read(0.1)) / 1000
    report(f"key {what}, {columns}×{rows}", "16 ms", wall)
    report("  of CPU", "16 ms", used)
    report("  sends", "30 kB", sent)
    before = cpu(terminal)
    terminal.read(IDLE)
    report("  CPU while idle, per second", "10 ms", [(cpu(terminal) - before) / IDLE])
    terminal.close()


def report(what: str, limit: str, values: Sequence[float]) -> None:
    ordered = sorted(values)
    late = ordered[int(0.95 * (len(values) - 1))]
    unit = limit.split()[1]
    print(
        f"{what:<40} median {median(values):7.2f} {unit}  95 % {late:7.2f}   asked: under {limit}"
    )


def main() -> None:
    with TemporaryDirectory() as folder:
        os.environ["PUZZLES_STATE_DIR"] = folder
        count = sum(pack.puzzle.id == "kami" for pack in library().packs)
        for what, words in (("first board", "Kami"), ("all packs", f"{count} packs")):
            report(what, "800 ms", [until(words) for _ in range(RUNS)])
        for columns, rows in some([(80, 24), (120, 40), (200, 60)]):
            keys("on the home screen", [], columns, rows)
        entries = library().entries()
        large = next(e.name for e in entries if e.pack.puzzle.facts(e.level)["size"] == BOARD)
        keys(f"on a {BOARD} board", [large], 120, 40)


if __name__ == "__main__":
    help_first(__doc__)
    main()
