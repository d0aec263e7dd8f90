"""The tables of the player's database, and how those of older versions become them.

Version 1 knew one game and one result for each level.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from hashlib import blake2b

VERSION = 2

_TABLES = """
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
    facts TEXT NOT NULL,      -- `Puzzle.facts` as JSON
    PRIMARY KEY (game, moves)
) WITHOUT ROWID;
"""


def board_key(start: str) -> str:
    """A short name for a board: the same for levels that start from the same picture."""
    return blake2b(start.encode(), digest_size=8).hexdigest()


def migrate(database: sqlite3.Connection) -> None:
    """Bring a database of any older version, or an empty one, to VERSION; all or nothing."""
    if _version(database) == VERSION:
        return
    database.create_function("board_key", 1, board_key, deterministic=True)
    database.execute("BEGIN IMMEDIATE")  # only one of two instances that start together
    try:
        version = _version(database)
        if version == 0:
            _create(database)
        for step in range(version or VERSION, VERSION):
            _STEPS[step](database)
        database.execute(f"PRAGMA user_version = {VERSION}")
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def _create(database: sqlite3.Connection) -> None:
    for statement in _TABLES.split(";"):
        database.execute(statement)


def _from_1(database: sqlite3.Connection) -> None:
    """Games keep their histories. Results become wins without a clock, finished now."""
    database.execute("ALTER TABLE games RENAME TO games_1")
    database.execute("ALTER TABLE results RENAME TO results_1")
    _create(database)
    database.execute(
        "INSERT INTO games SELECT NULL, level, board_key(start), '', 'v1:' || level, history, "
        "CASE WHEN json_valid(history) THEN json_array_length(history, '$.moves') ELSE 0 END, "
        "level IN (SELECT level FROM results_1), 0, 0, 0, strftime('%s', 'now'), 0 FROM games_1"
    )
    database.execute(
        "INSERT INTO plays SELECT 'v1:' || level, level, board_key(start), moves, NULL, grade, "
        "NULL, 0, 0, strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now'), '{}' FROM results_1"
    )
    database.execute("DROP TABLE games_1")
    database.execute("DROP TABLE results_1")


_STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {1: _from_1}
