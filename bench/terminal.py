"""A terminal that exists only in memory, with the real app running in it."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Sequence

import pexpect
import pyte

NAMED = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "enter": "\r",
    "esc": "\x1b",
    "space": " ",
    "home": "\x1b[H",
}
ASK = b"\x1b[>q"
SIZE = ("COLUMNS", "LINES")  # they would go before the size that the terminal has
# Some private modes, which pyte does not know: it would print parts of them.
PRIVATE = re.compile(rb"\x1b\[[<>=?][0-9;]*[a-zA-Z$]*[pu]|\x1bP.*?\x1b\\")


class Terminal:
    """The app in a terminal of `columns` × `rows` that exists only in memory."""

    def __init__(
        self,
        columns: int,
        rows: int,
        arguments: list[str],
        env: dict[str, str],
        name: str = "",
        by: Sequence[str] = (),
    ) -> None:
        """Start `puzzles` with these arguments, `by` a command that runs others; `env` adds to what
        a colour terminal has, and `name` is what it answers if it is asked what it is."""
        self.name = name
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        command = [*by, sys.executable, "-m", "puzzles", *arguments]
        self.child = pexpect.spawn(
            command[0],
            command[1:],
            dimensions=(rows, columns),
            env={name: value for name, value in os.environ.items() if name not in SIZE}
            | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PUZZLES_GLYPHS": "block"}
            | env,
        )

    def read(self, seconds: float, until: bytes = b"") -> bytes:
        """Take in what the app draws for this long, or until these bytes come; return it all."""
        end, taken = time.monotonic() + seconds, b""
        while time.monotonic() < end and not (until and until in taken):
            try:
                data = self.child.read_nonblocking(1 << 16, timeout=0.05)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                break
            if ASK in data and self.name:
                self.child.send(f"\x1bP>|{self.name}\x1b\\")
            self._stream.feed(PRIVATE.sub(b"", data))
            taken += data
        return taken

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size, of which the app is told; nothing of it is left."""
        self.screen.resize(rows, columns)
        self.screen.erase_in_display(2)
        self.child.setwinsize(rows, columns)

    def press(self, keys: str) -> None:
        for token in re.findall(r"<[^>]+>|.", keys):
            name = token[1:-1]
            if re.fullmatch(r"[\d.]+", name):
                self.read(float(name))
            elif name.startswith("click "):
                x, y = map(int, name.split()[1:])
                self.child.send(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")
            else:
                self.child.send(NAMED.get(name, token))
            self.read(0.15)

    def wait_for(self, seen: Callable[[str], bool], seconds: float = 60) -> bool:
        """Read until `seen` is true of the screen's text; False if that takes too long, or the app
        ends. The text, which takes long to build, is looked at when something has come."""
        end = time.monotonic() + seconds
        while not seen(self.text()):
            while not self.read(0.05):
                if time.monotonic() > end or not self.child.isalive():
                    return False
        return True

    def text(self) -> str:
        return "\n".join(self.screen.display)

    def close(self) -> None:
        self.child.ptyproc.delayafterterminate = 1.0  # a busy machine takes its time
        self.child.close(force=True)
