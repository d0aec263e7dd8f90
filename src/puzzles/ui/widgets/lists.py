"""A list of lines, and beside it what is known of the one pointed at; the place of what is selected
on a screen."""

from collections.abc import Iterable
from typing import Generic, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Offset
from textual.widget import Widget
from textual.widgets import Input, OptionList, TextArea

from puzzles.ui.widgets.host import AnyScreen
from puzzles.ui.widgets.keybar import KeyBar
from puzzles.ui.widgets.rooms import Room, RoomBar

Row = TypeVar("Row")


class ListScreen(Room[None], Generic[Row]):
    """Shows `rows` in a list with the id `NAME`, and widgets beside and below it."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (90, "-wide")]
    NAME = ""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        super().__init__()
        self.rows = list(rows)

    def compose(self) -> ComposeResult:
        yield RoomBar()
        with Horizontal(id="body"):
            yield OptionList(id=self.NAME, compact=True)
            yield self.beside()
        yield from self.below()
        yield KeyBar()

    def beside(self) -> Widget:
        raise NotImplementedError

    def below(self) -> Iterable[Widget]:
        return ()

    def line(self, row: Row) -> Text:
        """Return the line of a row."""
        raise NotImplementedError

    def look(self, row: Row) -> None:
        """Show what is known of the row pointed at."""

    def action_take(self) -> None:
        """Do what enter and a click do with the row pointed at."""

    def on_mount(self) -> None:
        if self.rows:
            self.fill(0)
        self.options.focus()

    @property
    def options(self) -> OptionList:
        return self.query_one(f"#{self.NAME}", OptionList)

    @property
    def row(self) -> Row | None:
        """The row pointed at."""
        at = self.options.highlighted
        return self.rows[at] if at is not None and at < len(self.rows) else None

    def fill(self, at: int) -> None:
        """Show the rows, and point at one of them, or at the last; without any, nothing beside."""
        self.options.clear_options()
        self.options.add_options(map(self.line, self.rows))
        self.query_one("#body").children[-1].display = bool(self.rows)
        if self.rows:
            self.options.highlighted = min(at, len(self.rows) - 1)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if (row := self.row) is not None:
            self.look(row)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_take()


def caret(screen: AnyScreen) -> Offset:
    """Return the place of the terminal's own cursor, whose row a screen reader reads: of what is
    selected: a cell, a level, a line of a list, or where the next
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
