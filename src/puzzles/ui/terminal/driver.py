"""Textual's driver for terminals, but quick to tell Esc from the keys whose codes begin with it,
and one that always puts the terminal back.

Textual looks every tenth of a second whether more has come after an escape character; this driver
looks as soon as ESCAPE_DELAY is over. Told to end (SIGTERM, SIGHUP, a terminal that has gone), it
has the app quit as by its key, and then ends by that signal. Of each frame it sends what has
changed (`ui.terminal.frames`).
"""

import asyncio
import os
import signal
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from select import select
from time import monotonic
from typing import Any

from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.drivers.linux_driver import LinuxDriver

from puzzles.ui.terminal.frames import Shown, is_frame
from puzzles.ui.terminal.terminal import ASK, Answers, TerminalNamed

assert sys.platform != "win32"  # it has a driver of its own

LOOK = 0.1  # seconds between two looks whether the app has ended
PATIENCE = 3  # seconds that the app may take to quit when it is told to
ENDS = (signal.SIGTERM, signal.SIGHUP)
SETTLING = 0.5  # seconds after a change of size in which frames may still be of the old one
SCREEN = "\x1b[?1049"  # to the screen of the app, or from it


class QuickDriver(LinuxDriver):
    """Reads and writes the terminal in threads, as Textual's."""

    _told = 0  # the signal to end by

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._shown = Shown()
        self._terminal: os.terminal_size | None = None
        self._settled = 0.0  # when all of a frame is as large as the terminal

    def start_application_mode(self) -> None:
        self._loop = asyncio.get_running_loop()
        start: Callable[[], None] = super().start_application_mode
        start()
        self.write(ASK)
        for number in ENDS:
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._heed)

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

    def _heed(self, number: int, frame: object = None) -> None:
        """Have the app quit, to end by this signal; one that does not is ended by an alarm."""
        if not self._told:
            self._told = number
            signal.alarm(PATIENCE)
            self._loop.call_soon_threadsafe(self._app.exit)

    def run_input_thread(self) -> None:
        parser, answers = XTermParser(self._debug), Answers()
        decode = getincrementaldecoder("utf-8")().decode
        wait = LOOK
        while not self.exit_event.is_set():
            if not select([self.fileno], [], [], wait)[0]:
                text = answers.rest()
            else:
                data = b""
                with suppress(OSError):  # as at the end
                    data = os.read(self.fileno, 1 << 12)
                if not data:  # the terminal has gone
                    self._heed(signal.SIGHUP)
                    return
                text = answers.feed(decode(data))
            for event in [*(parser.feed(text) if text else ()), *parser.tick()]:
                self.process_message(event)
            if answers.name is not None:
                self.process_message(TerminalNamed(answers.name))
                answers.name = None
            # The rest of a key comes soon; the parser waits a little less for it.
            wait = ESCAPE_DELAY + 0.001 if text or answers.held else LOOK
