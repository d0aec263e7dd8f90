"""`puzzles list`: every level there is, by the name that finds it."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from puzzles.cli.exits import Exit
from puzzles.core.tables import Values
from puzzles.library.catalogue import Entry, library


def run(arguments: Namespace) -> int:
    levels = [_facts(entry) for entry in library().entries()]
    if arguments.json:
        print(json.dumps(levels))
    else:
        width = max((len(level["name"]) for level in levels), default=0)
        for level in levels:
            print(f"{level['name']:{width}}  {_details(level)}")
    for notice in library().notices:
        print(notice, file=sys.stderr)
    return Exit.DONE


def _facts(entry: Entry) -> Values:
    puzzle = entry.pack.puzzle
    named = {"puzzle": puzzle.id, "pack": entry.pack.name, "name": entry.name}
    return {**named, "title": entry.level.title, **puzzle.facts(entry.level)}


def _details(level: Values) -> str:
    facts = list(level.items())[4:]
    words = [
        str(value) if key == "size" else f"{key} {value}"
        for key, value in facts
        if value is not None
    ]
    return "  ".join(words)
