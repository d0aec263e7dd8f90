"""The real app in a pseudo-terminal, for measuring: what it draws, when, and what that took in CPU
and bytes.

The terminal says that it knows synchronised output, so the app marks the end of each frame. Every
wait has an end: `Late` says for what.
"""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import statistics
import sys
import time
from collections.abc import Sequence
from fcntl import ioctl
from pathlib import Path
from struct import pack
from termios import TIOCSWINSZ

import pyte

FRAME = b"\x1b[?2026l"
KNOWN = b"\x1b[?2026;2$y"


class Late(Exception):
    """Something did not come in time."""


class Child:
    """The command `puzzles` with these arguments, in a terminal of `columns` × `rows`."""

    def __init__(self, arguments: list[str], columns: int, rows: int) -> None:
        self.pid, self._terminal = pty.fork()
        if not self.pid:
            # With glyphs chosen, nothing is asked on the first start.
            os.environ |= {
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "PUZZLES_GLYPHS": "block",
            }
            os.execv(sys.executable, [sys.executable, "-m", "puzzles", *arguments])
        ioctl(self._terminal, TIOCSWINSZ, pack("HHHH", rows, columns, 0, 0))
        self.received = 0  # bytes
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._unseen: list[bytes] = []
        self.press(KNOWN)

    def press(self, keys: bytes) -> None:
        os.write(self._terminal, keys)

    def wait_for(self, wanted: bytes, seconds: float = 30) -> bytes:
        """What comes until `wanted` has come; Late if it does not."""
        data, end = b"", time.perf_counter() + seconds
        while wanted not in data:
            more = self._read(end - time.perf_counter())
            if not more:
                raise Late(f"{wanted!r} did not come within {seconds} s; {data[-200:]!r} was last")
            data += more
        return data

    def wait_for_text(self, wanted: str, seconds: float = 30) -> None:
        """Wait until a line of the screen has `wanted` in it; Late if it does not come."""
        end = time.perf_counter() + seconds
        while wanted not in self._text():
            if not self._read(end - time.perf_counter()):
                raise Late(f"{wanted!r} did not come within {seconds} s; there is {self._text()}")

    def _text(self) -> str:
        # pyte does not know some private modes and would print parts of them.
        unknown = rb"\x1b\[[<>=?][0-9;]*[a-zA-Z$]*[pu]|\x1bP.*?\x1b\\"
        self._stream.feed(re.sub(unknown, b"", b"".join(self._unseen)))
        self._unseen.clear()
        return "\n".join(self._screen.display)

    def settle(self, quiet: float, most: float = 10) -> None:
        """Wait until nothing has come for `quiet` seconds, or `most` have gone by."""
        end = time.perf_counter() + most
        while time.perf_counter() < end and self._read(quiet):
            pass

    def key(self, keys: bytes) -> tuple[float, float]:
        """Press keys that change the picture; milliseconds until the whole frame is there, and of
        CPU that the app took meanwhile."""
        began, used = time.perf_counter(), self.cpu()
        self.press(keys)
        self.wait_for(FRAME, 5)
        return (time.perf_counter() - began) * 1000, self.cpu() - used

    def process(self, module: str) -> Path:
        """Where /proc has the process of the app that runs this module; it is gone when that is."""
        for task in Path(f"/proc/{self.pid}/task").iterdir():
            for pid in (task / "children").read_text().split():
                if module.encode() in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"):
                    return Path("/proc", pid)
        raise Late(f"no process runs {module}")

    def cpu(self) -> float:
        """The CPU time of all threads so far, in milliseconds."""
        total = 0
        for task in Path(f"/proc/{self.pid}/task").iterdir():
            with contextlib.suppress(OSError):  # a thread that has just ended
                total += int((task / "schedstat").read_text().split()[0])
        return total / 1e6

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._terminal)

    def _read(self, seconds: float) -> bytes:
        """What comes next; nothing if that takes longer, or if the app has ended."""
        if not select.select([self._terminal], [], [], max(0, seconds))[0]:
            return b""
        try:
            data = os.read(self._terminal, 1 << 16)
        except OSError:
            return b""
        self.received += len(data)
        self._unseen.append(data)
        return data


def report(what: str, values: Sequence[float], limit: str, cpu: Sequence[float] = ()) -> None:
    """Print the median and the 95th percentile of times in milliseconds; on a machine with other
    things to do, CPU time says more than the time on the wall."""
    line = f"{what:<46} {_spread(values)}"
    print(
        f"{line}   CPU {_spread(cpu) if cpu else '':<31}   asked: {limit}"
        if cpu
        else f"{line}   asked: {limit}",
        flush=True,
    )


def _spread(values: Sequence[float]) -> str:
    ordered = sorted(values)
    p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return f"median {statistics.median(ordered):7.2f} ms  95 % {p95:7.2f} ms"
