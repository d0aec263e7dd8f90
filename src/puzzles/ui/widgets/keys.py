"""The keys of the screens, which `keys.toml` holds, and the key maps a player can choose."""

from pathlib import Path
from typing import Any, ClassVar

import tomli
from textual.binding import Binding, BindingType

_KEYS: dict[str, dict[str, dict[str, Any]]] = tomli.loads(
    Path(__file__).with_name("keys.toml").read_text("utf-8")
)
KEYMAPS: dict[str, dict[str, str]] = _KEYS.pop("maps")
IDS = {f"{part}.{name}" for of in _KEYS.values() for part, keys in of.items() for name in keys}


def keys(screen: str) -> list[BindingType]:
    """Return the bindings of the class of a screen that is called so."""
    return [
        Binding(id=f"{part}.{name}", **key)
        for part, keys in _KEYS[screen].items()
        for name, key in keys.items()
    ]


class Keyed:
    """A screen or a widget with the bindings of its class, as those that derive from it have."""

    BINDINGS: ClassVar[list[BindingType]]

    def __init_subclass__(cls, **options: Any) -> None:
        if cls.__name__ in _KEYS and "BINDINGS" not in vars(cls):
            cls.BINDINGS = keys(cls.__name__)
        super().__init_subclass__(**options)
