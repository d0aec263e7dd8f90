"""Verdicts on the boards of `drawings.txt`, drawn stroke by stroke: a row of both rent tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from puzzles.core.errors import LevelError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import Verdict
from puzzles.library.levels import read_pack
from puzzles.library.writing import level_toml
from puzzles.player.draft import Draft, blank

DRAWINGS = Path(__file__).with_name("drawings.txt")


def drawings(puzzle: str) -> Iterator[Iterator[tuple[str, Callable[[], bool]]]]:
    """Yield, for each drawing of a puzzle, its boards: the name of each, and a function that judges
    it and returns True if the verdict is settled."""
    for text in DRAWINGS.read_text().split("\n\n")[1:]:
        name, _, drawn = " ".join(text.split()).partition(":")
        if name.startswith(puzzle):
            yield _boards(name, drawn.split())


def _boards(name: str, drawn: list[str]) -> Iterator[tuple[str, Callable[[], bool]]]:
    puzzle, sketch = blank(name.split())
    draft = Draft(puzzle, sketch)
    for number, stroke in enumerate(drawn):
        if stroke == "undo":
            draft.undo()
            continue
        cells, _, draft.brush = stroke.partition("=")
        draft.paint(*map(draft.grid.cell, cells.split(",")))
        try:
            (level,) = read_pack("level.toml", level_toml(puzzle, draft.sketch)).levels
        except LevelError:
            continue

        def judged(level: Level = level) -> bool:
            return _settled(puzzle, level)

        yield f"{name} {draft.grid.n} {drawn[0]} {number}", judged


def _settled(puzzle: AnyPuzzle, level: Level) -> bool:
    verdict = Verdict(())
    for event in puzzle.maker.judge(level):
        verdict = event if isinstance(event, Verdict) else verdict
    return verdict.settled
