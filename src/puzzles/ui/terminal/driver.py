"""Textual's driver for terminals, but quick to tell Esc from the keys whose codes begin with it,
and one that always puts the terminal back.

Textual looks every tenth of a second whether more has come after an escape character; this driver
looks as soon as ESCAPE_DELAY is over. Told to end (SIGTERM, SIGHUP, a terminal that has gone), it
has the app quit as by its key, and then ends by that signal; an app that does not quit is ended.
Of each frame it sends what has changed (`ui.frames`).
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import termios
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from select import select
from threading import Thread
from time import monotonic
from types import FrameType
from typing import Any

from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.drivers import linux_driver
from textual.drivers._writer_thread import WriterThread
from textual.drivers.linux_driver import LinuxDriver

from puzzles.core.threads import alone
from puzzles.ui.terminal.frames import Shown, is_frame
from puzzles.ui.terminal.terminal import ASK, Answers, TerminalNamed

assert sys.platform != "win32"  # it has a driver of its own

PATIENCE = 3.0  # seconds that the app may take to quit when it is told to
STDERR = 2
ENDS = (signal.SIGTERM, signal.SIGHUP)
# What `stop_application_mode` writes: mouse, paste, focus, keys, line wrap, screen, cursor.
RESTORE = (
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?2004l\x1b[?1004l\x1b[?7h\x1b[?2048l"
    b"\x1b[<u\x1b[?1049l\x1b[?25h"
)
SETTLING = 0.5  # seconds after a change of size in which frames may still be of the old one
SCREEN = "\x1b[?1049"  # to the screen of the app, or from it


class QuickDriver(LinuxDriver):
    """Reads the terminal in the event loop, and writes in a thread; alone, at once."""

    _handlers: dict[signal.Signals, Any] = {}
    _told = 0  # the signal to end by

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._shown = Shown()
        self._terminal: os.terminal_size | None = None
        self._look: asyncio.TimerHandle | None = None  # at what may be the rest of a key
        self._settled = 0.0  # when all of a frame is as large as the terminal

    def start_application_mode(self) -> None:
        vars(linux_driver).update(Thread=Reading)
        if alone():
            vars(linux_driver).update(WriterThread=Writing)
        self._loop = asyncio.get_running_loop()
        start: Callable[[], None] = super().start_application_mode
        start()
        heeded = [number for number in ENDS if signal.getsignal(number) != signal.SIG_IGN]
        self.write(ASK)
        self._handlers = {number: signal.signal(number, self._heed) for number in heeded}

    def stop_application_mode(self) -> None:
        super().stop_application_mode()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def close(self) -> None:
        super().close()
        if self._told:  # all else is done: games are stored, children have ended
            signal.signal(self._told, signal.SIG_DFL)
            os.kill(os.getpid(), self._told)

    def write(self, data: str) -> None:
        if is_frame(data):
            data = self._shown.changes(data) if self._steady() else data
        elif SCREEN in data:
            self._shown.forget()
        if self._writer_thread is not None and self._writer_thread.is_alive():
            super().write(data)  # or else there is nothing to write to any more

    def forget(self) -> None:
        """Something else may have written on the terminal: send all of the next frame."""
        self._shown.forget()

    def _steady(self) -> bool:
        """True if what was sent is still there: a terminal that changes its size moves it."""
        with suppress(OSError):
            size = os.get_terminal_size(self.fileno)
            if size != self._terminal:
                self._terminal, self._settled = size, monotonic() + SETTLING
                self._shown.forget()
        return monotonic() >= self._settled

    def _heed(self, number: int, frame: FrameType | None = None) -> None:
        """Have the app quit; if it does not, end it, whatever the event loop is doing."""
        if not self._told:
            self._told = number
            if alone():  # the alarm ends slices of tasks
                self._loop.call_soon_threadsafe(self._loop.call_later, PATIENCE, self._end)
            else:
                signal.signal(signal.SIGALRM, self._end)
                signal.setitimer(signal.ITIMER_REAL, PATIENCE)
            self._loop.call_soon_threadsafe(self._app.exit)

    def _end(self, *_: object) -> None:
        with suppress(OSError):
            if select([], [STDERR], [], 0)[1]:  # where the driver draws
                os.write(STDERR, RESTORE)
        if self.attrs_before is not None:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
        os._exit(128 + self._told)

    def run_input_thread(self) -> None:
        self._parser, self._answers = XTermParser(self._debug), Answers()
        self._decode = getincrementaldecoder("utf-8")().decode
        self._loop.add_reader(self.fileno, self._hear)

    def disable_input(self) -> None:
        self._loop.remove_reader(self.fileno)
        super().disable_input()

    def _hear(self) -> None:
        """Take what the terminal sends."""
        data = self._read()
        if not data:  # it has gone
            self._loop.remove_reader(self.fileno)
            self._heed(signal.SIGHUP)
            return
        known = self._answers.heard
        self._take(self._answers.feed(self._decode(data)))
        if self._answers.heard is not None and self._answers.heard != known:
            self.process_message(TerminalNamed(self._answers.heard))

    def _take(self, text: str) -> None:
        """Take keys and other events, and look soon if that was all of the last one."""
        for event in [*(self._parser.feed(text) if text else ()), *self._parser.tick()]:
            self.process_message(event)
        if self._look is not None:
            self._look.cancel()
        if text or self._answers.holding:  # a little longer than the parser waits
            self._look = self._loop.call_later(ESCAPE_DELAY + 0.001, self._rest)

    def _rest(self) -> None:
        self._take(self._answers.rest())

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 1 << 12)
        except OSError:  # as at the end
            return b""


class Reading(Thread):
    """Stands for Textual's reading thread: leaves the rest to the event loop."""

    def start(self) -> None:
        self.run()

    def join(self, timeout: float | None = None) -> None:
        """There is nothing to wait for."""


class Writing(WriterThread):
    """Stands for the writing thread, alone: writes at once."""

    def start(self) -> None:
        """There is nothing to start."""

    def is_alive(self) -> bool:
        return True

    def write(self, text: str) -> None:
        with suppress(OSError):  # the terminal has gone
            self._file.write(text)
            self._file.flush()

    def stop(self) -> None:
        """There is nothing to stop."""
