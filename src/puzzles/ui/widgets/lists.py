"""A list of lines, and beside it what is known of the one pointed at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import OptionList, Static

from puzzles.ui.widgets.host import Screen
from puzzles.ui.widgets.keybar import KeyBar

T = TypeVar("T")


class ListScreen(Screen[T]):
    """Says what stands `beside` the list, and what below it; `NAME` is the id of the list."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (90, "-wide")]
    NAME = ""
    HEADING = ""  # Rich markup

    def compose(self) -> ComposeResult:
        yield Static(self.HEADING, id="title")
        with Horizontal(id="body"):
            yield OptionList(id=self.NAME, compact=True)
            yield self.beside()
        yield from self.below()
        yield KeyBar()

    def beside(self) -> Widget:
        raise NotImplementedError

    def below(self) -> Iterable[Widget]:
        return ()

    def on_mount(self) -> None:
        self.options.focus()

    @property
    def options(self) -> OptionList:
        return self.query_one(f"#{self.NAME}", OptionList)

    def fill(self, lines: Iterable[Text], at: int) -> None:
        """Show these lines, and point at one of them, or at the last."""
        self.options.clear_options()
        self.options.add_options(lines)
        if self.options.option_count:
            self.options.highlighted = min(at, self.options.option_count - 1)
