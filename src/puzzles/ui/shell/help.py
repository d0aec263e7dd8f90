"""Help: the rules of the puzzle on screen, in words and pictures, and the keys that work there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from rich.table import Table
from rich.text import Text
from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Markdown, Static

from puzzles.core.puzzle import Puzzle
from puzzles.core.results import Lesson
from puzzles.library.catalogue import Entry
from puzzles.library.lessons import lesson_pack, lesson_states, needed, tutorial
from puzzles.player.settings import Settings
from puzzles.ui.board.sketch import as_text, sketch
from puzzles.ui.widgets.host import Host
from puzzles.ui.widgets.keybar import key_shown
from puzzles.ui.widgets.screens import ModalScreen

ROOM, HEIGHT = 70, 8  # characters that the pictures of a lesson take


class HelpScreen(ModalScreen[None]):
    """Lists the bindings that were active on `about`, under the rules it offers."""

    app = getters.app(Host)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,f1,q", "dismiss", "Back", id="help.back", key_display="esc"),
        Binding("t", "teach", "Take the lessons again", id="help.teach"),
    ]

    def __init__(self, about: Screen[Any]) -> None:
        super().__init__()
        self._rules = getattr(about, "help_text", "")
        self._puzzle: Puzzle[Any, Any, Any] | None = getattr(about, "puzzle", None)
        entry: Entry | None = getattr(about, "entry", None)
        # A screen that is not for playing may have pictures of its own, and words under them.
        self._own: tuple[list[Any], str] | None = getattr(about, "pictured", None)
        self._lessons = () if self._own else _lessons(self._puzzle, entry)
        self._keys = key_table(about)

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Markdown(self._rules, open_links=False)
            if self._puzzle is not None:
                yield from self._pictures(self._puzzle)
                if self._own is not None:
                    yield from self._picture(self._puzzle, *self._own)
            if self._lessons:
                yield Static("[b]t[/b]  take these lessons again", classes="lesson")
            yield Static(self._keys)

    def _pictures(self, puzzle: Puzzle[Any, Any, Any]) -> Iterable[Static]:
        """Each lesson: its board before the moves, and after each of them."""
        if (pack := lesson_pack(puzzle, self._lessons)) is None:
            return
        for level, lesson in zip(pack.levels, self._lessons, strict=True):
            yield from self._picture(puzzle, lesson_states(puzzle, level, lesson), lesson.text)

    def _picture(
        self, puzzle: Puzzle[Any, Any, Any], states: list[Any], words: str
    ) -> Iterable[Static]:
        """Positions one after the other, and words under them."""
        settings: Settings = self.app.settings
        ground = Color.parse(self.app.theme_variables["surface"]).rgb
        width = (ROOM + 3) // len(states) - 3
        boards = [sketch(puzzle, state, width, HEIGHT, ground, settings) for state in states]
        yield Static(_row(boards), classes="picture")
        yield Static(puzzle.renamed(states[0], words, settings.palette), classes="lesson")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "teach" or bool(self._lessons)

    def action_teach(self) -> None:
        """Play the lessons that are shown."""
        assert self._puzzle is not None
        self.dismiss()
        self.app.call_later(self.app.teach, self._puzzle, self._lessons)

    def on_click(self) -> None:
        self.dismiss()


def _lessons(puzzle: Puzzle[Any, Any, Any] | None, entry: Entry | None) -> tuple[Lesson, ...]:
    """The lessons of a puzzle, and those that a level needs besides."""
    if puzzle is None:
        return ()
    kinds = {} if entry is None else needed(puzzle, entry.level)
    return (*tutorial(puzzle), *kinds.values())


def _row(boards: list[list[Strip]]) -> Text:
    """Pictures of one height side by side, with arrows between them."""
    height = max(map(len, boards))
    lines = []
    for y in range(height):
        arrow = " → " if y == height // 2 else "   "
        parts = [
            as_text(board[y] if y < len(board) else None, board[0].cell_length) for board in boards
        ]
        lines.append(Text(arrow).join(parts))
    return Text("\n", no_wrap=True).join(lines)


def key_table(screen: Screen[Any]) -> Table:
    """What the keys do on a screen; bindings whose ids differ by a number share a row."""
    rows: dict[str, tuple[str, list[str]]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if binding.id and active.enabled:
            stem = binding.id.rstrip("0123456789")
            description = binding.description.rstrip(" 0123456789")
            rows.setdefault(stem, (description, []))[1].append(key_shown(binding.key))
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="bold", no_wrap=True)
    for description, keys in rows.values():
        text = " ".join(keys) if len(keys) < 5 else f"{keys[0]} … {keys[-1]}"
        table.add_row(text, description)
    return table
