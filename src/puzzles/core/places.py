"""The places of the values of a TOML or JSON document, so that errors can point at it.

The standard parsers give values without positions. This scanner reads only documents they
have already accepted, so it can be small: it skips over values and keeps, for every key and
array element, the offset at which the value starts.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from puzzles.core.errors import LevelError, Place

MAX_DIGITS = 640  # below this, Python prints any number
_BLANK = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*+")
# A number, a word or a date; a TOML date and its time may stand apart.
_BARE = re.compile(r"[A-Za-z0-9_+\-.:]+(?: [0-9]{2}:[A-Za-z0-9_+\-.:]+)?")
_KEY = re.compile(r"""[ \t]*+(?:("(?:[^"\\]++|\\.)*+"|'[^']*+')|([A-Za-z0-9_\-]+))[ \t]*+""")
# A multi-line string may end in one or two quotes of its own.
_STRING = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}(?!")|\'\'\'.*?'{3,5}(?!')|"(?:[^"\\]++|\\.)*+"|'[^']*+\'''', re.S
)
# One character of a string: an escape, a line ending that is escaped away, or itself.
_ESCAPED = re.compile(
    r"\\[ \t]*\n\s*|\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\.|.", re.S
)
_PLAIN = re.compile(".", re.S)


@dataclass(slots=True)
class Node:
    """The start of a table or an array in the text, and what it holds by key or index: more such,
    or the offsets of other values."""

    start: int
    children: dict[str | int, Node | int] = field(default_factory=dict)

    def find(self, *path: str | int) -> int:
        """Return where the value at `path` starts, or the deepest one on the way to it."""
        node = self
        for step in path:
            child = node.children.get(step)
            if child is None:
                break
            if isinstance(child, int):
                return child
            node = child
        return node.start

    def inner(self, key: str | int, start: int) -> Node:
        """Return the table `key`, which is new if it has not been there."""
        child = self.children.setdefault(key, Node(start))
        assert isinstance(child, Node)
        return child


class Places:
    """Positions of all values of one document.

    `toml` tells TOML from JSON; `text` must already have been accepted by the parser. Raises
    LevelError for what the parsers let pass: a key that a JSON object gives twice, and a number too
    long to be printed, as it can be in hexadecimal.
    """

    def __init__(self, file: str, text: str, toml: bool) -> None:
        self._file, self._text, self._toml = file, text, toml
        root = self._document() if toml else self._value(self._blank(0))[0]
        self._root = root if isinstance(root, Node) else Node(root)

    @cached_property
    def _lines(self) -> list[int]:
        """The offsets at which lines start."""
        return [0, *(match.end() for match in re.finditer("\n", self._text))]

    def at(self, *path: str | int) -> Place:
        """Return the place of the value at `path` (keys and array indices)."""
        return self.offset(self._root.find(*path))

    def inside(self, row: int, col: int, *path: str | int) -> Place:
        """Return the place of a character of the string at `path`: `row`, `col` count from 0."""
        start = self._root.find(*path)
        match = _STRING.match(self._text, start)
        if not match:
            return self.offset(start)
        quote = match[0][0]
        width = 3 if len(match[0]) >= 6 and match[0].startswith(3 * quote) else 1
        start, end = start + width, match.end() - width
        if width == 3 and self._text.startswith("\n", start):
            start += 1
        at_row = at_col = 0
        for char in (_ESCAPED if quote == '"' else _PLAIN).finditer(self._text, start, end):
            if (at_row, at_col) == (row, col):
                return self.offset(char.start())
            if char[0] in ("\n", "\\n"):
                at_row, at_col = at_row + 1, 0
            elif not re.match(r"\\[ \t]*\n", char[0]):
                at_col += 1
            if at_row > row:
                return self.offset(char.start())  # the row ends before the column
        return self.offset(end)

    def offset(self, offset: int) -> Place:
        """Return the place of an offset in the text."""
        line = bisect_right(self._lines, offset)
        return Place(self._file, line, offset - self._lines[line - 1] + 1)

    def _blank(self, i: int) -> int:
        return _BLANK.match(self._text, i).end()  # type: ignore[union-attr]

    def _document(self) -> Node:
        """Scan a TOML document: tables in brackets, then `key = value` lines."""
        root = table = Node(0)
        i = self._blank(0)
        while i < len(self._text):
            if self._text[i] == "[":
                table, i = self._header(root, i)
            else:
                i = self._pair(table, i)
            i = self._blank(i)
        return root

    def _header(self, root: Node, start: int) -> tuple[Node, int]:
        """Return the table that `[a.b]` or `[[a.b]]` opens."""
        brackets = 2 if self._text.startswith("[[", start) else 1
        keys, i = self._key(start + brackets)
        node = root
        for key in keys:
            if 0 in node.children:  # a table of an array: its newest
                node = node.inner(len(node.children) - 1, start)
            node = node.inner(key, start)
        if brackets == 2:
            node = node.inner(len(node.children), start)
        return node, i + brackets

    def _pair(self, table: Node, start: int) -> int:
        """Scan `key = value` or `"key": value`; return the offset after it."""
        keys, i = self._key(start)
        for key in keys[:-1]:
            table = table.inner(key, start)
        if keys[-1] in table.children:
            raise LevelError(self.offset(start), f"{keys[-1]!r} is given twice")
        table.children[keys[-1]], i = self._value(self._blank(i + 1))
        return i

    def _key(self, i: int) -> tuple[list[str], int]:
        keys = []
        while match := _KEY.match(self._text, i):
            keys.append(self._unquoted(match[1]) if match[1] else match[2])
            i = match.end()
            if not self._toml or not self._text.startswith(".", i):
                break
            i += 1
        return keys, self._blank(i)

    def _unquoted(self, key: str) -> str:
        if "\\" not in key or key[0] == "'":
            return key[1:-1]
        if not self._toml:
            return str(json.loads(key))
        import tomli

        return str(tomli.loads(f"key = {key}")["key"])

    def _value(self, i: int) -> tuple[Node | int, int]:
        """Return the value that starts at `i`, and the offset after it."""
        text = self._text
        if match := _STRING.match(text, i):
            return i, match.end()
        if match := _BARE.match(text, i):
            if match.end() - i > MAX_DIGITS:
                raise LevelError(self.offset(i), "this number has too many digits")
            return i, match.end()
        node = Node(i)
        closing = "]" if text[i] == "[" else "}"
        i = self._blank(i + 1)
        while text[i] != closing:
            if closing == "}":
                i = self._pair(node, i)
            else:
                node.children[len(node.children)], i = self._value(i)
            i = self._blank(i)
        return node, i + 1


class PlainPlaces(Places):
    """Positions in a file that is nothing but a board in text, with so many lines `above` it."""

    def __init__(self, file: str, above: int = 0) -> None:
        self._file, self._above = file, above

    def at(self, *path: str | int) -> Place:
        return Place(self._file)

    def inside(self, row: int, col: int, *path: str | int) -> Place:
        return Place(self._file, self._above + row + 1, col + 1)


class GivenPlaces(Places):
    """Positions that a reader of another format noted, by the paths of the values it made."""

    def __init__(self, file: str, places: Mapping[tuple[str | int, ...], Place]) -> None:
        self._file, self._places = file, places

    def at(self, *path: str | int) -> Place:
        """Return the place of the value, or of the nearest one around it."""
        known = (self._places.get(path[:end]) for end in range(len(path), 0, -1))
        return next((place for place in known if place), Place(self._file))

    def inside(self, row: int, col: int, *path: str | int) -> Place:
        return self.at(*path)
