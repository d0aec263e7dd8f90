"""Saved games: the history of every level played, and the best result so far, in SQLite.

A game is written after each move by one thread of its own, so neither a slow disk nor a killed
terminal can lose more than the move being made, and the app never waits. A damaged or unreadable
database is set aside, never deleted; without any, the game goes on unsaved.
"""

from __future__ import annotations

import json
import sqlite3
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzles.core import locations

_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    level TEXT PRIMARY KEY, start TEXT NOT NULL, history TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS plays (
    level TEXT NOT NULL, start TEXT NOT NULL, moves INTEGER NOT NULL, grade TEXT NOT NULL,
    seconds REAL NOT NULL, hints INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS results (
    level TEXT PRIMARY KEY, start TEXT NOT NULL, moves INTEGER NOT NULL, grade TEXT NOT NULL
) WITHOUT ROWID;
"""
VERSION = 1


@dataclass(frozen=True)
class Result:
    """The best a level has been solved: in how many moves, and its grade."""

    moves: int
    grade: str


class Saves:
    """The player's games, by the name of their level.

    Every game is stored with the text of the position it starts from; a game saved for a level
    that has been changed since does not count.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._file = (folder or locations.state()) / "games.sqlite"
        self._thread = ThreadPoolExecutor(1, "saves")
        self._database: sqlite3.Connection | None = None
        self.notice = ""  # what went wrong with the database, for the player
        self._thread.submit(self._open)

    def _open(self) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._database = self._connect()
        except sqlite3.DatabaseError as error:
            aside = self._file.with_suffix(".damaged")
            self.notice = f"saved games cannot be read ({error}); set aside as {aside}"
            try:
                self._file.replace(aside)
                self._database = self._connect()
            except (OSError, sqlite3.Error) as failure:
                self.notice = f"games are not being saved: {failure}"
        except OSError as error:
            self.notice = f"games are not being saved: {error}"

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._file, timeout=5, check_same_thread=False)
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise sqlite3.DatabaseError("a newer version of this program wrote it")
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.executescript(_SCHEMA)
        database.execute(f"PRAGMA user_version = {VERSION}")
        return database

    def store(self, level: str, start: str, history: dict[str, Any]) -> Future[None]:
        """Keep a game; the future is done when it is on disk."""
        row = (level, start, json.dumps(history))
        return self._write("INSERT OR REPLACE INTO games VALUES (?, ?, ?)", row)

    def record(self, level: str, start: str, result: Result) -> Future[None]:
        """Keep a result unless there is one in as few moves."""
        return self._write(
            "INSERT INTO results VALUES (?, ?, ?, ?) ON CONFLICT (level) DO UPDATE SET "
            "start = excluded.start, moves = excluded.moves, grade = excluded.grade "
            "WHERE excluded.moves < moves OR excluded.start != start",
            (level, start, result.moves, result.grade),
        )

    def played(
        self, level: str, start: str, result: Result, seconds: float, hints: int
    ) -> Future[None]:
        """Keep every win, with the time and the hints it took: what a measure of difficulty can
        be fitted to."""
        row = (level, start, result.moves, result.grade, seconds, hints)
        return self._write("INSERT INTO plays VALUES (?, ?, ?, ?, ?, ?)", row)

    def game(self, level: str, start: str) -> dict[str, Any] | None:
        """The history saved for this level and start, if any."""
        rows = self._read("SELECT history FROM games WHERE level = ? AND start = ?", (level, start))
        return json.loads(rows[0][0]) if rows else None

    def results(self) -> dict[str, Result]:
        """The best results by level."""
        rows = self._read("SELECT level, moves, grade FROM results", ())
        return {level: Result(moves, grade) for level, moves, grade in rows}

    def close(self) -> None:
        """Finish writing, and let the file go."""
        self._thread.submit(self._close)
        self._thread.shutdown(wait=True)

    def _close(self) -> None:
        if self._database is not None:
            self._database.close()

    def _write(self, statement: str, values: tuple[Any, ...]) -> Future[None]:
        def work() -> None:
            if self._database is None:
                return
            try:
                with self._database:
                    self._database.execute(statement, values)
            except sqlite3.Error as error:  # a full disk, say: play goes on
                self.notice = f"the game could not be saved: {error}"

        return self._thread.submit(work)

    def _read(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        def work() -> list[Any]:
            if self._database is None:
                return []
            try:
                return self._database.execute(query, values).fetchall()
            except sqlite3.Error as error:
                self.notice = f"saved games cannot be read: {error}"
                return []

        return self._thread.submit(work).result()
