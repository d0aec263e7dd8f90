"""The output of a command: records (`--json`), files (`library.files`), and words beside these.

Records have one shape for every verb, a line for each level. docs/json.md says what each verb puts
into `answer` and `facts`.
"""

import json
import sys
from argparse import Namespace
from collections.abc import Mapping

from puzzles.core.errors import LevelError, UsageError, printable
from puzzles.core.solving import Answer
from puzzles.core.tables import Values
from puzzles.library import catalogue
from puzzles.library.catalogue import Entry
from puzzles.library.files import NewFile, Taken

SCHEMA = 1


def record(
    entry: Entry | None = None,
    answer: object = None,
    facts: Mapping[str, object] | None = None,
    seconds: float | None = None,
    stopped: str = "",
) -> Values:
    """Return the record of a level; or, without one, of all levels or of a file."""
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
    """Return the record of a solver's answer: `answer`, and whether it is proved."""
    facts = {
        **found.facts,
        "lower_bound": found.lower_bound,
        "nodes": found.nodes,
        "headline": found.headline,
    }
    asked = {**answer, "proved": found.proved}
    return record(entry, asked, facts, found.seconds, found.stopped)


def failed(error: Exception, level: str | None = None) -> Values:
    """Return the record of a level, or of a file, that cannot be used."""
    reason = printable(str(error))
    file = error.place.file if isinstance(error, LevelError) else None
    return {**record(), "level": level, "file": file or None, "error": reason}


def print_failed(error: Exception, arguments: Namespace) -> None:
    """Print the record of an error, if it is one of a level: that of a file, or the only one that
    the arguments of a verb name."""
    known = vars(arguments)
    words = [known["level"]] if "level" in known else known.get("levels", [])
    if isinstance(error, LevelError):
        print_record(failed(error))
    elif len(words) == 1:
        print_record(failed(error, words[0]))


def print_record(document: Values) -> None:
    """Print a record."""
    print(json.dumps(document), flush=True)


def find(word: str) -> Entry:
    """`catalogue.find`; what of a file was not read is told."""
    entry = catalogue.find(word)
    if entry.pack.left:
        tell(entry.pack.left)
    return entry


def output_of(arguments: Namespace) -> str | None:
    """Return the file of `-o`, or as before 1.2 a bare word; None if there is neither."""
    if arguments.output and arguments.file:
        raise UsageError(f"unrecognized argument: {arguments.file}")
    return arguments.output or arguments.file  # type: ignore[no-any-return]


def new_file(name: str, force: bool) -> NewFile:
    """Return the file to write to, which replaces another by `force`; raises PuzzlesError."""
    try:
        return NewFile(name, tell, force)
    except Taken as error:
        raise UsageError(f"{error} (--force replaces it)") from None


def tell(words: str) -> None:
    """Print words on standard error."""
    print(f"puzzles: {printable(words)}", file=sys.stderr)
