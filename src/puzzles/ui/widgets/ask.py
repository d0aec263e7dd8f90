"""One line, or one character, that is asked for."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, Static

from puzzles.ui.widgets.screens import ModalScreen


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
        yield Static(
            "[@click=screen.take][b]enter[/b] done[/]  [@click=screen.dismiss][b]esc[/b] back[/]",
            id="reason",
        )

    def on_input_submitted(self) -> None:
        self.action_take()

    def action_take(self) -> None:
        self.dismiss(self.query_one(Input).value.strip())


class KeyScreen(ModalScreen[str | None]):
    """Asks for one character; any other key is none."""

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        yield Static(f"[b]{self.question}[/b]", id="question")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.dismiss(event.character if event.is_printable else None)

    def on_click(self) -> None:
        self.dismiss(None)
