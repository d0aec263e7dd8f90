"""The place of the terminal's cursor, which is that of what is selected on a screen."""

from textual.geometry import Offset
from textual.widgets import Input, OptionList, TextArea

from puzzles.ui.widgets.host import AnyScreen


def caret(screen: AnyScreen) -> Offset:
    """Return the place of the terminal's own cursor, whose row a screen reader reads: of what is
    selected, such as a cell, a level, a line of a list, or where the next letter goes; else that of
    what has the focus. Screens and widgets in which something is selected have its place as
    `selected_at`."""
    widget = screen.focused
    for each in (screen, widget):
        if isinstance(place := getattr(each, "selected_at", None), Offset):
            return place
    if isinstance(widget, Input | TextArea):
        return widget.cursor_screen_offset
    if isinstance(widget, OptionList):
        above = widget.options[: widget.highlighted or 0]
        line = sum(str(option.prompt).count("\n") + 1 for option in above)
        return widget.content_region.offset + Offset(0, line) - widget.scroll_offset
    return Offset() if widget is None else widget.region.offset
