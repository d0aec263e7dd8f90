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


class Keyed:
    """A screen or a widget with the bindings of its class, as those that derive from it have."""

    BINDINGS: ClassVar[list[BindingType]]

    def __init_subclass__(cls, **options: Any) -> None:
        if own := _KEYS.get(cls.__name__):
            cls.BINDINGS = [
                Binding(id=f"{part}.{name}", **key)
                for part, keys in own.items()
                for name, key in keys.items()
            ]
        super().__init_subclass__(**options)
