"""Progress as a file, to keep, to look into or to take elsewhere: every win, game and drawing in
JSON. A database that was set aside, or a copy of one, is read as well."""

import json
from collections.abc import Iterable
from pathlib import Path

from puzzles.core.errors import LevelError, Place, reason_of
from puzzles.core.tables import Values
from puzzles.library.files import read_text
from puzzles.player.records import PlayerRecords, Record, StoredDrawing, StoredGame, Win, check
from puzzles.player.recovery import recover

SUFFIX = ".json"
DATABASE = ".sqlite"
MOST = 1 << 28  # bytes; ten thousand games are a tenth of that
_KIND = "puzzles progress"
VERSION = 3  # the first one had wins only, the second no drawings


def progress_text(
    wins: Iterable[Win], games: Iterable[StoredGame], drawings: Iterable[StoredDrawing]
) -> str:
    """Progress as a document."""
    document = {
        "kind": _KIND,
        "version": VERSION,
        "wins": [win._asdict() for win in wins],
        "games": [game._asdict() for game in games],
        "drawings": [drawing._asdict() for drawing in drawings],
    }
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    return text.encode(errors="backslashreplace").decode()  # half a surrogate pair is no UTF-8


def read_progress(file: str) -> PlayerRecords:
    """The wins, games and drawings in a file that `progress_text` made, all of them or LevelError
    with the place; or those that can be read in a database."""
    if Path(file).suffix.lower() == DATABASE:
        try:
            found = recover(Path(file))
        except OSError as error:
            raise LevelError(Place(file), reason_of(error)) from None
        if not (found.wins or found.games or found.drawings):
            raise LevelError(Place(file), "no saved games were found in it")
        return found
    text = read_text(file, MOST)
    told = "this is not JSON that could be progress"
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise LevelError(Place(file, error.lineno, error.colno), told) from None
    except (ValueError, RecursionError):
        raise LevelError(Place(file), told) from None
    if not isinstance(document, dict) or document.get("kind") != _KIND:
        raise LevelError(Place(file), f"this is no progress; that says {_KIND!r} as its kind")
    if document.get("version") not in range(1, VERSION + 1):
        raise LevelError(Place(file), "a newer version of this program exported it")
    return PlayerRecords(
        _records(Win, file, document, "win"),
        _records(StoredGame, file, document, "game"),
        _records(StoredDrawing, file, document, "drawing"),
    )


def _records(kind: type[Record], file: str, document: Values, what: str) -> list[Record]:
    """The records of one of the lists; the first version had wins only."""
    rows = document.get(f"{what}s", None if what == "win" else [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise LevelError(Place(file), f"{what}s must be a list of objects")
    return [_record(kind, Place(f"{file}: {what} {n}"), row) for n, row in enumerate(rows, 1)]


def _record(kind: type[Record], place: Place, values: Values) -> Record:
    """The record that these values are of; raises LevelError."""
    if set(values) != set(kind._fields):
        raise LevelError(place, f"it has {', '.join(kind._fields)}")
    record = kind(**values)
    try:
        check(record)
    except ValueError as error:
        raise LevelError(place, str(error)) from None
    return record
