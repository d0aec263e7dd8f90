"""A fault in a screen closes that screen; the app goes on.

Textual ends the app at any exception, and has no public hook for it: `_handle_exception` is where
all of them come, and `_dispatch_message` is overridden because the app's own message loop would end
otherwise.
"""

from __future__ import annotations

from collections import deque
from time import monotonic
from typing import Any

from textual.app import App
from textual.message import Message
from textual.screen import Screen
from textual.worker import WorkerFailed

from puzzles.core.errors import reason_of
from puzzles.player.reports import report_of, write_report
from puzzles.ui.widgets.guards import open_palette

MOST, WITHIN = 5, 10.0  # faults within so many seconds: then the app ends


class Contained(App[None]):
    """An app that survives the faults of its screens."""

    def __init__(self) -> None:
        super().__init__()
        self._faults = deque[float](maxlen=MOST)

    def rebuild(self) -> Screen[Any]:
        """Return a new first screen, in place of one that had a fault."""
        raise NotImplementedError

    def action_command_palette(self) -> None:
        """Open the command palette, unless one is open."""
        open_palette(self)

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        """Close the screen on top, with a message and a report; end the app if that was in vain."""
        self._faults.append(monotonic())
        often = len(self._faults) == MOST and self._faults[-1] - self._faults[0] < WITHIN
        if often or not self.is_running or self._exit or len(self.screen_stack) < 2:
            super()._handle_exception(error)
            return
        self.call_later(self._close, self.screen, error)

    def _close(self, screen: Screen[Any], error: Exception) -> None:
        if screen is not self.screen:  # it is closed already
            return
        first = len(self.screen_stack) == 2  # Textual's own lies below it
        if first:
            self.switch_screen(self.rebuild())
        else:
            self.pop_screen()
        self.notify(_told(error), severity="error", timeout=15, markup=False)


def _told(error: Exception) -> str:
    """Report an error, and return the words for the player."""
    cause = error.error if isinstance(error, WorkerFailed) else error
    try:
        where = f"The report is {write_report(report_of(cause))}."
    except OSError as reason:
        where = f"The report cannot be written ({reason_of(reason)})."
    return f"This screen had a fault ({type(cause).__name__}) and was closed. {where}"
