"""`puzzles grade LEVEL…`: how hard levels are for a person, from 1 to 10, and why."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

from puzzles.cli.exits import Exit
from puzzles.cli.progress import progress_line
from puzzles.core import library
from puzzles.core.library import Entry
from puzzles.core.plugin import Grade
from puzzles.core.solving import Progress


def run(arguments: Namespace) -> int:
    graded = [_graded(entry) for name in arguments.levels for entry in library.all_of(name)]
    if arguments.json:
        print(json.dumps(graded))
        return Exit.DONE
    width = max(len(level["name"]) for level in graded)
    for level in graded:
        why = "  ".join(f"{key} {value}" for key, value in list(level.items())[2:])
        print(f"{level['name']:{width}}  {level['difficulty']:4}  {why}")
    return Exit.DONE


def _graded(entry: Entry) -> dict[str, Any]:
    with progress_line() as show:
        for event in entry.pack.puzzle.grade(entry.level):
            if isinstance(event, Progress):
                show(event)
            elif isinstance(event, Grade):
                grade = event
    return {"name": entry.name, "difficulty": grade.difficulty, **grade.figures}
