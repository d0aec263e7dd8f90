"""The tutorial of a puzzle as a pack of levels, made from the lessons its plugin gives."""

from __future__ import annotations

import json
from typing import Any

from puzzles.core.puzzle import Puzzle
from puzzles.library.levels import Pack, read_pack


def lesson_pack(puzzle: Puzzle[Any, Any, Any]) -> Pack | None:
    """The levels of the lessons, in order; None if the puzzle has none."""
    levels = [dict(lesson.level) for lesson in puzzle.lessons()]
    if not levels:
        return None
    document = {"puzzle": puzzle.id, "title": "First steps", "level": levels}
    return read_pack("lessons.json", json.dumps(document))


def lesson_states(puzzle: Puzzle[Any, Any, Any], pack: Pack, index: int) -> list[Any]:
    """The positions of a lesson: the start, and the one after each of its moves."""
    states = [puzzle.start(pack.levels[index])]
    for text in puzzle.lessons()[index].moves:
        state = states[-1]
        states.append(puzzle.apply(state, puzzle.move_parse(state, text)))
    return states
