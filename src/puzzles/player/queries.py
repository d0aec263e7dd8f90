"""The queries to the player's database, in SQL (its tables are in `schema`).

Each list of columns stands here once, or is the fields of a record. Rows are read one by one: what
is broken costs itself alone, and is counted.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from puzzles.core.tables import Values
from puzzles.player.records import (
    Drawing,
    DrawingHandle,
    GameHandle,
    Play,
    Record,
    StoredGame,
    check,
    check_history,
)

T = TypeVar("T")


class Found(NamedTuple, Generic[T]):
    """The rows that could be read, and the number of those that could not, or not in full."""

    rows: list[T]
    broken: int


_PLACE = ("level", "board", "document", "game")  # of a game: where it belongs, as in `GameHandle`
BACK, TICK = 1.0, 1e-3  # seconds that a clock must have gone back; then between one and the next
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
_WON = "WHERE id IN (SELECT id FROM (SELECT id, max(updated) FROM games WHERE won GROUP BY level))"
_RECORD = (
    f"INSERT INTO plays ({_names(Play._fields)}) SELECT {_names(Play._fields, ':')} "
    "WHERE NOT EXISTS (SELECT 1 FROM plays WHERE game = :game AND moves <= :moves)"
)
_DRAW = (
    "UPDATE drawings SET strokes = :strokes, updated = :updated, revision = revision + 1 "
    "WHERE id = :row AND revision = :revision AND name = :name"
)
_DRAWN = f"INSERT INTO drawings ({_names(Drawing._fields)}) VALUES ({_names(Drawing._fields, ':')})"
# The instant, not the text, is the order: offsets from UTC may differ.
_PLAYS = f"SELECT {_names(Play._fields)} FROM plays ORDER BY julianday(finished), moves DESC"


def _state(history: Values, won: bool, updated: float) -> Values:
    """The columns `_STATE` of a game; `history` is what `Session.dump` gave."""
    counted = {name: history[name] for name in ("seconds", "hints", "watched")}
    own = {"history": json.dumps(history), "moves": len(history["moves"])}
    return {**own, **counted, "won": won, "updated": updated}


def _sound(rows: Iterable[Record]) -> Found[Record]:
    """Return the valid records, and count the others."""
    found, broken = list[Record](), 0
    for row in rows:
        try:
            check(row)
            found.append(row)
        except ValueError:
            broken += 1
    return Found(found, broken)


# Games -------------------------------------------------------------------------------------


def newest_in(
    database: sqlite3.Connection, slot: GameHandle
) -> tuple[int, int, str, Values] | None:
    """Row, revision, name and history of the newest game of the slot's level and board. Raises
    ValueError if they cannot be read."""
    found = database.execute(
        "SELECT id, revision, game, history FROM games "
        "WHERE level = ? AND board = ? ORDER BY updated DESC, id DESC LIMIT 1",
        (slot.level, slot.board),
    ).fetchone()
    if found is None:
        return None
    row, revision, game, text = found
    if not (isinstance(revision, int) and isinstance(game, str) and game.isprintable()):
        raise ValueError("the game has no name")
    check_history(history := _object(text) or {})
    return row, revision, game, history


def store(
    database: sqlite3.Connection, slot: GameHandle, history: Values, won: bool, updated: float
) -> Callable[[], None]:
    """Write a game, in a new row if the slot's is no longer as it was; return what moves the slot
    there. The game becomes the newest of its level and board, also where the clock has gone
    back."""
    newest = database.execute(
        "SELECT max(updated) FROM games WHERE level = ? AND board = ?", (slot.level, slot.board)
    ).fetchone()[0]
    if isinstance(newest, float) and newest > updated + BACK:
        updated = newest + TICK
    values = {**vars(slot), **_state(history, won, updated)}
    if database.execute(_STORE, values).rowcount:
        return partial(slot.move, slot.row, slot.revision + 1)
    return partial(slot.move, database.execute(_INSERT, values).lastrowid, 0)


def won(database: sqlite3.Connection) -> dict[str, Values]:
    """The history of the newest game of every level that is won, of those that can be read."""
    return {game.level: game.history for game in _kept(database, _WON).rows}


def newest_of(database: sqlite3.Connection, level: str) -> StoredGame | None:
    """The game of a level that was played last, whatever its board, of those that can be read."""
    found = _kept(database, "WHERE level = ? ORDER BY updated DESC, id DESC", level).rows
    return found[0] if found else None


def games_of(database: sqlite3.Connection, level: str, board: str) -> Found[StoredGame]:
    """Every game of a level and board, the oldest first."""
    return _kept(database, "WHERE level = ? AND board = ? ORDER BY updated, id", level, board)


def all_games(database: sqlite3.Connection) -> Found[StoredGame]:
    """Every game, the oldest first."""
    return _kept(database, "ORDER BY updated, id")


def _kept(database: sqlite3.Connection, which: str, *values: object) -> Found[StoredGame]:
    rows = database.execute(f"SELECT {_names(StoredGame._fields)} FROM games {which}", values)
    return _sound(
        StoredGame._make((*row[:3], _truth(row[3]), *row[4:6], _object(row[6]))) for row in rows
    )


def _truth(value: T) -> T | bool:
    """0 and 1 as what they stand for; anything else is no truth, and stays what it is."""
    return bool(value) if value in (0, 1) else value


def _object(text: str) -> Values | None:
    """The object in JSON; None if it is none."""
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def take_over(database: sqlite3.Connection, game: StoredGame) -> bool:
    """Add a game from elsewhere; False if it was here already, as far or further. One that went
    on differently is kept in both ways."""
    moves = game.history["moves"]
    values = {**game._asdict(), **_state(game.history, game.won, game.updated)}
    alike = database.execute(
        "SELECT id, updated, history FROM games WHERE game = ? AND level = ? AND board = ?",
        (game.game, game.level, game.board),
    )
    for row, updated, text in alike.fetchall():
        known = (_object(text) or {}).get("moves")
        if not isinstance(known, list):
            continue
        if known[: len(moves)] == moves and (len(known) > len(moves) or updated >= game.updated):
            return False
        if moves[: len(known)] == known:
            database.execute(_REPLACE, {**values, "id": row})
            return True
    database.execute(_INSERT, values)
    return True


def rename(database: sqlite3.Connection, level: str, name: str) -> None:
    """Let all games and wins of a level be those of another name."""
    for table in ("games", "plays"):
        database.execute(f"UPDATE {table} SET level = ? WHERE level = ?", (name, level))


def forget(database: sqlite3.Connection, level: str) -> tuple[int, int]:
    """Delete all games and wins of a level, whatever its board; return the number of each."""
    return (
        database.execute("DELETE FROM games WHERE level = ?", (level,)).rowcount,
        database.execute("DELETE FROM plays WHERE level = ?", (level,)).rowcount,
    )


# Drawings ----------------------------------------------------------------------------------


def drawings(database: sqlite3.Connection) -> Found[Drawing]:
    """Every drawing, the newest first."""
    rows = database.execute(
        f"SELECT {_names(Drawing._fields)} FROM drawings ORDER BY updated DESC, id DESC"
    )
    return _sound(Drawing._make((*row[:2], _object(row[2]), row[3])) for row in rows)


def take_up(database: sqlite3.Connection, name: str) -> tuple[int, int] | None:
    """Row and revision of a drawing; None if it is gone."""
    where = "WHERE name = ? ORDER BY id DESC"
    found = database.execute(f"SELECT id, revision FROM drawings {where}", (name,)).fetchone()
    return None if found is None else (found[0], found[1])


def draw(
    database: sqlite3.Connection, sheet: DrawingHandle, strokes: Values, updated: float, name: str
) -> Callable[[], None]:
    """Write a drawing: in a new row if the sheet's is no longer as it was, with the new `name` if
    it is there at all. Return what moves the sheet there."""
    values = {**vars(sheet), "strokes": json.dumps(strokes), "updated": updated}
    if database.execute(_DRAW, values).rowcount:
        return partial(sheet.move, sheet.row, sheet.revision + 1, sheet.name)
    if sheet.row is None:
        name = sheet.name
    row = database.execute(_DRAWN, {**values, "name": name}).lastrowid
    return partial(sheet.move, row, 0, name)


def discard(database: sqlite3.Connection, name: str) -> None:
    """Delete a drawing."""
    database.execute("DELETE FROM drawings WHERE name = ?", (name,))


def take_over_drawing(database: sqlite3.Connection, drawing: Drawing, name: str) -> bool:
    """Add a drawing from elsewhere, and return True, unless it was here as it is; under a new
    `name` if its own is taken."""
    text = json.dumps(drawing.strokes)
    alike = database.execute("SELECT strokes FROM drawings WHERE name = ?", (drawing.name,))
    known = [row[0] for row in alike]
    if text in known:
        return False
    own = name if known else drawing.name
    database.execute(_DRAWN, {**drawing._asdict(), "strokes": text, "name": own})
    return True


# Wins --------------------------------------------------------------------------------------


def record(database: sqlite3.Connection, plays: Iterable[Play]) -> int:
    """Add wins; return the number of new ones, in fewer moves than the same game took."""
    return sum(
        database.execute(_RECORD, {**play._asdict(), "facts": json.dumps(play.facts)}).rowcount
        for play in plays
    )


def plays(database: sqlite3.Connection) -> Found[Play]:
    """Every win, the oldest first; one whose facts are broken has none."""
    read = [(*row, _object(text)) for *row, text in database.execute(_PLAYS)]
    found = _sound(Play._make((*row, facts or {})) for *row, facts in read)
    return Found(found.rows, found.broken + sum(facts is None for *_, facts in read))
