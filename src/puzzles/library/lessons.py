"""The tutorial of a puzzle as a pack of levels, made from the lessons its plugin gives."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from puzzles.core.facets import Lesson
from puzzles.core.level import Level
from puzzles.core.puzzle import Puzzle
from puzzles.library.levels import Pack, read_pack


def lesson_pack(
    puzzle: Puzzle[Any, Any, Any], lessons: Sequence[Lesson] | None = None
) -> Pack | None:
    """The levels of these lessons, or of those of the tutorial, in order; None if the puzzle has
    none."""
    if puzzle.teaches is None:
        return None
    taught = puzzle.teaches.LESSONS if lessons is None else lessons
    levels = [dict(lesson.level) for lesson in taught]
    document = {"puzzle": puzzle.id, "title": "First steps", "level": levels}
    return read_pack("lessons.json", json.dumps(document))


def lesson_states(puzzle: Puzzle[Any, Any, Any], level: Level, lesson: Lesson) -> list[Any]:
    """The positions of a lesson: the start, and the one after each of its moves."""
    start = puzzle.start(level)
    return [start, *(state for _, state in puzzle.replay(start, lesson.moves))]
