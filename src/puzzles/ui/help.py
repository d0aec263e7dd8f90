"""Help: the rules of the puzzle on screen, and every key that works there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Markdown

_NAMES = {"question_mark": "?", "exclamation_mark": "!", "plus": "+", "minus": "−", "equals_sign": "=",
          "enter": "⏎", "escape": "esc", "up": "↑", "down": "↓", "left": "←", "right": "→"}  # fmt: skip


class HelpScreen(ModalScreen[None]):
    """Lists the bindings that were active on `about`, under the rules it offers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,f1,q", "dismiss", "Back", id="help.back", key_display="esc")
    ]

    def __init__(self, about: Screen[object]) -> None:
        super().__init__()
        self._text = f"{getattr(about, 'help_text', '')}\n\n{_keys(about)}"

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Markdown(self._text, open_links=False)

    def on_click(self) -> None:
        self.dismiss()


def _keys(screen: Screen[object]) -> str:
    """A Markdown table of the keys, a row for each thing they do."""
    rows = (f"| {keys} | {what} |" for what, keys in _grouped(screen))
    return "| keys | |\n|---|---|\n" + "\n".join(rows)


def _grouped(screen: Screen[object]) -> Iterator[tuple[str, str]]:
    by_action: dict[str, tuple[str, list[str]]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if active.enabled and binding.id and binding.tooltip != "hidden":
            by_action.setdefault(binding.action, (binding.description, []))[1].append(_key(binding.key))
    for what, keys in by_action.values():
        yield what, " · ".join(keys)


def _key(key: str) -> str:
    for name, shown in _NAMES.items():
        key = shown if key == name else key
    return key.replace("ctrl+", "ctrl-")
