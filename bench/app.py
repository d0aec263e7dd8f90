"""Prints how quick the app is: start, keys, idling, and its event loop while the solver works.

    python bench/app.py

Whole-process figures come from the real command in a pseudo-terminal; event-loop lag is how much
later than asked a 5 ms sleep ends, sampled inside a running app.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pty
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from fcntl import ioctl
from pathlib import Path
from struct import pack
from termios import TIOCSWINSZ
from typing import Any

RUNS = 7
KEYS = 200
BOARD = "10×29"


def spawn(arguments: list[str], columns: int, rows: int) -> tuple[int, int]:
    """Start the command in a pseudo-terminal; returns its process id and the terminal."""
    pid, terminal = pty.fork()
    if not pid:
        os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        os.execv(sys.executable, [sys.executable, "-m", "puzzles", *arguments])
    ioctl(terminal, TIOCSWINSZ, pack("HHHH", rows, columns, 0, 0))
    return pid, terminal


def drain(terminal: int, quiet: float, first: float = 10.0) -> tuple[float, bytes]:
    """Read until nothing comes for `quiet` seconds; when the last of it came, and all of it."""
    last, data = time.perf_counter(), b""
    while select.select([terminal], [], [], quiet if data else first)[0]:
        with contextlib.suppress(OSError):
            if more := os.read(terminal, 1 << 16):
                data += more
                last = time.perf_counter()
                continue
        break
    return last, data


def end(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def report(what: str, values: list[float], limit: str, unit: str = "ms") -> None:
    values = sorted(values)
    p95 = values[min(len(values) - 1, int(len(values) * 0.95))]
    print(f"{what:<46} median {statistics.median(values):8.2f} {unit}   "
          f"95 % {p95:8.2f} {unit}   asked: {limit}", flush=True)  # fmt: skip


def version() -> None:
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "puzzles", "--version"], check=True, capture_output=True
        )
        times.append((time.perf_counter() - began) * 1000)
    report("puzzles --version", times, "under 200 ms")


def first_frame(what: str, limit: str) -> None:
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        pid, terminal = spawn([], 80, 24)
        data = b""
        while " · ".encode() not in data:  # what is known of a level is on screen
            data += os.read(terminal, 1 << 16)
        times.append((time.perf_counter() - began) * 1000)
        end(pid)
    report(what, times, limit)


def keys(level: str) -> None:
    """From a key press to the last byte of the new picture."""
    pid, terminal = spawn([level], 120, 40)
    drain(terminal, 1.0)
    times = []
    for i in range(KEYS):
        began = time.perf_counter()
        os.write(terminal, (b"\x1b[B", b"\x1b[C", b"\x1b[A", b"\x1b[D")[i // 5 % 4])
        last, data = drain(terminal, 0.02, 0.5)
        if data:
            times.append((last - began) * 1000)
    report(f"cursor key repaints a {BOARD} board ({len(times)} keys)", times, "under 16 ms")
    end(pid)


def home() -> None:
    """The home screen with a thousand levels: its first frame, and walking through it."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUZZLES_DATA_DIR"] = folder
        thousand(Path(folder) / "levels")
        first_frame("first frame with 1,000 levels", "under 1000 ms")
        for columns, rows in ((80, 24), (120, 40), (200, 60)):
            pid, terminal = spawn([], columns, rows)
            drain(terminal, 4.0)
            for what, key in (("arrow", b"\x1b[B"), ("page", b"\x1b[6~")):
                times = []
                for _ in range(KEYS):
                    began = time.perf_counter()
                    os.write(terminal, key)
                    # Until the frame is there; pictures that follow it are drawn between keys.
                    if select.select([terminal], [], [], 0.5)[0]:
                        os.read(terminal, 1 << 16)
                        times.append((time.perf_counter() - began) * 1000)
                    drain(terminal, 0.03, 0.03)
                os.write(terminal, b"g")
                drain(terminal, 0.5)
                report(f"{what} among 1,000 levels, {columns}×{rows}", times, "under 16 ms")
            end(pid)
        del os.environ["PUZZLES_DATA_DIR"]


def thousand(folder: Path) -> None:
    """Write packs that, with those that ship, make a thousand levels: the shipped ones again."""
    from puzzles.core.library import library

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


def idle(level: str) -> None:
    pid, terminal = spawn([level], 120, 40)
    drain(terminal, 2.0)

    def used() -> float:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") * 1000

    shares = []
    for _ in range(3):
        before = used()
        time.sleep(5)
        shares.append((used() - before) / 5)
    report("CPU while idle, per second", shares, "not measurable")
    end(pid)


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


async def ending(process: asyncio.subprocess.Process) -> float:
    """When a process has ended."""
    await process.wait()
    return time.perf_counter()


async def stopping(level: str) -> None:
    from puzzles.core.library import find
    from puzzles.ui.app import PuzzlesApp

    stops, quits = [], []
    for _ in range(RUNS):
        app = PuzzlesApp(find(level))
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause(0.3)
            for times in (stops, quits):
                await pilot.press("S")
                await pilot.pause(1.2)
                process = app.solver._process
                assert process is not None
                assert process.returncode is None
                ended = asyncio.create_task(ending(process))
                began = time.perf_counter()
                if times is stops:
                    await pilot.press("escape")
                else:
                    await app.action_quit()
                times.append((await ended - began) * 1000)
    report("Esc stops a search", stops, "under 100 ms")
    report("quitting ends a search", quits, "never waits")


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
        home()
        idle(level)
        for puzzle, name in hard.items():
            asyncio.run(lag(name, f"{puzzle}, kernels compiled before"))
        os.environ["NUMBA_CACHE_DIR"] = folder
        for puzzle, name in hard.items():
            asyncio.run(lag(name, f"{puzzle}, nothing compiled yet"))
        del os.environ["NUMBA_CACHE_DIR"]
        asyncio.run(stopping(hard["kami"]))


if __name__ == "__main__":
    main()
