"""Levels, events and readings as plain JSON values: all that goes from process to process."""

from __future__ import annotations

import json
from dataclasses import asdict, fields, replace

from puzzles.core.errors import Place
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.reading import Reading
from puzzles.core.results import Verdict
from puzzles.core.solving import Answer, Event, Progress
from puzzles.core.tables import Table, Values, read_table
from puzzles.library import registry
from puzzles.library.levels import level_of

_EVENTS: dict[str, type[Event]] = {"Progress": Progress, "Answer": Answer}


def level_values(puzzle: AnyPuzzle, level: Level) -> Values:
    """A level by its keys, and where in its file they stand: faults are told in those words."""
    found = {field.name: getattr(level, field.name) for field in fields(level)}
    places = {name: asdict(place) for name, place in found.items() if isinstance(place, Place)}
    return {"puzzle": puzzle.id, "keys": puzzle.format(level), "places": places}


def read_level(values: Values) -> tuple[AnyPuzzle, Level]:
    """The level that `level_values` gave."""
    puzzle = registry.plugin(values["puzzle"])
    level = level_of(puzzle, _table(values["keys"]), "level")
    places: Values = {name: Place(**place) for name, place in values["places"].items()}
    return puzzle, replace(level, **places)


def event_values(event: Event) -> Values:
    """An event whose moves are text."""
    return {"event": type(event).__name__, **vars(event)}


def read_event(values: Values) -> Event:
    """The event that `event_values` gave."""
    kind, values = _EVENTS[values["event"]], {**values}
    del values["event"]
    for key in ("line", "moves", "compiled"):
        if values.get(key) is not None:
            values[key] = tuple(values[key])
    return kind(**values)


def read_verdict(values: Values) -> Verdict:
    """The verdict that these values are of."""
    return Verdict(
        tuple(values["lines"]),
        values["settled"],
        tuple(values["lit"]),
        tuple(map(tuple, values["solutions"])),
        values["nodes"],
        values["claims"],
    )


def reading_values(puzzle: AnyPuzzle, reading: Reading) -> Values:
    """What was read off a picture; its level may not be one yet."""
    return {
        "puzzle": puzzle.id,
        "keys": puzzle.format(reading.level),
        "confidence": reading.confidence,
        "doubtful": list(reading.doubtful.items()),
        "reasons": reading.reasons,
    }


def draft_of(puzzle: AnyPuzzle, keys: Values) -> Level:
    """The board that is drawn, from its keys."""
    level: Level = puzzle.maker.draft(_table(keys))
    return level


def read_reading(values: Values) -> tuple[AnyPuzzle, Reading]:
    """The reading that `reading_values` gave."""
    puzzle = registry.plugin(values["puzzle"])
    editor = puzzle.maker
    level = editor.draft(_table(values["keys"]))
    return puzzle, Reading(
        level, values["confidence"], dict(values["doubtful"]), tuple(values["reasons"])
    )


def _table(keys: Values) -> Table:
    return read_table("level", json.dumps(keys), toml=False)
