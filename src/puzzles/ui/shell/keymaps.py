"""Which of the keys that a player would have, by binding id, can be used."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import Keys, format_key, key_to_character

from puzzles.library.registry import plugins
from puzzles.ui.board.cellboard import board_of
from puzzles.ui.widgets.keys import IDS


def usable(own: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return, of keys by binding id, those that can be used, and `ID: why not` for each of the
    others: there is no such binding, or no such key."""
    for puzzle in plugins()[0].values():
        board_of(puzzle)
    known, good, reasons = IDS.union(_bindings(DOMNode)), {}, []
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
