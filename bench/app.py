"""Prints how quick the app is: start, keys, idling, and its event loop while the solver works.

    python bench/app.py

Whole-process figures come from the real command in a pseudo-terminal; event-loop lag is how much
later than asked a 5 ms sleep ends, sampled inside a running app. The home screen has a bench of its
own, `home.py`, and so has the database, `saves.py`.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from child import Child, Late, report
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
    from puzzles.core.library import find
    from puzzles.ui.app import PuzzlesApp
    from puzzles.ui.watch import WatchScreen

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


async def stopping(level: str) -> None:
    """How soon Esc and quitting end the solver's process while it searches."""
    from puzzles.core.library import find
    from puzzles.ui.app import PuzzlesApp

    stops, quits = [], []
    for _ in range(RUNS):
        app = PuzzlesApp(find(level))
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause(0.3)
            for times in (stops, quits):
                await pilot.press("S")
                process = await searching(app)
                began = time.perf_counter()
                if times is stops:
                    await pilot.press("escape")
                else:
                    await app.action_quit()
                await within(10, process.wait(), "the end of the solver's process")
                times.append((time.perf_counter() - began) * 1000)
    report("Esc stops a search", stops, "under 100 ms")
    report("quitting ends a search", quits, "never waits")


async def searching(app: Any) -> asyncio.subprocess.Process:
    """The solver's process, once it is searching: before that, and after an answer, it is kept."""
    end = time.perf_counter() + 60
    while "positions" not in str(app.screen.status.content):
        if time.perf_counter() > end:
            raise Late("the solver did not begin to search within 60 s")
        await asyncio.sleep(0.05)
    if app.screen.solution:
        raise Late("the search ended by itself before it could be stopped: take a harder level")
    process: asyncio.subprocess.Process = app.solver._process
    return process


async def within(seconds: float, what: Any, name: str) -> None:
    try:
        await asyncio.wait_for(what, seconds)
    except TimeoutError:
        raise Late(f"{name} did not come within {seconds} s") from None


def hardest() -> dict[str, str]:
    """Of each puzzle the shipped level whose proof took the most positions."""
    from puzzles.core.library import library

    def positions(entry: Any) -> int:
        proof = getattr(entry.level, "proof", {})
        return proof.get("nodes", proof.get("states", 0))

    ordered = sorted(library().entries(), key=positions)
    return {entry.pack.puzzle.id: entry.name for entry in ordered}


def large() -> str:
    from puzzles.core.library import library

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
        os.environ["NUMBA_CACHE_DIR"] = folder
        for puzzle, name in hard.items():
            asyncio.run(lag(name, f"{puzzle}, nothing compiled yet"))
        del os.environ["NUMBA_CACHE_DIR"]
        asyncio.run(stopping(next(reversed(hard.values()))))


if __name__ == "__main__":
    main()
