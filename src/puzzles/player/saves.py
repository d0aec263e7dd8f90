"""The player's saved games, wins and drawings, each game and drawing with its whole history.

A thread reads and writes the database (SQLite in WAL mode), tries again and recovers. The app never
waits for a disk, and each change is on disk a moment after it was made. What cannot be written (a
full disk, a read-only folder) is kept in memory and tried again with whatever is asked next; what
was written before can be read meanwhile. So is a database tried again that cannot be opened. One
that is damaged, or of a newer version, is set aside (`recovery`). The tables and their SQL are
those of `rows`.
"""

import os
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple, TypeVar

from puzzles.core.errors import reason_of
from puzzles.core.offers import LOG, offers
from puzzles.core.tables import Values
from puzzles.core.threads import THREADS, Here
from puzzles.core.words import many
from puzzles.library import locations
from puzzles.player import rows
from puzzles.player.records import (
    Handle,
    PlayerRecords,
    Record,
    StoredDrawing,
    StoredGame,
    Win,
    check_history,
)
from puzzles.player.recovery import copies, in_memory, keep_copy, set_aside
from puzzles.player.rows import Unfit, migrate, text_of, transaction
from puzzles.player.session import moves_of

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

WAIT = 5.0  # seconds for another instance to finish writing
ROOM = 1 << 15  # bytes that SQLite needs at the least to open a database that has a log

# Only these are the file's own fault: damage, and other tables than ours. Whatever else fails (a
# full disk, a lock, a disk that cannot be read) may be over the next time.
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_UNWRITABLE = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
)
_FAILURES = sqlite3.Error, OSError, Unfit
_OTHER_TABLES = ("no such table", "no such column", "table ")  # has no column, is there already
# A row that cannot be, as a plugin's fault may make it.
_REFUSED = TypeError, ValueError, ArithmeticError, sqlite3.InterfaceError, sqlite3.ProgrammingError


class Exercised(NamedTuple):
    """A game of practice or of a run, as far as statistics need it."""

    level: str
    solved: bool
    updated: float


class Database:
    """The database of `folder` (by default, the state directory), with the tables of `rows`.

    `trouble` is why it cannot be reached, or not all is written, at the moment; "" if all is well.
    What was asked last was `reached`, also where it could only be read.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._file = (folder or locations.state()) / "games.sqlite"
        self._thread = ThreadPoolExecutor(1, "saves") if THREADS else Here()
        self._connection: sqlite3.Connection | None = None
        self._seen: tuple[int, int] | None = None  # the file that was opened last
        self._unsaved: dict[object, Work[object]] = {}
        self._news: deque[str] = deque()
        self._reported: set[str] = set()  # of rows that cannot be read
        self.trouble, self.reached = "", True
        self._thread.submit(self._read, lambda _: None, None)  # opens it

    def write(self, key: object, work: Work[object]) -> Future[bool]:
        """Do this work soon, in place of what was to be done under the same key; return a future
        that is True if it is on disk, and all before it. A function that the work returns is called
        then."""

        def write() -> bool:
            self._unsaved.pop(key, None)  # done once, and last
            self._unsaved[key] = work
            return self._flush()

        return self._thread.submit(write)

    def read(self, work: Work[T], nothing: T) -> T:
        """Return the result of `work` after all earlier writes, or else `nothing`."""
        return self._thread.submit(self._read, work, nothing).result()

    def change(self, work: Work[T], nothing: T) -> T:
        """`read` for work that writes: all of it or nothing."""

        def change(database: sqlite3.Connection) -> T:
            with transaction(database):
                return work(database)

        return self._thread.submit(self._read, change, nothing, True).result()

    def close(self) -> None:
        """Finish writing, and let the file go."""
        self._thread.submit(self._flush)
        self._thread.submit(self._let_go)
        self._thread.shutdown(wait=True)

    def report(self, notice: str) -> None:
        """Let the player know this."""
        self._news.append(notice)

    def notices(self) -> list[str]:
        """Return the new notices for the player."""
        return [self._news.popleft() for _ in range(len(self._news))]

    # In the thread -------------------------------------------------------------------------

    def _read(self, work: Work[T], nothing: T, writes: bool = False) -> T:
        self._flush()
        self.reached, failure, found = False, None, nothing
        what = "saved games cannot be reached"
        try:
            found, self.reached = self._use(work), True
        except _FAILURES as error:
            failure = error
        if failure is not None and not writes and _cannot_write(failure):
            with suppress(*_FAILURES), closing(in_memory(self._file)) as database:
                self._write_all(database)  # or the player would miss what is not on disk yet
                found, self.reached = work(database), True
                what = "saved games can be read, but none can be saved"
        with self._reporting(what):
            if failure is not None:
                raise failure
        return found

    def _flush(self) -> bool:
        """Write all that has not been written yet; return True if all of it is on disk."""
        if self._unsaved:
            with self._reporting("the game could not be saved yet"):
                for then in filter(callable, self._use(self._write_all)):  # now it is on disk
                    then()
                self._unsaved.clear()
        return not self._unsaved

    def _write_all(self, database: sqlite3.Connection) -> list[object]:
        done = []
        with transaction(database):
            for key, work in list(self._unsaved.items()):
                try:
                    done.append(work(database))
                except _REFUSED as error:
                    del self._unsaved[key]  # or else it would hold up all others
                    self.report(f"a game cannot be saved: {error}")
        return done

    @contextmanager
    def _reporting(self, what: str) -> Iterator[None]:
        """Report an error, once until all is well again, and go on."""
        try:
            yield
        except _FAILURES as error:
            reason = self._reason(error)
            trouble = f"{what}: {reason}"
            if not self.trouble.endswith(f": {reason}"):
                self.report(trouble)
            self.trouble = trouble
        else:
            if self.trouble and not self._unsaved:
                try:
                    self._news.remove(self.trouble)
                except ValueError:  # it was shown
                    self.report("saved games can be reached again, and all is saved")
                self.trouble = ""

    def _reason(self, error: Exception) -> str:
        """Return why something failed; SQLite does not tell why it cannot write."""
        if _cannot_write(error):
            try:
                with TemporaryFile(dir=self._file.parent) as file:
                    file.write(bytes(ROOM))
            except OSError as refused:
                return reason_of(refused)
        return str(error)

    def _use(self, work: Work[T]) -> T:
        """Return what the work gives, on a second try if a new connection or file may help."""
        try:
            with self._connected() as database:
                return work(database)
        except (sqlite3.DatabaseError, Unfit) as error:
            if not self._recover_connection(error):
                raise
        with self._connected() as database:
            return work(database)

    def _recover_connection(self, error: Exception) -> bool:
        """Let go of a connection or a file that cannot be used; False if the error was no fault of
        theirs. Raises OSError or sqlite3.Error, and changes nothing, if that cannot be done."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        unfit = isinstance(error, Unfit) or str(error).startswith(_OTHER_TABLES)
        damaged = unfit or code in _DAMAGED
        readonly = code == sqlite3.SQLITE_READONLY  # as a file is that once could not be written
        if damaged or readonly:
            self._let_go()
        # Another instance may have been quicker; and a disk that could not be read for once looks
        # like a damaged file to SQLite.
        if damaged and self._seen == _identity(self._file) and (unfit or not _sound(self._file)):
            self.report(set_aside(self._file, error))
        return damaged or readonly

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        """The connection, made (again) if there is none to the file that stands there now."""
        if self._connection is not None and self._seen != _identity(self._file):
            self._let_go()
        if self._connection is None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._seen = existed = _identity(self._file)
            if existed and not self._file.stat().st_size and copies(self._file):
                raise Unfit("the file is empty")  # as a power cut may leave it
            self._connection = _connect(self._file)
            self._seen = _identity(self._file)
            copied = existed is None or keep_copy(self._connection, self._file)
            if not copied and not _sound(self._file):
                raise Unfit("some of its pages are damaged")
        try:
            yield self._connection
        finally:
            if self._connection.in_transaction:  # it could not even be rolled back
                self._let_go()

    def _let_go(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None


class Saves(Database):
    """Queries and changes of the database. Writing returns at once; reading waits for it."""

    # Games and drawings --------------------------------------------------------------------

    def store(self, handle: Handle, record: StoredGame | StoredDrawing) -> Future[bool]:
        """Store a game or drawing as it is now; return a future that is True if it is on disk.

        One that another instance has gone on with meanwhile is not overwritten: this one becomes
        a game or drawing of its own. So does a drawing that was discarded.
        """
        return self.write(id(handle), lambda database: rows.store(database, handle, record))

    def load(self, handle: Handle, level: str, board: str) -> Values | None:
        """The newest game of a level and board, as `Session.dump` gave it, if there is one; from
        now on the handle is that game's. Raises ValueError if that cannot be read."""
        found = self._first(
            "SELECT game, id, revision, history FROM games "
            "WHERE level = ? AND board = ? ORDER BY updated DESC, id DESC LIMIT 1",
            level,
            board,
        )
        if found is None:
            return None
        name, row, revision, text = found
        if not (isinstance(revision, int) and isinstance(name, str) and name.isprintable()):
            raise ValueError("the game has no name")
        check_history(history := rows.object_of(text) or {})
        handle.name, handle.row, handle.revision = name, row, revision
        return history

    def take_up(self, handle: Handle) -> None:
        """Let the handle be that of the stored drawing of its name."""
        where = "SELECT id, revision FROM drawings WHERE name = ? ORDER BY id DESC"
        if found := self._first(where, handle.name):
            handle.row, handle.revision = found

    def _first(self, query: str, *values: object) -> Any:
        return self.read(lambda database: database.execute(query, values).fetchone(), None)

    def won(self) -> dict[str, tuple[str, ...]]:
        """Return the moves that won the newest game of every won level, from its start."""
        own = "won AND level NOT LIKE '%/+run-%'"
        newest = f"SELECT id FROM (SELECT id, max(updated) FROM games WHERE {own} GROUP BY level)"
        games, _ = self._found(StoredGame, f"WHERE id IN ({newest})")
        return {game.level: moves_of(game.history) for game in games}

    def exercises(self) -> list[Exercised]:
        """The games of practice and runs, the oldest first."""
        where = "level LIKE '%/practice/%' OR level LIKE '%/+run-%'"
        query = f"SELECT level, won, updated FROM games WHERE {where} ORDER BY updated, id"
        nothing: list[tuple[Any, ...]] = []
        found = self.read(lambda database: database.execute(query).fetchall(), nothing)
        kinds = [str, int, float]
        return [Exercised(*row) for row in found if [*map(type, row)] == kinds]

    def newest(self, level: str) -> StoredGame | None:
        """The game of a level that was played last, whatever its board."""
        games, _ = self._found(StoredGame, "WHERE level = ?", level)
        return games[-1] if games else None

    def games_of(self, level: str, board: str) -> list[StoredGame]:
        """Every game of a level and board, the oldest first."""
        return self._whole("game", StoredGame, "WHERE level = ? AND board = ?", level, board)

    def all_games(self) -> list[StoredGame]:
        """Every game, the oldest first; a notice counts those that cannot be read."""
        return self._whole("game", StoredGame)

    def drawings(self) -> list[StoredDrawing]:
        """Every drawing, the newest first; a notice counts those that cannot be read."""
        return self._whole("drawing", StoredDrawing)

    def wins(self) -> list[Win]:
        """Every win, the oldest first."""
        return self._whole("win", Win)

    def _whole(
        self, name: str, kind: type[Record], which: str = "", *values: object
    ) -> list[Record]:
        """The records that can be read; others are counted in a notice, once."""
        records, broken = self._found(kind, which, *values)
        notice = f"{many(broken, name)} could not be read in full from {self._file}"
        if broken and notice not in self._reported:
            self._reported.add(notice)
            self.report(notice)
        return records

    def _found(self, kind: type[Record], which: str = "", *values: object) -> rows.Found[Record]:
        nothing: rows.Found[Record] = [], 0
        return self.read(lambda database: rows.read(database, kind, which, *values), nothing)

    def record(self, win: Win) -> Future[bool]:
        """Keep a win, unless the same game was won in as few moves before."""
        return self.write((win.game, win.moves), lambda database: rows.add_win(database, win))

    def rename(self, level: str, name: str) -> None:
        """Let all games and wins of a level be those of another name, by which it goes now."""
        self._of_level("UPDATE {} SET level = ? WHERE level = ?", name, level)

    def forget(self, level: str) -> tuple[int, int]:
        """Delete all games and wins of a level, whatever its board; return the number of each."""
        return self._of_level("DELETE FROM {} WHERE level = ?", level)

    def _of_level(self, statement: str, *values: str) -> tuple[int, int]:
        """Change the games and the wins of a level; return the number of each."""

        def work(database: sqlite3.Connection) -> tuple[int, int]:
            games = database.execute(statement.format("games"), values).rowcount
            return games, database.execute(statement.format("plays"), values).rowcount

        return self.change(work, (0, 0))

    def discard(self, drawing: StoredDrawing) -> None:
        """Delete a drawing."""
        delete, name = "DELETE FROM drawings WHERE name = ?", drawing.name
        self.write(name, lambda database: database.execute(delete, (name,)).rowcount)

    # From elsewhere ------------------------------------------------------------------------

    def merge(self, found: PlayerRecords) -> tuple[int, int, int]:
        """Add wins, games and drawings; return the numbers of those that were new, or further than
        here. A game that went on differently here and there is kept in both ways."""
        return self.change(lambda database: rows.add_all(database, found), (0, 0, 0))

    def take_over(self, found: PlayerRecords) -> str:
        """Add progress from elsewhere; return what came of it in words."""
        return f"{found}; {sum(self.merge(found))} of them new"


def _cannot_write(error: Exception) -> bool:
    """Return True if all that is wrong may be that nothing can be written."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return isinstance(error, OSError) or code in _UNWRITABLE


def _connect(file: Path) -> sqlite3.Connection:
    database = sqlite3.connect(file, timeout=WAIT, isolation_level=None, check_same_thread=False)
    try:
        database.text_factory = text_of
        database.execute(f"PRAGMA journal_mode = {'WAL' if offers(LOG) else 'MEMORY'}")
        # A killed process loses nothing; only a power cut may lose the last moves.
        database.execute("PRAGMA synchronous = NORMAL")
        migrate(database)
    except UnicodeDecodeError:  # SQLite says which table is damaged, by a name that is no text
        database.close()
        raise Unfit("its tables are damaged") from None
    except BaseException:
        database.close()
        raise
    return database


def _sound(file: Path) -> bool:
    """Return True if SQLite finds no fault in a database, looking at all of it."""
    try:
        with closing(_connect(file)) as database:
            return bool(database.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))
    except Unfit:
        return False
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in _DAMAGED:
            return False
        raise


def _identity(file: Path) -> tuple[int, int] | None:
    """Return a key for the file of this name, which another file would not have, or None."""
    with suppress(FileNotFoundError):
        found = os.stat(file)
        return found.st_dev, found.st_ino
    return None
