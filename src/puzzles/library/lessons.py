"""The tutorial of a puzzle as a pack of levels, made from the lessons its plugin gives."""

from __future__ import annotations

import json
from typing import Any

from puzzles.core.facets import Lesson
from puzzles.core.level import Level
from puzzles.core.puzzle import Puzzle
from puzzles.library.levels import Pack, read_pack


def lesson_pack(puzzle: Puzzle[Any, Any, Any]) -> Pack | None:
    """The levels of the lessons, in order; None if the puzzle has none."""
    if puzzle.teaches is None:
        return None
    levels = [dict(lesson.level) for lesson in puzzle.teaches.LESSONS]
    document = {"puzzle": puzzle.id, "title": "First steps", "level": levels}
    return read_pack("lessons.json", json.dumps(document))


def lesson_states(puzzle: Puzzle[Any, Any, Any], level: Level, lesson: Lesson) -> list[Any]:
    """The positions of a lesson: the start, and the one after each of its moves."""
    start = puzzle.start(level)
    return [start, *(state for _, state in puzzle.replay(start, lesson.moves))]
