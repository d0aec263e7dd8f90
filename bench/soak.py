"""Random keys, resizes, clicks and pastes on every screen of the real app, for minutes:

    python bench/soak.py [--minutes M] [--seed SEED]

The app runs in a pseudo-terminal with a profile of its own. Printed are the keys sent, how the app
ended each time, reports of faults, its memory, and processes that outlived it. The exit code is 1
after a crash, a report of a fault, or an orphan.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from terminal import Terminal

STARTS = [
    [],
    [],
    ["kami/kaleidoscope/5"],
    ["flow/hexes/3"],
    ["edit", "flow", "6x6"],
    ["edit", "kami"],
    ["flow/nine-and-ten/9"],
]
KEYS = [
    *["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"] * 4,
    *["\r", " ", "\x1b", "\t", "\x1b[Z"] * 2,
    *"123456789hjklxuUtTRHSvAmnpNzroc?,yY:/+gEOLd~|iIfFbKPMCWqw[]",
    *["\x1bOQ", "\x1bOR", "\x10", "\x0f", "\x0e", "\x12", "\x7f"],  # F2 F3 ^p ^o ^n ^r backspace
    *["\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", "\x1b[3~", "\x1b[1;2A", "\x1b[1;2D", "\x1b[1;5C"],
]
PASTES = ["kami", "flow/hexes/4", "a1 Red", "/etc/passwd", "12x12", "../..", "é\u202e", "\x1b[2J"]
LIVES = [40, 40, 40, 300]  # seconds of one start, at most: long ones show whether memory grows


class Soak:
    """One campaign: what was sent, and what came of it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.counts = Counter[str]()
        self.memory = list[str]()  # after how many seconds of each start, how many MB
        self.faults = list[str]()  # crashes, and processes that stay
        self.reports = list[str]()  # of faults that closed a screen

    def start(self, folder: Path, seconds: float) -> None:
        """Start the app once, and send it things until it ends or the time is up."""
        names = ("STATE", "CONFIG", "DATA", "PICTURES")
        env = {f"PUZZLES_{name}_DIR": str(folder / name.lower()) for name in names}
        size = self._size()
        terminal = Terminal(*size, self.random.choice(STARTS), env)
        self.counts["starts"] += 1
        terminal.read(1.5)
        began = time.monotonic()
        end = began + seconds
        while time.monotonic() < end and terminal.child.isalive():
            try:
                self._send(terminal)
                terminal.read(self.random.choice([0.0, 0.0, 0.02, 0.1, 0.3]))
            except OSError:  # it ended meanwhile
                break
        if terminal.child.isalive():
            lived = time.monotonic() - began
            self.memory.append(f"{lived:.0f} s {resident(terminal.child.pid)}")
            terminal.child.send("\x11")  # ctrl-q
            leave = time.monotonic() + 15
            while terminal.child.isalive() and time.monotonic() < leave:
                terminal.read(0.1)
                terminal.child.send("\x11")
        if terminal.child.isalive():
            self.faults.append("it does not quit")
        terminal.close()
        code = terminal.child.exitstatus
        self.counts[f"ended with {code}"] += 1
        if code:
            self.faults.append(f"exit code {code}: {terminal.text()[-400:]}")
        for left in orphans(env["PUZZLES_STATE_DIR"]):
            self.faults.append(f"process {left} is left behind")

    def _size(self) -> tuple[int, int]:
        return self.random.randint(20, 160), self.random.randint(8, 60)

    def _send(self, terminal: Terminal) -> None:
        """Send a few keys, a click, a drag, a paste, or another size."""
        kind, child = self.random.random(), terminal.child
        if kind < 0.02:
            terminal.resize(*self._size())
            self.counts["resizes"] += 1
        elif kind < 0.04:
            child.send(f"\x1b[200~{self.random.choice(PASTES)}\x1b[201~")
            self.counts["pastes"] += 1
        elif kind < 0.14:
            for button in self.random.choice([(0, 0), (0, 32, 32, 0), (64,), (65,), (35,)]):
                x = self.random.randint(1, terminal.screen.columns)
                y = self.random.randint(1, terminal.screen.lines)
                child.send(f"\x1b[<{button};{x};{y}{self.random.choice('Mm')}")
            self.counts["mouse events"] += 1
        else:
            keys = self.random.choices(KEYS, k=self.random.randint(1, 8))
            child.send("".join(keys) if self.random.random() < 0.5 else keys[0])
            self.counts["keys"] += len(keys)


def resident(pid: int) -> int:
    """Return the memory of a process, in MB."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) // 1024


def orphans(state: str) -> list[int]:
    """Return the processes that still have this state directory in their environment."""
    time.sleep(1)
    found = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        try:
            mine = f"PUZZLES_STATE_DIR={state}\0".encode() in file.read_bytes()
        except OSError:
            continue
        if mine and int(file.parent.name) != os.getpid():
            found.append(int(file.parent.name))
    return found


def soak(seed: int, minutes: float) -> Soak:
    """Run a campaign; each start has a share of the time."""
    campaign = Soak(seed)
    end = time.monotonic() + 60 * minutes
    with TemporaryDirectory() as folder, chdir(folder):  # files are saved where it is
        while (left := end - time.monotonic()) > 3:
            campaign.start(Path(folder), min(campaign.random.choice(LIVES), left))
        for report in Path(folder).glob("state/crashes/*.txt"):
            campaign.reports.append(report.read_text()[-1500:])
    return campaign


def main() -> int:
    parser = argparse.ArgumentParser(description="Send random keys to the app.")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    campaign = soak(arguments.seed, arguments.minutes)
    for name, number in sorted(campaign.counts.items()):
        print(f"{name:20} {number:7,}")
    print("memory at the end of each start, MB:", ", ".join(campaign.memory))
    print(f"{len(campaign.faults)} faults, {len(campaign.reports)} reports")
    print(*campaign.faults, *campaign.reports, sep="\n\n")
    return bool(campaign.faults or campaign.reports)


if __name__ == "__main__":
    sys.exit(main())
