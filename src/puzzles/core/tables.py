"""One level as it stands in a file: its keys, their types checked, every error with its place."""

import json
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from puzzles.core.errors import LevelError, LevelTooLarge, Place
from puzzles.core.places import MAX_DIGITS, DocumentPlaces, Places

T = TypeVar("T")
Values = dict[str, Any]  # plain values by their keys, as in level files and JSON
MAX_PARTS = 30  # of a dotted key: the parser takes time with their square
_PART = r"""(?:[\w-]++|"(?:[^"\\\n]++|\\.)*+"?+|'[^'\n]*+'?+)"""
_DOTTED = re.compile(rf"{_PART}(?:[ \t]*+\.[ \t]*+{_PART})*+([ \t]*+[=\]])?+")  # a key if it has 1
_KINDS = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


@dataclass(frozen=True)
class Table:
    """Keys of one table of a document; `path` leads to it, `parent` lends what it lacks."""

    values: dict[str, Any]
    places: Places
    path: tuple[str | int, ...] = ()
    parent: "Table | None" = None

    def get(self, key: str, kind: type[T]) -> T | None:
        """The value of `key`, here or in the parent; LevelError if it is not a `kind`."""
        if key not in self.values:
            return self.parent.get(key, kind) if self.parent else None
        value = self.values[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(f"{key} must be {_KINDS[kind]}", key)
        if isinstance(value, str) and not value.replace("\n", "").isprintable():
            raise self.error(f"{key} holds characters that cannot be shown", key)
        return value

    def line(self, key: str) -> str | None:
        """A text value that must be one non-empty line."""
        text = self.get(key, str)
        if text is not None and (not text.strip() or "\n" in text):
            raise self.error(f"{key} must be one line of text", key)
        return text

    def difficulty(self) -> float | None:
        """The value of `difficulty`: a number from 1 to 10."""
        value = self.values.get("difficulty")
        if value is None:
            return None
        if type(value) not in (int, float) or not 1 <= value <= 10:
            raise self.error("difficulty is a number from 1 to 10", "difficulty")
        return float(value)

    def figures(self, key: str) -> dict[str, int]:
        """The table `key` of whole numbers from 0 on; an empty one if there is none."""
        figures = self.get(key, dict) or {}
        for name, figure in figures.items():
            if type(figure) is not int or figure < 0:
                raise self.error(f"{key} holds whole numbers, none below 0", key, name)
        return figures

    def gives(self, keys: Collection[str]) -> bool:
        """Return True if one of these keys stands here or in the parent."""
        return any(key in self.owner(key).values for key in keys)

    def owner(self, key: str) -> "Table":
        """The table that gives `key`: this one or its parent."""
        return self if key in self.values or not self.parent else self.parent.owner(key)

    def only(self, keys: Iterable[str]) -> None:
        """LevelError at the first key that is not one of `keys`."""
        known = list(keys)
        for key in self.values:
            if key not in known:
                raise self.error(f"unknown key {key!r}; known are {', '.join(known)}", key)

    def without(self, keys: Collection[str]) -> "Table":
        """Return this table as if these keys stood neither here nor in the parent."""
        if not self.gives(keys):
            return self
        parent = self.parent and self.parent.without(keys)
        values = {key: value for key, value in self.values.items() if key not in keys}
        return replace(self, values=values, parent=parent)

    def place(self, *path: str | int) -> Place:
        """Return the place of `path` within this table; without a path, of the table itself."""
        table = self.owner(path[0]) if path and isinstance(path[0], str) else self
        return self.places.at(*table.path, *path)

    def error(self, reason: str, *path: str | int) -> LevelError:
        """An error that stands at `path` within this table."""
        return LevelError(self.place(*path), reason)

    def too_large(self, reason: str, *path: str | int) -> LevelTooLarge:
        """An error at `path` that costs no other level of the file."""
        return LevelTooLarge(self.place(*path), reason)

    def error_inside(self, reason: str, key: str, row: int, col: int) -> LevelError:
        """An error at a character (row, col from 0) of the text value of `key`."""
        return LevelError(self.places.inside(row, col, *self.owner(key).path, key), reason)


def read_table(file: str, text: str, toml: bool | None = None) -> Table:
    """The document `text` as one table; if not said, JSON where the name or a brace shows it.

    Raises LevelError with the parser's own line and column.
    """
    if toml is None:
        toml = not (file.endswith(".json") or text.lstrip().startswith("{"))
    if toml and any(line.count(".") >= MAX_PARTS for line in text.split("\n")):
        for dotted in _DOTTED.finditer(text):
            if dotted[1] and dotted[0].count(".") >= MAX_PARTS:
                raise LevelError(Place.after(file, text[: dotted.start()]), "nested too deeply")
    import tomli  # here, since the manual page is made where nothing is installed

    try:
        values = tomli.loads(text) if toml else json.loads(text)
        places = DocumentPlaces(file, text, toml)
    except (tomli.TOMLDecodeError, json.JSONDecodeError) as error:
        reason = f"{'TOML' if toml else 'JSON'}: {error.msg}"
        raise LevelError(Place(file, error.lineno, error.colno), reason) from None
    except RecursionError:
        raise LevelError(Place(file), "nested too deeply") from None
    except ValueError:  # all that is left is Python's limit on the digits of a number
        long = re.search(rf"[\d_]{{{MAX_DIGITS}}}", text)
        place = Place.after(file, text[: long.start()]) if long else Place(file)
        raise LevelError(place, "this number has too many digits") from None
    if not isinstance(values, dict):
        raise LevelError(Place(file), "a JSON level is an object, { … }")
    return Table(values, places)
