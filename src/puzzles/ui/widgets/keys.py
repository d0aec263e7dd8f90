"""The keys of the screens, which `keys.toml` holds, and the key maps a player can choose."""

from pathlib import Path
from typing import Any

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
