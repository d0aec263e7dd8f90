"""Textual's screens, but one that is left twice takes no other screen with it.

Keys wait in the queue of the widget that has the focus. Those pressed before a screen goes are
handled after it: a second `esc` would close the screen below, and `n` would replace that.
"""

from __future__ import annotations

from typing import TypeVar

from textual import getters
from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen as TextualModalScreen
from textual.screen import Screen as TextualScreen

from puzzles.ui.widgets.host import Host

T = TypeVar("T")


class Screen(TextualScreen[T]):
    """A screen of the app that leaves only what it covers."""

    app = getters.app(Host)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close this screen, if it is there. One with a result also closes what lies over it."""
        if result is not None and self in self.app.screen_stack:
            while not self.is_active:
                self.app.pop_screen()
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def give_way(self, other: TextualScreen[None]) -> None:
        """Show another screen in place of this one, unless this one is covered or gone."""
        if self.is_active:
            self.app.switch_screen(other)


class ModalScreen(TextualModalScreen[T], Screen[T]):
    """A screen over another one, which stays visible."""
