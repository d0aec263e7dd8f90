"""The player's saved games, wins and drawings, each game and drawing with its whole history.

This is the one door to them. Behind it are the thread that reads and writes (`database`), what it
asks in SQL (`queries`), the tables (`schema`, SQLite in WAL mode) and what reads a damaged file
(`recovery`).
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from puzzles.core.tables import Values
from puzzles.library import locations
from puzzles.player import queries
from puzzles.player.database import Database
from puzzles.player.queries import Found
from puzzles.player.records import (
    Drawing,
    DrawingHandle,
    GameHandle,
    Play,
    Progress,
    Result,
    StoredGame,
    best,
    many,
)
from puzzles.player.recovery import files_aside, recover
from puzzles.player.session import moves_of

T = TypeVar("T")
_NOTHING: Found[Any] = Found([], 0)


class Saves(Database):
    """The database of `folder` (by default, the state directory).

    Writing returns at once; reading waits for what was written before.
    """

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__((folder or locations.state()) / "games.sqlite")
        self._reported: set[str] = set()

    # Games ---------------------------------------------------------------------------------

    def load(self, slot: GameHandle) -> Values | None:
        """The newest game of the slot's level, as `Session.dump` gave it, if there is one; from now
        on the slot is that game's. Raises ValueError if that cannot be read."""
        found = self.read(lambda database: queries.newest_in(database, slot), None)
        if found is None:
            return None
        slot.row, slot.revision, slot.game, history = found
        return history

    def store(self, slot: GameHandle, game: Values, won: bool) -> Future[bool]:
        """Store a game as it is now; return a future that is True if it is on disk.

        A game that another instance has gone on with meanwhile is not overwritten: this one becomes
        a game of its own.
        """
        updated = time.time()
        return self.write(
            id(slot), lambda database: queries.store(database, slot, game, won, updated)
        )

    def won(self) -> dict[str, tuple[str, ...]]:
        """Return the moves that won the newest game of every won level, from its start."""
        none: dict[str, Values] = {}
        found = self.read(queries.won, none)
        return {level: moves_of(history) for level, history in found.items()}

    def newest(self, level: str) -> StoredGame | None:
        """The game of a level that was played last, whatever its board."""
        return self.read(lambda database: queries.newest_of(database, level), None)

    def games_of(self, level: str, board: str) -> list[StoredGame]:
        """Every game of a level and board, the oldest first."""
        found = self.read(partial(queries.games_of, level=level, board=board), _NOTHING)
        return self._whole("game", found)

    def all_games(self) -> list[StoredGame]:
        """Every game, the oldest first; a notice counts those that cannot be read."""
        return self._whole("game", self.read(queries.all_games, _NOTHING))

    def merge_games(self, games: Iterable[StoredGame]) -> int:
        """Add games from elsewhere; return the number that were new, or further than
        here. A game that went on differently here and there is kept in both ways."""
        games = list(games)
        return self.change(
            lambda database: sum(queries.take_over(database, game) for game in games), 0
        )

    def rename(self, level: str, name: str) -> None:
        """Let all games and wins of a level be those of another name, by which it goes now."""
        self.change(lambda database: queries.rename(database, level, name), None)

    def forget(self, level: str) -> tuple[int, int]:
        """Delete all games and wins of a level, whatever its board; return the number of each."""
        return self.change(lambda database: queries.forget(database, level), (0, 0))

    # Drawings ------------------------------------------------------------------------------

    def draw(self, sheet: DrawingHandle, strokes: Values) -> Future[bool]:
        """Store a drawing as it is now; return a future that is True if it is on disk.

        A drawing that another instance has gone on with meanwhile is not overwritten: this one
        becomes a drawing of its own. So does one that was discarded.
        """
        updated, name = time.time(), secrets.token_hex(8)
        return self.write(
            id(sheet), lambda database: queries.draw(database, sheet, strokes, updated, name)
        )

    def drawings(self) -> list[Drawing]:
        """Every drawing, the newest first; a notice counts those that cannot be read."""
        return self._whole("drawing", self.read(queries.drawings, _NOTHING))

    def take_up(self, sheet: DrawingHandle) -> None:
        """From now on the sheet is that of the drawing of its name."""
        found = self.read(lambda database: queries.take_up(database, sheet.name), None)
        if found is not None:
            sheet.row, sheet.revision = found

    def discard(self, drawing: Drawing) -> Future[bool]:
        """Delete a drawing; return a future that is True if it is gone from disk."""
        return self.write(drawing.name, lambda database: queries.discard(database, drawing.name))

    def merge_drawings(self, drawings: Iterable[Drawing]) -> int:
        """Add drawings from elsewhere, or that were discarded; return the number of new
        ones."""
        found = [(drawing, secrets.token_hex(8)) for drawing in drawings]
        return self.change(
            lambda database: sum(queries.take_over_drawing(database, *each) for each in found), 0
        )

    # Wins ----------------------------------------------------------------------------------

    def record(self, play: Play) -> Future[bool]:
        """Keep a win, unless the same game was won in as few moves before."""
        key = play.game, play.moves
        return self.write(key, lambda database: queries.record(database, [play]))

    def merge(self, plays: Iterable[Play]) -> int:
        """Add wins from elsewhere; return the number of new ones."""
        plays = list(plays)
        return self.change(lambda database: queries.record(database, plays), 0)

    def plays(self) -> list[Play]:
        """Every win, the oldest first."""
        return self._whole("win", self.read(queries.plays, _NOTHING))

    def results(self) -> dict[str, Result]:
        """The best results by level; wins of a board that has been changed since do not count."""
        return best(self.plays())

    def _whole(self, name: str, found: Found[T]) -> list[T]:
        """The rows that could be read; others are counted in a notice, once."""
        if found.broken:
            notice = f"{many(found.broken, name)} could not be read in full from {self._file}"
            if notice not in self._reported:
                self._reported.add(notice)
                self.report(notice)
        return found.rows

    # Files that were set aside -------------------------------------------------------------

    def set_aside(self) -> list[Path]:
        """The databases that were set aside, damaged or newer."""
        return files_aside(self._file.parent)

    def recover(self, file: Path) -> str:
        """Add what can be read of a database file, which stays as it is; return what came of
        it in words. Raises OSError."""
        return f"{file.name}: {self.take_over(recover(file))}"

    def take_over(self, found: Progress) -> str:
        """Add progress from elsewhere; return what came of it in words."""
        new = self.merge(found.plays) + self.merge_games(found.games)
        new += self.merge_drawings(found.drawings)
        return f"{found}; {new} of them new"
