"""`puzzles list`: every level there is, by the name that finds it."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace

from puzzles.cli.process import Exit
from puzzles.core.tables import Values
from puzzles.library.catalogue import Entry, library


def run(arguments: Namespace) -> int:
    gc.disable()  # all boards that are read are kept, so there is nothing to collect
    try:
        entries = list(library().entries())
    finally:
        gc.freeze()  # not at the end, either
        gc.enable()
    if arguments.json:
        from puzzles.cli import records

        for entry in entries:
            named = {"pack": entry.pack.name, "title": entry.level.title}
            records.tell(records.record(entry, facts={**named, **_facts(entry)}))
    else:
        names = [entry.name for entry in entries]
        width = max(map(len, names), default=0)
        for name, entry in zip(names, entries, strict=True):
            print(f"{name:{width}}  {_details(_facts(entry))}")
    for notice in library().notices:
        print(notice, file=sys.stderr)
    return Exit.DONE


def _facts(entry: Entry) -> Values:
    return dict(entry.pack.puzzle.facts(entry.level))


def _details(facts: Values) -> str:
    words = [
        str(value) if key == "size" else f"{key} {value}"
        for key, value in facts.items()
        if value is not None
    ]
    return "  ".join(words)
