"""Prints how quick the app is: start, keys, idling, and its event loop while the solver works.

    python bench/app.py

Whole-process figures come from the real command in a pseudo-terminal; event-loop lag is how much
later than asked a 5 ms sleep ends, sampled inside a running app. The home screen has a bench of its
own, `home.py`.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from child import Child, Late, report
from helping import help_first
from home import first_frame

RUNS = 7
KEYS = 200
BOARD = "10×29"


def version() -> None:
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "puzzles", "--version"], check=True, capture_output=True
        )
        times.append((time.perf_counter() - began) * 1000)
    report("puzzles --version", times, "under 200 ms")


def keys(level: str) -> None:
    """From a key press to the last byte of the new picture."""
    child = Child([level], 120, 40)
    child.settle(0.9)  # the clock on screen is never quiet for longer
    wall, used = [], []
    for i in range(KEYS):
        ms, cpu = child.key((b"\x1b[B", b"\x1b[C", b"\x1b[A", b"\x1b[D")[i // 5 % 4])
        wall.append(ms)
        used.append(cpu)
        child.settle(0.02, 0.2)
    report(f"cursor key repaints a {BOARD} board ({KEYS} keys)", wall, "under 16 ms", used)
    child.end()


def idle(level: str) -> None:
    child = Child([level], 120, 40)
    child.settle(0.9)
    shares = []
    for _ in range(3):
        before = child.cpu()
        time.sleep(5)
        shares.append((child.cpu() - before) / 5)
    report("CPU while idle, per second (the clock runs)", shares, "not measurable")
    child.end()


async def lag(level: str, what: str) -> None:
    """Lag of the event loop while a level is being solved, and how soon Esc stops that."""
    from puzzles.library.catalogue import find
    from puzzles.ui.shell.app import PuzzlesApp
    from puzzles.ui.watch.watch import WatchScreen

    app = PuzzlesApp(find(level))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.5)
        await pilot.press("S")
        assert isinstance(app.screen, WatchScreen)
        watch, lags, began = app.screen, [], time.perf_counter()
        while not watch.solution and time.perf_counter() - began < 60:
            asked = time.perf_counter()
            await asyncio.sleep(0.005)
            lags.append((time.perf_counter() - asked - 0.005) * 1000)
        took = time.perf_counter() - began
        report(f"event-loop lag, {what} ({took:.1f} s)", lags, "under 16 ms")


def stopping(level: str) -> None:
    """How soon the solver's process is gone after Esc, and after quitting, while it searches."""
    for key, what, limit in (
        (b"\x1b", "Esc stops a search", "under 100 ms"),
        (b"\x11", "quitting ends a search", "never waits"),
    ):
        times = []
        for _ in range(RUNS):
            child = Child([level], 120, 40)
            child.settle(0.9)
            child.press(b"S")
            child.wait_for_text("best so far 1", 60)  # what was prepared would be kept
            child.settle(0.5, 0.5)
            solver = child.process("puzzles.running.worker")
            began = time.perf_counter()
            child.press(key)
            while solver.exists():
                child.settle(0, 0.001)
                if time.perf_counter() - began > 10:
                    raise Late("the solver's process did not end within 10 s")
            times.append((time.perf_counter() - began) * 1000)
            child.end()
        report(what, times, limit)


def hardest() -> dict[str, str]:
    """Of each puzzle the shipped level whose proof took the most positions."""
    from puzzles.library.catalogue import library

    def positions(entry: Any) -> int:
        proof = getattr(entry.level, "proof", {})
        return proof.get("nodes", proof.get("states", 0))

    ordered = sorted(library().entries(), key=positions)
    return {entry.pack.puzzle.id: entry.name for entry in ordered}


def large() -> str:
    from puzzles.library.catalogue import library

    entries = library().entries()
    return next(e.name for e in entries if e.pack.puzzle.facts(e.level)["size"] == BOARD)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUZZLES_STATE_DIR"] = folder
        level, hard = large(), hardest()
        print(f"hardest shipped levels: {hard}; board for keys: {level}")
        version()
        first_frame("first frame of the app", "under 800 ms")
        keys(level)
        idle(level)
        for puzzle, name in hard.items():
            asyncio.run(lag(name, f"{puzzle}, kernels compiled before"))
        os.environ["PUZZLES_CACHE_DIR"] = folder
        for puzzle, name in hard.items():
            asyncio.run(lag(name, f"{puzzle}, nothing compiled yet"))
        del os.environ["PUZZLES_CACHE_DIR"]
        file = Path(folder) / "endless.toml"
        rows = "\n".join("".join(Random(row).choices("RWTYBG", k=13)) for row in range(13))
        file.write_text(f'puzzle = "kami"\nboard = """\n{rows}\n"""\n')
        stopping(str(file))


if __name__ == "__main__":
    help_first(__doc__)
    main()
