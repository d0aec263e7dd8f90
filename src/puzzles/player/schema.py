"""The tables of the player's database, and how those of older versions become them.

Version 1 knew one game and one result for each level, version 2 no drawings.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b

VERSION = 3

_DRAWINGS = """
CREATE TABLE drawings (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    strokes TEXT NOT NULL,    -- `Strokes.dump` as JSON
    updated REAL NOT NULL,    -- Unix time
    revision INTEGER NOT NULL DEFAULT 0
);
"""
TABLES = {
    1: """
CREATE TABLE games (
    level TEXT PRIMARY KEY,
    start TEXT NOT NULL,      -- the position it starts from, as text
    history TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE results (
    level TEXT PRIMARY KEY,
    start TEXT NOT NULL,
    moves INTEGER NOT NULL,
    grade TEXT NOT NULL
) WITHOUT ROWID;
""",
    2: """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    level TEXT NOT NULL,      -- puzzle/pack/title
    board TEXT NOT NULL,      -- `board_key` of the position it starts from
    document TEXT NOT NULL,   -- the level itself, '' in games of version 1
    game TEXT NOT NULL,       -- names it in `plays`
    history TEXT NOT NULL,    -- `Session.dump` as JSON
    moves INTEGER NOT NULL,
    won INTEGER NOT NULL,
    seconds REAL NOT NULL,
    hints INTEGER NOT NULL,
    watched INTEGER NOT NULL,
    updated REAL NOT NULL,    -- Unix time
    revision INTEGER NOT NULL DEFAULT 0
);
-- Holds all that a list of games shows, so that histories need not be read for it.
CREATE INDEX games_listed ON games (level, board, updated, moves, won, seconds, hints, watched);
CREATE TABLE plays (
    game TEXT NOT NULL,
    level TEXT NOT NULL,
    board TEXT NOT NULL,
    moves INTEGER NOT NULL,
    target INTEGER,
    grade TEXT NOT NULL,
    seconds REAL,             -- NULL in wins of version 1
    hints INTEGER NOT NULL,
    watched INTEGER NOT NULL,
    finished TEXT NOT NULL,   -- ISO 8601 with the offset from UTC
    facts TEXT NOT NULL,      -- `Play.facts` as JSON
    PRIMARY KEY (game, moves)
) WITHOUT ROWID;
""",
}
TABLES[3] = TABLES[2] + _DRAWINGS


class Unfit(Exception):
    """A database that this program cannot use, though SQLite can read it; the text is the
    reason."""


class Newer(Unfit):
    """A newer version of this program wrote the database."""


def board_key(start: str) -> str:
    """A short name for a board: the same for levels that start from the same picture."""
    return _key(start.encode())


def _key(start: bytes) -> str:
    return blake2b(start, digest_size=8).hexdigest()


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, and alone among those who write. An error stays what it was: SQLite may have
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
    """Bring a database of any older version, or an empty one, to VERSION; all or nothing. Raises
    Newer."""
    if _version(database) == VERSION:
        return
    with transaction(database):  # only one of two instances that start together
        version = _version(database)
        if version > VERSION:
            raise Newer("saved games are those of a newer version of this program")
        if version == 0:
            create(database)
        if version == 1:
            _from_1(database)
        if version in (1, 2):
            _make(database, _DRAWINGS, 3)


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def create(database: sqlite3.Connection, version: int = VERSION) -> None:
    """Make the tables of a version in an empty database."""
    _make(database, TABLES[version], version)


def _make(database: sqlite3.Connection, statements: str, version: int) -> None:
    for statement in statements.split(";"):
        database.execute(statement)
    database.execute(f"PRAGMA user_version = {version}")


def tables(database: sqlite3.Connection) -> list[str]:
    """Return the names of all tables."""
    found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return [name for (name,) in found]


def text_of(data: bytes) -> str | bytes:
    """Return text as SQLite has it, or bytes that are no text, which the check of records finds."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _from_1(database: sqlite3.Connection) -> None:
    """Games keep their histories, whatever is in them. Results become wins without a clock,
    finished now."""
    database.execute("ALTER TABLE games RENAME TO games_1")
    database.execute("ALTER TABLE results RENAME TO results_1")
    create(database, 2)
    database.create_function("board_key", 1, _key, deterministic=True)
    database.execute(
        "INSERT INTO games SELECT NULL, level, board_key(CAST(start AS BLOB)), '', 'v1:' || level, "
        "history, CASE WHEN json_valid(history) THEN "
        "coalesce(json_array_length(history, '$.moves'), 0) ELSE 0 END, "
        "level IN (SELECT level FROM results_1), 0, 0, 0, strftime('%s', 'now'), 0 FROM games_1"
    )
    database.execute(
        "INSERT INTO plays SELECT 'v1:' || level, level, board_key(CAST(start AS BLOB)), moves, "
        "NULL, grade, NULL, 0, 0, strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now'), '{}' FROM results_1"
    )
    database.execute("DROP TABLE games_1")
    database.execute("DROP TABLE results_1")
