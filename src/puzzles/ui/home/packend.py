"""The end of a pack: all its boards as they were left, and what they came to together."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.strip import Strip
from textual.widgets import Static
from textual.worker import get_current_worker

from puzzles.library.catalogue import Entry
from puzzles.player import sharing
from puzzles.player.clock import clock_text
from puzzles.player.winning import Win
from puzzles.ui.board.sketch import as_text, picture_of
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.keybar import KeyBar
from puzzles.ui.widgets.screens import Screen

# Characters that a board takes with the gap beside or below it, largest first.
ROOMS = (Size(26, 13), Size(20, 10), Size(16, 8), Size(12, 6), Size(10, 5), Size(8, 4))
GAP = 2, 1
LINES = 9  # that are not the boards'


class PackScreen(Screen[None]):
    """Shows a pack that `win` has completed; its boards come one after the other."""

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
        self._boards: list[list[Strip]] = []

    def compose(self) -> ComposeResult:
        pack, standing = self._pack, self._win.standing
        yield Static(f"[b]{escape(pack.title)}[/]  [dim]{escape(pack.puzzle.title)}[/]", id="title")
        with VerticalScroll(id="pack"):
            yield Static("[b $success]✦  ✦  ✦[/]\n[b]Complete[/]", classes="centred")
            time = f" · {clock_text(standing.seconds)}" if self.app.settings.clock else ""
            yield Static(f"{standing}{time}", classes="centred")
            yield Static(id="boards")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#pack").focus()

    def on_resize(self, event: events.Resize) -> None:
        """Draw the boards as large as they all fit, or else small, and scroll."""
        width, height = event.size.width - 4, event.size.height - LINES
        count = len(self._pack.levels)
        self._room = next((room for room in ROOMS if count <= _fit(room, width, height)), ROOMS[-1])
        self._across = max(1, min(count, width // self._room.width))
        self._draw(self._room, self.background_colors[1].rgb)

    @work(thread=True, exclusive=True)
    def _draw(self, room: Size, ground: tuple[int, int, int]) -> None:
        """Draw the boards, off the event loop; each is shown when it is there, unless nothing is to
        move."""
        worker, won = get_current_worker(), self.app.saves.won()
        size = Size(room.width - GAP[0], room.height - GAP[1])
        boards: list[list[Strip]] = []
        for index in range(len(self._pack.levels)):
            entry = Entry(self._pack, index)
            moves = won.get(entry.name, ())
            boards.append(picture_of(entry, moves, size, ground, self.app.settings))
            if worker.is_cancelled:
                return
            if self.app.animation_level != "none":
                self.app.from_thread(self, self._show, boards[:])
        self.app.from_thread(self, self._show, boards)

    def _show(self, boards: list[list[Strip]]) -> None:
        self._boards = boards
        rows = [boards[i : i + self._across] for i in range(0, len(boards), self._across)]
        left = (self.size.width - 4 - self._across * self._room.width + GAP[0]) // 2
        text = Text("\n", no_wrap=True).join(
            self._line(row, y, left) for row in rows for y in range(self._room.height)
        )
        self.query_one("#boards", Static).update(text)

    def _line(self, row: list[list[Strip]], y: int, left: int) -> Text:
        """A line through boards side by side, each in the middle of its room."""
        line = Text(" " * max(0, left))
        for board in row:
            width = board[0].cell_length if board else 0
            aside = (self._room.width - GAP[0] - width) // 2
            line.append(" " * aside)
            above = (self._room.height - GAP[1] - len(board)) // 2
            strip = board[y - above] if above <= y < above + len(board) else None
            line.append_text(as_text(strip, self._room.width - aside))
        return line

    def action_copy(self) -> None:
        """Copy what all came to, without a word about how."""
        self.app.copy_to_clipboard(sharing.of_pack(self._pack, self._win.standing))
        self.notify("Copied, without spoilers.")


def _fit(room: Size, width: int, height: int) -> int:
    """Return the number of boards that there is room for."""
    return (width + GAP[0]) // room.width * ((height + GAP[1]) // room.height)
