"""A level being played: its session, stored with every change, and its wins.

Whoever plays a level, on screen or line by line, makes one of these, changes its `session`, and
calls `save` after every change.
"""

from __future__ import annotations

import secrets
from concurrent.futures import Future
from datetime import datetime
from typing import Any

from puzzles.core.errors import LevelError, MoveError
from puzzles.library.catalogue import Entry
from puzzles.library.levels import level_text, read_pack
from puzzles.player.records import Play, Slot
from puzzles.player.saves import Saves
from puzzles.player.schema import board_key
from puzzles.player.session import Session


class Game:
    """The newest game of a level, taken up where it was left; a new one if that was won.

    A win after more moves, undone or begun anew from here, belongs to the same game: its clock and
    its help go on. `notice` tells if there was a saved game that could not be taken up.
    """

    def __init__(self, entry: Entry, saves: Saves) -> None:
        puzzle = entry.pack.puzzle
        self.entry, self._saves = entry, saves
        self.session: Session[Any, Any] = Session(puzzle, entry.level)
        self.notice = ""
        self._slot = Slot(
            entry.name,
            board_key(puzzle.text(self.session.state)),
            level_text(puzzle, entry.level),
            secrets.token_hex(8),
        )
        try:
            saved = saves.load(self._slot)
            if saved is not None:
                self.session.load(saved)
        except (MoveError, KeyError, TypeError, ValueError):
            self.notice = "The saved game does not fit this level; it starts anew."
            self._new()
        if self.session.status.won:
            self._new()

    def save(self) -> Future[bool]:
        """Store the game as it is now; a win stops the clock and is recorded. The future tells
        whether it is on disk."""
        status = self.session.status
        if status.won:
            self.session.clock.stop()
        stored = self._saves.store(self._slot, self.session.dump(), status.won)
        if not status.won:
            return stored
        play = Play(
            self._slot.game, self._slot.level, self._slot.board, status.moves, status.target,
            status.grade, round(self.session.clock.seconds, 3), self.session.hints,
            self.session.watched, datetime.now().astimezone().isoformat(timespec="seconds"),
            self.entry.pack.puzzle.facts(self.entry.level),
        )  # fmt: skip
        return self._saves.record(play)

    def _new(self) -> None:
        """Begin a game of its own; the old one stays in the database."""
        self.session = Session(self.session.puzzle, self.session.level)
        slot = self._slot
        self._slot = Slot(slot.level, slot.board, slot.document, secrets.token_hex(8))


def left_off(level: str, saves: Saves) -> Entry | None:
    """The level called so, out of the game of it that was played last; None if there is no such
    game, or it was won. So a level can be gone on with that is in no pack."""
    game = saves.newest(level)
    if game is None or game.won or not game.document:
        return None
    try:
        pack = read_pack(level.split("/")[1] + ".json", game.document)
    except LevelError:  # its plugin is gone, or reads levels otherwise now
        return None
    return Entry(pack, 0) if pack.levels else None
