"""Daily copies of the player's database, and what comes back of one that cannot be used.

A copy is made when the database is first opened on a day, and kept for a week. A disk that is full
or read-only costs the copy, and nothing else.

A database that is damaged or newer gets another name, and is never deleted. That happens when a new
one stands ready, with all that can still be read of it and the rest from the newest copy. SQLite
follows a tree of pages, so that one bad page hides the rows below it: each table is read from both
ends up to the first error.
"""

import os
import shlex
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzles.player.records import PlayerRecords
from puzzles.player.rows import Newer, add_all, migrate, read_all, text_of, transaction

KEPT = 7  # copies
SPARE = 20  # copies must fit on the disk before one is made

# SQLite's messages have names of the file in them, which may be no text.
_UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)


def keep_copy(database: sqlite3.Connection, file: Path) -> bool:
    """Copy an open database, unless today's copy is there; return False if it is damaged, whose
    copy drives out no good one."""
    copy = file.with_name("copies") / f"{date.today()}.sqlite"
    with suppress(OSError, sqlite3.Error, UnicodeDecodeError):
        if copy.exists() or shutil.disk_usage(file.parent).free < SPARE * file.stat().st_size:
            return True
        copy.parent.mkdir(exist_ok=True)
        with TemporaryDirectory(prefix=".copy-", dir=copy.parent) as folder:
            made = Path(folder, copy.name)
            with closing(sqlite3.connect(made)) as target:
                database.backup(target)
                target.execute("PRAGMA journal_mode = DELETE")  # one file, without a log
                found = target.execute("PRAGMA integrity_check(1)").fetchone()
            if found != ("ok",):
                return False
            os.replace(made, copy)
        for old in copies(file)[KEPT:]:
            old.unlink()
    return True


def copies(file: Path) -> list[Path]:
    """Return the copies of a database, the newest first."""
    return sorted(file.parent.glob("copies/[0-9]*.sqlite"), reverse=True)


# What can be read ----------------------------------------------------------------------------


def in_memory(file: Path) -> sqlite3.Connection:
    """A copy in memory of a database that SQLite cannot open as usual, for there is no room for the
    files that it makes beside one, or none can be made; nothing is locked or written. Raises
    OSError, sqlite3.Error and Newer."""
    logged = os.path.exists(f"{file}-wal") and os.path.getsize(f"{file}-wal")
    how = f"vfs={'win32' if os.name == 'nt' else 'unix'}-none" if logged else "immutable=1"
    database = sqlite3.connect(":memory:", isolation_level=None)
    try:
        address = f"{file.absolute().as_uri()}?mode=ro&{how}"
        with closing(sqlite3.connect(address, uri=True)) as source:
            source.execute("PRAGMA locking_mode = EXCLUSIVE")  # the log's index is in memory then
            source.backup(database)
        database.text_factory = text_of
        migrate(database)
    except BaseException:
        database.close()
        raise
    return database


def recover(file: Path) -> PlayerRecords:
    """Return the games, wins and drawings in a file and its write-ahead log; of a table that its
    first page does not lead to, what a new first page leads to. Raises OSError."""
    with TemporaryDirectory(prefix="puzzles-", ignore_cleanup_errors=True) as folder:
        copied, renewed = Path(folder, "games.sqlite"), Path(folder, "renewed.sqlite")
        for copy in (copied, renewed):  # which SQLite may change
            _copy_files(file, copy)
        _renew_first_page(renewed)
        with (
            closing(sqlite3.connect(":memory:", isolation_level=None)) as database,
            closing(sqlite3.connect(copied)) as damaged,
            closing(sqlite3.connect(renewed)) as again,
        ):
            damaged.text_factory = again.text_factory = text_of
            migrate(database)
            for table in ("games", "plays", "drawings"):
                names = [name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")]
                marks = ", ".join("?" * len(names))
                insert = f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({marks})"
                source = damaged if _begins(damaged, table, names) else again
                database.executemany(insert, _rows(source, table, names))
            return read_all(database)


def _begins(database: sqlite3.Connection, table: str, names: list[str]) -> bool:
    """Return True if the first row of a table can be read, or it has none."""
    with suppress(*_UNREADABLE):
        database.execute(f"SELECT {', '.join(names)} FROM {table} NOT INDEXED").fetchone()
        return True
    return False


def _renew_first_page(file: Path) -> None:
    """Put the first page of a new database in place of a damaged one's. It says where each table
    is, which is the same in all that this version has made."""
    new = file.with_name("new.sqlite")
    with closing(sqlite3.connect(new, isolation_level=None)) as database:
        (size,) = database.execute("PRAGMA page_size").fetchone()
        migrate(database)
    page = bytearray(new.read_bytes()[:size])
    page[18:20] = 2, 2  # there may be a log
    page[28:32] = (file.stat().st_size // size).to_bytes(4, "big")  # pages
    with file.open("r+b") as damaged:
        damaged.write(page)


def _copy_files(file: Path, copy: Path) -> list[str]:
    """Copy a database and, if there is one, its log; return the ends of their names."""
    ends = ["", "-wal"] if os.path.exists(f"{file}-wal") else [""]
    for end in ends:
        shutil.copyfile(f"{file}{end}", f"{copy}{end}")
    return ends


def _rows(
    damaged: sqlite3.Connection, table: str, names: list[str]
) -> Iterator[tuple[object, ...]]:
    """Yield the rows from the beginning of a table to the first error, and then from its end."""
    key = "game{0}, moves{0}" if table == "plays" else "id{0}"
    for order in ("", " DESC"):
        ends = key.format(order)
        with suppress(*_UNREADABLE):
            yield from damaged.execute(
                f"SELECT {', '.join(names)} FROM {table} NOT INDEXED ORDER BY {ends}"
            )
            return


# Setting aside -------------------------------------------------------------------------------


def set_aside(file: Path, why: Exception) -> str:
    """Keep a database under another name, put a new one in its place, and return what was done in
    words. Raises OSError or sqlite3.Error, and changes nothing, if that cannot be done."""
    newer = isinstance(why, Newer)
    found, words = ([], "") if newer else _recovered(file)
    name = f"games-{'newer' if newer else 'damaged'}-{datetime.now():%Y%m%d-%H%M%S-%f}.sqlite"
    aside = file.with_name(name)
    with TemporaryDirectory(None, ".games-", file.parent, ignore_cleanup_errors=True) as folder:
        fresh, kept = Path(folder, file.name), Path(folder, name)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as database:
            migrate(database)
            with transaction(database):
                for progress in found:
                    add_all(database, progress)
            saved = read_all(database)
        for end in _copy_files(file, kept):
            os.replace(f"{kept}{end}", f"{aside}{end}")
        for end in ("-wal", "-shm"):  # no new file may find them
            Path(f"{file}{end}").unlink(missing_ok=True)
        os.replace(fresh, file)
    if newer:
        told = f"`puzzles progress import {shlex.quote(str(aside))}` reads what it can"
        return f"{why}; set aside as {aside}; {told}"
    return f"saved games cannot be read ({why}); set aside as {aside}; {saved}{words}"


def _recovered(file: Path) -> tuple[list[PlayerRecords], str]:
    """Return what can be read of a damaged database, after what there is in its newest sound copy,
    and in words what more there is to say of that. Raises OSError if a copy cannot be read,
    as it may be the next time."""
    saved = recover(file)
    words = f", {saved.broken} more could not" if saved.broken else ""
    for copy in copies(file):
        kept = recover(copy)
        if kept.games or kept.wins or kept.drawings:
            return [kept, saved], f"{words}, with the copy of {copy.stem}"
    return [saved], words
