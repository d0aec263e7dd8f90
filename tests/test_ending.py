"""However it ends, the app puts the terminal back, says if that was a fault, and no process of it
lives on."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from random import Random

import pexpect
import pyte
import pytest

from processes import all_end, children_of, wait_for
from sampling import sampled, slow
from terminal import PRIVATE

ROWS = ["".join(Random(row).choices("RWTYBG", k=13)) for row in range(13)]
ENDLESS = 'puzzle = "kami"\nboard = """\n' + "\n".join(ROWS) + '\n"""\n'
ON_OFF = [
    (b"\x1b[?1049h", b"\x1b[?1049l"),  # the other screen
    (b"\x1b[?1003h", b"\x1b[?1003l"),  # the mouse
    (b"\x1b[?2004h", b"\x1b[?2004l"),  # pasting
    (b"\x1b[?25l", b"\x1b[?25h"),  # no cursor
]
PATIENCE = 60  # seconds, on a machine that does much else; it takes a tenth of one
STUCK = """
import sys, time
from pathlib import Path
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.cli import main
PuzzlesApp.action_settings = lambda self: (Path(sys.argv[1]).touch(), time.sleep(60))
sys.exit(main([]))
"""
CRASHING = """
import asyncio, sys
from threading import Thread
from puzzles.cli import main
from puzzles.core.errors import UsageError
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.terminal.driver import QuickDriver

def fail(*_):
    raise UsageError("a\\nb")  # it would be told otherwise if a person could cause it

async def later(self):
    self.run_worker(asyncio.to_thread(fail))

WHERE
sys.exit(main(sys.argv[1:]))
"""


class App:
    """The app in a terminal; all that it writes, and what is to be seen then."""

    def __init__(self, *arguments: str) -> None:
        self.written = b""
        self._screen = pyte.Screen(100, 30)
        self._stream = pyte.ByteStream(self._screen)
        self.child = pexpect.spawn(
            sys.executable,
            [*arguments],
            dimensions=(30, 100),
            timeout=60,
            env=os.environ | {"TERM": "xterm-256color", "PUZZLES_GLYPHS": "block"},
        )

    def wait_for(self, text: bytes) -> None:
        wait_for(lambda: self.read() and text in self.written)

    def see(self, text: str) -> None:
        """Wait until this is on the screen: only what changes is written, which may be a part."""
        wait_for(lambda: self.read() and self.shows(text))

    def shows(self, text: str) -> bool:
        return any(text in line for line in self._screen.display)

    def read(self) -> bool:
        """Take in what there is; False at the end."""
        try:
            data = self.child.read_nonblocking(1 << 16, timeout=0.1)
            self.written += data
            self._stream.feed(PRIVATE.sub(b"", data))
        except pexpect.TIMEOUT:
            pass
        except pexpect.EOF:
            return False
        return True

    def ended(self, seconds: float) -> float:
        """How long it takes to end; what it writes meanwhile is taken in."""
        began = time.monotonic()
        while self.read():
            assert time.monotonic() - began < seconds, "it does not end"
        self.child.wait()
        return time.monotonic() - began

    def is_restored(self) -> bool:
        """Whether everything that was turned on is off again."""
        return all(-1 < self.written.rfind(on) < self.written.rfind(off) for on, off in ON_OFF)


@pytest.fixture
def app(tmp_path):
    """The app while it searches, without end, for a solution."""
    level = tmp_path / "endless.toml"
    level.write_text(ENDLESS)
    app = App("-m", "puzzles", str(level))
    app.see("0 moves")
    app.child.send("S")
    app.see("Searching")
    wait_for(lambda: app.read() and children_of(app.child.pid))
    yield app
    with suppress(OSError):  # closed already
        app.child.close(force=True)


@pytest.mark.parametrize("number", [signal.SIGTERM, *slow(signal.SIGHUP, signal.SIGINT)])
def test_a_signal_ends_it_in_order(app, number):
    children = children_of(app.child.pid)
    app.child.kill(number)
    app.ended(PATIENCE)
    assert app.is_restored()
    assert app.child.signalstatus == (None if number == signal.SIGINT else number)
    assert b"Traceback" not in app.written
    assert all_end(children, PATIENCE)


@pytest.mark.slow
def test_a_terminal_that_goes_ends_it(app):
    pid, children = app.child.pid, children_of(app.child.pid)
    os.close(app.child.child_fd)
    assert all_end([pid, *children], PATIENCE)


@pytest.mark.slow
def test_nothing_outlives_it_when_it_is_killed(app):
    children = children_of(app.child.pid)
    app.child.kill(signal.SIGKILL)
    assert all_end(children, PATIENCE)


@pytest.mark.slow
def test_one_that_is_stuck_is_ended_all_the_same(tmp_path):
    stuck = tmp_path / "stuck"
    app = App("-c", STUCK, str(stuck))
    app.see(" packs")
    app.child.send(",")
    wait_for(lambda: app.read() and stuck.exists())
    app.child.kill(signal.SIGTERM)
    assert app.ended(PATIENCE) > 2
    assert app.child.signalstatus == signal.SIGALRM
    app.child.close(force=True)


CRASHES = {  # where, and the key that leads there
    "PuzzlesApp.on_unmount = fail": "\x11",
    "PuzzlesApp.on_resize = fail": "",
}


@pytest.mark.slow
@pytest.mark.faulty
@pytest.mark.parametrize("where", sampled(CRASHES, ["PuzzlesApp.on_unmount = fail"]))
def test_a_crash_is_a_line_a_report_and_a_status(where, own_directories):
    app, key = App("-c", CRASHING.replace("WHERE", where)), CRASHES[where]
    wait_for(lambda: not app.read() or app.shows(" packs"))
    if key:
        app.child.send(key)
    app.ended(PATIENCE)
    assert app.child.exitstatus == 70
    assert app.is_restored()
    assert b"Traceback" not in app.written
    (report,) = (own_directories / "state" / "crashes").iterdir()
    line = app.written.decode().rpartition("puzzles: ")[2]
    words = "this is a fault of the program (UsageError: a\\nb); the report is"
    assert line == f"{words} {report}\r\n"
    assert "in fail" in report.read_text()


def test_a_command_shows_the_cursor_again(tmp_path):
    level = tmp_path / "endless.toml"
    level.write_text(ENDLESS)
    command = App("-m", "puzzles", "solve", str(level), str(level))
    command.wait_for(b"\x1b[?25l")
    command.wait_for(b"0%")
    children = children_of(command.child.pid)
    command.child.kill(signal.SIGTERM)
    command.ended(PATIENCE)
    assert command.written.rfind(b"\x1b[?25h") > command.written.rfind(b"\x1b[?25l")
    assert b"0 levels solved, 0 proved, interrupted" in command.written
    assert command.child.signalstatus == signal.SIGTERM
    assert all_end(children, PATIENCE)
