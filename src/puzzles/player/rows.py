"""The SQL that reads and writes rows of the player's database; its tables are in `tables.sql`.

Version 2 (release 1.0.0) had no drawings. Rows are read one by one: a broken one costs itself
alone, and is counted.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from puzzles.core.tables import Values
from puzzles.player.records import (
    Handle,
    PlayerRecords,
    Record,
    StoredDrawing,
    StoredGame,
    Win,
    check,
    new_name,
)

VERSION = 3

TABLES = Path(__file__).with_name("tables.sql").read_text("utf-8")

BACK, TICK = 1.0, 1e-3  # seconds that a clock must have gone back; then between one and the next

Found = tuple[list[Record], int]  # the rows that could be read, and the number of the others


class Storage(NamedTuple):
    """How records of a type are stored. Two that are alike in their `identity`, which begins with a
    name, are the same game or drawing: the one with the longer `history_list` is ahead."""

    table: str
    order: str
    json_column: str
    history_list: str = ""
    identity: tuple[str, ...] = ()


STORAGE: dict[type, Storage] = {
    # The instant, not the text, is the order: offsets from UTC may differ.
    Win: Storage("plays", "julianday(finished), moves DESC", "facts"),
    StoredGame: Storage("games", "updated, id", "history", "moves", ("game", "level", "board")),
    StoredDrawing: Storage("drawings", "updated DESC, id DESC", "strokes", "strokes", ("name",)),
}


class Unfit(Exception):
    """The reason why this program cannot use a database that SQLite can read."""


class Newer(Unfit):
    """A newer version of this program wrote the database."""


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Write all or nothing, and alone. An error stays what it was: SQLite may have
    rolled back by itself, as it does when the disk is full."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            with suppress(sqlite3.Error):
                database.execute("ROLLBACK")
        raise


def migrate(database: sqlite3.Connection) -> None:
    """Bring an older or empty database to VERSION; all or nothing. Raises Newer."""
    version = "PRAGMA user_version"
    if database.execute(version).fetchone() == (VERSION,):
        return
    with transaction(database):  # only one of two instances that start together
        if database.execute(version).fetchone()[0] > VERSION:
            raise Newer("saved games are those of a newer version of this program")
        for statement in TABLES.split(";"):
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {VERSION}")


def text_of(data: bytes) -> str | bytes:
    """Return text as SQLite has it, or bytes that are no text, which the check of records finds."""
    with suppress(UnicodeDecodeError):
        return data.decode()
    return data


# Reading -----------------------------------------------------------------------------------


def read(
    database: sqlite3.Connection, kind: type[Record], which: str = "", *values: object
) -> Found[Record]:
    """The records of a kind (`which` is a WHERE clause): wins and games the oldest first, drawings
    the newest. A win whose facts are broken has none, and is counted, too."""
    table, order, column, *_ = STORAGE[kind]
    columns = ", ".join(kind._fields)
    rows = database.execute(f"SELECT {columns} FROM {table} {which} ORDER BY {order}", values)
    found, broken = list[Record](), 0
    for row in rows:
        fields = dict(zip(kind._fields, row, strict=True))
        fields[column] = object_of(fields[column])
        if kind is Win and fields[column] is None:
            fields[column], broken = {}, broken + 1
        if kind is StoredGame and fields["won"] in (0, 1):
            fields["won"] = bool(fields["won"])
        try:
            check(record := kind(**fields))
            found.append(record)
        except ValueError:
            broken += 1
    return found, broken


def read_all(database: sqlite3.Connection) -> PlayerRecords:
    """Return all records, and the number of rows that cannot be read."""
    wins, games = read(database, Win), read(database, StoredGame)
    drawn = read(database, StoredDrawing)
    return PlayerRecords(wins[0], games[0], drawn[0], wins[1] + games[1] + drawn[1])


def object_of(text: str) -> Any:
    """The object in JSON; None if it is none."""
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


# Writing -----------------------------------------------------------------------------------


def store(
    database: sqlite3.Connection, handle: Handle, record: StoredGame | StoredDrawing
) -> Callable[[], None]:
    """Write a game or drawing as it is now; return what is to be called once it is on disk.

    A game becomes the newest of its level and board, also where the clock has gone back. What
    another instance has changed meanwhile stays; a drawing then gets a new name.
    """
    place, values = STORAGE[type(record)], _values(record)
    if isinstance(record, StoredGame):
        last = "SELECT max(updated) FROM games WHERE level = ? AND board = ?"
        newest = database.execute(last, (record.level, record.board)).fetchone()[0]
        if isinstance(newest, float) and newest > record.updated + BACK:
            values["updated"] = newest + TICK
    row, revision, name = handle.row, handle.revision + 1, handle.name
    if not _update(database, place, values, handle):
        if isinstance(record, StoredDrawing) and row is not None:
            values["name"] = new_name()
        row, revision, name = _insert(database, place.table, values), 0, values[place.identity[0]]

    def then() -> None:
        handle.row, handle.revision, handle.name = row, revision, name

    return then


def add_all(database: sqlite3.Connection, found: PlayerRecords) -> tuple[int, int, int]:
    """Add what comes from elsewhere; return how many wins, games and drawings are new."""
    wins = sum(add_win(database, win) for win in found.wins)
    games = sum(_add(database, game) for game in found.games)
    return wins, games, sum(_add(database, drawing) for drawing in found.drawings)


def add_win(database: sqlite3.Connection, win: Win) -> bool:
    """Add a win; False if the same game was won in as few moves before."""
    known = "SELECT 1 FROM plays WHERE game = ? AND moves <= ?"
    if database.execute(known, (win.game, win.moves)).fetchone():
        return False
    _insert(database, "plays", _values(win))
    return True


def _add(database: sqlite3.Connection, record: StoredGame | StoredDrawing) -> bool:
    """Add a game or drawing, or put it in the place of one that it goes on with; False if one that
    is here goes as far or further. A drawing gets a new name if its own is taken."""
    place, values = STORAGE[type(record)], _values(record)
    new = json.loads(values[place.json_column])[place.history_list]
    columns = f"{place.identity[0]}, id, revision, updated, {place.json_column}"
    same = " AND ".join(f"{each} = ?" for each in place.identity)
    select = f"SELECT {columns} FROM {place.table} WHERE {same}"
    alike = database.execute(select, [values[each] for each in place.identity]).fetchall()
    for name, row, revision, updated, text in alike:
        known = (object_of(text) or {}).get(place.history_list)
        if not isinstance(known, list):
            continue
        if known[: len(new)] == new and (len(known) > len(new) or updated >= record.updated):
            return False
        if new[: len(known)] == known:
            return _update(database, place, values, Handle(name, row, revision))
    if isinstance(record, StoredDrawing) and alike:
        values["name"] = new_name()
    _insert(database, place.table, values)
    return True


def _values(record: Win | StoredGame | StoredDrawing) -> Values:
    values, column = record._asdict(), STORAGE[type(record)].json_column
    if isinstance(record, StoredGame):
        values |= {name: record.history[name] for name in ("seconds", "hints", "watched")}
        values["moves"] = len(record.history["moves"])
    return {**values, column: json.dumps(values[column])}


def _insert(database: sqlite3.Connection, table: str, values: Values) -> int | None:
    """Add a row of these values, and return its number."""
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    added = f"INSERT INTO {table} ({names}) VALUES ({marks})"
    return database.execute(added, tuple(values.values())).lastrowid


def _update(database: sqlite3.Connection, place: Storage, values: Values, handle: Handle) -> bool:
    """Change the row of a handle, if it is as it was; False if not."""
    changed = {column: value for column, value in values.items() if column not in place.identity}
    columns = ", ".join(f"{column} = ?" for column in changed)
    done = database.execute(
        f"UPDATE {place.table} SET {columns}, revision = revision + 1 "
        f"WHERE id = ? AND revision = ? AND {place.identity[0]} = ?",
        (*changed.values(), handle.row, handle.revision, handle.name),
    )
    return bool(done.rowcount)
