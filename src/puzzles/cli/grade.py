"""`puzzles grade LEVEL…`: how hard levels are for a person, from 1 to 10, and why."""

from __future__ import annotations

from argparse import Namespace

from puzzles.cli import records
from puzzles.cli.batch import Batch, entries
from puzzles.running import work


def run(arguments: Namespace) -> int:
    """A line for each level, in their order, and a summary."""
    batch, graded = Batch(arguments), 0
    levels = entries(arguments.levels, batch)
    width = max((len(entry.name) for entry in levels), default=0)
    with batch.until_interrupted():
        for entry, grade in batch.good(work.grade, levels, "Grading"):
            difficulty, figures = grade.difficulty, grade.figures
            why = "  ".join(f"{key} {value}" for key, value in figures.items())
            document = records.record(entry, {"difficulty": difficulty}, figures)
            batch.say(document, f"{entry.name:{width}}  {difficulty:4}  {why}")
            graded += 1
    return batch.end(graded, "graded")
