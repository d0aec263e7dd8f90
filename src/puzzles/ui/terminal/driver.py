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
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from select import select
from selectors import EVENT_READ, SelectSelector
from threading import Thread, Timer
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

IDLE = 0.1  # seconds between two looks at whether the app has ended
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
    """Reads the terminal in a thread of its own; alone, in the event loop."""

    _handlers: dict[signal.Signals, Any] = {}
    _told = 0  # the signal to end by

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._shown = Shown()
        self._terminal: os.terminal_size | None = None
        self._listening: asyncio.Task[None] | None = None
        self._settled = 0.0  # when all of a frame is as large as the terminal

    def start_application_mode(self) -> None:
        if alone():
            vars(linux_driver).update(Thread=Reading, WriterThread=Writing)
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
        """Have the app quit; if it does not, end it. Called in the main thread or the reading one,
        whatever the event loop is doing."""
        if not self._told:
            self._told = number
            if alone():
                self._loop.call_soon_threadsafe(self._loop.call_later, PATIENCE, self._end)
            else:
                last = Timer(PATIENCE, self._end)
                last.daemon = True
                last.start()
            self._loop.call_soon_threadsafe(self._app.exit)

    def _end(self) -> None:
        with suppress(OSError):
            if select([], [STDERR], [], 0)[1]:  # where the driver draws
                os.write(STDERR, RESTORE)
        if self.attrs_before is not None:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
        os._exit(128 + self._told)

    def run_input_thread(self) -> None:
        if alone():
            self._listening = self._loop.create_task(self._listen_here())
            return
        with self._failing():
            self._listen()

    def disable_input(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
        super().disable_input()

    @contextmanager
    def _failing(self) -> Iterator[None]:
        """End the app on an error here, as on any other."""
        try:
            yield
        except Exception as error:
            failed = error

            def fail() -> None:
                raise failed

            self._app.call_later(fail)

    def _listen(self) -> None:
        hearing = self._hear()
        wait = next(hearing)
        with SelectSelector() as selector, suppress(StopIteration):
            selector.register(self.fileno, EVENT_READ)
            while not self.exit_event.is_set():
                wait = hearing.send(bool(selector.select(wait)))

    async def _listen_here(self) -> None:
        hearing, came = self._hear(), asyncio.Event()
        wait = next(hearing)
        self._loop.add_reader(self.fileno, came.set)
        try:
            with self._failing(), suppress(StopIteration):
                while True:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(came.wait(), wait)
                    came.clear()
                    wait = hearing.send(bool(select([self.fileno], [], [], 0)[0]))
        finally:
            self._loop.remove_reader(self.fileno)

    def _hear(self) -> Generator[float, bool, None]:
        """Deal with what the terminal sends. Yields how long to wait for that, and is sent whether
        there is something; ends with the terminal."""
        parser, decode = XTermParser(self._debug), getincrementaldecoder("utf-8")().decode
        answers, wait = Answers(), IDLE
        while True:
            if (yield wait):
                data = self._read()
                if not data:  # the terminal has gone
                    self._heed(signal.SIGHUP)
                    return
                known, text = answers.heard, answers.feed(decode(data))
                if answers.heard is not None and answers.heard != known:
                    self.process_message(TerminalNamed(answers.heard))
            else:
                text = answers.rest()
            for event in parser.feed(text) if text else ():
                self.process_message(event)
            for event in parser.tick():
                self.process_message(event)
            # A little longer than the parser waits, lest it be asked too early.
            hurried = text.endswith("\x1b") or answers.holding
            wait = ESCAPE_DELAY + 0.001 if hurried else IDLE

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 1 << 12)
        except OSError:  # as at the end
            return b""


class Reading(Thread):
    """Stands for the reading thread, alone: leaves the rest to the event loop."""

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
