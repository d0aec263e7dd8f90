"""Guards against faults of Textual 8.2, each to be removed when its test passes without it."""

from contextlib import suppress
from typing import Literal

from textual.command import CommandPalette, DiscoveryHit, Hits
from textual.events import Click, Mount
from textual.system_commands import SystemCommandsProvider
from textual.widgets import OptionList

from puzzles.ui.widgets.host import Screen


class Palette(CommandPalette, Screen[None]):
    """The command palette, a screen that leaves only what it covers.

    It has no ID: a second one with the ID of one that is still closing raises DuplicateIds.
    """

    late = False  # a key that came before it was there has led to another room, or home

    def on_mount(self, event: Mount) -> None:
        """Textual asks the screen below for commands, where there need not be one any more."""
        self.late = self.app.screen is not self
        if self.late:
            event.prevent_default()

    def on_screen_resume(self) -> None:
        if self.late:
            self.dismiss()


class Commands(SystemCommandsProvider):
    """The commands of the app, in the order in which it gives them: Textual sorts them by name."""

    async def discover(self) -> Hits:
        for title, help, command, shown in self.app.get_system_commands(self.screen):
            if shown:
                yield DiscoveryHit(title, command, help=help)


def escape(text: str) -> str:
    """Return markup that shows a text as it is. Textual's own escape, like Rich's, leaves brackets
    that Textual then reads as tags. A backslash cannot stand before a tag, so that a word joiner,
    which takes no room, follows one at the end."""
    escaped = text.replace("[", "\\[")
    return f"{escaped}\u2060" if escaped.endswith("\\") else escaped


_select, _move = OptionList._on_click, OptionList._move_page


async def _select_what_is_there(self: OptionList, event: Click) -> None:
    """Textual raises IndexError where the line that was clicked has gone since it was drawn."""
    with suppress(IndexError):
        await _select(self, event)


def _move_where_lines_are(self: OptionList, direction: Literal[-1, 1]) -> None:
    """Textual raises KeyError in a list whose lines are not known, as in one without space."""
    with suppress(KeyError):
        _move(self, direction)


OptionList._on_click = _select_what_is_there  # type: ignore[method-assign]
OptionList._move_page = _move_where_lines_are  # type: ignore[method-assign]
