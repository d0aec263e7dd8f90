"""Guards against faults of Textual 8.2, each to be removed when its test passes without it."""

from __future__ import annotations

from contextlib import suppress

from textual.app import App
from textual.command import CommandPalette
from textual.widgets import OptionList as TextualOptionList

from puzzles.ui.widgets.screens import Screen


class OptionList(TextualOptionList):
    """A list in which page keys do nothing where its lines are not known: Textual raises KeyError
    then, as in a list without room."""

    def action_page_up(self) -> None:
        with suppress(KeyError):
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        with suppress(KeyError):
            super().action_page_down()  # type: ignore[no-untyped-call]


class Palette(CommandPalette, Screen[None]):
    """The command palette, with the same guard for its list."""

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):
            super()._action_command_list(action)


def open_palette(app: App[None]) -> None:
    """Open the palette unless one is open, under other screens, too. It has no ID: a second one
    with the ID of one that is still closing raises DuplicateIds."""
    if not any(isinstance(screen, CommandPalette) for screen in app.screen_stack):
        app.push_screen(Palette())
