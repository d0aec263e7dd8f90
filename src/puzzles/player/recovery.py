"""Progress out of a database file, damaged or not, as far as SQLite can read it.

SQLite follows a tree of pages, so that one bad page hides the rows below it. Each table is read
from both ends up to the first error; the daily copies (`copies`) have the rest. The file itself is
only read: SQLite works on a copy of it.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzles.player.queries import all_games, drawings, plays
from puzzles.player.records import Progress
from puzzles.player.schema import TABLES, columns_of, create, fitting, migrate

# SQLite's messages have names of the file in them, which may be no text.
_UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)


def recover(file: Path) -> Progress:
    """Return the games, wins and drawings in a file and its write-ahead log. Raises OSError."""
    with TemporaryDirectory(prefix="puzzles-", ignore_cleanup_errors=True) as folder:
        copied = Path(folder, "games.sqlite")
        shutil.copyfile(file, copied)
        if (log := Path(f"{file}-wal")).exists():
            shutil.copyfile(log, f"{copied}-wal")
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
            try:
                _copy_rows(copied, database)
            except _UNREADABLE:
                return Progress()  # not even the names of its tables can be read
            migrate(database)
            games, wins, drawn = all_games(database), plays(database), drawings(database)
    return Progress(wins.rows, games.rows, drawn.rows, games.broken + wins.broken + drawn.broken)


def joined(newer: Progress, older: Progress) -> Progress:
    """Return all of `newer`, with those games, wins and drawings of `older` that it lacks."""
    games = {(game.game, game.level, game.board) for game in newer.games}
    wins = {(play.game, play.moves) for play in newer.plays}
    drawn = {drawing.name for drawing in newer.drawings}
    return Progress(
        [play for play in older.plays if (play.game, play.moves) not in wins] + newer.plays,
        [game for game in older.games if (game.game, game.level, game.board) not in games]
        + newer.games,
        [drawing for drawing in older.drawings if drawing.name not in drawn] + newer.drawings,
        newer.broken,
    )


def _copy_rows(file: Path, database: sqlite3.Connection) -> None:
    """Fill an empty database with all rows of a file that can be read."""
    with closing(sqlite3.connect(file)) as damaged:
        found = {version: fitting(damaged, version) for version in TABLES}
        version = max(found, key=lambda version: (len(found[version]), version))
        create(database, version)
        damaged.text_factory = _text
        for table in found[version]:
            names = columns_of(database, table)
            marks = ", ".join("?" * len(names))
            insert = f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({marks})"
            database.executemany(insert, _rows(damaged, table, names))


def _rows(
    damaged: sqlite3.Connection, table: str, names: list[str]
) -> Iterator[tuple[object, ...]]:
    """Yield the rows from the beginning of a table to the first error, and then from its end."""
    info = damaged.execute(f"PRAGMA table_info({table})").fetchall()
    key = [name for _, name, *_, rank in sorted(info, key=lambda row: row[-1]) if rank]
    for order in ("", " DESC"):
        ends = ", ".join(name + order for name in key)
        with suppress(*_UNREADABLE):
            yield from damaged.execute(
                f"SELECT {', '.join(names)} FROM {table} NOT INDEXED ORDER BY {ends}"
            )
            return


def _text(data: bytes) -> str | bytes:
    """Return text, or bytes that are no text, which the check of records finds."""
    with suppress(UnicodeDecodeError):
        return data.decode()
    return data
