"""The output of `--json`: one shape for every verb, a line for each level.

docs/json.md says what each verb puts into `answer` and `facts`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from puzzles.core.errors import LevelError, printable
from puzzles.core.solving import Answer
from puzzles.core.tables import Values
from puzzles.library.catalogue import Entry

SCHEMA = 1


def record(
    entry: Entry | None = None,
    answer: object = None,
    facts: Mapping[str, object] | None = None,
    seconds: float | None = None,
    stopped: str = "",
) -> Values:
    """Return what is said of a level; or, without one, of all levels or of a file."""
    return {
        "schema": SCHEMA,
        "level": entry.name if entry else None,
        "file": (entry.pack.file or None) if entry else None,
        "puzzle": entry.pack.puzzle.id if entry else None,
        "answer": answer,
        "facts": dict(facts or {}),
        "seconds": seconds,
        "stopped": stopped or None,
        "error": None,
    }


def solved(entry: Entry, found: Answer, **answer: object) -> Values:
    """Return what a solver says of a level: `answer`, and whether it is proved."""
    facts = {
        **found.facts,
        "lower_bound": found.lower_bound,
        "nodes": found.nodes,
        "headline": found.headline,
    }
    asked = {**answer, "proved": found.proved}
    return record(entry, asked, facts, found.seconds, found.stopped)


def failed(error: Exception, level: str | None = None) -> Values:
    """Return what is said of a level, or of a file, that cannot be used."""
    reason = printable(str(error))
    file = error.place.file if isinstance(error, LevelError) else None
    return {**record(), "level": level, "file": file or None, "error": reason}


def tell(document: Values) -> None:
    """Print a record."""
    print(json.dumps(document), flush=True)
