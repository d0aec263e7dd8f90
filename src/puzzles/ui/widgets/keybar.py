"""The line of keys at the foot of a screen: never blank, and never without the key for help.

Textual's own footer is a widget for each key, made anew after each change, and cut off at its end.
This one is a line that is drawn: where there is no room for all keys, the last ones before help go.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget

HELP = "app.help"
BETWEEN = 2  # blanks between two keys, where there is room for all; else 1
# What goes first where there is no room for all keys: they stand last but for the key for help.
LEAST = ("board.next",)

_NAMES = {
    "question_mark": "?",
    "exclamation_mark": "!",
    "at": "@",
    "number_sign": "#",
    "dollar_sign": "$",
    "percent_sign": "%",
    "circumflex_accent": "^",
    "ampersand": "&",
    "asterisk": "*",
    "left_parenthesis": "(",
    "plus": "+",
    "minus": "−",
    "equals_sign": "=",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "colon": ":",
    "comma": ",",
    "enter": "enter",
    "escape": "esc",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}


@dataclass(frozen=True)
class Key:
    """Return how a key is shown, and what it does."""

    name: str  # as Textual calls it
    shown: str
    does: str

    @property
    def width(self) -> int:
        return cell_len(self.shown) + (1 + cell_len(self.does) if self.does else 0)


class KeyBar(Widget):
    """Shows the keys of its screen; a click presses one."""

    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; padding: 0 1; background: $footer-background; }
    KeyBar { color: $footer-description-foreground; }
    """
    COMPONENT_CLASSES = {"keybar--key"}
    ALLOW_SELECT = False

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[object]) -> None:
        self.refresh()

    @property
    def keys(self) -> tuple[list[Key], list[Key]]:
        """The keys at the left that there is room for, and those at the right."""
        bindings = [active.binding for active in self.screen.active_bindings.values()]
        said: dict[str, Binding] = {}  # one for each action, in order
        for binding in bindings:
            if binding.show:
                said.setdefault(binding.action, binding)
        left = [
            (b.id, Key(b.key, self.app.get_key_display(b), b.description)) for b in said.values()
        ]
        left.sort(key=lambda key: (key[0] == HELP, key[0] in LEAST))
        palette = self.app.COMMAND_PALETTE_BINDING
        right = [Key(b.key, self.app.get_key_display(b), "") for b in bindings if b.key == palette]
        room = self.content_size.width + 1 - _width(right, 1)
        while len(left) > 1 and _width([key for _, key in left], 1) > room:
            left.pop(-2 if left[-1][0] == HELP else -1)
        return [key for _, key in left], right

    def _between(self, keys: list[Key]) -> int:
        """Return the number of blanks between two keys."""
        return BETWEEN if _width(keys, BETWEEN) <= self.content_size.width + BETWEEN else 1

    def render(self) -> Text:
        left, right = self.keys
        between = self._between([*left, *right])
        strong = self.get_component_rich_style("keybar--key", partial=True)
        text = Text(no_wrap=True)
        for key in left:
            text.append(key.shown, strong).append(f" {key.does}" + " " * between)
        gap = self.content_size.width + between - text.cell_len - _width(right, between)
        text.append(" " * max(0, gap))
        text.append((" " * between).join(key.shown for key in right), strong)
        return text

    def on_click(self, event: events.Click) -> None:
        left, right = self.keys
        place = event.get_content_offset(self)
        if place is None:
            return
        between = self._between([*left, *right])
        at = 0
        for key in left:
            if at <= place.x < at + key.width:
                self.app.simulate_key(key.name)
            at += key.width + between
        at = self.content_size.width + between
        for key in reversed(right):
            at -= key.width + between
            if at <= place.x < at + key.width:
                self.app.simulate_key(key.name)


def _width(keys: list[Key], between: int) -> int:
    return sum(key.width + between for key in keys)


def key_shown(key: str) -> str:
    """A key as printed on it."""
    *held, key = key.split("+") if len(key) > 1 else [key]
    return "-".join([*held, _NAMES.get(key, key)])
