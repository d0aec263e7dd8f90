"""The key maps a player can choose: keys by binding id, in place of the bindings' own; and which of
the player's own keys can be used."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module

from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import Keys, format_key, key_to_character

from puzzles.library.registry import plugins
from puzzles.ui.board.cellboard import board_of

LATER = "home.daily", "shell.statistics"  # modules that are imported when used
ARROWS = {"w": "up", "a": "left", "s": "down", "d": "right"}
KEYMAPS: dict[str, dict[str, str]] = {
    "default": {},
    "vim": {
        "play.undo": "u",
        "play.redo": "ctrl+r",
        "play.next": "J",
        "play.previous": "K",
        "home.next": "J",
        "home.previous": "K",
        "watch.back": "h,left",
        "watch.next": "l,right",
    },
    "wasd": {
        **{f"board.{way}": f"{key},{way}" for key, way in ARROWS.items()},
        **{f"home.{way}": f"{key},{way}" for key, way in ARROWS.items()},
        "home.difficulty": "f",
        "home.statistics": "f2",
        "watch.back": "a,left",
        "watch.next": "d,right",
    },
}


def usable(own: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return, of keys by binding id, those that can be used, and `ID: why not` for each of the
    others: there is no such binding, or no such key."""
    for module in LATER:
        import_module(f"puzzles.ui.{module}")
    for puzzle in plugins()[0].values():
        board_of(puzzle)
    known, good, reasons = set(_bindings(DOMNode)), {}, []
    for name, keys in own.items():
        alone = Binding.make_bindings([Binding(keys, "", "")])  # one for each key
        strange = [binding.key for binding in alone if not _is_key(binding.key)]
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            reasons.append(f"{name}: there is no such binding{hint}")
        elif strange:
            reasons.append(f"{name}: there is no key {strange[0]!r}")
        else:
            good[name] = keys
    return good, reasons


def _bindings(cls: type) -> Iterator[str]:
    """Yield the ids of all bindings of a class and of those that derive from it."""
    for binding in vars(cls).get("BINDINGS", ()):
        if isinstance(binding, Binding) and binding.id:
            yield binding.id
    kinds: list[type] = cls.__subclasses__()
    for each in kinds:
        yield from _bindings(each)


def _is_key(key: str) -> bool:
    *modifiers, base = key.split("+")
    named = len(format_key(base)) == 1 or key_to_character(base) is not None
    named = named or any(base == each.value for each in Keys)
    return named and set(modifiers) <= {"ctrl", "shift", "alt", "super", "hyper", "meta"}
