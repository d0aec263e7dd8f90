"""The end of a pack: all its boards as they were left, and what they came to together."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, VerticalScroll
from textual.geometry import Size
from textual.widgets import Static

from puzzles.library.catalogue import Entry
from puzzles.player import sharing
from puzzles.player.clock import clock_text
from puzzles.player.winning import Win
from puzzles.ui.board.sketch import Sketch
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.keybar import KeyBar
from puzzles.ui.widgets.screens import Screen

# Characters of a board, the largest first.
SIZES = (Size(24, 12), Size(18, 9), Size(14, 7), Size(10, 5), Size(8, 4), Size(6, 3))
GAP = 2, 1  # between two
LINES = 9  # that are not the boards'


class PackScreen(Screen[None]):
    """Shows a pack that `win` has completed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,n", "dismiss", "To the levels", id="pack.back", key_display="enter"),
        Binding("y", "copy", "Copy the result", id="pack.copy"),
    ]
    help_text = """\
## A pack is complete

Here are all its boards, as you left them. **y** copies a text to share, without spoilers.
"""

    def __init__(self, win: Win) -> None:
        super().__init__()
        self._win, self._pack = win, win.entry.pack
        self._boards = [Sketch(id=f"board-{index}") for index in range(len(self._pack.levels))]

    def compose(self) -> ComposeResult:
        pack, standing = self._pack, self._win.standing
        yield Static(f"[b]{escape(pack.title)}[/]  [dim]{escape(pack.puzzle.title)}[/]", id="title")
        with VerticalScroll(id="pack"):
            yield Static("[b $success]✦  ✦  ✦[/]\n[b]Complete[/]", classes="centred")
            time = f" · {clock_text(standing.seconds)}" if self.app.settings.clock else ""
            yield Static(f"{standing}{time}", classes="centred")
            yield Grid(*self._boards, id="boards")
        yield KeyBar()

    async def on_mount(self) -> None:
        self.query_one("#pack").focus()
        won = await asyncio.to_thread(self.app.saves.won)
        for index, board in enumerate(self._boards):
            entry = Entry(self._pack, index)
            board.show(entry, won.get(entry.name, ()))

    def on_resize(self, event: events.Resize) -> None:
        """Make the boards as large as they all fit, or else small, and scroll."""
        width, height = event.size.width - 4, event.size.height - LINES
        count = len(self._boards)
        fitting = (size for size in SIZES if count <= _across(size, width) * _down(size, height))
        size = next(fitting, SIZES[-1])
        across = max(1, min(count, _across(size, width)))
        look = self.query_one(Grid).styles
        look.grid_size_columns = across
        look.width = across * (size.width + GAP[0]) - GAP[0]
        look.grid_columns, look.grid_rows = str(size.width), str(size.height)

    def action_copy(self) -> None:
        """Copy what all came to, without a word about how."""
        self.app.copy_to_clipboard(sharing.of_pack(self._pack, self._win.standing))
        self.notify("Copied, without spoilers.")


def _across(size: Size, width: int) -> int:
    return (width + GAP[0]) // (size.width + GAP[0])


def _down(size: Size, height: int) -> int:
    return (height + GAP[1]) // (size.height + GAP[1])
