"""Textual's driver for terminals, but quick to tell Esc from the keys whose codes begin with it.

Textual looks every tenth of a second whether more has come after an escape character; this driver
looks as soon as ESCAPE_DELAY is over.
"""

from __future__ import annotations

import os
from codecs import getincrementaldecoder
from selectors import EVENT_READ, SelectSelector

from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.drivers.linux_driver import LinuxDriver

IDLE = 0.1  # seconds between two looks at whether the app has ended


class QuickDriver(LinuxDriver):
    """Reads the terminal in a thread of its own."""

    def run_input_thread(self) -> None:
        parser, decode = XTermParser(self._debug), getincrementaldecoder("utf-8")().decode
        wait = IDLE
        with SelectSelector() as selector:
            selector.register(self.fileno, EVENT_READ)
            while not self.exit_event.is_set():
                text = ""
                if selector.select(wait):
                    data = os.read(self.fileno, 1 << 12)
                    if not data:  # the terminal has gone
                        return
                    text = decode(data)
                    for event in parser.feed(text) if text else ():
                        self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)
                # A little longer than the parser waits, lest it be asked too early.
                wait = ESCAPE_DELAY + 0.001 if text.endswith("\x1b") else IDLE
