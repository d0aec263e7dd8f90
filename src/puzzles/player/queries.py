"""What is asked of the player's database and written to it, in SQL (its tables are in `schema`).

Each list of columns stands here once, or is the fields of a record.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from puzzles.player.records import Kept, Play, Saved, Slot

_PLACE = ("level", "board", "document", "game")  # of a game: where it belongs, as in `Slot`
_STATE = ("history", "moves", "won", "seconds", "hints", "watched", "updated")  # how it stands


def _names(columns: Sequence[str], mark: str = "") -> str:
    return ", ".join(mark + column for column in columns)


def _set(columns: Sequence[str]) -> str:
    return ", ".join(f"{column} = :{column}" for column in columns)


_INSERT = f"INSERT INTO games ({_names(_PLACE + _STATE)}) VALUES ({_names(_PLACE + _STATE, ':')})"
_STORE = (
    f"UPDATE games SET {_set(_STATE)}, revision = revision + 1 "
    "WHERE id = :row AND revision = :revision AND game = :game"
)
_REPLACE = f"UPDATE games SET {_set((*_STATE, 'document'))}, revision = revision + 1 WHERE id = :id"
_LISTED = (
    f"SELECT {_names(Saved._fields)}, max(updated) FROM games "
    "GROUP BY level, board ORDER BY updated DESC"
)
_RECORD = (
    f"INSERT INTO plays ({_names(Play._fields)}) SELECT {_names(Play._fields, ':')} "
    "WHERE NOT EXISTS (SELECT 1 FROM plays WHERE game = :game AND moves <= :moves)"
)
# The instant, not the text, is the order: offsets from UTC may differ.
_PLAYS = f"SELECT {_names(Play._fields)} FROM plays ORDER BY julianday(finished), moves DESC"


def _state(history: dict[str, Any], won: bool, updated: float) -> dict[str, Any]:
    """The columns `_STATE` of a game; `history` is what `Session.dump` gave."""
    counted = {name: history[name] for name in ("seconds", "hints", "watched")}
    own = {"history": json.dumps(history), "moves": len(history["moves"])}
    return {**own, **counted, "won": won, "updated": updated}


# Games -------------------------------------------------------------------------------------


def newest_in(database: sqlite3.Connection, slot: Slot) -> tuple[int, int, str, str] | None:
    """Row, revision, name and history (JSON) of the newest game of the slot's level and board."""
    found = database.execute(
        "SELECT id, revision, game, history FROM games "
        "WHERE level = ? AND board = ? ORDER BY updated DESC, id DESC LIMIT 1",
        (slot.level, slot.board),
    ).fetchone()
    return None if found is None else tuple(found)


def store(
    database: sqlite3.Connection, slot: Slot, history: dict[str, Any], won: bool, updated: float
) -> tuple[int | None, int]:
    """Write a game; the row and revision it has then, which is a new one if the slot's is no longer
    as it was."""
    state = _state(history, won, updated)
    if database.execute(_STORE, {**vars(slot), **state}).rowcount:
        return slot.row, slot.revision + 1
    return database.execute(_INSERT, {**vars(slot), **state}).lastrowid, 0


def listed(database: sqlite3.Connection) -> list[Saved]:
    """The newest game of every level and board, the newest first."""
    return [
        Saved(level, board, moves, bool(won), *rest)
        for level, board, moves, won, *rest, _ in database.execute(_LISTED)
    ]


def newest_of(database: sqlite3.Connection, level: str) -> Kept | None:
    """The game of a level that was played last, whatever its board."""
    which = "WHERE level = ? ORDER BY updated DESC, id DESC LIMIT 1"
    return next(_kept(database, which, level), None)


def all_games(database: sqlite3.Connection) -> list[Kept]:
    """Every game whose history can be read, the oldest first."""
    return list(_kept(database, "ORDER BY updated, id"))


def _kept(database: sqlite3.Connection, which: str, *values: object) -> Iterator[Kept]:
    rows = database.execute(f"SELECT {_names(Kept._fields)} FROM games {which}", values)
    for game, level, board, won, updated, document, text in rows:
        with suppress(ValueError, TypeError):
            # Games of version 1 had neither clock nor help.
            history = {"mark": None, "seconds": 0, "hints": 0, "watched": 0, **json.loads(text)}
            if {"moves", "at"} <= set(history):
                yield Kept(game, level, board, bool(won), updated, document, history)


def take_over(database: sqlite3.Connection, game: Kept) -> bool:
    """Whether a game from elsewhere was not here yet, or not as far; then it is now. One that went
    on differently is kept in both ways."""
    moves = game.history["moves"]
    values = {**game._asdict(), **_state(game.history, game.won, game.updated)}
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
            database.execute(_REPLACE, {**values, "id": row})
            return True
    database.execute(_INSERT, values)
    return True


def forget(database: sqlite3.Connection, level: str) -> tuple[int, int]:
    """Delete all games and wins of a level, whatever its board; how many there were of each."""
    return (
        database.execute("DELETE FROM games WHERE level = ?", (level,)).rowcount,
        database.execute("DELETE FROM plays WHERE level = ?", (level,)).rowcount,
    )


# Wins --------------------------------------------------------------------------------------


def record(database: sqlite3.Connection, plays: Iterable[Play]) -> int:
    """How many of the plays were new: wins in more moves than the same game took are not."""
    return sum(
        database.execute(_RECORD, {**play._asdict(), "facts": json.dumps(play.facts)}).rowcount
        for play in plays
    )


def plays(database: sqlite3.Connection, with_facts: bool = True) -> list[Play]:
    """Every win, the oldest first."""
    return [
        Play._make((*row[:-1], json.loads(row[-1]) if with_facts else {}))
        for row in database.execute(_PLAYS)
    ]


# Of a damaged database ---------------------------------------------------------------------


def salvage(old: sqlite3.Connection, into: sqlite3.Connection) -> int:
    """Copy the rows that can still be read; how many there were."""
    count = 0
    for table in ("games", "plays"):
        try:
            for row in old.execute(f"SELECT * FROM {table}"):
                marks = ", ".join("?" * len(row))
                into.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)
                count += 1
        except sqlite3.Error:
            continue  # the rest of this table is lost, or of another shape
    into.commit()
    return count
