"""Where each value of a TOML or JSON document stands, so that errors can point at it.

The standard parsers give values without positions. This scanner reads only documents they
have already accepted, so it can be small: it skips over values and keeps, for every key and
array element, the offset at which the value starts.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from puzzles.core.errors import Place

_BLANK = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_+\-.:]+")
_KEY_PART = re.compile(r"""\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_\-]+))\s*""")
_QUOTES = ('"""', "'''", '"', "'")


@dataclass
class Node:
    """A value's start offset in the text, and its children by key or index."""

    start: int
    children: dict[str | int, Node] = field(default_factory=dict)

    def find(self, *path: str | int) -> Node:
        """The node at `path`, or the deepest one on the way to it."""
        node = self
        for step in path:
            if step not in node.children:
                break
            node = node.children[step]
        return node


class Places:
    """Positions of all values of one document.

    `toml` tells TOML from JSON; `text` must already have been accepted by the parser.
    """

    def __init__(self, file: str, text: str, toml: bool) -> None:
        self._file, self._text = file, text
        self._lines = [0] + [m.end() for m in re.finditer("\n", text)]
        self._root = self._document() if toml else self._value(_BLANK.match(text, 0).end())[0]  # type: ignore[union-attr]

    def at(self, *path: str | int) -> Place:
        """The place of the value at `path` (keys and array indices)."""
        return self._place(self._root.find(*path).start)

    def inside(self, row: int, col: int, *path: str | int) -> Place:
        """The place of a character of a multi-line string: `row`, `col` count from 0."""
        start = self._root.find(*path).start
        quote = self._quote(start)
        start += len(quote)
        if len(quote) == 3 and self._text.startswith("\n", start):
            start += 1
        for _ in range(row):
            newline = self._text.find("\n", start)
            if newline < 0:
                break
            start = newline + 1
        return self._place(start + col)

    def _place(self, offset: int) -> Place:
        line = bisect_right(self._lines, offset)
        return Place(self._file, line, offset - self._lines[line - 1] + 1)

    def _quote(self, i: int) -> str:
        return next((q for q in _QUOTES if self._text.startswith(q, i)), "")

    def _blank(self, i: int) -> int:
        return _BLANK.match(self._text, i).end()  # type: ignore[union-attr]

    def _document(self) -> Node:
        """A TOML document: tables in brackets, then `key = value` lines."""
        root = table = Node(0)
        i = self._blank(0)
        while i < len(self._text):
            if self._text[i] == "[":
                array = self._text.startswith("[[", i)
                keys, i = self._key(i + 1 + array)
                i += 1 + array
                table = self._table(root, keys, array, i)
            else:
                i = self._pair(table, i)
            i = self._blank(i)
        return root

    def _table(self, root: Node, keys: list[str], array: bool, i: int) -> Node:
        node = root
        for depth, key in enumerate(keys):
            node = node.children.setdefault(key, Node(self._text.rfind("[", 0, i)))
            last = depth == len(keys) - 1
            if last and array:
                node.children[len(node.children)] = child = Node(self._line_start(i))
                return child
            if node.children and 0 in node.children and not last:
                node = node.children[len(node.children) - 1]
        return node

    def _line_start(self, i: int) -> int:
        return self._text.rfind("\n", 0, i) + 1

    def _pair(self, table: Node, i: int) -> int:
        keys, i = self._key(i)
        for key in keys[:-1]:
            table = table.children.setdefault(key, Node(i))
        i = self._blank(i + 1)  # past = or :
        table.children[keys[-1]], i = self._value(i)
        return i

    def _key(self, i: int) -> tuple[list[str], int]:
        keys = []
        while match := _KEY_PART.match(self._text, i):
            keys.append(next(part for part in match.groups() if part is not None))
            i = match.end()
            if not self._text.startswith(".", i):
                break
            i += 1
        return keys or [""], max(i, 0)

    def _value(self, i: int) -> tuple[Node, int]:
        node, text = Node(i), self._text
        opening = text[i : i + 1]
        if quote := self._quote(i):
            return node, self._string_end(i + len(quote), quote)
        if opening in ("[", "{") and opening:
            closing = "]" if opening == "[" else "}"
            i = self._blank(i + 1)
            while i < len(text) and text[i] != closing:
                if opening == "{":
                    i = self._pair(node, i)
                else:
                    node.children[len(node.children)], i = self._value(i)
                i = self._blank(i)
            return node, i + 1
        match = _BARE.match(text, i)
        return node, match.end() if match else i + 1

    def _string_end(self, i: int, quote: str) -> int:
        while not self._text.startswith(quote, i):
            i += 2 if self._text[i] == "\\" and quote[0] == '"' else 1
            if i >= len(self._text):
                return i
        i += len(quote)
        # A multi-line string may end in one or two quotes of its own.
        while len(quote) == 3 and self._text.startswith(quote[0], i):
            i += 1
        return i
