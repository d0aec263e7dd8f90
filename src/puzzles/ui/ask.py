"""One line that is asked for."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Input, Static


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
