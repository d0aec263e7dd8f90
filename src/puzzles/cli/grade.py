"""`puzzles grade LEVEL…`: how hard levels are for a person, from 1 to 10, and why."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from puzzles.cli.batch import Batch, each, entries
from puzzles.core.errors import LevelError
from puzzles.core.facets import Grade, required
from puzzles.core.level import Level
from puzzles.core.puzzle import Puzzle
from puzzles.core.solving import last


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
    grader = required(puzzle.grades, f"levels of {puzzle.title} are not graded")
    return last(grader.grade(level), Grade)
