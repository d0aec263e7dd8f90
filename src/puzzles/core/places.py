"""The places of the values of a document, so that errors can point at it.

The scanner here reads only TOML and JSON that the standard parsers have accepted, so it can be
small: it skips over values and keeps where each of them starts.
"""

import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from puzzles.core.errors import LevelError, Place

Path = tuple[str | int, ...]  # keys and indices of arrays

MAX_DIGITS = 640  # below this, Python prints any number
DEEPEST = 16  # steps of a path; what lies deeper has the place of what is around it
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


class Places:
    """Positions of the values of a document, by their paths: places, or offsets in its `text`."""

    def __init__(
        self, file: str, known: Mapping[Path, Place | int] | None = None, text: str = ""
    ) -> None:
        self._file, self._text = file, text
        self._known: Mapping[Path, Place | int] = {} if known is None else known

    @cached_property
    def _lines(self) -> list[int]:
        """The offsets at which lines start."""
        return [0, *(match.end() for match in re.finditer("\n", self._text))]

    def at(self, *path: str | int) -> Place:
        """Return the place of the value at `path`, or of the nearest one around it."""
        found = self._nearest(path)
        return self.offset(found) if isinstance(found, int) else found

    def _nearest(self, path: Path) -> Place | int:
        for end in range(len(path), -1, -1):
            if (found := self._known.get(path[:end])) is not None:
                return found
        return 0

    def inside(self, row: int, col: int, *path: str | int) -> Place:
        """Return the place of a character of the string at `path`, or of the end of its row: `row`,
        `col` count from 0. Where the text does not show the string, it is the place of that."""
        start = self._nearest(path)
        match = _STRING.match(self._text, start) if isinstance(start, int) else None
        if not match:
            return self.at(*path)
        quote = match[0][0]
        width = 3 if len(match[0]) >= 6 and match[0].startswith(3 * quote) else 1
        start, end = match.start() + width, match.end() - width
        if width == 3 and self._text.startswith("\n", start):
            start += 1
        at = [0, 0]
        for char in (_ESCAPED if quote == '"' else _PLAIN).finditer(self._text, start, end):
            line_ends = char[0] in ("\n", "\\n")
            if at == [row, col] or (at[0] == row and line_ends):
                return self.offset(char.start())
            if line_ends:
                at = [at[0] + 1, 0]
            elif not re.match(r"\\[ \t]*\n", char[0]):
                at[1] += 1
        return self.offset(end)

    def offset(self, offset: int) -> Place:
        """Return the place of an offset in the text."""
        line = bisect_right(self._lines, offset)
        return Place(self._file, line, offset - self._lines[line - 1] + 1)


class PlainPlaces(Places):
    """Positions in a file that is nothing but a board in text."""

    def inside(self, row: int, col: int, *path: str | int) -> Place:
        return Place(self._file, row + 1, col + 1)


class DocumentPlaces(Places):
    """Positions of all values of a text that the parser of TOML, or else of JSON, has accepted.

    Raises LevelError for what the parsers let pass: a key that a JSON object gives twice, and a
    number too long to be printed, as it can be in hexadecimal.
    """

    def __init__(self, file: str, text: str, toml: bool) -> None:
        self._starts: dict[Path, Place | int] = {}
        super().__init__(file, self._starts, text)
        self._toml = toml
        self._tables = Counter[Path]()  # the number of tables by now in arrays with `[[ ]]`
        i = self._blank(0)
        self._starts[()] = 0 if toml else i
        if not toml:
            self._value((), i)
            return
        table: Path = ()
        while i < len(self._text):  # tables in brackets, then `key = value` lines
            if self._text[i] == "[":
                table, i = self._header(i)
            else:
                i = self._pair(table, i)
            i = self._blank(i)

    def _blank(self, i: int) -> int:
        return _BLANK.match(self._text, i).end()  # type: ignore[union-attr]

    def _note(self, path: Path, key: str | int, start: int) -> Path:
        """Keep where the value of a key starts, unless it lies too deep; return its path."""
        if len(path) < DEEPEST:
            path = (*path, key)
            self._starts.setdefault(path, start)
        return path

    def _header(self, start: int) -> tuple[Path, int]:
        """Return the table that `[a.b]` or `[[a.b]]` opens, and the offset after it."""
        brackets = 2 if self._text.startswith("[[", start) else 1
        keys, i = self._key(start + brackets)
        path: Path = ()
        for key in keys:
            if path in self._tables:  # the newest of these
                path = (*path, self._tables[path] - 1)
            path = self._note(path, key, start)
        if brackets == 2:
            self._tables[path] += 1
            path = self._note(path, self._tables[path] - 1, start)
        return path, i + brackets

    def _pair(self, table: Path, start: int) -> int:
        """Scan `key = value` or `"key": value`; return the offset after it."""
        keys, i = self._key(start)
        for key in keys[:-1]:
            table = self._note(table, key, start)
        if (*table, keys[-1]) in self._starts:
            raise LevelError(self.offset(start), f"{keys[-1]!r} is given twice")
        i = self._blank(i + 1)
        return self._value(self._note(table, keys[-1], i), i)

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
        import tomli

        if "\\" not in key or key[0] == "'":
            return key[1:-1]
        return str(tomli.loads(f"key = {key}")["key"] if self._toml else json.loads(key))

    def _value(self, path: Path, i: int) -> int:
        """Scan the value at `path`, which starts at `i`; return the offset after it."""
        text = self._text
        if match := _STRING.match(text, i):
            return match.end()
        if match := _BARE.match(text, i):
            if match.end() - i > MAX_DIGITS:
                raise LevelError(self.offset(i), "this number has too many digits")
            return match.end()
        closing, number = "]" if text[i] == "[" else "}", 0
        i = self._blank(i + 1)
        while text[i] != closing:
            if closing == "}":
                i = self._pair(path, i)
            else:
                i = self._value(self._note(path, number, i), i)
                number += 1
            i = self._blank(i)
        return i + 1
