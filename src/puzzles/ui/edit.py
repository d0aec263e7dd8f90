"""The editor: a board that was read off a picture, to correct cell by cell, to play and to save."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.markup import escape
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from puzzles.core.errors import LevelError
from puzzles.core.facets import required
from puzzles.core.puzzle import Puzzle
from puzzles.core.reading import Reading
from puzzles.library import locations
from puzzles.library.catalogue import Entry, library
from puzzles.library.levels import level_toml, read_pack, slug
from puzzles.library.newfile import NewFile, NotWritten, Taken
from puzzles.ui.board import BoardView
from puzzles.ui.panel import BoardScreen


class EditScreen(BoardScreen):
    """Owns a sketch of the level; doubtful cells are lit until they are looked at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "change(1)", "Change", priority=True, id="edit.next",
                key_display="⏎"),
        Binding("backspace", "change(-1)", "Back through", priority=True, show=False,
                id="edit.previous"),
        Binding("tab", "doubtful", "Doubtful", priority=True, id="edit.doubtful"),
        Binding("u,ctrl+z", "undo", "Undo", id="edit.undo", key_display="u"),
        Binding("P", "play", "Play", id="edit.play"),
        Binding("W", "save", "Save", id="edit.save"),
        Binding("L", "letters", "Letters", show=False, id="edit.letters"),
        Binding("escape", "back", "Back", id="edit.back"),
    ]  # fmt: skip
    help_text = (
        "## A board from a picture\n\nCompare it with the picture. Click a cell, or press enter on "
        "it, until it shows the right thing (right click or backspace goes back); **tab** leads "
        "to the cells that were hard to read. Then **P** plays the board, and **W** saves it."
    )

    def __init__(self, puzzle: Puzzle[Any, Any, Any], reading: Reading) -> None:
        self.reading = reading
        self._editor = required(puzzle.edits, f"boards of {puzzle.title} cannot be edited")
        self.sketches = [self._editor.sketch(reading.level)]
        self.doubtful = dict(reading.doubtful)
        heading = f"[b]{reading.level.title}[/b]  [dim]{puzzle.title} · from a picture[/dim]"
        super().__init__(puzzle, heading, puzzle.start(self.sketches[-1]), live=True)
        self.board.editing = True

    def on_mount(self) -> None:
        self.board.focus()
        self._show()

    def _show(self) -> None:
        self.board.mark(self.doubtful)
        sure = "\n".join((f"{100 * self.reading.confidence:.0f} % sure", *self.reading.reasons))
        doubtful = f"{len(self.doubtful)} cells doubtful" if self.doubtful else "no doubtful cells"
        size = self.puzzle.facts(self.sketches[-1])["size"]
        self.tell(f"[b]{size}[/b]\n{sure}\n{doubtful}")

    def on_board_view_chosen(self, message: BoardView.Chosen) -> None:
        self._edit(message.cell, message.by)

    def on_board_view_played(self, message: BoardView.Played) -> None:
        """Nothing is played here."""

    def action_change(self, by: int) -> None:
        self._edit(self.board.cursor, by)

    def _edit(self, cell: int, by: int) -> None:
        self.sketches.append(self._editor.edit(self.sketches[-1], cell, by))
        self.doubtful.pop(cell, None)
        self.say("")
        self._redraw()

    def action_undo(self) -> None:
        if len(self.sketches) == 1:
            self.say("Nothing to undo.")
            return
        self.sketches.pop()
        self._redraw()

    def _redraw(self) -> None:
        self.board.show(self.puzzle.start(self.sketches[-1]))
        self._show()

    def action_doubtful(self) -> None:
        """Go to the next doubtful cell."""
        later = [cell for cell in self.doubtful if cell > self.board.cursor]
        if self.doubtful:
            cell = min(later or self.doubtful)
            self.board.point_at(cell)
            self.say(f"Is [b]{self.doubtful[cell]}[/b] right?")
        else:
            self.say("No cell is doubtful.")

    def action_letters(self) -> None:
        self.board.toggle_letters()

    def action_back(self) -> None:
        self.dismiss()

    # Leaving with a level ------------------------------------------------------------------

    def _entry(self, file: str) -> Entry | None:
        """The level as it is now, or a message why it is none yet."""
        try:
            return Entry(read_pack(file, level_toml(self.puzzle, self.sketches[-1])), 0)
        except LevelError as error:
            self.say(f"[$warning]Not yet: {error.reason}.[/]")
            return None

    def action_play(self) -> None:
        name = slug(self.reading.level.title) or "picture"
        if (entry := self._entry(f"{name}.toml")) is not None:
            self.app.open(entry)

    def action_save(self) -> None:
        """Ask for a file, then write the level there."""
        if self._entry("level.toml") is None:
            return
        if locations.guest():
            self.say("Nothing can be written to a file from here.")
            return
        name = slug(self.reading.level.title) or "picture"
        suggestion = str(locations.data() / "levels" / f"{name}.toml")
        self.app.push_screen(AskScreen("Save the level as", suggestion), self._save)

    def _save(self, file: str | None) -> None:
        if not file:
            return
        path, told = Path(file).expanduser(), list[str]()
        try:
            with NewFile(str(path), told.append) as new:
                new.write(level_toml(self.puzzle, self.sketches[-1]))
        except Taken:
            self.say(f"[$warning]{escape(path.name)} is there already; choose another name.[/]")
        except NotWritten as error:
            self.say(f"[$error]{escape(str(error))}[/]")
        else:
            library.cache_clear()
            self.say(escape("; ".join([f"Saved as {path.name}", *told])) + ".")


class AskScreen(ModalScreen[str | None]):
    """Asks for one line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel", id="ask.cancel")
    ]

    def __init__(self, question: str, suggestion: str = "") -> None:
        super().__init__()
        self.question, self.suggestion = question, suggestion

    def compose(self) -> ComposeResult:
        yield Static(f"[b]{self.question}[/b]", id="question")
        yield Input(self.suggestion, id="answer")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)
