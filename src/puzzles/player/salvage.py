"""Saved games out of a database file, however damaged: each of its pages is read by itself.

SQLite follows a tree of pages from its root, so that one bad page can hide all below it. The rows
stand in the leaves, and a leaf tells by its first byte what it is (*Database File Format*,
sqlite.org/fileformat2.html: 1.6 B-tree pages, 2 records, 4 the write-ahead log). Which table a row
is of shows in how many values it has. The file itself is only read.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from puzzles.player.queries import all_games, drawings, plays
from puzzles.player.records import Progress
from puzzles.player.schema import VERSION, create, migrate, tables

Value = int | float | str | bytes | None
_LEAF, _INDEX_LEAF, _INDEX = 0x0D, 0x0A, 0x02  # pages that hold rows
_MAGIC = b"SQLite format 3\0"
_PAGE = 4096  # bytes, where the file does not tell
_LENGTHS = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)  # bytes, by the kind of a value
_BROKEN = (IndexError, ValueError, struct.error)


def salvage(file: Path) -> Progress:
    """The games, wins and drawings in a file and its write-ahead log. Raises OSError."""
    data, log = file.read_bytes(), Path(f"{file}-wal")
    late = log.read_bytes() if log.exists() else b""
    sizes = {_PAGE, _page_size(data)}
    rows = max((list(_rows(_Pages(data, late, size))) for size in sizes), key=len)
    for version in range(VERSION, 0, -1):
        if any(len(row) in _layout(version) for row in rows):
            return _as_of(version, rows)
    return Progress()


def _as_of(version: int, rows: list[list[Value]]) -> Progress:
    """Rows put into tables of their version, which then become those of today."""
    refused = 0
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        create(database, version)
        for row in rows:
            if (known := _layout(version).get(len(row))) is None:
                continue  # of an index, say
            table, names = known
            named = dict(zip(names, row, strict=True))
            named.pop("id", None)  # pages that were freed may repeat it
            columns, marks = ", ".join(named), ", ".join("?" * len(named))
            try:
                insert = f"INSERT OR REPLACE INTO {table} ({columns}) VALUES ({marks})"
                database.execute(insert, tuple(named.values()))
            except sqlite3.IntegrityError:
                refused += 1
        migrate(database)
        games, wins, drawn = all_games(database), plays(database), drawings(database)
    broken = refused + games.broken + wins.broken + drawn.broken
    return Progress(wins.rows, games.rows, drawn.rows, broken)


@cache
def _layout(version: int) -> dict[int, tuple[str, list[str]]]:
    """By the number of its values, the table a row is of, and its columns as they are stored."""
    found = {}
    with closing(sqlite3.connect(":memory:")) as database:
        create(database, version)
        for table in tables(database):
            # A table without row ids is stored as an index, its primary key first.
            index = database.execute(f"PRAGMA index_xinfo({table})").fetchall()
            names = [name for _, _, name, *_ in index] or [
                name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")
            ]
            found[len(names)] = table, names
    return found


# The file's format -------------------------------------------------------------------------


class _Pages:
    """The pages of a database as they were written last; the first is number 1."""

    def __init__(self, data: bytes, log: bytes, size: int) -> None:
        self._data, self._size = data, size
        self._late = _last_written(log, size)
        self.count = max(-(-len(data) // size), *self._late, 0)
        head = self[1]
        self.usable = size - (head[20] if head.startswith(_MAGIC) else 0)

    def __getitem__(self, number: int) -> bytes:
        if not 1 <= number <= self.count:
            raise IndexError
        start = (number - 1) * self._size
        return self._late.get(number) or self._data[start : start + self._size]

    def free(self) -> set[int]:
        """The pages that are no part of the database now, and hold what was deleted."""
        found: set[int] = set()
        with suppress(*_BROKEN):
            (trunk,) = struct.unpack_from(">I", self[1], 32)
            while trunk and trunk not in found:
                after, count = struct.unpack_from(">II", self[trunk])
                found.update((trunk, *struct.unpack_from(f">{count}I", self[trunk], 8)))
                trunk = after
        return found


def _page_size(data: bytes) -> int:
    size = int.from_bytes(data[16:18])
    known = data.startswith(_MAGIC) and size in (1, *(1 << n for n in range(9, 16)))
    return (size if size > 1 else 1 << 16) if known else _PAGE


def _last_written(log: bytes, size: int) -> dict[int, bytes]:
    """The newest text of every page in a write-ahead log, of transactions that were finished."""
    found: dict[int, bytes] = {}
    pending: dict[int, bytes] = {}
    if log[:3] != b"\x37\x7f\x06" or int.from_bytes(log[8:12]) != size:
        return found
    for at in range(32, len(log) - size - 23, size + 24):
        number, end, salts = struct.unpack_from(">II8s", log, at)
        if salts != log[16:24]:
            break  # left over from before
        pending[number] = log[at + 24 : at + 24 + size]
        if end:
            found |= pending
    return found


def _rows(pages: _Pages) -> Iterator[list[Value]]:
    """The values of every row and index entry that stands in a page in use."""
    free = pages.free()
    for number in range(1, pages.count + 1):
        page, start = pages[number], 100 if number == 1 else 0
        kind = page[start] if len(page) > start else 0
        if number in free or kind not in (_LEAF, _INDEX_LEAF, _INDEX):
            continue
        count = int.from_bytes(page[start + 3 : start + 5])
        first = start + (12 if kind == _INDEX else 8)
        for at in range(first, min(first + 2 * count, len(page) - 1), 2):
            with suppress(*_BROKEN):
                yield _values(_payload(pages, page, int.from_bytes(page[at : at + 2]), kind))


def _payload(pages: _Pages, page: bytes, at: int, kind: int) -> bytes:
    """The bytes of the cell that begins there, with those that overflow to other pages."""
    size, at = varint(page, at + 4 if kind == _INDEX else at)  # after the child's number
    if kind == _LEAF:
        _, at = varint(page, at)  # the row id
    usable = pages.usable
    most = usable - 35 if kind == _LEAF else (usable - 12) * 64 // 255 - 23
    if size <= most:
        return page[at : at + size]
    if size > pages.count * usable:
        raise ValueError
    least = (usable - 12) * 32 // 255 - 23
    local = least + (size - least) % (usable - 4)
    local = local if local <= most else least
    parts, left = [page[at : at + local]], size - local
    (after,) = struct.unpack_from(">I", page, at + local)
    while left > 0:
        parts.append(pages[after][4 : 4 + min(left, usable - 4)])
        left -= usable - 4
        (after,) = struct.unpack_from(">I", pages[after])
    return b"".join(parts)


def _values(record: bytes) -> list[Value]:
    """The values of a record."""
    end, at = varint(record, 0)
    values: list[Value] = []
    start = end
    while at < end:
        kind, at = varint(record, at)
        length = (kind - 12) // 2 if kind >= 12 else _LENGTHS[kind]
        data = record[start : start + length]
        if len(data) < length:
            raise ValueError
        start += length
        values.append(_value(kind, data))
    return values


def _value(kind: int, data: bytes) -> Value:
    if kind == 0:
        return None
    if kind == 7:
        return float(struct.unpack(">d", data)[0])
    if kind in (8, 9):
        return kind - 8
    if kind < 12:
        return int.from_bytes(data, signed=True)
    if kind % 2:
        with suppress(UnicodeDecodeError):
            return data.decode()
    return data


def varint(data: bytes, at: int) -> tuple[int, int]:
    """The number that begins there, and where it ends."""
    value = 0
    for end in range(at, at + 8):
        value = value << 7 | data[end] & 0x7F
        if data[end] < 0x80:
            return value, end + 1
    return value << 8 | data[at + 8], at + 9
