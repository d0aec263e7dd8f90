"""Textual's driver for a page: xterm.js stands in for the terminal, in the same browser."""

from __future__ import annotations

from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size

MOUSE, FOCUS, PASTE, WRAP = (1000, 1003, 1006), 1004, 2004, 7
SCREEN, CURSOR = 1049, 25


def _modes(letter: str, *numbers: int) -> str:
    return "".join(f"\x1b[?{number}{letter}" for number in numbers)


# The last is a question: does the terminal draw whole frames?
BEGIN = _modes("h", SCREEN, *MOUSE, FOCUS, PASTE) + _modes("l", CURSOR, WRAP) + "\x1b[?2026$p"
END = _modes("l", *MOUSE, FOCUS, PASTE) + _modes("h", CURSOR, WRAP) + _modes("l", SCREEN)


class PageDriver(Driver):
    """Writes to the `page` of the app, which feeds it what comes in."""

    def start_application_mode(self) -> None:
        self._parser: XTermParser | None = XTermParser(self._debug)
        self.write(BEGIN)
        self.resize(*self._app.terminal)  # type: ignore[attr-defined]

    def disable_input(self) -> None:
        self._parser = None

    def stop_application_mode(self) -> None:
        self.write(END)

    def write(self, data: str) -> None:
        self._app.send("write", data)  # type: ignore[attr-defined]

    def feed(self, data: str) -> None:
        """Take what the terminal sends: keys, the mouse, pasted text, answers."""
        if self._parser is None:  # the app has ended
            return
        for message in self._parser.feed(data):
            self.process_message(message)
        if data.endswith("\x1b"):  # the key, unless more comes soon
            self._loop.call_later(ESCAPE_DELAY + 0.001, self._tick)

    def resize(self, width: int, height: int) -> None:
        """Take the size of the terminal, in characters."""
        size = Size(width, height)
        self.process_message(Resize(size, size))

    def _tick(self) -> None:
        if self._parser is not None:
            for message in self._parser.tick():
                self.process_message(message)
