"""The lessons of a puzzle: out of the file that its plugin may keep them in, and as a pack of
levels."""

import json
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import Lesson
from puzzles.core.tables import read_table
from puzzles.library.levels import Pack, read_pack


def lessons_beside(module: str) -> tuple[tuple[Lesson, ...], dict[str, Lesson]]:
    """The lessons in `lessons.toml` beside a module's file: those of the tutorial, `[[lesson]]`,
    and one for each kind of board, `[kinds.KIND]`, if it has kinds. Each has the keys of its level
    and, besides these, what a `Lesson` has."""
    file = Path(module).with_name("lessons.toml")
    found = read_table(str(file), file.read_text("utf-8")).values
    kinds = {kind: _lesson(**keys) for kind, keys in found.get("kinds", {}).items()}
    return tuple(_lesson(**keys) for keys in found["lesson"]), kinds


class Beside:
    """The lessons beside a module of a puzzle, for `core.doors`."""

    def __init__(self, module: ModuleType) -> None:
        self.LESSONS, self.KINDS = lessons_beside(str(module.__file__))


def _lesson(
    text: str,
    moves: Sequence[str],
    *,
    spoken: str = "",
    typed: str = "",
    touched: str = "",
    **level: object,
) -> Lesson:
    return Lesson(level, text, tuple(moves), spoken, typed, touched)


def tutorial(puzzle: AnyPuzzle) -> tuple[Lesson, ...]:
    """The lessons to learn a puzzle by."""
    return () if not puzzle.can("lessons.LESSONS") else puzzle.lessons.LESSONS


def needed(puzzle: AnyPuzzle, level: Level) -> dict[str, Lesson]:
    """The lessons, by kind, that introduce what is new about a level."""
    if not puzzle.can("lessons.KINDS"):
        return {}
    return {kind: puzzle.lessons.KINDS[kind] for kind in puzzle.lessons.kinds(level)}


def lesson_pack(puzzle: AnyPuzzle, lessons: Sequence[Lesson] | None = None) -> Pack | None:
    """The levels of these lessons, or of those of the tutorial; None if the puzzle has none."""
    taught = lessons if lessons is not None else tutorial(puzzle)
    if not taught:
        return None
    levels = [dict(lesson.level) for lesson in taught]
    document = {"puzzle": puzzle.id, "title": "First steps", "level": levels}
    return read_pack("lessons.json", json.dumps(document))


def lesson_states(puzzle: AnyPuzzle, level: Level, lesson: Lesson) -> list[object]:
    """The positions of a lesson: the start, and the one after each of its moves."""
    start = puzzle.start(level)
    return [start, *(state for _, state in puzzle.replay(start, lesson.moves))]
