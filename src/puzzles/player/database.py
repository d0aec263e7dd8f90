"""A database file and the one thread that reads and writes it, retries and recovers.

The app never waits for a disk, and each change is on disk a moment after it was made. What cannot
be written (a full disk) is kept in memory and tried again with the next change. A damaged database,
or one of a newer version, is set aside under another name, never deleted; what can still be read of
a damaged one is taken over.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from puzzles.player.queries import salvage
from puzzles.player.schema import VERSION, migrate

T = TypeVar("T")
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class _Newer(Exception):
    """A newer version of this program wrote the database."""


class Database:
    """The player's database in `file`, with the tables of `schema`.

    `notice` is what went wrong with it, for the player.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1, "saves")
        self._connection: sqlite3.Connection | None = None
        self._unsaved: dict[object, Callable[[sqlite3.Connection], object]] = {}
        self.notice = ""
        self._thread.submit(self._open)

    def write(self, key: object, work: Callable[[sqlite3.Connection], object]) -> Future[bool]:
        """Do this work soon, in place of what was to be done under the same key; the future tells
        whether all is on disk. What the work returns, if it can be called, is called then."""

        def write() -> bool:
            self._unsaved.pop(key, None)  # done once, and last
            self._unsaved[key] = work
            self._flush()
            return not self._unsaved

        return self._thread.submit(write)

    def read(self, work: Callable[[sqlite3.Connection], T], nothing: T) -> T:
        """What `work` finds after all that was written before, or `nothing` if that cannot be
        had."""

        def read() -> T:
            if self._unsaved:
                self._flush()
            if self._connection is None:
                return nothing
            try:
                with self._connection as database:
                    return work(database)
            except sqlite3.Error as error:
                if getattr(error, "sqlite_errorcode", 0) in _DAMAGED:
                    self._set_aside("damaged", f"cannot be read ({error})")
                else:
                    self.notice = f"saved games cannot be reached: {error}"
                return nothing

        return self._thread.submit(read).result()

    def close(self) -> None:
        """Finish writing, and let the file go."""
        self._thread.submit(self._close)
        self._thread.shutdown(wait=True)

    # In the thread -------------------------------------------------------------------------

    def _close(self) -> None:
        if self._unsaved:
            self._flush()
        if self._connection is not None:
            self._connection.close()

    def _open(self) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._connection = _connect(self._file)
        except _Newer:
            self._set_aside("newer", "were saved by a newer version of this program")
        except sqlite3.DatabaseError as error:
            # SQLITE_ERROR: the tables are not those its version has, so it cannot be migrated.
            if getattr(error, "sqlite_errorcode", 0) in (*_DAMAGED, sqlite3.SQLITE_ERROR):
                self._set_aside("damaged", f"cannot be read ({error})")
            else:
                self.notice = f"games are not being saved: {error}"
        except OSError as error:
            self.notice = f"games are not being saved: {error}"

    def _set_aside(self, why: str, told: str) -> None:
        """Rename the database, and go on with a new one and with what can be read of the old."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        aside = self._file.with_name(f"games-{why}-{datetime.now():%Y%m%d-%H%M%S-%f}.sqlite")
        self.notice = f"saved games {told}; set aside as {aside}"
        try:
            for end in ("-wal", "-shm", ""):  # what was written last stands in the log
                part = self._file.with_name(self._file.name + end)
                if part.exists():
                    part.rename(aside.with_name(aside.name + end))
            self._connection = _connect(self._file)
        except (OSError, sqlite3.Error) as failure:
            self.notice = f"games are not being saved: {failure}"
            return
        if why == "damaged" and (saved := _salvaged(aside, self._connection)):
            self.notice += f"; {saved} games and results could be saved from it"

    def _flush(self) -> None:
        """Write all that has not been written yet, in one transaction."""
        if self._connection is None:
            return
        try:
            with self._connection as database:
                done = [work(database) for work in self._unsaved.values()]
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) in _DAMAGED:
                self._set_aside("damaged", f"cannot be read ({error})")
            else:  # a full disk, say: play goes on, and the next move tries again
                self.notice = f"the game could not be saved yet: {error}"
            return
        self._unsaved.clear()
        for then in done:
            if callable(then):  # only now it is on disk
                then()


def _connect(file: Path) -> sqlite3.Connection:
    database = sqlite3.connect(file, timeout=5, check_same_thread=False)
    try:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise _Newer
        database.execute("PRAGMA journal_mode = WAL")
        # A killed process loses nothing; only a power cut may lose the last moves.
        database.execute("PRAGMA synchronous = NORMAL")
        migrate(database)
    except BaseException:
        database.close()
        raise
    return database


def _salvaged(aside: Path, into: sqlite3.Connection) -> int:
    """How many rows of a file that was set aside were taken over."""
    try:
        old = sqlite3.connect(aside)
    except sqlite3.Error:
        return 0
    try:
        return salvage(old, into)
    finally:
        old.close()
