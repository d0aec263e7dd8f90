"""The player's settings: one schema, a TOML file that a person can edit, defaults for the rest.

The file is `settings.toml` in the config directory. An entry that cannot be used costs a notice
and gets its default; what is written keeps the file's comments and entries it does not know.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Any

from puzzles.core.errors import LevelError
from puzzles.core.palettes import PALETTES
from puzzles.core.tables import Table, Values, read_table
from puzzles.library import locations
from puzzles.library.files import read_text, write_file

_HEAD = """\
# Settings of `puzzles`. What is left out has its default; comments stay.

"""
_BINDINGS = """\

# Keys of your own, by the binding's id (the help on a screen, `?`, lists them):
# "play.undo" = "u,ctrl+z"
[bindings]
"""


@dataclass(frozen=True)
class Setting:
    """One entry of the schema. With no `choices` it is a switch, or a text that others judge, or
    any line if the default is none."""

    name: str
    title: str
    default: str | bool
    choices: tuple[str, ...]

    @property
    def comment(self) -> str:
        """The comment above the entry in the file."""
        if self.choices:
            return f"{self.title}: {', '.join(self.choices)}"
        return f"{self.title}: true or false" if isinstance(self.default, bool) else self.title


def _setting(default: str | bool, title: str, choices: tuple[str, ...] = ()) -> Any:
    return field(default=default, metadata={"title": title, "choices": choices})


@dataclass(frozen=True)
class Settings:
    """The values; `bindings` are keys by binding id, over those of the key map."""

    theme: str = _setting("paper-dark", "Theme of the screens")
    palette: str = _setting("default", "Colours of the boards", tuple(PALETTES))
    letters: str = _setting(
        "auto", "Letters on colours (auto: only without colour)", ("auto", "on", "off")
    )
    glyphs: str = _setting(
        "auto",
        "Characters that boards are drawn with",
        ("auto", "half", "block", "sextant", "wedge"),
    )
    animations: str = _setting("full", "Animations", ("full", "short", "none"))
    clock: bool = _setting(True, "Show the clock")
    turn: str = _setting(
        "auto", "Board orientation (auto: the largest picture)", ("auto", "upright", "turned")
    )
    rulers: bool = _setting(False, "Rulers: names of rows and columns beside boards")
    spoken: bool = _setting(False, "By ear: all that is said stands in one place")
    keys: str = _setting("default", "Key map", ("default", "vim", "wasd"))
    page: str = _setting("", "Address of a page that plays: IDs become links to it")
    bindings: Mapping[str, str] = field(default_factory=dict)


SCHEMA = tuple(
    Setting(f.name, default=f.default, **f.metadata)  # type: ignore[arg-type]
    for f in fields(Settings)
    if f.metadata
)


def settings_file() -> Path:
    return locations.config() / "settings.toml"


def read_settings() -> tuple[Settings, tuple[str, ...]]:
    """The player's settings, and a notice for every entry that cannot be used."""
    file = settings_file()
    if not os.path.exists(file):  # or the folder is not readable
        return Settings(), ()
    try:
        text = read_text(str(file))
        table = read_table(str(file), text)
    except LevelError as error:
        return Settings(), (f"{error}; all settings have their defaults",)
    notices: list[str] = []
    values: Values = {}
    for setting in SCHEMA:
        try:
            value = _value(table, setting)
        except LevelError as error:
            notices.append(f"{error}; it is {_shown(setting.default)}")
        else:
            if value is not None:
                values[setting.name] = value
    values["bindings"] = _bindings(table, notices)
    known = [f.name for f in fields(Settings)]
    for key in table.values:
        if key not in known:
            notices.append(str(table.error(f"unknown setting {key!r}", key)))
    return Settings(**values), tuple(notices)


def write_settings(settings: Settings, before: Settings) -> None:
    """Write the file anew, atomically, with the person's comments; only what is not as `before` is
    changed, so that what could not be read for once stays. A file that is no TOML is kept under
    another name. Raises OSError."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    file = settings_file()
    try:
        document = tomlkit.parse(file.read_bytes().decode())
    except (FileNotFoundError, TOMLKitError, UnicodeDecodeError):
        if file.exists():
            name = f"settings-unreadable-{datetime.now():%Y%m%d-%H%M%S-%f}.toml"
            write_file(file.with_name(name), file.read_bytes())
        entries = (f"# {s.comment}\n{s.name} = {_shown(s.default)}\n" for s in SCHEMA)
        document, before = tomlkit.parse(_HEAD + "".join(entries) + _BINDINGS), Settings()
    for setting in SCHEMA:
        value = getattr(settings, setting.name)
        if value != getattr(before, setting.name):
            document[setting.name] = value
    if dict(settings.bindings) != dict(before.bindings):
        table: Any = document.get("bindings")
        if not isinstance(table, dict):
            document["bindings"] = table = tomlkit.table()
        for name in {*table} - {*settings.bindings}:
            del table[name]
        table.update({k: v for k, v in settings.bindings.items() if table.get(k) != v})
    write_file(file, tomlkit.dumps(document))


def _shown(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def _value(table: Table, setting: Setting) -> str | bool | None:
    """The entry's value, None if it is not in the file; LevelError for one that cannot be."""
    if isinstance(setting.default, bool):
        return table.get(setting.name, bool)
    if table.values.get(setting.name) == setting.default == "":
        return setting.default
    value = table.line(setting.name)
    if value is not None and setting.choices and value not in setting.choices:
        reason = f"{setting.name} is one of {', '.join(setting.choices)}, not {value!r}"
        raise table.error(reason, setting.name)
    return value


def _bindings(table: Table, notices: list[str]) -> dict[str, str]:
    found = {}
    try:
        for name, keys in (table.get("bindings", dict) or {}).items():
            if isinstance(keys, str) and keys.strip() and keys.isprintable():
                found[name] = ",".join(key.strip() for key in keys.split(","))
            else:
                place = table.error("keys are text, as in 'u,ctrl+z'", "bindings", name)
                notices.append(str(place))
    except LevelError as error:
        notices.append(str(error))
    return found
