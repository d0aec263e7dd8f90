"""The player's saved games, wins and drawings, each game and drawing with its whole history.

This is the one door to them. Behind it are the thread that reads and writes (`database`, SQLite in
WAL mode), the tables and their SQL (`rows`), and what reads a damaged file (`recovery`).
"""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from puzzles.core.tables import Values
from puzzles.library import locations
from puzzles.player import rows
from puzzles.player.database import Database
from puzzles.player.records import (
    Drawing,
    Play,
    Progress,
    Record,
    Result,
    Slot,
    StoredGame,
    best,
    check_history,
    many,
)
from puzzles.player.recovery import recover
from puzzles.player.session import moves_of


class Saves(Database):
    """The database of `folder` (by default, the state directory).

    Writing returns at once; reading waits for what was written before.
    """

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__((folder or locations.state()) / "games.sqlite")
        self._reported: set[str] = set()

    # Games and drawings --------------------------------------------------------------------

    def store(self, slot: Slot, record: StoredGame | Drawing) -> Future[bool]:
        """Store a game or drawing as it is now; return a future that is True if it is on disk.

        One that another instance has gone on with meanwhile is not overwritten: this one becomes
        a game or drawing of its own. So does a drawing that was discarded.
        """
        return self.write(id(slot), lambda database: rows.store(database, slot, record))

    def load(self, slot: Slot, level: str, board: str) -> Values | None:
        """The newest game of a level and board, as `Session.dump` gave it, if there is one; from
        now on the slot is that game's. Raises ValueError if that cannot be read."""
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
        slot.name, slot.row, slot.revision = name, row, revision
        return history

    def take_up(self, slot: Slot) -> None:
        """From now on the slot is that of the drawing of its name."""
        where = "SELECT id, revision FROM drawings WHERE name = ? ORDER BY id DESC"
        if found := self._first(where, slot.name):
            slot.row, slot.revision = found

    def _first(self, query: str, *values: object) -> Any:
        return self.read(lambda database: database.execute(query, values).fetchone(), None)

    def won(self) -> dict[str, tuple[str, ...]]:
        """Return the moves that won the newest game of every won level, from its start."""
        newest = "SELECT id FROM (SELECT id, max(updated) FROM games WHERE won GROUP BY level)"
        games, _ = self._found(StoredGame, f"WHERE id IN ({newest})")
        return {game.level: moves_of(game.history) for game in games}

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

    def drawings(self) -> list[Drawing]:
        """Every drawing, the newest first; a notice counts those that cannot be read."""
        return self._whole("drawing", Drawing)

    def plays(self) -> list[Play]:
        """Every win, the oldest first."""
        return self._whole("win", Play)

    def results(self) -> dict[str, Result]:
        """The best results by level; wins of a board that has been changed since do not count."""
        return best(self.plays())

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

    def record(self, play: Play) -> Future[bool]:
        """Keep a win, unless the same game was won in as few moves before."""
        return self.write((play.game, play.moves), lambda database: rows.add_win(database, play))

    def rename(self, level: str, name: str) -> None:
        """Let all games and wins of a level be those of another name, by which it goes now."""
        self._of_level("UPDATE {} SET level = ? WHERE level = ?", name, level)

    def forget(self, level: str) -> tuple[int, int]:
        """Delete all games and wins of a level, whatever its board; return the number of each."""
        return self._of_level("DELETE FROM {} WHERE level = ?", level)

    def _of_level(self, statement: str, *values: str) -> tuple[int, int]:
        """Change the games and the wins of a level; return the number of each."""

        def work(database: Connection) -> tuple[int, int]:
            games = database.execute(statement.format("games"), values).rowcount
            return games, database.execute(statement.format("plays"), values).rowcount

        return self.change(work, (0, 0))

    def discard(self, drawing: Drawing) -> None:
        """Delete a drawing."""
        delete, name = "DELETE FROM drawings WHERE name = ?", drawing.name
        self.write(name, lambda database: database.execute(delete, (name,)).rowcount)

    # From elsewhere ------------------------------------------------------------------------

    def merge(self, found: Progress) -> tuple[int, int, int]:
        """Add wins, games and drawings; return the numbers of those that were new, or further than
        here. A game that went on differently here and there is kept in both ways."""
        return self.change(lambda database: rows.add_all(database, found), (0, 0, 0))

    def set_aside(self) -> list[Path]:
        """The databases that were set aside, damaged or newer."""
        return sorted(self._file.parent.glob("games-*-*.sqlite"))

    def recover(self, file: Path) -> str:
        """Add what can be read of a database file; return what came of it. Raises OSError."""
        return f"{file.name}: {self.take_over(recover(file))}"

    def take_over(self, found: Progress) -> str:
        """Add progress from elsewhere; return what came of it in words."""
        return f"{found}; {sum(self.merge(found))} of them new"
