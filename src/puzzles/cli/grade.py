"""`puzzles grade LEVEL…`: how hard levels are for a person, from 1 to 10, and why."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from puzzles.cli.batch import Batch, each, entries
from puzzles.core.errors import LevelError
from puzzles.core.puzzle import Grade, Level, Puzzle


def run(arguments: Namespace) -> int:
    """A line for each level, in their order, and a summary."""
    batch, graded = Batch(arguments.json), 0
    levels = entries(arguments.levels, batch)
    width = max((len(entry.name) for entry in levels), default=0)
    try:
        for entry, grade in each(_grade, levels, "Grading"):
            if isinstance(grade, LevelError):
                batch.fault(grade)
                continue
            why = "  ".join(f"{key} {value}" for key, value in grade.figures.items())
            document = {"name": entry.name, "difficulty": grade.difficulty, **grade.figures}
            batch.say(document, f"{entry.name:{width}}  {grade.difficulty:4}  {why}")
            graded += 1
    except KeyboardInterrupt:
        batch.interrupted = True
    return batch.end(graded, "graded")


def _grade(puzzle: Puzzle[Any, Any, Any], level: Level) -> Grade:
    *_, grade = puzzle.grade(level)
    assert isinstance(grade, Grade)
    return grade
