"""The tables of the player's database, and the SQL that reads and writes their rows.

Version 2 (release 1.0.0) had no drawings. Rows are read one by one: a broken one costs itself
alone, and is counted.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from puzzles.core.tables import Values
from puzzles.player.records import (
    Drawing,
    DrawingHandle,
    GameHandle,
    Play,
    Progress,
    Record,
    StoredGame,
    check,
    check_history,
)

VERSION = 3

TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    level TEXT NOT NULL,      -- puzzle/pack/title
    board TEXT NOT NULL,      -- `board_key` of the position it starts from
    document TEXT NOT NULL,   -- the level itself
    game TEXT NOT NULL,       -- names it in `plays`
    history TEXT NOT NULL,    -- `Session.dump` as JSON
    moves INTEGER NOT NULL,
    won INTEGER NOT NULL,
    seconds REAL NOT NULL,
    hints INTEGER NOT NULL,
    watched INTEGER NOT NULL,
    updated REAL NOT NULL,    -- Unix time
    revision INTEGER NOT NULL DEFAULT 0
);
-- It finds the newest game of a level.
CREATE INDEX IF NOT EXISTS games_listed
    ON games (level, board, updated, moves, won, seconds, hints, watched);
CREATE TABLE IF NOT EXISTS plays (
    game TEXT NOT NULL,
    level TEXT NOT NULL,
    board TEXT NOT NULL,
    moves INTEGER NOT NULL,
    target INTEGER,
    grade TEXT NOT NULL,
    seconds REAL,             -- NULL if no clock ran
    hints INTEGER NOT NULL,
    watched INTEGER NOT NULL,
    finished TEXT NOT NULL,   -- ISO 8601 with the offset from UTC
    facts TEXT NOT NULL,      -- `Play.facts` as JSON
    PRIMARY KEY (game, moves)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS drawings (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    strokes TEXT NOT NULL,    -- `Strokes.dump` as JSON
    updated REAL NOT NULL,    -- Unix time
    revision INTEGER NOT NULL DEFAULT 0
);
"""

# What is the same of two games, or drawings; and the column and its list by which one goes further.
ALIKE = {
    "games": (("game", "level", "board"), "history", "moves"),
    "drawings": (("name",), "strokes", "strokes"),
}
BACK, TICK = 1.0, 1e-3  # seconds that a clock must have gone back; then between one and the next

Found = tuple[list[Record], int]  # the rows that could be read, and the number of the others


class Unfit(Exception):
    """A database that this program cannot use, though SQLite can read it; the text is the
    reason."""


class Newer(Unfit):
    """A newer version of this program wrote the database."""


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, and alone among those who write. An error stays what it was: SQLite may have
    rolled back by itself, as it does when the disk is full."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            with suppress(sqlite3.Error):
                database.execute("ROLLBACK")
        raise


def migrate(database: sqlite3.Connection) -> None:
    """Bring a database of an older version, or an empty one, to VERSION; all or nothing. Raises
    Newer."""
    if _version(database) == VERSION:
        return
    with transaction(database):  # only one of two instances that start together
        if _version(database) > VERSION:
            raise Newer("saved games are those of a newer version of this program")
        for statement in TABLES.split(";"):
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {VERSION}")


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def text_of(data: bytes) -> str | bytes:
    """Return text as SQLite has it, or bytes that are no text, which the check of records finds."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


# Reading -----------------------------------------------------------------------------------


def read_games(database: sqlite3.Connection, which: str = "", *values: object) -> Found[StoredGame]:
    """The games (`which` is a WHERE clause), the oldest first."""
    rows = _select(database, StoredGame, "games", f"{which} ORDER BY updated, id", *values)
    return _sound(
        game._replace(
            won=bool(game.won) if game.won in (0, 1) else game.won, history=_object(game.history)
        )
        for game in rows
    )


def read_wins(database: sqlite3.Connection) -> Found[Play]:
    """Every win, the oldest first; one whose facts are broken has none, and is counted, too."""
    # The instant, not the text, is the order: offsets from UTC may differ.
    wins = _select(database, Play, "plays", "ORDER BY julianday(finished), moves DESC")
    read = [win._replace(facts=_object(win.facts)) for win in wins]
    found, broken = _sound(win._replace(facts=win.facts or {}) for win in read)
    return found, broken + sum(win.facts is None for win in read)


def read_drawings(database: sqlite3.Connection) -> Found[Drawing]:
    """Every drawing, the newest first."""
    rows = _select(database, Drawing, "drawings", "ORDER BY updated DESC, id DESC")
    return _sound(drawing._replace(strokes=_object(drawing.strokes)) for drawing in rows)


def read_all(database: sqlite3.Connection) -> Progress:
    """All there is, and the number of rows that cannot be read."""
    wins, games, drawn = read_wins(database), read_games(database), read_drawings(database)
    return Progress(wins[0], games[0], drawn[0], wins[1] + games[1] + drawn[1])


def _select(
    database: sqlite3.Connection, kind: type[Record], table: str, which: str, *values: object
) -> list[Any]:
    """The rows of a table as records, whose values may be anything yet."""
    rows = database.execute(f"SELECT {', '.join(kind._fields)} FROM {table} {which}", values)
    return list(map(kind._make, rows))


def _sound(rows: Iterable[Record]) -> Found[Record]:
    """Return the valid records, and count the others."""
    found, broken = list[Record](), 0
    for row in rows:
        try:
            check(row)
            found.append(row)
        except ValueError:
            broken += 1
    return found, broken


def _object(text: str) -> Any:
    """The object in JSON; None if it is none."""
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


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


# Writing -----------------------------------------------------------------------------------


def store(
    database: sqlite3.Connection, slot: GameHandle, history: Values, won: bool, updated: float
) -> tuple[int | None, int]:
    """Write a game, and return its row and revision. The game becomes the newest of its level and
    board, also where the clock has gone back."""
    newest = database.execute(
        "SELECT max(updated) FROM games WHERE level = ? AND board = ?", (slot.level, slot.board)
    ).fetchone()[0]
    if isinstance(newest, float) and newest > updated + BACK:
        updated = newest + TICK
    state = _state(history, won, updated)
    if _update(database, "games", state, slot.row, slot.revision, slot.game):
        return slot.row, slot.revision + 1
    place = ("level", "board", "document", "game")
    return _insert(database, "games", {each: getattr(slot, each) for each in place} | state), 0


def draw(
    database: sqlite3.Connection, sheet: DrawingHandle, strokes: Values, updated: float
) -> tuple[int | None, int, str]:
    """Write a drawing, and return its row, revision and name: a new one where it has to be another
    drawing."""
    state = {"strokes": json.dumps(strokes), "updated": updated}
    if _update(database, "drawings", state, sheet.row, sheet.revision, sheet.name):
        return sheet.row, sheet.revision + 1, sheet.name
    name = sheet.name if sheet.row is None else _new_name()
    row = _insert(database, "drawings", {"name": name, "puzzle": sheet.puzzle, **state})
    return row, 0, name


def add_all(database: sqlite3.Connection, found: Progress) -> tuple[int, int, int]:
    """Add what comes from elsewhere; return the numbers of wins, games and drawings that are
    new."""
    return (
        sum(add_win(database, play) for play in found.plays),
        sum(_add_game(database, game) for game in found.games),
        sum(_add_drawing(database, drawing) for drawing in found.drawings),
    )


def add_win(database: sqlite3.Connection, play: Play) -> bool:
    """Add a win; False if the same game was won in as few moves before."""
    known = "SELECT 1 FROM plays WHERE game = ? AND moves <= ?"
    if database.execute(known, (play.game, play.moves)).fetchone():
        return False
    _insert(database, "plays", {**play._asdict(), "facts": json.dumps(play.facts)})
    return True


def _add_game(database: sqlite3.Connection, game: StoredGame) -> bool:
    """Add a game; False if it was here already, as far or further."""
    values = {**game._asdict(), **_state(game.history, game.won, game.updated)}
    new = _replaced(database, "games", values)
    if new is None:
        _insert(database, "games", values)
    return new is not False


def _add_drawing(database: sqlite3.Connection, drawing: Drawing) -> bool:
    """Add a drawing, under a new name if its own is taken; False if it was here already, as far or
    further."""
    values = {**drawing._asdict(), "strokes": json.dumps(drawing.strokes)}
    new = _replaced(database, "drawings", values)
    if new is None:
        taken = database.execute("SELECT 1 FROM drawings WHERE name = ?", (drawing.name,))
        if taken.fetchone():
            values["name"] = _new_name()
        _insert(database, "drawings", values)
    return new is not False


def _replaced(database: sqlite3.Connection, table: str, values: Values) -> bool | None:
    """Put a game or drawing in the place of one that it goes on with. False if one that is here
    goes as far or further; None if all that are the same went on differently."""
    same, column, line = ALIKE[table]
    new, where = json.loads(values[column])[line], " AND ".join(f"{each} = ?" for each in same)
    alike = database.execute(
        f"SELECT id, revision, updated, {column} FROM {table} WHERE {where}",
        [values[each] for each in same],
    )
    for row, revision, updated, text in alike.fetchall():
        known = (_object(text) or {}).get(line)
        if not isinstance(known, list):
            continue
        if known[: len(new)] == new and (len(known) > len(new) or updated >= values["updated"]):
            return False
        if new[: len(known)] == known:
            return _update(database, table, values, row, revision, values[same[0]])
    return None


def _state(history: Values, won: bool, updated: float) -> Values:
    """The columns that change in a game; `history` is what `Session.dump` gave."""
    counted = {name: history[name] for name in ("seconds", "hints", "watched")}
    own = {"history": json.dumps(history), "moves": len(history["moves"])}
    return {**own, **counted, "won": won, "updated": updated}


def _insert(database: sqlite3.Connection, table: str, values: Values) -> int | None:
    """Add a row of these values, and return its number."""
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    added = f"INSERT INTO {table} ({names}) VALUES ({marks})"
    return database.execute(added, tuple(values.values())).lastrowid


def _update(
    database: sqlite3.Connection, table: str, values: Values, row: object, revision: int, name: str
) -> bool:
    """Change the row of a game or drawing, if it is as it was; False if not."""
    changed = ", ".join(f"{column} = ?" for column in values)
    done = database.execute(
        f"UPDATE {table} SET {changed}, revision = revision + 1 "
        f"WHERE id = ? AND revision = ? AND {ALIKE[table][0][0]} = ?",
        (*values.values(), row, revision, name),
    )
    return bool(done.rowcount)


def _new_name() -> str:
    return secrets.token_hex(8)
