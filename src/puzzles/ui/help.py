"""Help: the rules of the puzzle on screen, and every key that works there."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.table import Table
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Markdown, Static

_NAMES = {
    "question_mark": "?", "exclamation_mark": "!", "at": "@", "number_sign": "#",
    "dollar_sign": "$", "percent_sign": "%", "circumflex_accent": "^", "ampersand": "&",
    "asterisk": "*", "left_parenthesis": "(", "plus": "+", "minus": "−", "equals_sign": "=",
    "enter": "⏎", "escape": "esc", "up": "↑", "down": "↓", "left": "←", "right": "→",
}  # fmt: skip


class HelpScreen(ModalScreen[None]):
    """Lists the bindings that were active on `about`, under the rules it offers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,f1,q", "dismiss", "Back", id="help.back", key_display="esc")
    ]

    def __init__(self, about: Screen[Any]) -> None:
        super().__init__()
        self._rules = getattr(about, "help_text", "")
        self._keys = key_table(about)

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Markdown(self._rules, open_links=False)
            yield Static(self._keys)

    def on_click(self) -> None:
        self.dismiss()


def key_table(screen: Screen[Any]) -> Table:
    """What the keys do on a screen; bindings whose ids differ by a number share a row."""
    rows: dict[str, tuple[str, list[str]]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if binding.id and active.enabled:
            stem = binding.id.rstrip("0123456789")
            description = binding.description.rstrip(" 0123456789")
            rows.setdefault(stem, (description, []))[1].append(_shown(binding.key))
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="bold", no_wrap=True)
    for description, keys in rows.values():
        text = " ".join(keys) if len(keys) < 5 else f"{keys[0]} … {keys[-1]}"
        table.add_row(text, description)
    return table


def _shown(key: str) -> str:
    """A key as printed on it."""
    return _NAMES.get(key, key).replace("ctrl+", "ctrl-")
