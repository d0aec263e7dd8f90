"""The boards of `drawings.txt`, drawn stroke by stroke: a row of both rent tables, and what
`maker.py` times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from puzzles.core.errors import LevelError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import Verdict
from puzzles.library.levels import level_toml, read_pack
from puzzles.player.draft import Draft, blank

DRAWINGS = Path(__file__).with_name("drawings.txt")


def drawn() -> Iterator[tuple[AnyPuzzle, str, Iterator[Level]]]:
    """Yield each drawing: its puzzle, its name, and its board after each stroke, if it is one."""
    for text in DRAWINGS.read_text().split("\n\n")[1:]:
        name, _, strokes = " ".join(text.split()).partition(":")
        draft = Draft(*blank(name.split()))
        yield draft.puzzle, f"{name} {strokes.split()[0]}", _levels(draft, strokes.split())


def _levels(draft: Draft, strokes: list[str]) -> Iterator[Level]:
    for stroke in strokes:
        if stroke == "undo":
            draft.undo()
            continue
        cells, _, draft.brush = stroke.partition("=")
        draft.paint(*map(draft.grid.cell, cells.split(",")))
        try:
            (level,) = read_pack("level.toml", level_toml(draft.puzzle, draft.sketch)).levels
        except LevelError:
            continue
        yield level


def drawings(puzzle: str) -> Iterator[Iterator[tuple[str, Callable[[], bool]]]]:
    """Yield, for each drawing of a puzzle, its boards: the name of each, and a function that judges
    it and returns True if the verdict is settled."""
    for kind, name, levels in drawn():
        if kind.id == puzzle:
            yield (
                (f"{name} {number}", partial(_settled, kind, level))
                for number, level in enumerate(levels)
            )


def _settled(puzzle: AnyPuzzle, level: Level) -> bool:
    verdict = Verdict(())
    for event in puzzle.maker.judge(level):
        verdict = event if isinstance(event, Verdict) else verdict
    return verdict.settled
