"""The tables of the player's database, and how those of older versions become them.

Version 1 knew one game and one result for each level, version 2 no drawings.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
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
    """Bring a database of any older version, or an empty one, to VERSION; all or nothing.

    Raises Unfit if the tables are not those of the version that it says it has.
    """
    if version_of(database) == VERSION:
        return
    with transaction(database):  # only one of two instances that start together
        version = version_of(database)
        if version == 0:
            create(database, VERSION)
        for step in range(version or VERSION, VERSION):
            _STEPS[step](database)


def create(database: sqlite3.Connection, version: int) -> None:
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


def columns_of(database: sqlite3.Connection, table: str) -> list[str]:
    """Return the names of the columns of a table."""
    return [name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")]


def version_of(database: sqlite3.Connection) -> int:
    """Return the version of its tables, 0 if it has none.

    One wrong bit makes another version out of one, so the tables must bear it out. Raises Unfit
    if they do not, and Newer if they are not known here, either.
    """
    database.execute("SAVEPOINT version")  # what is read is of one moment
    try:
        (said,) = database.execute("PRAGMA user_version").fetchone()
        found, as_made = version_by_tables(database), _layout(database) == _tables_of(VERSION)
    finally:
        with suppress(sqlite3.Error):  # an error may have ended it
            database.execute("RELEASE version")
    if said == found:
        return int(said)
    if said > VERSION and not as_made:
        raise Newer("saved games are those of a newer version of this program")
    raise Unfit(f"its tables are not those of version {said}")


def version_by_tables(database: sqlite3.Connection) -> int | None:
    """Return the newest version all of whose tables are there; 0 if there are no tables at all,
    None if they are of no version."""
    if not tables(database):
        return 0
    for version in sorted(TABLES, reverse=True):
        if len(fitting(database, version)) == len(_tables_of(version)):
            return version
    return None


def fitting(database: sqlite3.Connection, version: int) -> list[str]:
    """Return the tables of a version that are there with all their columns."""
    layout = _layout(database)
    known = _tables_of(version).items()
    return [table for table, columns in known if columns <= layout.get(table, set())]


@cache
def _tables_of(version: int) -> dict[str, set[str]]:
    """Return the layout of a version's tables."""
    with closing(sqlite3.connect(":memory:")) as database:
        create(database, version)
        return _layout(database)


def _layout(database: sqlite3.Connection) -> dict[str, set[str]]:
    """Return the columns of every table."""
    named = (table for table in tables(database) if table.isidentifier())  # others are damaged
    return {table: set(columns_of(database, table)) for table in named}


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


def _from_2(database: sqlite3.Connection) -> None:
    _make(database, _DRAWINGS, 3)


_STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {1: _from_1, 2: _from_2}
