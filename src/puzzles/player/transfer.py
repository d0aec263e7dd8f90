"""Progress as a file, to keep, to look into or to take elsewhere: every win and every game in JSON,
the wins alone in CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from puzzles.core.errors import LevelError, Place
from puzzles.library.files import read_text
from puzzles.player.records import Kept, Play

SUFFIXES = (".json", ".csv")
MOST = 1 << 28  # bytes; ten thousand games are a tenth of that
_KIND = "puzzles progress"
VERSION = 2  # the first one had wins only
_NUMBERS = {"moves": int, "target": int, "seconds": float, "hints": int, "watched": int}
_OPTIONAL = ("target", "seconds")


def progress_text(plays: Iterable[Play], games: Iterable[Kept], suffix: str) -> str:
    """Progress as a document of this kind (one of SUFFIXES)."""
    if suffix == ".json":
        head = {"kind": _KIND, "version": VERSION}
        wins = [play._asdict() for play in plays]
        kept = [game._asdict() for game in games]
        document = {**head, "wins": wins, "games": kept}
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Play._fields)
    for play in plays:
        writer.writerow(play._replace(facts=json.dumps(play.facts)))  # type: ignore[arg-type]
    return text.getvalue()


def read_progress(file: str) -> tuple[list[Play], list[Kept]]:
    """The wins and games in a file that `progress_text` made; raises LevelError with the place."""
    text = read_text(file, MOST)
    if Path(file).suffix.lower() == ".csv":
        return [_play(place, row) for place, row in _csv_rows(file, text)], []
    document = _document(file, text)
    wins = [_play(place, row) for place, row in _rows(file, document, "win")]
    games = [_game(place, row) for place, row in _rows(file, document, "game")]
    return wins, games


def _document(file: str, text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise LevelError(Place(file, error.lineno, error.colno), f"JSON: {error.msg}") from None
    except (ValueError, RecursionError):
        raise LevelError(Place(file), "this is not JSON that could be progress") from None
    if not isinstance(document, dict) or document.get("kind") != _KIND:
        raise LevelError(Place(file), f"this is no progress; that says {_KIND!r} as its kind")
    if document.get("version") not in range(1, VERSION + 1):
        raise LevelError(Place(file), "a newer version of this program exported it")
    return document


def _rows(file: str, document: dict[str, Any], what: str) -> list[tuple[Place, dict[str, Any]]]:
    """The objects of the list of wins or games; the first version had no games."""
    rows = document.get(f"{what}s", [] if what == "game" else None)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise LevelError(Place(file), f"{what}s must be a list of objects")
    return [(Place(f"{file}: {what} {number}"), row) for number, row in enumerate(rows, 1)]


def _csv_rows(file: str, text: str) -> list[tuple[Place, dict[str, Any]]]:
    reader = csv.DictReader(io.StringIO(text), strict=True)
    found = []
    try:
        if tuple(reader.fieldnames or ()) != Play._fields:
            raise LevelError(Place(file), f"the columns must be {', '.join(Play._fields)}")
        for row in reader:
            found.append((Place(file, reader.line_num), _typed(Place(file, reader.line_num), row)))
    except csv.Error as error:
        raise LevelError(Place(file, reader.line_num), f"CSV: {error}") from None
    return found


def _typed(place: Place, row: dict[str, Any]) -> dict[str, Any]:
    """A row of texts as the values they stand for."""
    values = dict(row)
    try:
        for name, kind in _NUMBERS.items():
            values[name] = kind(row[name]) if row[name] or name not in _OPTIONAL else None
        values["facts"] = json.loads(row["facts"])
    except (TypeError, ValueError, RecursionError):
        raise LevelError(place, "this row is no win") from None
    return values


def _play(place: Place, values: dict[str, Any]) -> Play:
    if set(values) != set(Play._fields):
        raise LevelError(place, f"a win has {', '.join(Play._fields)}")
    for name, value in values.items():
        if value is None and name in _OPTIONAL:
            continue
        _check(place, name, value, _NUMBERS.get(name, dict if name == "facts" else str))
    try:
        if datetime.fromisoformat(values["finished"]).tzinfo is None:
            raise ValueError
    except ValueError:
        raise LevelError(
            place, f"finished is no time with an offset: {values['finished']!r}"
        ) from None
    return Play(**values)


def _game(place: Place, values: dict[str, Any]) -> Kept:
    if set(values) != set(Kept._fields):
        raise LevelError(place, f"a game has {', '.join(Kept._fields)}")
    history = values["history"]
    _check(place, "history", history, dict)
    if set(history) != _HISTORY:
        raise LevelError(place, f"a history has {', '.join(sorted(_HISTORY))}")
    for name in ("game", "level", "board"):
        _check(place, name, values[name], str)
    for name in ("at", "hints", "watched", *(("mark",) if history["mark"] is not None else ())):
        _check(place, name, history[name], int)
    _check(place, "seconds", history["seconds"], float)
    _check(place, "updated", values["updated"], float)
    _check(place, "moves", history["moves"], list)
    for move in history["moves"]:
        if not isinstance(move, str) or not move.isprintable():
            raise LevelError(place, f"moves cannot have {move!r}")
    if not isinstance(values["won"], bool) or not isinstance(values["document"], str):
        raise LevelError(place, "won is true or false, document a text")
    if values["level"].count("/") != 2:
        raise LevelError(place, f"level is puzzle/pack/title, not {values['level']!r}")
    return Kept(**values)


_HISTORY = {"moves", "at", "mark", "seconds", "hints", "watched"}  # as `Session.dump` has them


def _check(place: Place, name: str, value: Any, kind: type) -> None:
    """Raises LevelError for a value that is not of this kind, no line of text, or no figure that
    the database could hold."""
    kinds = (int, float) if kind is float else (kind,)
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise LevelError(place, f"{name} cannot be {value!r}")
    if isinstance(value, (int, float)) and not 0 <= value < 2**53:
        raise LevelError(place, f"{name} cannot be {value!r}")
    if isinstance(value, str) and not (value and value.isprintable()):
        raise LevelError(place, f"{name} must be a line of text")
