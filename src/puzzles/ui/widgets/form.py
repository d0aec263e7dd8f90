"""A few lines to fill in, and what comes of them: a dialogue for keys and for the pointer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Button, Input, Label, Select, Static

from puzzles.core.errors import PuzzlesError, sentence
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.screens import ModalScreen

T = TypeVar("T")


class FormScreen(ModalScreen[T]):
    """Asks for a line in each of `fields`, which are called like their labels and hold a text, or
    several to choose from; `does` is the word on its button."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Next field", show=False, id="form.down"),
        Binding("up", "app.focus_previous", "Field before", show=False, id="form.up"),
        Binding("escape", "cancel", "Cancel", id="form.cancel", key_display="esc"),
    ]

    def __init__(self, title: str, fields: Mapping[str, str | list[str]], does: str) -> None:
        super().__init__()
        self._heading, self._fields, self._does = title, fields, does

    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            yield Static(self._heading, id="heading")
            for name, value in self._fields.items():
                with Horizontal(classes="field"):
                    yield Label(name)
                    yield self._field(name, value)
            yield Static(id="told")
            with Horizontal(id="buttons"):
                yield Button(self._does, id="do", compact=True, variant="primary")
                yield Button("Cancel", id="cancel", compact=True)

    def _field(self, name: str, value: str | list[str]) -> Widget:
        if isinstance(value, str):
            return Input(value, id=f"form-{name}", compact=True, select_on_focus=True)
        choices = [(each, each) for each in value]
        return Select(choices, value=value[0], id=f"form-{name}", allow_blank=False, compact=True)

    def value(self, name: str) -> str:
        """Return the text of a field."""
        field = self.query_one(f"#form-{name}")
        assert isinstance(field, Input | Select)
        return str(field.value).strip()

    def say(self, text: str) -> None:
        """Say something below the fields, in Rich markup."""
        self.query_one("#told", Static).update(text)

    def refuse(self, error: PuzzlesError) -> None:
        """Say what is wrong."""
        self.say(wrong(error))

    def ask_again(self, does: str) -> None:
        """Let the button mean something else from now on."""
        self.query_one("#do", Button).label = does

    @on(Input.Submitted)
    @on(Button.Pressed, "#do")
    def _asked(self) -> None:
        self.action_do()

    @on(Button.Pressed, "#cancel")
    def _left(self) -> None:
        self.action_cancel()

    def action_do(self) -> None:
        """Do what was asked about."""
        raise NotImplementedError

    def action_cancel(self) -> None:
        self.dismiss(None)


def wrong(error: PuzzlesError) -> str:
    """Return what is wrong, as a sentence in Rich markup."""
    return f"[$warning]{escape(sentence(error))}[/]"
