"""The tables of the player's database. Version 2 (release 1.0.0) had no drawings."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b

VERSION = 3

TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    level TEXT NOT NULL,      -- puzzle/pack/title
    board TEXT NOT NULL,      -- `board_key` of the position it starts from
    document TEXT NOT NULL,   -- the level itself
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
-- It finds the newest game of a level.
CREATE INDEX IF NOT EXISTS games_listed
    ON games (level, board, updated, moves, won, seconds, hints, watched);
CREATE TABLE IF NOT EXISTS plays (
    game TEXT NOT NULL,
    level TEXT NOT NULL,
    board TEXT NOT NULL,
    moves INTEGER NOT NULL,
    target INTEGER,
    grade TEXT NOT NULL,
    seconds REAL,             -- NULL if no clock ran
    hints INTEGER NOT NULL,
    watched INTEGER NOT NULL,
    finished TEXT NOT NULL,   -- ISO 8601 with the offset from UTC
    facts TEXT NOT NULL,      -- `Play.facts` as JSON
    PRIMARY KEY (game, moves)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS drawings (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    strokes TEXT NOT NULL,    -- `Strokes.dump` as JSON
    updated REAL NOT NULL,    -- Unix time
    revision INTEGER NOT NULL DEFAULT 0
);
"""


class Unfit(Exception):
    """A database that this program cannot use, though SQLite can read it; the text is the
    reason."""


class Newer(Unfit):
    """A newer version of this program wrote the database."""


def board_key(start: str) -> str:
    """A short name for a board: the same for levels that start from the same picture."""
    return blake2b(start.encode(), digest_size=8).hexdigest()


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
    """Bring a database of an older version, or an empty one, to VERSION; all or nothing. Raises
    Newer."""
    if _version(database) == VERSION:
        return
    with transaction(database):  # only one of two instances that start together
        if _version(database) > VERSION:
            raise Newer("saved games are those of a newer version of this program")
        for statement in TABLES.split(";"):
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {VERSION}")


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def text_of(data: bytes) -> str | bytes:
    """Return text as SQLite has it, or bytes that are no text, which the check of records finds."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data
