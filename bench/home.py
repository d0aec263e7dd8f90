"""Prints how quick the home screen is with a thousand levels: its first frame, walking about, and
how much it sends.

    python bench/home.py

The real command runs in a pseudo-terminal; a key is timed until the last byte of its frame. Keys
come one by one, `held` as a keyboard repeats them, and `flat out`: each as soon as the frame of the
last is there, so that the pictures that are drawn between two keys are in the way. What a key sends
is counted until the screen rests, with the level that is then drawn large.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from pathlib import Path
from statistics import median

from child import Child, report
from helping import help_first
from puzzles.library.catalogue import library

RUNS, KEYS, WEIGHED = 7, 100, 20
SIZES = ((80, 24), (120, 40), (200, 60))
WAYS = {"down": (b"\x1b[B", b"\x1b[A"), "page": (b"\x1b[6~", b"\x1b[5~")}  # and back again
PAUSES = {"": 0.1, " held": 0.03, " flat out": 0}  # seconds between two keys


def first_frame(what: str, limit: str) -> None:
    """From the start of the process until what is known of a level is on screen."""
    times, used = [], []
    for _ in range(RUNS):
        began = time.perf_counter()
        child = Child([], 80, 24)
        child.wait_for(" · ".encode())
        times.append((time.perf_counter() - began) * 1000)
        used.append(child.cpu())
        child.end()
    report(what, times, limit, used)


def walk(columns: int, rows: int) -> None:
    for what, (on, back) in WAYS.items():
        for how, pause in PAUSES.items():
            child = Child([], columns, rows)
            child.settle(3)
            wall, used = [], []
            for number in range(KEYS):
                # Back before the end: the first level is somewhere in the middle.
                ms, cpu = child.key(on if number // 20 % 2 == 0 else back)
                wall.append(ms)
                used.append(cpu)
                child.settle(pause, 2 * pause)
            child.end()
            report(f"{what}{how}, {columns}×{rows}", wall, "under 16 ms", used)


def weigh(columns: int, rows: int) -> None:
    for what, keys in WAYS.items():
        for puzzle, filters in (("flow", b"t"), ("kami", b"tt")):
            child, sent = Child([], columns, rows), []
            child.settle(3)
            child.press(filters)
            child.settle(1)
            for number in range(WEIGHED):
                before = child.received
                child.key(keys[number // (WEIGHED // 2)])
                child.settle(0.4, 1)
                sent.append((child.received - before) / 1000)
            child.end()
            print(
                f"{f'{what} in {puzzle}, {columns}×{rows}':<46} "
                f"median {median(sent):7.1f} kB  most {max(sent):7.1f} kB   asked: under 30 kB",
                flush=True,
            )


def thousand(folder: Path) -> None:
    """Write packs that, with those that ship, make a thousand levels: the shipped ones again."""
    folder.mkdir()
    entries = list(library().entries())
    lacking = 1000 - len(entries)
    for number in range(0, lacking, 50):
        levels: dict[str, list[dict[str, object]]] = {}
        for index in range(number, min(number + 50, lacking)):
            entry = entries[index % len(entries)]
            keys = {**entry.pack.puzzle.format(entry.level), "title": f"Copy {index}"}
            levels.setdefault(entry.pack.puzzle.id, []).append(keys)
        for puzzle, own in levels.items():
            pack = {"puzzle": puzzle, "title": f"Copies {number}", "level": own}
            (folder / f"{puzzle}-{number}.json").write_text(json.dumps(pack))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUZZLES_STATE_DIR"] = os.environ["PUZZLES_DATA_DIR"] = folder
        thousand(Path(folder) / "levels")
        first_frame("first frame with 1,000 levels", "under 1000 ms")
        for columns, rows in SIZES:
            walk(columns, rows)
            weigh(columns, rows)


if __name__ == "__main__":
    help_first(__doc__)
    main()
