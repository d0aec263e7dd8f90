"""The place of the terminal's own cursor: a screen reader reads the row that it is in."""

from typing import Any

from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets import Input, OptionList, TextArea


def caret(screen: Screen[Any]) -> Offset:
    """Return the place of what is selected: a cell, a level, a line of a list, or where the next
    letter goes; else that of what has the focus. Screens and widgets in which something is selected
    have its place as `selected_at`."""
    widget = screen.focused
    for each in (screen, widget):
        if isinstance(place := getattr(each, "selected_at", None), Offset):
            return place
    if isinstance(widget, Input | TextArea):
        return widget.cursor_screen_offset
    if isinstance(widget, OptionList):
        line = line_of(widget, widget.highlighted or 0)
        return widget.content_region.offset + Offset(0, line) - widget.scroll_offset
    return Offset() if widget is None else widget.region.offset


def line_of(options: OptionList, index: int) -> int:
    """Return the line of a list in which an option begins."""
    return sum(str(option.prompt).count("\n") + 1 for option in options.options[:index])
