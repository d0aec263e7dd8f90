"""Guards against faults of Textual 8.2, each to be removed when its test passes without it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from textual.actions import ActionParseResult
from textual.app import App
from textual.command import CommandPalette
from textual.dom import DOMNode
from textual.events import Click
from textual.widgets import OptionList

from puzzles.ui.widgets.host import Screen


class Palette(CommandPalette, Screen[None]):
    """The command palette, a screen that leaves only what it covers.

    It has no ID: a second one with the ID of one that is still closing raises DuplicateIds.
    """


class Guarded(App[None]):
    """An app in which page keys do nothing in a list whose lines are not known: Textual raises
    KeyError then, as in a list without room, in the one of a Select, and in the palette's."""

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        try:
            return await super().run_action(action, default_namespace, namespaces)
        except KeyError:
            if "page_" not in str(action):
                raise
            return True

    def action_command_palette(self) -> None:
        """Open the command palette, unless one is open, under other screens, too."""
        if not any(isinstance(screen, CommandPalette) for screen in self.screen_stack):
            self.push_screen(Palette())


def escape(text: str) -> str:
    """Return markup that shows a text as it is. Textual's own escape, like Rich's, leaves brackets
    that Textual then reads as tags. A backslash cannot stand before a tag, so that a word joiner,
    which takes no room, follows one at the end."""
    escaped = text.replace("[", "\\[")
    return f"{escaped}\u2060" if escaped.endswith("\\") else escaped


_select = OptionList._on_click


async def _select_what_is_there(self: OptionList, event: Click) -> None:
    """Do nothing where the line that was clicked has gone since it was drawn: Textual raises
    IndexError."""
    with suppress(IndexError):
        await _select(self, event)


OptionList._on_click = _select_what_is_there  # type: ignore[method-assign]
