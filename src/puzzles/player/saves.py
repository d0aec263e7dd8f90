"""The player's saved games and wins: every game with its whole history, every win.

This is the one door to them. Behind it are the thread that reads and writes (`database`), what it
asks in SQL (`queries`) and the tables (`schema`, SQLite in WAL mode).
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from puzzles.core.errors import UsageError
from puzzles.library import locations
from puzzles.player import queries
from puzzles.player.database import Database
from puzzles.player.records import Kept, Play, Result, Saved, Slot, best


class Saves:
    """The database of `folder` (by default, the state directory).

    Writing returns at once; reading waits for what was written before.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._database = Database((folder or locations.state()) / "games.sqlite")

    @property
    def notice(self) -> str:
        """What went wrong with the database, for the player."""
        return self._database.notice

    @notice.setter
    def notice(self, told: str) -> None:
        self._database.notice = told

    # Games ---------------------------------------------------------------------------------

    def load(self, slot: Slot) -> dict[str, Any] | None:
        """The newest game of the slot's level, as `Session.dump` gave it, if there is one; from now
        on the slot is that game's. Raises ValueError for a history that is no JSON."""
        found = self._database.read(lambda database: queries.newest_in(database, slot), None)
        if found is None:
            return None
        slot.row, slot.revision, slot.game, history = found
        return dict(json.loads(history))

    def store(self, slot: Slot, game: dict[str, Any], won: bool) -> Future[bool]:
        """Keep a game as it is now; the future tells whether it is on disk.

        A game that another instance has gone on with meanwhile is not overwritten: this one becomes
        a game of its own.
        """
        updated = time.time()

        def work(database: sqlite3.Connection) -> Callable[[], None]:
            row, revision = queries.store(database, slot, game, won, updated)

            def move() -> None:
                slot.row, slot.revision = row, revision

            return move

        return self._database.write(id(slot), work)

    def games(self) -> list[Saved]:
        """The newest game of every level that was ever begun, the newest first."""
        return self._database.read(queries.listed, [])

    def newest(self, level: str) -> Kept | None:
        """The game of a level that was played last, whatever its board."""
        return self._database.read(lambda database: queries.newest_of(database, level), None)

    def all_games(self) -> list[Kept]:
        """Every game, the oldest first; those whose history cannot be read are left out."""
        return self._database.read(queries.all_games, [])

    def merge_games(self, games: Iterable[Kept]) -> int:
        """Take over games from elsewhere; how many of them were new, or further than they were
        here. A game that went on differently here and there is kept in both ways."""
        games = list(games)
        return self._database.read(
            lambda database: sum(queries.take_over(database, game) for game in games), 0
        )

    def forget(self, level: str) -> tuple[int, int]:
        """Delete all games and wins of a level, whatever its board; how many there were of each."""
        return self._database.read(lambda database: queries.forget(database, level), (0, 0))

    # Wins ----------------------------------------------------------------------------------

    def record(self, play: Play) -> Future[bool]:
        """Keep a win, unless the same game was won in as few moves before."""
        key = (play.game, play.moves)
        return self._database.write(key, lambda database: queries.record(database, [play]))

    def merge(self, plays: Iterable[Play]) -> int:
        """Take over wins from elsewhere; how many of them were new."""
        plays = list(plays)
        return self._database.read(lambda database: queries.record(database, plays), 0)

    def plays(self) -> list[Play]:
        """Every win, the oldest first."""
        return self._database.read(queries.plays, [])

    def results(self) -> dict[str, Result]:
        """The best results by level; wins of a board that has been changed since do not count."""
        return best(self._database.read(partial(queries.plays, with_facts=False), []))

    def close(self) -> None:
        """Finish writing, and let the file go."""
        self._database.close()


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
