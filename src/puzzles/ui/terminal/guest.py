"""Textual's driver for browsers, but one that ends with the server."""

import asyncio
import os
from contextlib import suppress
from threading import Timer

from textual.drivers.web_driver import WebDriver

PATIENCE = 2.0  # seconds that the app may take to quit


class GuestDriver(WebDriver):
    def start_application_mode(self) -> None:
        self._loop = asyncio.get_running_loop()
        super().start_application_mode()

    def run_input_thread(self) -> None:
        super().run_input_thread()
        if not self.exit_event.is_set():  # it is the server that has ended
            last = Timer(PATIENCE, os._exit, [1])
            last.daemon = True
            last.start()
            with suppress(RuntimeError):  # so has the app
                self._loop.call_soon_threadsafe(self._app.exit)

    def write(self, data: str) -> None:
        with suppress(OSError):  # nobody reads it any more
            super().write(data)

    def write_meta(self, data: dict[str, object]) -> None:
        with suppress(OSError):
            super().write_meta(data)
