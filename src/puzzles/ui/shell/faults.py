"""A fault in a screen closes that screen; the app goes on.

Textual ends the app at any exception, and has no public hook for it: `_handle_exception` is where
all of them come, and `_dispatch_message` is overridden because the app's own message loop would end
otherwise.
"""

import sys
from collections import deque
from contextlib import suppress
from itertools import chain
from time import monotonic

from textual._context import active_message_pump
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.message import Message
from textual.message_pump import MessagePump
from textual.widget import MountError
from textual.worker import NoActiveWorker, WorkerFailed, get_current_worker

from puzzles.core.errors import reason_of
from puzzles.core.offers import FILES, offers
from puzzles.core.puzzle import AnyPuzzle
from puzzles.player.reports import report_of, write_report
from puzzles.ui.widgets.host import AnyScreen, Host

BLANK = "blank"  # the room before all others, with nothing in it
MOST, WITHIN = 5, 10.0  # faults, and seconds: then the app ends


class Contained(Host):
    """An app that survives the faults of its screens."""

    def __init__(self) -> None:
        super().__init__()
        self._faults = deque[float](maxlen=MOST)
        self._blamed = set[str]()

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        """Close the screen that has a fault, with a message and a report; end the app if that was
        in vain. A screen that has been left, as all have when the app ends, misses its
        widgets, and nobody misses it."""
        screen = self._at_work()
        left = self._exit or not self.is_running or screen not in self.screens_open
        if left and isinstance(_cause(error), NoMatches | MountError):
            return
        self._faults.append(monotonic())
        often = len(self._faults) == MOST and self._faults[-1] - self._faults[0] < WITHIN
        if often or not self.is_running or self._exit or self.current_mode == BLANK:
            super()._handle_exception(error)
            return
        self.call_later(self._close, screen, error)

    def blame(self, puzzle: AnyPuzzle, error: Exception) -> None:
        if puzzle.id not in self._blamed:
            self._blamed.add(puzzle.id)
            words = f"{puzzle.title} failed to draw a board ({type(error).__name__})."
            self._report(words, error)

    def _report(self, words: str, cause: BaseException) -> None:
        report = report_of(cause)
        self.tell_of_fault(f"{words} {_reported(report)}", report)

    def tell_of_fault(self, words: str, report: str) -> None:
        """Tell the player of a fault, whose report is kept."""
        self.notify(words, severity="error", timeout=15, markup=False)

    def stacks(self) -> dict[str, list[AnyScreen]]:
        """The screens of each room that was entered, the lowest first."""
        found: dict[str, list[AnyScreen]] = {}
        for room in self.MODES:
            with suppress(KeyError):
                found[room] = self.get_screen_stack(room)
        return found

    @property
    def screens_open(self) -> list[AnyScreen]:
        """The screens of all rooms."""
        return list(chain(*self.stacks().values()))

    def _at_work(self) -> AnyScreen | None:
        """Return the screen whose message or worker is handled now: None if it has been left."""
        node: MessagePump
        try:
            node = get_current_worker().node
        except NoActiveWorker:
            node = active_message_pump.get()
        if node is self:
            return self.screen if self.screen_stack else None
        try:
            return node.screen if isinstance(node, DOMNode) else None
        except NoScreen:
            return None

    def _close(self, screen: AnyScreen | None, error: Exception) -> None:
        cause = _cause(error)
        for room, stack in self.stacks().items():
            if screen not in stack or room == BLANK:
                continue
            self.switch_mode(room)
            while screen in self.screen_stack[1:]:
                self.pop_screen()
            if screen is self.screen_stack[0]:  # of the room
                anew = self.MODES[room]
                self.switch_mode(BLANK)
                self.remove_mode(room)
                self.add_mode(room, anew)
                self.switch_mode(room)
        self._report(f"This screen had a fault ({type(cause).__name__}) and was closed.", cause)


def _reported(report: str) -> str:
    """Write a report; returns where it is."""
    if not offers(FILES):  # whoever runs the server, or looks into the browser's console
        print(report, file=sys.__stderr__)
    try:
        file = write_report(report)
    except OSError as reason:
        return f"The report cannot be written ({reason_of(reason)})."
    return f"The report is {file}." if offers(FILES) else "A report is kept."


def _cause(error: Exception) -> BaseException:
    return error.error if isinstance(error, WorkerFailed) else error
