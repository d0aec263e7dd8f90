"""Guards against faults of Textual 8.2, each to be removed when its test passes without it."""

from __future__ import annotations

from textual.app import App
from textual.command import CommandList, CommandPalette
from textual.widgets import OptionList as TextualOptionList

from puzzles.ui.widgets.screens import Screen

PAGES = ("page_up", "page_down")


def _has_lines(options: TextualOptionList) -> bool:
    """A list without room has no lines, and a page key in it raises KeyError."""
    return bool(options.scrollable_content_region)


class OptionList(TextualOptionList):
    """A list in which page keys do nothing where it has no room."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in PAGES or _has_lines(self)


class Palette(CommandPalette, Screen[None]):
    """The command palette, with the same guard for its list."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        pages = action == "command_list" and parameters[0] in PAGES
        return not pages or _has_lines(self.query_one(CommandList))


def open_palette(app: App[None]) -> None:
    """Open the palette unless one is open, under other screens, too. It has no ID: a second one
    with the ID of one that is still closing raises DuplicateIds."""
    if not any(isinstance(screen, CommandPalette) for screen in app.screen_stack):
        app.push_screen(Palette())
