"""Progress as a file: every win, in JSON or CSV, to keep, to look into or to take elsewhere."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from puzzles.core.errors import LevelError, Place
from puzzles.core.files import read_text
from puzzles.core.saves import Play

SUFFIXES = (".json", ".csv")
_KIND = "puzzles progress"
VERSION = 1
_NUMBERS = {"moves": int, "target": int, "seconds": float, "hints": int, "watched": int}
_OPTIONAL = ("target", "seconds")


def progress_text(plays: Iterable[Play], suffix: str) -> str:
    """All wins as a document of this kind (one of SUFFIXES)."""
    if suffix == ".json":
        wins = [play._asdict() for play in plays]
        head = {"kind": _KIND, "version": VERSION}
        return json.dumps({**head, "wins": wins}, ensure_ascii=False, indent=1) + "\n"
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Play._fields)
    for play in plays:
        writer.writerow(play._replace(facts=json.dumps(play.facts)))  # type: ignore[arg-type]
    return text.getvalue()


def read_progress(file: str) -> list[Play]:
    """The wins in a file that `progress_text` made; raises LevelError with the place."""
    text = read_text(file)
    rows = _csv_rows(file, text) if Path(file).suffix.lower() == ".csv" else _json_rows(file, text)
    return [_play(place, row) for place, row in rows]


def _json_rows(file: str, text: str) -> list[tuple[Place, dict[str, Any]]]:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise LevelError(Place(file, error.lineno, error.colno), f"JSON: {error.msg}") from None
    except (ValueError, RecursionError):
        raise LevelError(Place(file), "this is not JSON that could be progress") from None
    if not isinstance(document, dict) or document.get("kind") != _KIND:
        raise LevelError(Place(file), f"this is no progress; that says {_KIND!r} as its kind")
    if document.get("version") != VERSION:
        raise LevelError(Place(file), "a newer version of this program exported it")
    wins = document.get("wins")
    if not isinstance(wins, list) or not all(isinstance(win, dict) for win in wins):
        raise LevelError(Place(file), "wins must be a list of objects")
    return [(Place(f"{file}: win {number}"), win) for number, win in enumerate(wins, 1)]


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
        kinds: tuple[type, ...] = (dict,) if name == "facts" else (str,)
        if name in _NUMBERS:
            kinds = (int, float) if name == "seconds" else (int,)
        optional = value is None and name in _OPTIONAL
        if not optional and (not isinstance(value, kinds) or isinstance(value, bool)):
            raise LevelError(place, f"{name} cannot be {value!r}")
        if isinstance(value, (int, float)) and not 0 <= value < 2**53:
            raise LevelError(place, f"{name} cannot be {value!r}")
        if isinstance(value, str) and not (value and value.isprintable()):
            raise LevelError(place, f"{name} must be a line of text")
    try:
        if datetime.fromisoformat(values["finished"]).tzinfo is None:
            raise ValueError
    except ValueError:
        raise LevelError(
            place, f"finished is no time with an offset: {values['finished']!r}"
        ) from None
    return Play(**values)
