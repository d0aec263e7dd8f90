"""The line of keys at the foot of a screen: never blank, and never without the key for help.

Textual's own footer is a widget for each key, made anew after each change, and cut off at its end.
This one is a line that is drawn: where there is no room for all keys, the last ones before help go.
"""

from collections.abc import Iterable

from rich.text import Text
from textual.binding import Binding
from textual.keys import format_key
from textual.widget import Widget

HELP = "app.help"
BETWEEN = 2  # blanks between two keys, where there is room for all; else 1
# What goes first where there is no room for all keys: they stand last but for the key for help.
LEAST = ("board.next",)
# The keys that are called by their names, where Textual has signs.
NAMED = {"enter", "backspace", "delete", "pageup", "pagedown"}


class KeyBar(Widget):
    """Shows the keys of its screen; a click presses one."""

    COMPONENT_CLASSES = {"keybar--key"}
    auto_links = False

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    @property
    def keys(self) -> tuple[list[Text], list[Text]]:
        """The keys at the left that there is room for, and those at the right."""
        bindings = [active.binding for active in self.screen.active_bindings.values()]
        said: dict[str, Binding] = {}  # one for each action, in order
        for binding in bindings:
            if binding.show:
                said.setdefault(binding.action, binding)
        shown = sorted(said.values(), key=lambda key: (key.id == HELP, key.id in LEAST))
        left = [self._key(binding, f" {binding.description}") for binding in shown]
        palette = self.app.COMMAND_PALETTE_BINDING
        right = [self._key(binding) for binding in bindings if binding.key == palette]
        while len(left) > 1 and not self._fits([*left, *right], 1):
            left.pop(-2 if shown[-1].id == HELP else -1)
        return left, right

    def _key(self, binding: Binding, does: str = "") -> Text:
        """A key, and what it does; a click presses it."""
        strong = self.get_component_rich_style("keybar--key", partial=True)
        key = Text.assemble((self.app.get_key_display(binding), strong), does)
        key.apply_meta({"@click": f"app.simulate_key({binding.key!r})"})
        return key

    def _fits(self, keys: Iterable[Text], between: int) -> bool:
        """Return True if keys with `between` blanks from one to the next fit."""
        return sum(key.cell_len + between for key in keys) <= self.content_size.width + between

    def render(self) -> Text:
        left, right = self.keys
        between = BETWEEN if self._fits([*left, *right], BETWEEN) else 1
        blanks = Text(" " * between)
        line, end = blanks.join([*left, Text()]), blanks.join(right)
        line.pad_right(max(0, self.content_size.width - line.cell_len - end.cell_len))
        line.no_wrap = True
        return line.append_text(end)


def key_shown(key: str) -> str:
    """A key as printed on it."""
    *held, key = key.split("+") if len(key) > 1 else [key]
    return "-".join([*held, key if key in NAMED else format_key(key).replace("-", "−")])
