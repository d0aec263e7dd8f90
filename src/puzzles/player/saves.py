"""The player's database: every game with its whole history, every win, in SQLite (WAL).

One thread of its own writes, so the app never waits for a disk, and each move is on disk a moment
after it was made. What cannot be written (a full disk) is kept in memory and tried again with the
next move. A damaged database, or one of a newer version, is set aside under another name, never
deleted; what can still be read of a damaged one is taken over.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from puzzles.core.errors import UsageError
from puzzles.library import locations
from puzzles.player.schema import VERSION, migrate

T = TypeVar("T")
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class _Newer(Exception):
    """A newer version of this program wrote the database."""


class Play(NamedTuple):
    """A win. A better win in the same game is another Play with the same `game`.

    `board` tells boards with the same name apart. `finished` is the local time with its offset from
    UTC (ISO 8601); `facts` are those of the level at that time (`Puzzle.facts`). `seconds` is None
    if no clock ran.
    """

    game: str
    level: str
    board: str
    moves: int
    target: int | None
    grade: str
    seconds: float | None
    hints: int
    watched: int
    finished: str
    facts: dict[str, Any]

    @property
    def puzzle(self) -> str:
        return self.level.partition("/")[0]

    @property
    def helped(self) -> bool:
        return self.hints + self.watched > 0


class Result(NamedTuple):
    """The best of all wins of a level, of those without help if there is one.

    `moves`, with its `grade`, and `seconds` may come from two different games. `helped` means that
    no win was without help; `plays` counts the games that were won.
    """

    moves: int
    grade: str
    seconds: float | None
    helped: bool
    plays: int


class Saved(NamedTuple):
    """A game in the list: the newest of its level. `updated` is Unix time; `moves` is how far its
    history goes."""

    level: str
    board: str
    moves: int
    won: bool
    seconds: float
    hints: int
    watched: int
    updated: float


class Kept(NamedTuple):
    """A game with all there is of it: `history` is what `Session.dump` gave, `document` the level
    itself (`levels.read_pack`), or "" if it is not known."""

    game: str
    level: str
    board: str
    won: bool
    updated: float
    document: str
    history: dict[str, Any]


@dataclass
class Slot:
    """Where a game is stored; `row` is None before its first move. Only the saves change it."""

    level: str
    board: str
    document: str  # the level itself, so that a game outlives the level's file
    game: str  # names the game in its wins
    row: int | None = None
    revision: int = 0

    def move_to(self, row: int | None, revision: int) -> None:
        self.row, self.revision = row, revision


class Saves:
    """The database of `folder` (by default, the state directory).

    Writing returns at once; reading waits for what was written before.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._file = (folder or locations.state()) / "games.sqlite"
        self._thread = ThreadPoolExecutor(1, "saves")
        self._database: sqlite3.Connection | None = None
        self._unsaved: dict[object, Callable[[sqlite3.Connection], object]] = {}
        self.notice = ""  # what went wrong with the database, for the player
        self._thread.submit(self._open)

    # Games ---------------------------------------------------------------------------------

    def load(self, slot: Slot) -> dict[str, Any] | None:
        """The newest game of the slot's level, as `Session.dump` gave it, if there is one; from now
        on the slot is that game's. Raises ValueError for a history that is no JSON."""

        def work(database: sqlite3.Connection) -> dict[str, Any] | None:
            row = database.execute(
                "SELECT id, revision, game, history FROM games "
                "WHERE level = ? AND board = ? ORDER BY updated DESC, id DESC LIMIT 1",
                (slot.level, slot.board),
            ).fetchone()
            if row is None:
                return None
            slot.row, slot.revision, slot.game = row[:3]
            return dict(json.loads(row[3]))

        return self._read(work, None)

    def store(self, slot: Slot, game: dict[str, Any], won: bool) -> Future[bool]:
        """Keep a game as it is now; the future tells whether it is on disk.

        A game that another instance has gone on with meanwhile is not overwritten: this one becomes
        a game of its own.
        """
        updated = time.time()

        def work(database: sqlite3.Connection) -> Callable[[], None]:
            values = (json.dumps(game), len(game["moves"]), won, game["seconds"], game["hints"],
                      game["watched"], updated)  # fmt: skip
            changed = database.execute(
                "UPDATE games SET history = ?, moves = ?, won = ?, seconds = ?, hints = ?, "
                "watched = ?, updated = ?, revision = revision + 1 "
                "WHERE id = ? AND revision = ? AND game = ?",
                (*values, slot.row, slot.revision, slot.game),
            ).rowcount
            if changed:
                return partial(slot.move_to, slot.row, slot.revision + 1)
            row = database.execute(
                "INSERT INTO games (history, moves, won, seconds, hints, watched, updated, "
                "level, board, document, game) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*values, slot.level, slot.board, slot.document, slot.game),
            ).lastrowid
            return partial(slot.move_to, row, 0)

        return self._write(id(slot), work)

    def games(self) -> list[Saved]:
        """The newest game of every level that was ever begun, the newest first."""
        return self._read(
            lambda database: [
                Saved(level, board, moves, bool(won), *rest)
                for level, board, moves, won, *rest, _ in database.execute(
                    "SELECT level, board, moves, won, seconds, hints, watched, updated, "
                    "max(updated) FROM games GROUP BY level, board ORDER BY updated DESC"
                )
            ],
            [],
        )

    def newest(self, level: str) -> Kept | None:
        """The game of a level that was played last, whatever its board."""
        which = "WHERE level = ? ORDER BY updated DESC, id DESC LIMIT 1"
        return self._read(lambda database: next(_kept(database, which, level), None), None)

    def all_games(self) -> list[Kept]:
        """Every game, the oldest first; those whose history cannot be read are left out."""
        return self._read(lambda database: list(_kept(database, "ORDER BY updated, id")), [])

    def merge_games(self, games: Iterable[Kept]) -> int:
        """Take over games from elsewhere; how many of them were new, or further than they were
        here. A game that went on differently here and there is kept in both ways."""
        games = list(games)
        return self._read(lambda database: sum(_take_over(database, game) for game in games), 0)

    def forget(self, level: str) -> tuple[int, int]:
        """Delete all games and wins of a level, whatever its board; how many there were of each."""
        return self._read(
            lambda database: (
                database.execute("DELETE FROM games WHERE level = ?", (level,)).rowcount,
                database.execute("DELETE FROM plays WHERE level = ?", (level,)).rowcount,
            ),
            (0, 0),
        )

    # Wins ----------------------------------------------------------------------------------

    def record(self, play: Play) -> Future[bool]:
        """Keep a win, unless the same game was won in as few moves before."""
        return self._write((play.game, play.moves), lambda database: _insert(database, [play]))

    def merge(self, plays: Iterable[Play]) -> int:
        """Take over wins from elsewhere; how many of them were new."""
        plays = list(plays)
        return self._read(lambda database: _insert(database, plays), 0)

    def plays(self) -> list[Play]:
        """Every win, the oldest first."""
        return self._read(_plays, [])

    def results(self) -> dict[str, Result]:
        """The best results by level; wins of a board that has been changed since do not count."""
        return best(self._read(partial(_plays, with_facts=False), []))

    # The thread ----------------------------------------------------------------------------

    def close(self) -> None:
        """Finish writing, and let the file go."""
        self._thread.submit(self._close)
        self._thread.shutdown(wait=True)

    def _close(self) -> None:
        if self._unsaved:
            self._flush()
        if self._database is not None:
            self._database.close()

    def _open(self) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._database = self._connect()
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

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._file, timeout=5, check_same_thread=False)
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

    def _set_aside(self, why: str, told: str) -> None:
        """Rename the database, and go on with a new one and with what can be read of the old."""
        if self._database is not None:
            self._database.close()
            self._database = None
        aside = self._file.with_name(f"games-{why}-{datetime.now():%Y%m%d-%H%M%S-%f}.sqlite")
        self.notice = f"saved games {told}; set aside as {aside}"
        try:
            for end in ("-wal", "-shm", ""):  # what was written last stands in the log
                part = self._file.with_name(self._file.name + end)
                if part.exists():
                    part.rename(aside.with_name(aside.name + end))
            self._database = self._connect()
        except (OSError, sqlite3.Error) as failure:
            self.notice = f"games are not being saved: {failure}"
            return
        if why == "damaged" and (saved := _salvage(aside, self._database)):
            self.notice += f"; {saved} games and results could be saved from it"

    def _flush(self) -> None:
        """Write all that has not been written yet, in one transaction."""
        if self._database is None:
            return
        try:
            with self._database as database:
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

    def _write(self, key: object, work: Callable[[sqlite3.Connection], object]) -> Future[bool]:
        """Do this work soon; what it returns, if it can be called, is called once it is on disk."""

        def write() -> bool:
            self._unsaved.pop(key, None)  # a game stored again is stored once, and last
            self._unsaved[key] = work
            self._flush()
            return not self._unsaved

        return self._thread.submit(write)

    def _read(self, work: Callable[[sqlite3.Connection], T], nothing: T) -> T:
        """What `work` finds in the database, or `nothing` if that cannot be had."""

        def read() -> T:
            if self._unsaved:
                self._flush()
            if self._database is None:
                return nothing
            try:
                with self._database as database:
                    return work(database)
            except sqlite3.Error as error:
                if getattr(error, "sqlite_errorcode", 0) in _DAMAGED:
                    self._set_aside("damaged", f"cannot be read ({error})")
                else:
                    self.notice = f"saved games cannot be reached: {error}"
                return nothing

        return self._thread.submit(read).result()


@contextmanager
def opened() -> Iterator[Saves]:
    """The player's database, closed at the end; UsageError if anything went wrong with it."""
    saves = Saves()
    try:
        yield saves
    finally:
        saves.close()
    if saves.notice:
        raise UsageError(saves.notice)


def best(plays: Iterable[Play]) -> dict[str, Result]:
    """The best results by level, of wins in the order of time."""
    by_level: dict[str, list[Play]] = {}
    for play in plays:
        wins = by_level.setdefault(play.level, [])
        if wins and wins[0].board != play.board:
            wins.clear()
        wins.append(play)
    return {level: _best(wins) for level, wins in by_level.items()}


def _best(wins: list[Play]) -> Result:
    unaided = [play for play in wins if not play.helped]
    counted = unaided or wins
    fewest = min(counted, key=lambda play: play.moves)
    times = [play.seconds for play in counted if play.seconds is not None]
    games = {play.game for play in wins}
    return Result(fewest.moves, fewest.grade, min(times, default=None), not unaided, len(games))


def _kept(database: sqlite3.Connection, which: str, *values: object) -> Iterator[Kept]:
    rows = database.execute(
        f"SELECT game, level, board, won, updated, document, history FROM games {which}", values
    )
    for game, level, board, won, updated, document, text in rows:
        with suppress(ValueError, TypeError):
            # Games of version 1 had neither clock nor help.
            history = {"mark": None, "seconds": 0, "hints": 0, "watched": 0, **json.loads(text)}
            if {"moves", "at"} <= set(history):
                yield Kept(game, level, board, bool(won), updated, document, history)


def _take_over(database: sqlite3.Connection, game: Kept) -> bool:
    """Whether a game from elsewhere was not here yet, or not as far."""
    history, moves = game.history, game.history["moves"]
    values = (json.dumps(history), len(moves), game.won, history["seconds"], history["hints"],
              history["watched"], game.updated, game.document)  # fmt: skip
    alike = database.execute(
        "SELECT id, updated, history FROM games WHERE game = ? AND level = ? AND board = ?",
        (game.game, game.level, game.board),
    )
    for row, updated, text in alike.fetchall():
        try:
            known = json.loads(text)["moves"]
        except (ValueError, KeyError, TypeError):
            continue
        if known[: len(moves)] == moves and (len(known) > len(moves) or updated >= game.updated):
            return False
        if moves[: len(known)] == known:
            database.execute(
                "UPDATE games SET history = ?, moves = ?, won = ?, seconds = ?, hints = ?, "
                "watched = ?, updated = ?, document = ?, revision = revision + 1 WHERE id = ?",
                (*values, row),
            )
            return True
    database.execute(
        "INSERT INTO games (history, moves, won, seconds, hints, watched, updated, document, "
        "game, level, board) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*values, game.game, game.level, game.board),
    )
    return True


_COLUMNS = ", ".join(Play._fields)
_NUMBERED = ", ".join(f"?{i + 1}" for i in range(len(Play._fields)))


def _insert(database: sqlite3.Connection, plays: Iterable[Play]) -> int:
    """How many of the plays were new: wins in more moves than the same game took are not."""
    count = 0
    for play in plays:
        values = (*play[:-1], json.dumps(play.facts))
        count += database.execute(
            f"INSERT INTO plays ({_COLUMNS}) SELECT {_NUMBERED} WHERE NOT EXISTS "
            "(SELECT 1 FROM plays WHERE game = ?1 AND moves <= ?4)",
            values,
        ).rowcount
    return count


def _plays(database: sqlite3.Connection, with_facts: bool = True) -> list[Play]:
    # The instant, not the text, is the order: offsets from UTC may differ.
    rows = database.execute(
        f"SELECT {_COLUMNS} FROM plays ORDER BY julianday(finished), moves DESC"
    )
    return [Play._make((*row[:-1], json.loads(row[-1]) if with_facts else {})) for row in rows]


def _salvage(aside: Path, into: sqlite3.Connection) -> int:
    """Copy the rows that can still be read; how many there were."""
    count = 0
    try:
        old = sqlite3.connect(aside)
    except sqlite3.Error:
        return 0
    for table in ("games", "plays"):
        try:
            for row in old.execute(f"SELECT * FROM {table}"):
                marks = ", ".join("?" * len(row))
                into.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)
                count += 1
        except sqlite3.Error:
            continue  # the rest of this table is lost, or of another shape
    into.commit()
    old.close()
    return count
